//===- Value.cpp - decimal digits of scaled numbers -----------------------===//

#include "sparsec/Permanent/Value.h"

#include <cmath>
#include <limits>

namespace sparsec::permanent {
namespace {

constexpr int doubleDigits = 17;
constexpr int exactFractionDigits = 60;

/// 0.DIGITS * 10^point; no digits for 0.
struct Digits {
  bool negative = false;
  std::string digits;
  int64_t point = 0;
};

Digits digitsOf(const mpz_class &number, int64_t exponent) {
  // With e < 0, n * 2^e = n * 5^-e * 10^e.
  mpz_class whole;
  if (exponent >= 0) {
    whole = number << exponent;
  } else {
    mpz_ui_pow_ui(whole.get_mpz_t(), 5, -exponent);
    whole *= number;
  }
  Digits result{sgn(whole) < 0, mpz_class(abs(whole)).get_str()};
  if (sgn(whole) == 0)
    result.digits.clear();
  result.point = result.digits.size() + std::min<int64_t>(exponent, 0);
  return result;
}

void dropZeros(Digits &number) {
  while (!number.digits.empty() && number.digits.back() == '0')
    number.digits.pop_back();
}

/// Rounds half up.
void roundTo(Digits &number, size_t count) {
  if (number.digits.size() > count) {
    bool up = number.digits[count] >= '5';
    number.digits.resize(count);
    size_t at = count;
    while (up && at > 0 && number.digits[at - 1] == '9')
      number.digits[--at] = '0';
    if (up && at > 0)
      ++number.digits[at - 1];
    if (up && at == 0) {
      number.digits.insert(0, 1, '1');
      ++number.point;
    }
  }
  dropZeros(number);
}

/// Plain where that takes at most \p width digits, else d.ddde±x.
std::string print(const Digits &number, int64_t width) {
  const std::string &d = number.digits;
  std::string sign = number.negative ? "-" : "";
  int64_t count = d.size();
  if (count == 0)
    return "0";
  if (number.point >= count && number.point <= width)
    return sign + d + std::string(number.point - count, '0');
  if (number.point > 0 && number.point < count)
    return sign + d.substr(0, number.point) + "." + d.substr(number.point);
  if (number.point <= 0 && number.point > -5)
    return sign + "0." + std::string(-number.point, '0') + d;
  return sign + d.substr(0, 1) + (count > 1 ? "." + d.substr(1) : "") + "e" +
         std::to_string(number.point - 1);
}

std::string decimal(const mpz_class &mantissa, int64_t exponent, int digits) {
  Digits number = digitsOf(mantissa, exponent);
  roundTo(number, digits);
  return print(number, digits);
}

std::string decimal(double value, int64_t exponent, int digits) {
  if (value == 0)
    return "0";
  int shift = 0;
  double fraction = std::frexp(value, &shift);
  return decimal(mpz_class(std::ldexp(fraction, 53)), exponent + shift - 53,
                 digits);
}

std::string decimal(const Float &value, int digits) {
  auto [mantissa, exponent] = value.parts();
  return decimal(mantissa, exponent, digits);
}

std::string complexText(const std::string &real, const std::string &imaginary) {
  return real + (imaginary[0] == '-' ? "" : "+") + imaginary + "i";
}

/// All digits, and how many of them are printed.
struct Cut {
  Digits number;
  int64_t count;
};

Cut cutOf(const ExactValue &value) {
  Digits number = digitsOf(value.number, value.exponent);
  if (value.exponent >= 0)
    return {number, std::numeric_limits<int64_t>::max()};
  dropZeros(number);
  return {number, std::max<int64_t>(number.point, 0) + exactFractionDigits};
}

std::string decimal(const ExactValue &value) {
  auto [number, count] = cutOf(value);
  if (value.exponent < 0)
    roundTo(number, count);
  return print(number, count);
}

/// Half a unit of the last digit if not all are printed.
std::string decimalError(const ExactValue &value) {
  auto [number, count] = cutOf(value);
  if (static_cast<int64_t>(number.digits.size()) <= count)
    return "0";
  return "5e" + std::to_string(number.point - count - 1);
}

std::string decimal(const RoundedValue &value) {
  std::complex<double> number = value.number.value;
  std::string real = decimal(number.real(), value.exponent, doubleDigits);
  if (!value.isComplex)
    return real;
  std::string imaginary = decimal(number.imag(), value.exponent, doubleDigits);
  return complexText(real, imaginary);
}

/// As many digits as make the bits again.
std::string decimal(const PreciseValue &value) {
  const int digits = 2 + static_cast<int>(value.bits * 0.30103);
  std::string real = decimal(value.number.real, digits);
  return value.isComplex
             ? complexText(real, decimal(value.number.imaginary, digits))
             : real;
}

/// roundings * 2^-bits * magnitude, as for doubles below.
Float errorOf(const PreciseValue &value) {
  const double roundings = value.roundings * (value.isComplex ? 3 : 1);
  Float unit(1.01 * roundings, magnitudeBits), error;
  unit.scale(-int64_t(value.bits));
  error.addProduct(unit, value.number.magnitude, MPFR_RNDU);
  return error;
}

/// Of the number without its exponent.
double errorOf(const RoundedValue &value) {
  // A complex product is wrong by sqrt(5) units at most, its sum by one.
  double unit = 0x1p-53 * value.roundings * (value.isComplex ? 3 : 1);
  return unit < 0.5 ? value.number.magnitude * unit / (1 - 2 * unit)
                    : std::numeric_limits<double>::infinity();
}

/// error / |number|, as far as a double goes.
double ratio(const Float &error, const Precise &number) {
  if (error.isZero())
    return 0;
  auto exponentOf = [](const Float &part) {
    auto [mantissa, exponent] = part.parts();
    return double(exponent) + double(mpz_sizeinbase(mantissa.get_mpz_t(), 2)) -
           1;
  };
  double largest = -INFINITY;
  for (const Float *part : {&number.real, &number.imaginary})
    if (!part->isZero())
      largest = std::max(largest, exponentOf(*part));
  if (std::isinf(largest))
    return INFINITY;
  auto scaled = [&](Float part) {
    part.scale(-int64_t(largest));
    return part.toDouble();
  };
  return scaled(error) /
         std::hypot(scaled(number.real), scaled(number.imaginary));
}

} // namespace

std::string decimal(const Value &value) {
  return std::visit([](const auto &v) { return decimal(v); }, value);
}

std::pair<std::string, std::string> decimalParts(const Value &value) {
  const std::string text = decimal(value);
  if (!isComplex(value))
    return {text, "0"};
  // "a+bi": the sign between them is the last one that no exponent has.
  size_t at = text.size() - 1;
  while (at > 0 &&
         ((text[at] != '+' && text[at] != '-') || text[at - 1] == 'e'))
    --at;
  const size_t from = text[at] == '+' ? at + 1 : at;
  return {text.substr(0, at), text.substr(from, text.size() - 1 - from)};
}

bool isComplex(const Value &value) {
  if (const auto *rounded = std::get_if<RoundedValue>(&value))
    return rounded->isComplex;
  const auto *precise = std::get_if<PreciseValue>(&value);
  return precise && precise->isComplex;
}

bool isExact(const Value &value) {
  return std::holds_alternative<ExactValue>(value);
}

bool isEstimate(const Value &value) {
  if (const auto *rounded = std::get_if<RoundedValue>(&value))
    return rounded->isEstimate;
  const auto *precise = std::get_if<PreciseValue>(&value);
  return precise && precise->isEstimate;
}

std::string decimalError(const Value &value) {
  if (const auto *precise = std::get_if<PreciseValue>(&value))
    return decimal(errorOf(*precise), 2);
  const auto *rounded = std::get_if<RoundedValue>(&value);
  if (!rounded)
    return decimalError(std::get<ExactValue>(value));
  double error = errorOf(*rounded);
  return std::isinf(error) ? "inf" : decimal(error, rounded->exponent, 2);
}

double relativeError(const Value &value) {
  if (const auto *precise = std::get_if<PreciseValue>(&value))
    return ratio(errorOf(*precise), precise->number);
  const auto *rounded = std::get_if<RoundedValue>(&value);
  if (!rounded)
    return 0;
  double error = errorOf(*rounded);
  return error == 0 ? 0 : error / std::abs(rounded->number.value);
}

} // namespace sparsec::permanent
