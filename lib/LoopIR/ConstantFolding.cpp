//===- ConstantFolding.cpp - computations of numbers, done now ------------===//

#include "sparsec/LoopIR/ConstantFolding.h"

#include "sparsec/LoopIR/BoundElements.h"
#include "sparsec/LoopIR/ComplexNumbers.h"
#include "sparsec/LoopIR/Statements.h"
#include "sparsec/LoopIR/Typing.h"

#include "llvm/ADT/StringRef.h"

#include <cassert>
#include <cmath>
#include <cstdlib>

namespace sparsec {
namespace {

using Kind = LoopExpr::Kind;
using Maybe = std::optional<Number>;

/// "1", "3LL", "0.5", "0x1.8p+1"; not "1.0f", which rounds otherwise.
Maybe literalNumber(llvm::StringRef text) {
  llvm::StringRef digits = text.rtrim("lLuU");
  long integer = 0;
  if (!digits.getAsInteger(0, integer))
    return text.contains_insensitive('u') ? Maybe() : Maybe(integer);
  const std::string copy = text.str();
  char *end = nullptr;
  double value = std::strtod(copy.c_str(), &end);
  if (copy.empty() || *end != '\0' || !std::isfinite(value))
    return std::nullopt;
  return value;
}

Maybe ofIntegers(Operator op, long a, long b) {
  long result = 0;
  if (op == Operator::Add)
    return __builtin_add_overflow(a, b, &result) ? Maybe() : Maybe(result);
  if (op == Operator::Subtract)
    return __builtin_sub_overflow(a, b, &result) ? Maybe() : Maybe(result);
  if (op == Operator::Multiply)
    return __builtin_mul_overflow(a, b, &result) ? Maybe() : Maybe(result);
  if ((op == Operator::Divide || op == Operator::Remainder) && a >= 0 && b > 0)
    return op == Operator::Divide ? a / b : a % b;
  if (op == Operator::ShiftRight && a >= 0 && b >= 0 && b < 63)
    return a >> b;
  if (op == Operator::ShiftLeft && a >= 0 && b >= 0 && b < 62 &&
      a < (1L << (62 - b)))
    return a << b;
  if (op == Operator::BitAnd)
    return a & b;
  if (op == Operator::BitOr)
    return a | b;
  if (op == Operator::BitXor)
    return a ^ b;
  return std::nullopt;
}

Maybe ofDoubles(Operator op, double a, double b) {
  if (op == Operator::Add)
    return a + b;
  if (op == Operator::Subtract)
    return a - b;
  if (op == Operator::Multiply)
    return a * b;
  if (op == Operator::Divide && b != 0)
    return a / b;
  return std::nullopt;
}

using Complex = std::complex<double>;

Complex asComplex(const Number &value) {
  const Complex *number = std::get_if<Complex>(&value);
  return number ? *number : Complex(doubleOf(value));
}

/// Real factors and terms leave the parts apart, as in C.
Maybe ofComplex(Operator op, const Number &left, const Number &right) {
  const Complex a = asComplex(left), b = asComplex(right);
  if (op == Operator::Add)
    return Complex(a + b);
  if (op == Operator::Subtract)
    return Complex(a - b);
  if (op != Operator::Multiply)
    return std::nullopt;
  if (isReal(left))
    return Complex(a.real() * b.real(), a.real() * b.imag());
  if (isReal(right))
    return Complex(a.real() * b.real(), a.imag() * b.real());
  return Complex(a.real() * b.real() - a.imag() * b.imag(),
                 a.real() * b.imag() + a.imag() * b.real());
}

/// Integers as such: neighbours beyond 2^53 are one double.
template <typename T>
Maybe compared(Operator op, T a, T b) {
  if (op == Operator::Less)
    return long(a < b);
  if (op == Operator::Greater)
    return long(a > b);
  if (op == Operator::LessEqual)
    return long(a <= b);
  if (op == Operator::GreaterEqual)
    return long(a >= b);
  if (op == Operator::Equal)
    return long(a == b);
  if (op == Operator::NotEqual)
    return long(a != b);
  return std::nullopt;
}

Maybe ofNumbers(Operator op, const Number &a, const Number &b) {
  bool areIntegers =
      std::holds_alternative<long>(a) && std::holds_alternative<long>(b);
  if (!isReal(a) || !isReal(b))
    return ofComplex(op, a, b);
  if (isComparison(op))
    return areIntegers ? compared(op, std::get<long>(a), std::get<long>(b))
                       : compared(op, doubleOf(a), doubleOf(b));
  return areIntegers ? ofIntegers(op, std::get<long>(a), std::get<long>(b))
                     : ofDoubles(op, doubleOf(a), doubleOf(b));
}

Maybe unaryNumber(Operator op, const Number &value) {
  const long *integer = std::get_if<long>(&value);
  if (op == Operator::Plus)
    return value;
  if (const Complex *number = std::get_if<Complex>(&value))
    return op == Operator::Negate ? Maybe(-*number) : std::nullopt;
  if (op == Operator::Negate)
    return integer ? ofIntegers(Operator::Subtract, 0, *integer)
                   : Maybe(-std::get<double>(value));
  if (op == Operator::Not)
    return long(doubleOf(value) == 0);
  return op == Operator::Complement && integer ? Maybe(~*integer)
                                               : std::nullopt;
}

Maybe castNumber(const LoopType &to, const Number &value) {
  const llvm::StringRef type = to.element.spelling;
  if (!to.isPlain())
    return std::nullopt;
  if (to.element.isComplex128())
    return isReal(value) ? Number(doubleOf(value)) : value;
  if (!isReal(value))
    return std::nullopt;
  if (type == "double")
    return doubleOf(value);
  const long *integer = std::get_if<long>(&value);
  if (integer && (type == "long" || type == "long long"))
    return value;
  if (integer && type == "int" && *integer == long(int(*integer)))
    return value;
  return std::nullopt;
}

/// A sum, product, … of LoopExpr's own integers.
Maybe ofAll(Operator op, const LoopExpr &expr) {
  Maybe result;
  for (const LoopExpr &operand : expr.operands) {
    Maybe value = numberOf(operand);
    if (!value)
      return std::nullopt;
    result = result ? ofNumbers(op, *result, *value) : value;
    if (!result)
      return std::nullopt;
  }
  return result;
}

} // namespace

bool isReal(const Number &value) {
  return !std::holds_alternative<Complex>(value);
}

double doubleOf(const Number &value) {
  assert(isReal(value));
  const long *integer = std::get_if<long>(&value);
  return integer ? double(*integer) : std::get<double>(value);
}

bool isEqual(const Number &value, double real) {
  return asComplex(value) == real;
}

bool isFinite(const Number &value) {
  const Complex number = asComplex(value);
  return std::isfinite(number.real()) && std::isfinite(number.imag());
}

/// complexOf(re, im) with numbers for both.
static Maybe complexNumber(const LoopExpr &call) {
  const Maybe re = numberOf(call.operands[0]), im = numberOf(call.operands[1]);
  if (!re || !im || !isReal(*re) || !isReal(*im))
    return std::nullopt;
  return Complex(doubleOf(*re), doubleOf(*im));
}

/// The branch of \p choice that counts, as the type that both become.
static Maybe chosenNumber(const LoopExpr &choice) {
  const Maybe condition = numberOf(choice.operands[0]);
  if (!condition)
    return std::nullopt;
  const bool isFirst = !isEqual(*condition, 0);
  const Maybe chosen = numberOf(choice.operands[isFirst ? 1 : 2]),
              other = numberOf(choice.operands[isFirst ? 2 : 1]);
  if (!chosen || !other || chosen->index() >= other->index())
    return chosen;
  return std::holds_alternative<double>(*other) ? Number(doubleOf(*chosen))
                                                : Number(asComplex(*chosen));
}

std::optional<Number> numberOf(const LoopExpr &expr) {
  switch (expr.kind) {
  case Kind::Integer:
    return expr.value;
  case Kind::Literal:
    return literalNumber(expr.name);
  case Kind::Add:
    return ofAll(Operator::Add, expr);
  case Kind::Mul:
    return ofAll(Operator::Multiply, expr);
  case Kind::Div:
  case Kind::FloorDiv:
    return ofAll(Operator::Divide, expr);
  case Kind::Mod:
    return ofAll(Operator::Remainder, expr);
  case Kind::Binary:
    return ofAll(expr.op, expr);
  case Kind::Widen:
    return numberOf(expr.operands[0]);
  case Kind::Unary:
  case Kind::Cast: {
    Maybe value = numberOf(expr.operands[0]);
    if (!value)
      return value;
    return expr.kind == Kind::Unary ? unaryNumber(expr.op, *value)
                                    : castNumber(*expr.type, *value);
  }
  case Kind::Select:
    return chosenNumber(expr);
  case Kind::Call:
    return isComplexOf(expr) ? complexNumber(expr) : std::nullopt;
  default:
    return std::nullopt;
  }
}

std::optional<long> integerOf(const LoopExpr &expr) {
  Maybe value = numberOf(expr);
  if (!value || !std::holds_alternative<long>(*value))
    return std::nullopt;
  return std::get<long>(*value);
}

LoopExpr expressionOf(const Number &value) {
  if (const Complex *number = std::get_if<Complex>(&value))
    return number->imag() == 0 ? exactLiteral(number->real())
                               : complexOf(exactLiteral(number->real()),
                                           exactLiteral(number->imag()));
  const long *integer = std::get_if<long>(&value);
  return integer ? LoopExpr::integer(*integer)
                 : exactLiteral(std::get<double>(value));
}

/// \p value, what \p expr computes, of the same type: in `(2L + 3) * i` the
/// product has 64 bits.
static LoopExpr withType(const Number &value, const LoopExpr &expr) {
  LoopExpr number = expressionOf(value);
  const bool isNarrow =
      std::holds_alternative<long>(value) && number.isInteger() && !number.wide;
  const LoopType type = isNarrow ? Typing::ofConstant(expr) : LoopType();
  const bool isWider = !type.isNone() && type.element.bytes > 4;
  return isWider ? expr::cast(type, std::move(number)) : number;
}

LoopExpr folded(const LoopExpr &expr) {
  return expr.map([](LoopExpr part) {
    bool isPlain = part.kind == Kind::Integer || part.kind == Kind::Literal;
    Maybe value = isPlain ? std::nullopt : numberOf(part);
    return value && isFinite(*value) ? withType(*value, part) : part;
  });
}

} // namespace sparsec
