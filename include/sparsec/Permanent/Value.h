//===- Value.h - permanents beyond the range of a double --------*- C++ -*-===//
#ifndef SPARSEC_PERMANENT_VALUE_H
#define SPARSEC_PERMANENT_VALUE_H

#include "sparsec/Permanent/Matrix.h"

#include <string>

namespace sparsec::permanent {

/// number * 2^exponent, after so many roundings along each term.
struct RoundedValue {
  Rounded number;
  int64_t exponent = 0;
  double roundings = 0;
  bool isComplex = false;
  /// The magnitude is that of a sample: the error is an estimate, no bound.
  bool isEstimate = false;
};

/// A number of so many bits, after so many roundings along each term.
struct PreciseValue {
  Precise number;
  unsigned bits = 0;
  double roundings = 0;
  bool isComplex = false;
  bool isEstimate = false; ///< as RoundedValue's
};

/// number * 2^exponent, without error.
struct ExactValue {
  mpz_class number;
  int64_t exponent = 0;
};

using Value = std::variant<ExactValue, RoundedValue, PreciseValue>;

/// The value in decimal: all digits of an exact one up to 60 behind its point,
/// 17 of a double, more of more bits; "a+bi" if complex.
std::string decimal(const Value &value);

/// Its real and imaginary part in decimal, "0" for an imaginary part that is
/// none.
std::pair<std::string, std::string> decimalParts(const Value &value);

bool isComplex(const Value &value);

/// A bound of what rounding has changed, relative to perm(|A|) and so without
/// regard to luck: roundings * 2^-bits * perm(|A|), "0" for an exact value.
/// Entries that underflow against others by 2^-800 are not in it.
std::string decimalError(const Value &value);

/// The same over |value|; infinite for a value of 0 that is not exact.
double relativeError(const Value &value);

bool isExact(const Value &value);
/// Whether the error is estimated rather than bounded.
bool isEstimate(const Value &value);

} // namespace sparsec::permanent

#endif // SPARSEC_PERMANENT_VALUE_H
