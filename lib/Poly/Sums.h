//===- Sums.h - affine values as sums of variables --------------*- C++ -*-===//
///
/// \file
/// Linear algebra over dimensions, parameters and floors, each a variable of
/// its own. Private to lib/Poly.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_POLY_SUMS_H
#define SPARSEC_LIB_POLY_SUMS_H

#include "sparsec/Poly/Isl.h"

#include <map>
#include <optional>
#include <string>

namespace sparsec::poly {

/// Variable => its factor, which is not 0. Dimensions are "#0", parameters
/// "$n", floors "floor(..)", and 1 is the last one.
using Sum = std::map<std::string, long>;
inline const std::string unit = "~1";
/// The variable that parameter \p name is.
std::string parameterVariable(const std::string &name);

/// The sum by a positive number.
struct Quotient {
  Sum sum;
  long divisor = 1;

  std::string text() const;
};

/// Reads values over one space, and remembers what their floors are of.
class SumReader {
public:
  /// Nothing where \p value has pieces, or factors are large.
  std::optional<Quotient> read(const isl::pw_aff &value);
  /// What the floor \p variable is of.
  const Quotient &insideOf(const std::string &variable) const {
    return floors.at(variable);
  }
  bool isFloor(const std::string &variable) const {
    return floors.count(variable);
  }

private:
  std::optional<Quotient> read(isl_aff *value);
  std::map<std::string, Quotient> floors;
};

/// \p first times \p factor plus \p second times \p other; nothing where a
/// factor becomes large.
std::optional<Sum> combined(const Sum &first, long factor, const Sum &second,
                            long other);

/// Sums that are 0, in echelon form, by the variable that each begins with.
class Rows {
public:
  /// A positive multiple of \p sum and of no other sum that differs from it by
  /// rows: empty if it is one of these.
  std::optional<Sum> reduced(Sum sum) const;
  bool add(const Sum &sum);

private:
  std::map<std::string, Sum> rows;
};

} // namespace sparsec::poly

#endif // SPARSEC_LIB_POLY_SUMS_H
