//===- Number.h - values of interpreted expressions -------------*- C++ -*-===//
#ifndef SPARSEC_LIB_INTERPRETER_NUMBER_H
#define SPARSEC_LIB_INTERPRETER_NUMBER_H

#include "sparsec/Interpreter/Memory.h"
#include "sparsec/LoopIR/LoopType.h"

#include "llvm/ADT/StringRef.h"

#include <complex>
#include <stdexcept>
#include <string>

namespace sparsec {

/// Ends an interpretation: the program does what it must not.
struct Fault : std::runtime_error {
  using std::runtime_error::runtime_error;
};
/// Ends an interpretation: something is not understood.
struct Unknown : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A value of one of C's types. Reals of all sizes are exact in `real`.
struct Number {
  ElementType type = ElementType::int32();
  long long integer = 0;
  long double real = 0;
  std::complex<double> complex;
  /// Nothing has set it: it may be copied, not used.
  bool isSet = true;

  static Number of(long long value, bool isWide = true);
  static Number of(double value);
  /// As C reads it: "1.5f", "-3", "0x1p-2", "INFINITY".
  static Number literal(llvm::StringRef text);
  static Number load(const Cells &cells, size_t position);

  void store(Cells &cells, size_t position) const;
  Number as(const ElementType &to) const;
  bool isTrue() const;
  /// An index or a size.
  long long toInteger() const;
};

/// What \p use makes of a 0 of C's real type that has \p bytes.
template <typename Use>
auto withReal(unsigned bytes, const Use &use) {
  switch (bytes) {
  case sizeof(float):
    return use(float());
  case sizeof(double):
    return use(double());
  case sizeof(long double):
    return use((long double)0);
  }
  throw Unknown("real numbers of " + std::to_string(bytes) + " bytes");
}

/// The type that C spells like this, with or without `const`.
ElementType typeOf(llvm::StringRef spelling);
/// \p type, of which there are numbers here; throws Unknown.
ElementType valueType(const LoopType &type);

/// C's operators after its conversions: + - * / % < <= > >= == != & | ^ << >>.
Number binary(Operator op, const Number &left, const Number &right);
Number unary(Operator op, const Number &value);
/// What `target op= value` leaves in target.
Number updated(Update op, const Number &target, const Number &value);
/// A function of <math.h> or <complex.h>.
Number call(llvm::StringRef function, const std::vector<Number> &arguments);

} // namespace sparsec

#endif // SPARSEC_LIB_INTERPRETER_NUMBER_H
