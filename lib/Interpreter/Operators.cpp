//===- Operators.cpp - C's operators on numbers ---------------------------===//

#include "Number.h"

#include "sparsec/IR/RuntimeFunctions.h"
#include "sparsec/bits.h"
#include "sparsec/small_floats.h"

#include "llvm/ADT/StringSwitch.h"

#include <cmath>
#include <optional>

namespace sparsec {
namespace {

/// The type of a result after C's usual conversions.
ElementType common(const Number &left, const Number &right) {
  const ElementType &a = left.type, &b = right.type;
  if (a.isComplex() || b.isComplex()) {
    const auto isDouble = [](const ElementType &type) {
      return type.isFloating() && type.bytes >= (type.isComplex() ? 16 : 8);
    };
    return typeOf(isDouble(a) || isDouble(b) ? "double _Complex"
                                             : "float _Complex");
  }
  if (a.isFloating() || b.isFloating()) {
    if (!a.isFloating() || !b.isFloating())
      return a.isFloating() ? a : b;
    return a.bytes >= b.bytes ? a : b;
  }
  if (a.bytes < 4 && b.bytes < 4)
    return ElementType::int32();
  if (a.bytes != b.bytes)
    return a.bytes > b.bytes ? a : b;
  return a.isSigned ? b : a;
}

/// \p value, of signed integers of \p bytes; a Fault where they end before.
long long fitting(Operator op, __int128 value, unsigned bytes) {
  const __int128 end = __int128(1) << (8 * bytes - 1);
  if (value < -end || value >= end)
    throw Fault(std::string("'") + spellingOf(op) + "' exceeds its " +
                std::to_string(8 * bytes) + " bits");
  return (long long)value;
}

template <typename Wide>
Wide integral(Operator op, Wide a, Wide b) {
  if ((op == Operator::Divide || op == Operator::Remainder) && b == 0)
    throw Fault("a division by zero");
  if (op == Operator::Divide || op == Operator::Remainder)
    return op == Operator::Divide ? a / b : a % b;
  if (op == Operator::Add)
    return a + b;
  if (op == Operator::Subtract)
    return a - b;
  if (op == Operator::Multiply)
    return a * b;
  if (op == Operator::BitAnd)
    return a & b;
  if (op == Operator::BitOr)
    return a | b;
  if (op == Operator::BitXor)
    return a ^ b;
  throw Unknown(std::string("the operator '") + spellingOf(op) + "'");
}

/// Signed integers do not wrap around.
long long integral(Operator op, const Number &a, const Number &b) {
  using U = unsigned long long;
  const ElementType &type = a.type;
  if (!type.isSigned)
    return (long long)integral(op, U(a.integer), U(b.integer));
  // C leaves INT_MIN % -1 open, too.
  if (op == Operator::Remainder && b.integer == -1)
    fitting(op, -__int128(a.integer), type.bytes);
  return fitting(op, integral(op, __int128(a.integer), __int128(b.integer)),
                 type.bytes);
}

template <typename Real>
Real real(Operator op, Real a, Real b) {
  if (op == Operator::Add)
    return a + b;
  if (op == Operator::Subtract)
    return a - b;
  if (op == Operator::Multiply)
    return a * b;
  if (op == Operator::Divide)
    return a / b;
  throw Unknown(std::string("the operator '") + spellingOf(op) + "'");
}

template <typename Type>
bool holds(Operator op, Type a, Type b) {
  return op == Operator::Less           ? a < b
         : op == Operator::LessEqual    ? a <= b
         : op == Operator::Greater      ? a > b
         : op == Operator::GreaterEqual ? a >= b
         : op == Operator::Equal        ? a == b
                                        : a != b;
}

Number compared(Operator op, const Number &a, const Number &b) {
  if (a.type.isComplex())
    return Number::of((a.complex == b.complex) == (op == Operator::Equal),
                      false);
  if (a.type.isFloating())
    return Number::of(holds(op, a.real, b.real), false);
  if (a.type.isSigned)
    return Number::of(holds(op, a.integer, b.integer), false);
  return Number::of(
      holds(op, (unsigned long long)a.integer, (unsigned long long)b.integer),
      false);
}

Number shifted(Operator op, const Number &left, const Number &right) {
  const ElementType type =
      left.type.bytes < 4 ? ElementType::int32() : left.type;
  Number result = left.as(type);
  const long long by = right.integer;
  if (by < 0 || by >= 8 * type.bytes)
    throw Fault("a shift by " + std::to_string(by));
  result.integer = op == Operator::ShiftLeft
                       ? (long long)((unsigned long long)result.integer << by)
                   : type.isSigned
                       ? result.integer >> by
                       : (long long)((unsigned long long)result.integer >> by);
  return result.as(type);
}

} // namespace

Number binary(Operator op, const Number &left, const Number &right) {
  if (op == Operator::ShiftLeft || op == Operator::ShiftRight)
    return shifted(op, left, right);
  const ElementType type = common(left, right);
  const Number a = left.as(type), b = right.as(type);
  if (isComparison(op))
    return compared(op, a, b);
  Number result;
  result.type = type;
  if (type.isInteger())
    result.integer = integral(op, a, b);
  else if (type.isComplex())
    result.complex = real(op, a.complex, b.complex);
  else
    result.real = withReal(type.bytes, [&](auto zero) -> long double {
      using Real = decltype(zero);
      return real(op, Real(a.real), Real(b.real));
    });
  return result.as(type);
}

Number unary(Operator op, const Number &value) {
  if (op == Operator::Not)
    return Number::of(!value.isTrue(), false);
  Number result = value.type.isInteger() && value.type.bytes < 4
                      ? value.as(ElementType::int32())
                      : value;
  if (op == Operator::Complement)
    result.integer = ~result.integer;
  else if (op == Operator::Negate) {
    result.integer =
        result.type.isSigned && result.type.isInteger()
            ? fitting(op, -__int128(result.integer), result.type.bytes)
            : (long long)(0ULL - (unsigned long long)result.integer);
    result.real = -result.real;
    result.complex = -result.complex;
  } else if (op != Operator::Plus) {
    throw Unknown(std::string("the operator '") + spellingOf(op) + "'");
  }
  return result.as(result.type);
}

Number updated(Update op, const Number &target, const Number &value) {
  if (op == Update::Set)
    return value.as(target.type);
  if (op == Update::Least || op == Update::Greatest) {
    const bool isBetter =
        binary(op == Update::Least ? Operator::Less : Operator::Greater, value,
               target)
            .isTrue();
    return isBetter ? value.as(target.type) : target;
  }
  if (const char *function = functionOf(op); *function)
    return call(function, {target, value}).as(target.type);
  return binary(operatorOf(op), target, value).as(target.type);
}

namespace {

using Function1 = double (*)(double);
using Function2 = double (*)(double, double);

/// What a function whose name ends in f computes is rounded to a float: those
/// that are exact in double are so in float, too.
Function1 function1(llvm::StringRef name) {
  return llvm::StringSwitch<Function1>(name)
      .Case("fabs", std::fabs)
      .Case("sqrt", std::sqrt)
      .Case("exp", std::exp)
      .Case("log", std::log)
      .Case("sin", std::sin)
      .Case("cos", std::cos)
      .Case("tan", std::tan)
      .Case("atan", std::atan)
      .Case("tanh", std::tanh)
      .Case("floor", std::floor)
      .Case("ceil", std::ceil)
      .Case("round", std::round)
      .Case("trunc", std::trunc)
      .Default(nullptr);
}

Function2 function2(llvm::StringRef name) {
  return llvm::StringSwitch<Function2>(name)
      .Case("fmin", std::fmin)
      .Case("fmax", std::fmax)
      .Case("pow", std::pow)
      .Case("hypot", std::hypot)
      .Case("fmod", std::fmod)
      .Case("atan2", std::atan2)
      .Case("copysign", std::copysign)
      .Default(nullptr);
}

} // namespace

/// Complex numbers of parts, parts of them, and the runtime's products of which
/// the rest is known; nothing for other functions.
static std::optional<Number> callOnParts(llvm::StringRef name,
                                         const std::vector<Number> &arguments) {
  auto realAt = [&](size_t pos) {
    return double(arguments[pos].as(ElementType::float64()).real);
  };
  if (name == runtime::complex_of.name) {
    Number number;
    number.type = ElementType::complex128();
    number.complex = {realAt(0), realAt(1)};
    return number;
  }
  if (name == runtime::rounded_product.name)
    return Number::of(realAt(0) * realAt(1));
  if (name == runtime::product_rest.name)
    return Number::of(std::fma(realAt(0), realAt(1), -realAt(2)));
  const bool isImaginary =
      name == runtime::imaginary_of.name || name == "cimag";
  const bool isConjugate = name == "conj";
  if (name != runtime::real_of.name && name != "creal" && !isImaginary &&
      !isConjugate)
    return std::nullopt;
  Number number = arguments.at(0).as(ElementType::complex128());
  if (!isConjugate)
    return Number::of(isImaginary ? number.complex.imag()
                                  : number.complex.real());
  number.complex = std::conj(number.complex);
  return number;
}

/// Floating values in 16 bits, and these; nothing for other functions.
static std::optional<Number> callOnBits(llvm::StringRef name,
                                        const std::vector<Number> &arguments) {
  const bool isHalf =
      name == runtime::half_of.name || name == runtime::half_value.name;
  if (name == runtime::half_of.name || name == runtime::bfloat16_of.name) {
    const double value =
        double(arguments.at(0).as(ElementType::float64()).real);
    Number bits = Number::of((long long)(isHalf ? sparsec_half_of(value)
                                                : sparsec_bfloat16_of(value)));
    return bits.as(typeOf("unsigned short"));
  }
  if (!isHalf && name != runtime::bfloat16_value.name)
    return std::nullopt;
  const auto bits = (unsigned short)arguments.at(0).toInteger();
  return Number::of(double(isHalf ? sparsec_half_value(bits)
                                  : sparsec_bfloat16_value(bits)))
      .as(typeOf("float"));
}

/// What a mask says of a place; nothing for other functions.
static std::optional<Number> callOnMask(llvm::StringRef name,
                                        const std::vector<Number> &arguments) {
  const bool isRank = name == runtime::bits_below.name;
  if (!isRank && name != runtime::has_bit.name)
    return std::nullopt;
  const auto mask = (unsigned long long)arguments.at(0).toInteger();
  const auto place = int(arguments.at(1).toInteger());
  if (place < 0 || place > 63)
    throw Fault("bit " + std::to_string(place) + " of a mask");
  return Number::of((long long)(isRank ? sparsec_bits_below(mask, place)
                                       : sparsec_has_bit(mask, place)),
                    false);
}

Number call(llvm::StringRef function, const std::vector<Number> &arguments) {
  if (std::optional<Number> number = callOnMask(function, arguments))
    return *number;
  if (std::optional<Number> number = callOnParts(function, arguments))
    return *number;
  if (std::optional<Number> number = callOnBits(function, arguments))
    return *number;
  llvm::StringRef stem = function;
  bool isFloat = false;
  if (!function1(stem) && !function2(stem) && stem != "fma")
    isFloat = stem.consume_back("f");
  const ElementType type = typeOf(isFloat ? "float" : "double");
  std::vector<double> values;
  for (const Number &argument : arguments)
    values.push_back(double(argument.as(type).real));
  Number result = Number::of(0.0);
  if (Function1 one = function1(stem); one && values.size() == 1)
    result.real = one(values[0]);
  else if (Function2 two = function2(stem); two && values.size() == 2)
    result.real = two(values[0], values[1]);
  else if (stem == "fma" && values.size() == 3)
    result.real = isFloat ? double(std::fma(float(values[0]), float(values[1]),
                                            float(values[2])))
                          : std::fma(values[0], values[1], values[2]);
  else
    throw Unknown("the function '" + function.str() + "'");
  return result.as(type);
}

} // namespace sparsec
