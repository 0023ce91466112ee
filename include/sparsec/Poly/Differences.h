//===- Differences.h - constraints between two variables --------*- C++ -*-===//
#ifndef SPARSEC_POLY_DIFFERENCES_H
#define SPARSEC_POLY_DIFFERENCES_H

#include "sparsec/Poly/Isl.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sparsec::poly {

/// A variable of a set: a parameter by its name, "#0", "#1" for a dimension,
/// "" for zero.
std::string dimensionVariable(unsigned pos);
/// The dimension that \p variable is, if it is one.
std::optional<unsigned> dimensionOf(const std::string &variable);

/// left - right <= bound.
struct Difference {
  std::string left, right;
  long bound = 0;
};

/// A conjunction. Constraints of another form are left out: the points are a
/// superset.
struct Differences {
  std::vector<Difference> all;
  /// Nothing was left out.
  bool isExact = true;
};

/// One conjunction per disjunct of \p set.
std::vector<Differences> differencesOf(const isl::set &set);

/// A variable and a distance from it.
struct Place {
  std::string variable;
  long offset = 0;
};
/// \p value when it is a variable plus a constant everywhere.
std::optional<Place> placeOf(const isl::pw_aff &value);

/// A sum of whole multiples of variables and a constant.
struct Terms {
  std::map<std::string, long> factors; ///< none is 0
  long constant = 0;
};
/// \p value when it is one such sum wherever it has a value.
std::optional<Terms> termsOf(const isl::pw_aff &value);

} // namespace sparsec::poly

#endif // SPARSEC_POLY_DIFFERENCES_H
