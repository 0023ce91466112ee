//===- BinaryDigits.cpp - binary digits of a loop's iterator --------------===//

#include "BinaryDigits.h"

#include "sparsec/LoopIR/ConstantFolding.h"

#include <map>

namespace sparsec {
namespace {

using Kind = LoopExpr::Kind;

/// `constant + sum of coefficients * variables`.
struct Linear {
  std::map<std::string, long> coefficients;
  long constant = 0;

  bool add(const Linear &other, long factor) {
    bool fits = true;
    auto into = [&](long &sum, long value) {
      long product = 0;
      fits &= !__builtin_mul_overflow(value, factor, &product) &&
              !__builtin_add_overflow(sum, product, &sum);
    };
    into(constant, other.constant);
    for (const auto &[name, coefficient] : other.coefficients)
      into(coefficients[name], coefficient);
    return fits;
  }
};

std::optional<Linear> linearOf(const LoopExpr &expr);

/// The sum of all operands, the last ones times \p lastFactor.
std::optional<Linear> sumOf(const LoopExpr &expr, long lastFactor) {
  Linear sum;
  for (size_t pos = 0; pos < expr.operands.size(); ++pos) {
    std::optional<Linear> part = linearOf(expr.operands[pos]);
    if (!part || !sum.add(*part, pos ? lastFactor : 1))
      return std::nullopt;
  }
  return sum;
}

std::optional<Linear> productOf(const LoopExpr &expr) {
  Linear product;
  product.constant = 1;
  for (const LoopExpr &operand : expr.operands) {
    std::optional<Linear> part = linearOf(operand);
    if (!part)
      return std::nullopt;
    bool isNumber = product.coefficients.empty();
    if (!isNumber && !part->coefficients.empty())
      return std::nullopt;
    Linear next;
    bool fits = isNumber ? next.add(*part, product.constant)
                         : next.add(product, part->constant);
    if (!fits)
      return std::nullopt;
    product = next;
  }
  return product;
}

/// Whether \p expr is a cast of integers that leaves all digits alone.
bool keepsValue(const LoopExpr &expr) {
  if (expr.kind != Kind::Cast || !expr.type->isInteger())
    return false;
  const LoopExpr &operand = expr.operands[0];
  const bool isInt = operand.isVariable() && !operand.wide;
  return expr.type->element.bytes > 4 ||
         (isInt && *expr.type == LoopType::int32());
}

std::optional<Linear> linearOf(const LoopExpr &expr) {
  if (std::optional<long> number = integerOf(expr)) {
    Linear result;
    result.constant = *number;
    return result;
  }
  bool isOperator = expr.kind == Kind::Binary;
  if (expr.isVariable()) {
    Linear result;
    result.coefficients[expr.name] = 1;
    return result;
  }
  if (expr.kind == Kind::Widen || keepsValue(expr))
    return linearOf(expr.operands[0]);
  if (expr.kind == Kind::Add || (isOperator && expr.op == Operator::Add))
    return sumOf(expr, 1);
  if (isOperator && expr.op == Operator::Subtract)
    return sumOf(expr, -1);
  if (expr.kind == Kind::Mul || (isOperator && expr.op == Operator::Multiply))
    return productOf(expr);
  return std::nullopt;
}

/// n with 2^n == value; nothing for other numbers.
std::optional<unsigned> exponentOf(long value) {
  if (value <= 0 || (value & (value - 1)) != 0)
    return std::nullopt;
  return unsigned(__builtin_ctzl(static_cast<unsigned long>(value)));
}

/// \p expr, of integers, without `+ 0`.
LoopExpr withoutZeros(const LoopExpr &expr) {
  return expr.map([](LoopExpr part) {
    if (part.kind == Kind::Binary && part.op == Operator::Add)
      for (size_t side : {0, 1})
        if (part.operands[side].isInteger(0))
          return LoopExpr(part.operands[1 - side]);
    return part;
  });
}

bool isQuotient(const LoopExpr &expr) {
  return expr.kind == Kind::Div || expr.kind == Kind::FloorDiv ||
         (expr.kind == Kind::Binary && expr.op == Operator::Divide);
}

bool isOne(const LoopExpr &expr) { return integerOf(expr) == 1; }

} // namespace

BinaryDigits::Bit BinaryDigits::bitOf(const LoopExpr &value, long place) const {
  const Bit unknown{Bit::Kind::Unknown};
  if (isQuotient(value)) {
    std::optional<long> divisor = integerOf(value.operands[1]);
    std::optional<unsigned> more =
        divisor ? exponentOf(*divisor) : std::nullopt;
    return more ? bitOf(value.operands[0], place + long(*more)) : unknown;
  }
  std::optional<Linear> linear = linearOf(value);
  if (!linear || place < 0 || place > 62)
    return unknown;
  long own = linear->coefficients[name];
  if (own == 0)
    return {Bit::Kind::Invariant};
  std::optional<unsigned> first = exponentOf(own);
  if (!first || *first + count > 62)
    return unknown;
  // All else leaves the iterator's digits alone: multiples of the next place.
  const long next = 1L << (*first + count);
  for (const auto &[variable, coefficient] : linear->coefficients)
    if (variable != name && coefficient % next != 0)
      return unknown;
  long rest = linear->constant % next;
  if (rest < 0 || rest >= own)
    return unknown;
  bool isDigit = place >= long(*first) && place < long(*first + count);
  if (!isDigit)
    return {Bit::Kind::Invariant};
  return {Bit::Kind::Digit, unsigned(place) - *first};
}

/// `value >> place & 1` and `value / 2^place % 2`.
std::optional<BinaryDigits::Bit>
BinaryDigits::matched(const LoopExpr &expr) const {
  if (expr.operands.size() != 2)
    return std::nullopt;
  const LoopExpr *value = nullptr;
  if (expr.kind == Kind::Binary && expr.op == Operator::BitAnd) {
    if (isOne(expr.operands[1]))
      value = &expr.operands[0];
    else if (isOne(expr.operands[0]))
      value = &expr.operands[1];
  }
  bool isModulo = expr.kind == Kind::Mod ||
                  (expr.kind == Kind::Binary && expr.op == Operator::Remainder);
  if (isModulo && integerOf(expr.operands[1]) == 2)
    value = &expr.operands[0];
  if (!value)
    return std::nullopt;
  if (value->kind == Kind::Binary && value->op == Operator::ShiftRight) {
    std::optional<long> place = integerOf(value->operands[1]);
    return place ? bitOf(value->operands[0], *place) : Bit{Bit::Kind::Unknown};
  }
  return bitOf(*value, 0);
}

std::optional<uint64_t> BinaryDigits::usedBy(const LoopExpr &expr) const {
  if (!expr.mentions(name))
    return uint64_t{0};
  if (std::optional<Bit> bit = matched(expr)) {
    if (bit->kind == Bit::Kind::Digit)
      return uint64_t{1} << bit->digit;
    if (bit->kind == Bit::Kind::Invariant)
      return uint64_t{0};
  }
  if (expr.isVariable())
    return std::nullopt;
  uint64_t all = 0;
  for (const LoopExpr &operand : expr.operands) {
    std::optional<uint64_t> digits = usedBy(operand);
    if (!digits)
      return std::nullopt;
    all |= *digits;
  }
  return all;
}

LoopExpr BinaryDigits::withDigits(
    const LoopExpr &expr,
    const std::function<LoopExpr(unsigned)> &valueOf) const {
  if (!expr.mentions(name))
    return folded(expr);
  if (std::optional<Bit> bit = matched(expr)) {
    if (bit->kind == Bit::Kind::Digit)
      return valueOf(bit->digit);
    if (bit->kind == Bit::Kind::Invariant)
      return withoutZeros(folded(expr.substitute(name, LoopExpr::integer(0))));
  }
  LoopExpr copy = expr;
  copy.operands = expr.operands.mapped(
      [&](const LoopExpr &operand) { return withDigits(operand, valueOf); });
  return folded(copy);
}

LoopExpr BinaryDigits::withNamedBits(
    const LoopExpr &expr,
    const std::function<LoopExpr(const LoopExpr &)> &nameOf) {
  return expr.map([&](LoopExpr part) {
    bool isBit = part.kind == Kind::Binary && part.op == Operator::BitAnd &&
                 isOne(part.operands[1]) &&
                 part.operands[0].kind == Kind::Binary &&
                 part.operands[0].op == Operator::ShiftRight && !part.hasLoad();
    return isBit ? nameOf(part) : part;
  });
}

} // namespace sparsec
