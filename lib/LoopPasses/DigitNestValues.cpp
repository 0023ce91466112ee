//===- DigitNestValues.cpp - where a nest of digits has its values --------===//
///
/// \file
/// A level is a digit, from the innermost one, 0, to `count`, outside of all. A
/// value is made at the level of the innermost digit that it depends on; a sum
/// or product has a part at each level at which one of its operands is made.
///
//===----------------------------------------------------------------------===//

#include "GrayCodeNest.h"

#include "sparsec/LoopIR/ConstantFolding.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cassert>

namespace sparsec {

/// The innermost digit that \p value depends on; `count` for none.
unsigned GrayCodeNest::levelOf(unsigned value) const {
  uint64_t used = body.values[value].digits;
  return used ? unsigned(__builtin_ctzll(used)) : count;
}

/// The level at which \p operand joins \p value. All factors of a whole product
/// join where the innermost one is made, but for those that no digit changes,
/// and for those in memory: they are read again only where one of them changes.
unsigned GrayCodeNest::joinLevel(unsigned value, unsigned operand) const {
  const unsigned own = levelOf(operand);
  bool isWhole = loop.marks.digits.products == DigitMark::Products::Whole &&
                 body.values[value].kind == Value::Kind::Product;
  if (!isWhole || own == count)
    return own;
  unsigned innermost = own;
  for (unsigned other : body.values[value].operands)
    if (!joinsSign(value, other) &&
        stored.count(other) == stored.count(operand))
      innermost = std::min(innermost, levelOf(other));
  return innermost;
}

/// Operands of a sum or product that are known at \p level, not outside.
std::vector<unsigned> GrayCodeNest::joinedAt(unsigned value,
                                             unsigned level) const {
  std::vector<unsigned> result;
  for (unsigned operand : body.values[value].operands)
    if (!joinsSign(value, operand) && joinLevel(value, operand) == level)
      result.push_back(operand);
  return result;
}

/// Whether \p operand of \p value is a sign that changes in the block: it is
/// joined where the block begins, and turned at compile time from there on.
bool GrayCodeNest::joinsSign(unsigned value, unsigned operand) const {
  return body.values[value].kind == Value::Kind::Product &&
         body.values[operand].kind == Value::Kind::Sign &&
         levelOf(operand) < unrolled;
}

bool GrayCodeNest::hasSign(unsigned value) const {
  return llvm::any_of(body.values[value].operands, [&](unsigned operand) {
    return joinsSign(value, operand);
  });
}

/// The next level outside \p level at which \p value has a part.
std::optional<unsigned> GrayCodeNest::partAbove(unsigned value,
                                                unsigned level) const {
  for (unsigned above = level + 1; above <= count; ++above)
    if (!joinedAt(value, above).empty())
      return above;
  return std::nullopt;
}

/// The digit \p number at present.
LoopExpr GrayCodeNest::digit(unsigned number) const {
  if (inBlock && number < unrolled) {
    long known = long(setDigits >> number & 1);
    bool startsOutside = number + 1 == unrolled && unrolled < count;
    if (!startsOutside)
      return LoopExpr::integer(known);
    LoopExpr outside = LoopExpr::variable(loops.at(unrolled));
    return known ? LoopExpr::integer(1) - outside : outside;
  }
  LoopExpr own = LoopExpr::variable(loops.at(number));
  if (number + 1 == count)
    return own;
  return binary(Operator::BitXor, own,
                LoopExpr::variable(loops.at(number + 1)));
}

/// `value + by`.
static LoopExpr offset(LoopExpr value, const LoopExpr &by) {
  const Number number = *numberOf(by);
  bool isNegative = isReal(number) && doubleOf(number) < 0;
  return isNegative
             ? binary(Operator::Subtract, std::move(value), folded(minus(by)))
             : binary(Operator::Add, std::move(value), by);
}

LoopExpr GrayCodeNest::leafValue(const Value &leaf) const {
  return digits.withDigits(leaf.expr,
                           [&](unsigned number) { return digit(number); });
}

LoopExpr GrayCodeNest::valueOf(unsigned value) const {
  auto name = names.find(value);
  if (name != names.end())
    return name->second;
  const Value &own = body.values[value];
  if (own.kind == Value::Kind::Offset)
    return offset(valueOf(own.operands[0]), own.expr);
  if (own.kind == Value::Kind::Pick) {
    std::optional<long> known = integerOf(digit(own.digit));
    assert(known && "tables are of digits in straight-line code");
    return valueOf(own.operands[*known]);
  }
  if (body.values[value].isPartial())
    return partOf(value, levelOf(value));
  return leafValue(body.values[value]);
}

/// Whether the part of \p value at \p level is another value as it stands.
bool GrayCodeNest::isAlias(unsigned value, unsigned level) const {
  bool isFirst =
      !partAbove(value, level) && !(hasSign(value) && level < unrolled);
  std::vector<unsigned> own = joinedAt(value, level);
  return isFirst && own.size() == 1 &&
         body.values[own.front()].kind != Value::Kind::Offset;
}

/// What is known of a sum or product at \p level.
LoopExpr GrayCodeNest::partOf(unsigned value, unsigned level) const {
  std::vector<unsigned> own = joinedAt(value, level);
  if (own.empty()) {
    std::optional<unsigned> above = partAbove(value, level);
    bool isEntry = hasSign(value) && (!above || *above >= unrolled);
    return isEntry ? entryPart(value) : partOf(value, *above);
  }
  if (isAlias(value, level))
    return signedValue(own.front());
  auto name = partNames.find({value, level});
  return name != partNames.end() ? LoopExpr::variable(name->second)
                                 : joinAt(value, level);
}

/// What a product with a sign is when the block begins.
LoopExpr GrayCodeNest::entryPart(unsigned value) const {
  return LoopExpr::variable(entryNames.at(value));
}

/// The part of \p value at \p level, computed from the one outside.
LoopExpr GrayCodeNest::joinAt(unsigned value, unsigned level) const {
  const Operator op = body.values[value].kind == Value::Kind::Product
                          ? Operator::Multiply
                          : Operator::Add;
  std::optional<LoopExpr> result;
  std::optional<unsigned> above = partAbove(value, level);
  if (hasSign(value) && level < unrolled && (!above || *above >= unrolled))
    result = entryPart(value);
  else if (above)
    result = partOf(value, *above);
  for (unsigned operand : joinedAt(value, level))
    result = joinedWith(op, result, signedValue(operand));
  return *result;
}

LoopExpr GrayCodeNest::signedValue(unsigned value) const {
  LoopExpr result = valueOf(value);
  return isNegative(value) ? minus(std::move(result)) : result;
}

/// Whether the product \p value is the negative of its parts, in the block.
bool GrayCodeNest::isNegative(unsigned value) const {
  bool negative = false;
  for (unsigned operand : body.values[value].operands)
    negative ^= joinsSign(value, operand) && turned.count(operand);
  return negative;
}

} // namespace sparsec
