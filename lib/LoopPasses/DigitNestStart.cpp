//===- DigitNestStart.cpp - what a nest of digits begins with -------------===//
///
/// \file
/// Carried values where all digits are clear, in closed form, and what each
/// digit changes in them.
///
//===----------------------------------------------------------------------===//

#include "GrayCodeNest.h"

#include "sparsec/LoopIR/ConstantFolding.h"
#include "sparsec/LoopIR/DoubleDouble.h"
#include "sparsec/LoopIR/Statements.h"

namespace sparsec {

using Kind = LoopNode::Kind;

static Number zeroOf(const ElementType &type) {
  return type.isFloating() ? Number(0.0) : Number(0L);
}

/// What \p digit changes in the carried value \p number when it is set.
void GrayCodeNest::noteChange(unsigned number, unsigned digit,
                              const LoopExpr &clear, const LoopExpr &set) {
  LoopExpr change = folded(binary(Operator::Subtract, set, clear));
  for (auto &[other, sum] : changes[digit])
    if (other == number) {
      sum = folded(binary(Operator::Add, sum, change));
      return;
    }
  changes[digit].emplace_back(number, std::move(change));
}

/// \p expr with locals for the digits that loops outside have fixed.
LoopExpr GrayCodeNest::named(const LoopExpr &expr) {
  return BinaryDigits::withNamedBits(expr, [&](const LoopExpr &bit) {
    for (const auto &[known, name] : bits)
      if (known == bit)
        return LoopExpr::variable(name);
    const LoopExpr &shift = bit.operands[0];
    std::optional<long> place = integerOf(shift.operands[1]);
    std::string name =
        fresh("bit" + (place ? std::to_string(*place) : std::string()));
    LoopNode node = LoopNode::local(LoopType::int32(), name, bit);
    // A number of 64 bits has digits of 64 bits.
    if (bit.wide)
      node.value = expr::cast(LoopType::int32(), bit);
    node.isStatement = true;
    out.push_back(std::move(node));
    bits.emplace_back(bit, name);
    return LoopExpr::variable(name);
  });
}

void GrayCodeNest::startWith(unsigned number, LoopExpr value) {
  if (stored.count(number))
    return assign(names.at(number), Update::Set, std::move(value));
  LoopNode node = LoopNode::local(body.values[number].type,
                                  names.at(number).name, std::move(value));
  node.isConst = false;
  node.isStatement = true;
  out.push_back(std::move(node));
}

void GrayCodeNest::startCarried(unsigned number, const Value &value) {
  std::optional<LoopExpr> first;
  Number constant = zeroOf(value.type);
  for (unsigned operand : value.operands) {
    const Value &leaf = body.values[operand];
    LoopExpr clear = named(leafAt(leaf, digits, 0));
    if (leaf.digits)
      noteChange(number, levelOf(operand), clear,
                 named(leafAt(leaf, digits, 1)));
    LoopExpr sum = binary(Operator::Add, expressionOf(constant), clear);
    std::optional<Number> next = numberOf(sum);
    // A sum of numbers in double would have lost what is kept.
    bool isExact = !value.type.isDoubleDouble() || isEqual(constant, 0);
    if (next && isFinite(*next) && isExact)
      constant = *next;
    else
      first = joinedWith(Operator::Add, first, clear);
  }
  LoopExpr known = expressionOf(constant);
  startWith(number, first ? binary(Operator::Add, known, *first) : known);
}

void GrayCodeNest::startSign(unsigned number, const Value &value) {
  double constant = 1;
  std::vector<LoopExpr> rest;
  for (unsigned operand : value.operands) {
    LoopExpr clear = named(leafAt(body.values[operand], digits, 0));
    if (std::optional<Number> known = numberOf(clear))
      constant *= doubleOf(*known);
    else
      rest.push_back(std::move(clear));
  }
  // The constant first: products of ints might not fit.
  LoopExpr first = expressionOf(value.type == ElementType::float64()
                                    ? Number(constant)
                                    : Number(long(constant)));
  for (const LoopExpr &factor : rest)
    first = binary(Operator::Multiply, first, factor);
  startWith(number, first);
}

/// Carried values where all digits are clear, and what never changes.
void GrayCodeNest::start() {
  std::set<std::string> arrays;
  for (unsigned number : stored)
    if (const std::string &array = names.at(number).name;
        arrays.insert(array).second)
      out.push_back(body.arrays.at(array));
  for (unsigned number : order) {
    const Value &value = body.values[number];
    if (value.kind == Value::Kind::Carried)
      startCarried(number, value);
    if (value.kind == Value::Kind::Sign)
      startSign(number, value);
  }
  for (auto &[digit, list] : changes)
    for (auto &[number, change] : list) {
      if (numberOf(change))
        continue;
      const std::string &stem = stored.count(number) ? body.values[number].stem
                                                     : names.at(number).name;
      std::string name = fresh(stem + "_change");
      LoopNode node = LoopNode::local(body.values[number].type, name, change);
      node.isStatement = true;
      out.push_back(std::move(node));
      change = LoopExpr::variable(name);
    }
  for (const DigitUpdate &update : body.updates) {
    bool isSum = update.op == Update::Add || update.op == Update::Subtract;
    gathered.push_back("");
    if (!isSum)
      continue;
    const ElementType &type = update.sum;
    gathered.back() = fresh("gathered");
    LoopNode node =
        LoopNode::local(type, gathered.back(), expressionOf(zeroOf(type)));
    node.isConst = false;
    node.isStatement = true;
    out.push_back(std::move(node));
  }
}

} // namespace sparsec
