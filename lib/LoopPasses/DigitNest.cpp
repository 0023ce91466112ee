//===- DigitNest.cpp - a loop over numbers as one over digits -------------===//
///
/// \file
/// A loop over all numbers of m binary digits is a nest of m loops of two
/// iterations each. Every other time a digit's loop starts it runs backwards,
/// so that one digit changes per step (Gray order), and
///
/// * a sum of terms of one digit each is carried: where a digit changes, what
///   that changes is added, and nothing has to be restored;
/// * a sign that digits change is carried likewise;
/// * any other sum or product is kept as a part per digit: what depends on the
///   digit and on those outside only is joined there, not further inside.
///
///     for s in [0, 8)                       x = X(0); y = Y(0);
///       x = X(s >> 1, s >> 2)               for (p2 = 0; p2 < 2; p2++) {
///       y = Y(s >> 0, s >> 2)       =>        if (p2) { x += ..; y += ..; }
///       sum += x * y                          for (p1 = 0; p1 < 2; p1++) {
///                                               if (p1) x += p2 ? - .. : ..;
///                                               part = x;
///                                               sum += part * y;
///                                               y += p1 ? - .. : ..;
///                                               sum += part * y; } }
///
/// The lowest digits are straight-line code. Loop p of digit d starts with the
/// digit at the value of the loop outside, p': the digit is p ^ p'. (Suffix
/// products: docs/recipes/permanent.md; hoisting of partial reductions:
/// Gautam and Rajopadhye, POPL 2006.)
///
//===----------------------------------------------------------------------===//

#include "DigitNest.h"

#include "GrayCodeNest.h"
#include "sparsec/IR/TakenNames.h"
#include "sparsec/LoopIR/BoundElements.h"
#include "sparsec/LoopIR/ConstantFolding.h"
#include "sparsec/LoopIR/DoubleDouble.h"
#include "sparsec/LoopIR/ExprPrinter.h"
#include "sparsec/LoopIR/Statements.h"
#include "sparsec/LoopIR/ThreadStorage.h"
#include "sparsec/LoopPasses/LoopPasses.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

using Kind = LoopNode::Kind;

GrayCodeNest::GrayCodeNest(const LoopNode &loop, const DigitBody &body,
                           const BinaryDigits &digits, const Program &program)
    : loop(loop), body(body), digits(digits), program(program),
      count(digits.size()),
      unrolled(std::min(loop.marks.digits.unrolled, count)),
      order(body.needed()) {
  taken.insert(loop.name);
  for (const std::string &name : reservedNames(program))
    taken.insert(name);
  loop.walk([&](const LoopNode &node) { taken.insert(node.name); });
  // The body's own scalars are gone: what they held has their names.
  for (const LoopNode &root : loop.body)
    root.walk([&](const LoopNode &node) {
      bool isOwn = node.kind == Kind::Local || node.kind == Kind::Declare;
      if (isOwn && !partitionOf(program, node.name))
        taken.erase(node.name);
    });
}

llvm::Expected<std::vector<LoopNode>> GrayCodeNest::make() {
  if (llvm::Error error = findStored())
    return error;
  nameAll();
  start();
  descend(count);
  finish();
  return std::move(out);
}

std::string GrayCodeNest::fresh(const std::string &stem) {
  std::string name = stem;
  for (unsigned number = 2;
       taken.count(name) || !useOfLocal(program, name).empty(); ++number)
    name = stem + "_" + std::to_string(number);
  taken.insert(name);
  return name;
}

/// Finds the carried values that threads have in memory.
llvm::Error GrayCodeNest::findStored() {
  std::set<std::string> places;
  for (unsigned number : order) {
    const Value &value = body.values[number];
    const Partition *partition =
        value.place ? partitionOf(program, value.place->name) : nullptr;
    if (!partition || value.kind == Value::Kind::Leaf)
      continue;
    const LoopNode &array = body.arrays.at(value.place->name);
    std::optional<long> position = positionOf(*value.place, array.dimensions);
    if (!position || isInRegister(*partition, *position))
      continue;
    const std::string place = printExpr(*value.place);
    bool isOne = value.kind == Value::Kind::Carried && !value.isPartial() &&
                 places.insert(place).second;
    if (!isOne)
      return llvm::createStringError(
          "'%s' is to be in memory, but is not one sum of terms of one digit "
          "of '%s' each, which would have its own place there; keep it in a "
          "register",
          place.c_str(), loop.name.c_str());
    stored.insert(number);
  }
  return llvm::Error::success();
}

/// Whether the part that an update uses needs no variable: it is computed where
/// it is used.
bool GrayCodeNest::isInlined(unsigned value, unsigned level) const {
  if (level != 0 || levelOf(value) != 0 || !body.values[value].isPartial())
    return false;
  unsigned uses = 0;
  for (const DigitUpdate &update : body.updates)
    uses += update.value == value;
  for (unsigned other : order)
    uses += 2 * unsigned(llvm::count(body.values[other].operands, value));
  return uses == 1;
}

void GrayCodeNest::nameAll() {
  for (unsigned number : order) {
    const Value &value = body.values[number];
    const std::string stem = value.stem.empty() ? "part" : value.stem;
    bool isNamed = value.kind == Value::Kind::Carried ||
                   value.kind == Value::Kind::Sign ||
                   value.kind == Value::Kind::Apply;
    if (stored.count(number))
      names[number] = *value.place;
    else if (isNamed)
      names[number] = LoopExpr::variable(fresh(stem));
    if (!value.isPartial())
      continue;
    for (unsigned level = 0; level <= count; ++level)
      if (!joinedAt(number, level).empty() && !isAlias(number, level) &&
          !isInlined(number, level))
        partNames[{number, level}] = fresh(stem + "_" + std::to_string(level));
    if (hasSign(number))
      entryNames[number] = fresh(stem + "_signed");
  }
  for (unsigned level = unrolled; level < count; ++level)
    loops[level] = fresh("d" + std::to_string(level));
}

void GrayCodeNest::assign(LoopExpr target, Update op, LoopExpr value) {
  LoopNode node;
  node.kind = Kind::Assign;
  node.name = loop.name;
  node.target = std::move(target);
  node.op = op;
  node.value = std::move(value);
  out.push_back(std::move(node));
}

/// A new variable, or in the block one that may be there already.
void GrayCodeNest::store(unsigned value, unsigned level,
                         const std::string &name, LoopExpr result) {
  bool isAgain = inBlock && !declared.insert(name).second;
  if (isAgain)
    return assign(LoopExpr::variable(name), Update::Set, std::move(result));
  LoopNode node =
      LoopNode::local(body.values[value].type, name, std::move(result));
  node.isStatement = true;
  node.isConst = !(inBlock && level + 1 <= unrolled);
  out.push_back(std::move(node));
}

void GrayCodeNest::addChange(unsigned number, const LoopExpr &by,
                             const std::optional<LoopExpr> &backwards,
                             bool isBackwards, std::string &direction) {
  std::optional<Number> known = numberOf(by);
  bool isNegative = known && isReal(*known) && doubleOf(*known) < 0;
  LoopExpr size = isNegative ? folded(minus(by)) : by;
  const LoopExpr &target = names.at(number);
  if (!backwards)
    return assign(target,
                  isNegative != isBackwards ? Update::Subtract : Update::Add,
                  size);
  const ElementType &type = body.values[number].type;
  if (type != ElementType::float64() && !type.isPair())
    return assign(target, Update::Add,
                  LoopExpr::select(*backwards, folded(minus(by)), by));
  if (direction.empty()) {
    direction = fresh("direction");
    LoopNode node = LoopNode::local(
        LoopType::float64(), direction,
        LoopExpr::select(*backwards, exactLiteral(isBackwards ? 1.0 : -1.0),
                         exactLiteral(isBackwards ? -1.0 : 1.0)));
    node.isStatement = true;
    out.push_back(std::move(node));
  }
  LoopExpr up = LoopExpr::variable(direction);
  bool isOne = known && (isEqual(*known, 1) || isEqual(*known, -1));
  assign(target, isNegative ? Update::Subtract : Update::Add,
         isOne ? up : binary(Operator::Multiply, up, size));
}

/// Digit \p digit changes: from set to clear where \p backwards is not zero.
void GrayCodeNest::change(unsigned digit,
                          const std::optional<LoopExpr> &backwards,
                          bool isBackwards) {
  std::string direction;
  auto list = changes.find(digit);
  if (list != changes.end())
    for (const auto &[number, by] : list->second)
      if (std::optional<Number> known = numberOf(by);
          !known || !isEqual(*known, 0))
        addChange(number, by, backwards, isBackwards, direction);
  for (unsigned number : order) {
    const Value &value = body.values[number];
    bool turns = value.kind == Value::Kind::Sign && value.digits >> digit & 1;
    if (!turns)
      continue;
    if (!inBlock)
      assign(names.at(number), Update::Set, minus(names.at(number)));
    else if (!turned.insert(number).second)
      turned.erase(number);
  }
}

/// Computes what joins at \p level.
void GrayCodeNest::visit(unsigned level) {
  for (unsigned number : order) {
    const Value &value = body.values[number];
    if (value.kind == Value::Kind::Apply && levelOf(number) == level) {
      LoopExpr result = value.expr;
      for (unsigned operand : value.operands)
        result = result.substitute("@" + std::to_string(operand),
                                   signedValue(operand));
      store(number, level, names.at(number).name, folded(result));
    }
    auto name = partNames.find({number, level});
    if (name != partNames.end())
      store(number, level, name->second, joinAt(number, level));
  }
}

/// Whether what is gathered is 0 whatever the digits inside \p level are.
std::optional<LoopExpr> GrayCodeNest::zeroTest(unsigned level) const {
  if (!loop.marks.digits.skipsZeros || body.updates.size() != 1)
    return std::nullopt;
  const DigitUpdate &update = body.updates.front();
  bool isProduct = !gathered.front().empty() &&
                   body.values[update.value].kind == Value::Kind::Product &&
                   !joinedAt(update.value, level).empty();
  if (!isProduct)
    return std::nullopt;
  const LoopExpr part = partOf(update.value, level);
  auto isNotZero = [](const LoopExpr &value) {
    return binary(Operator::NotEqual, value, LoopExpr::integer(0));
  };
  if (!body.values[update.value].type.isComplex128())
    return isNotZero(part);
  return logicalOr(isNotZero(realOf(part)), isNotZero(imaginaryOf(part)));
}

/// All digits inside \p level, those at it and outside at their values.
void GrayCodeNest::descend(unsigned level) {
  visit(level);
  std::optional<LoopExpr> isNotZero =
      level > 0 && level >= unrolled ? zeroTest(level) : std::nullopt;
  Nodes outer;
  if (isNotZero)
    std::swap(out, outer);
  if (level == unrolled)
    block();
  else
    rolled(level - 1);
  if (!isNotZero)
    return;
  // What the digits inside would leave behind: one of them has changed.
  Nodes inside, skipped;
  std::swap(out, inside);
  std::optional<LoopExpr> backwards;
  if (level < count)
    backwards = LoopExpr::variable(loops.at(level));
  change(level - 1, backwards, false);
  std::swap(out, skipped);
  out = std::move(outer);
  out.push_back(
      LoopNode::ifThen(*isNotZero, std::move(inside), std::move(skipped)));
}

/// The loop of digit \p level.
void GrayCodeNest::rolled(unsigned level) {
  LoopNode node = stmt::countedLoop(LoopType::int32(), loops.at(level),
                                    LoopExpr::integer(0), LoopExpr::integer(2));
  Nodes outer;
  std::swap(out, outer);
  std::optional<LoopExpr> backwards;
  if (level + 1 < count)
    backwards = LoopExpr::variable(loops.at(level + 1));
  change(level, backwards, false);
  Nodes changing;
  std::swap(out, changing);
  if (!changing.empty())
    out.push_back(
        LoopNode::ifThen(LoopExpr::variable(node.name), std::move(changing)));
  descend(level);
  std::swap(out, outer);
  node.body = std::move(outer);
  out.push_back(std::move(node));
}

/// The digits that are straight-line code.
void GrayCodeNest::block() {
  for (const auto &[value, name] : entryNames) {
    std::optional<LoopExpr> entry;
    unsigned above = unrolled;
    if (joinedAt(value, above).empty())
      above = partAbove(value, unrolled).value_or(count + 1);
    if (above <= count)
      entry = partOf(value, above);
    for (unsigned operand : body.values[value].operands)
      if (joinsSign(value, operand))
        entry = joinedWith(Operator::Multiply, entry, names.at(operand));
    store(value, unrolled, name, *entry);
  }
  inBlock = true;
  declared.clear();
  turned.clear();
  setDigits = 0;
  straight(unrolled, true);
  inBlock = false;
  std::set<unsigned> left;
  std::swap(left, turned);
  for (unsigned number : left)
    assign(names.at(number), Update::Set, minus(names.at(number)));
}

/// The digits inside \p level.
void GrayCodeNest::straight(unsigned level, bool isTop) {
  if (level == 0)
    return updateAll();
  const unsigned own = level - 1;
  std::optional<LoopExpr> backwards;
  if (isTop && level < count)
    backwards = LoopExpr::variable(loops.at(level));
  visit(own);
  straight(own, false);
  change(own, backwards, setDigits >> own & 1);
  setDigits ^= uint64_t{1} << own;
  visit(own);
  straight(own, false);
}

void GrayCodeNest::updateAll() {
  for (size_t pos = 0; pos < body.updates.size(); ++pos) {
    const DigitUpdate &update = body.updates[pos];
    LoopExpr value = valueOf(update.value);
    bool negative = isNegative(update.value);
    if (gathered[pos].empty()) {
      LoopNode node;
      node.kind = Kind::Assign;
      node.name = update.statement;
      node.target = update.target;
      node.op = update.op;
      node.value = negative ? minus(value) : value;
      out.push_back(std::move(node));
      continue;
    }
    bool subtracts = negative != (update.op == Update::Subtract);
    assign(LoopExpr::variable(gathered[pos]),
           subtracts ? Update::Subtract : Update::Add, std::move(value));
  }
}

void GrayCodeNest::finish() {
  for (size_t pos = 0; pos < body.updates.size(); ++pos) {
    if (gathered[pos].empty())
      continue;
    LoopNode node;
    node.kind = Kind::Assign;
    node.name = body.updates[pos].statement;
    node.target = body.updates[pos].target;
    node.op = Update::Add;
    node.value = LoopExpr::variable(gathered[pos]);
    out.push_back(std::move(node));
  }
}

llvm::Expected<std::vector<LoopNode>> digitNest(const LoopNode &loop,
                                                const DigitBody &body,
                                                const BinaryDigits &digits,
                                                const Program &program) {
  return GrayCodeNest(loop, body, digits, program).make();
}

} // namespace sparsec
