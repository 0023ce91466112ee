//===- Differences.h - constraints between two variables --------*- C++ -*-===//
#ifndef SPARSEC_POLY_DIFFERENCES_H
#define SPARSEC_POLY_DIFFERENCES_H

#include "sparsec/Poly/Isl.h"

#include <functional>
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
  /// Of the constraint, where it has several variables of which each differs
  /// from a sum of the others: each says all of it. 0: no other difference
  /// does.
  unsigned constraint = 0;
};

/// A sum of whole multiples of variables and a constant.
struct Terms {
  std::map<std::string, long> factors; ///< none is 0
  long constant = 0;
};

/// A conjunction. Constraints of another form are left out: the points are a
/// superset.
struct Differences {
  std::vector<Difference> all;
  /// Nothing was left out.
  bool isExact = true;
  /// Nothing was left out but what differences from sums say.
  bool isWhole = true;
  /// Sums that \c all takes for variables, by their names.
  std::map<std::string, Terms> sums = {};
};

/// Which sums count as variables: y of `x - (2 * y + z) <= c`.
enum class Sums {
  None,
  Parameters, ///< those of parameters, values of calls among them
  All,
};

/// Whether a sum, called \p name, counts as a variable though others like it
/// do not.
using KnownSum = std::function<bool(const std::string &name, const Terms &sum)>;

/// One conjunction per disjunct of \p set.
std::vector<Differences> differencesOf(const isl::set &set,
                                       Sums sums = Sums::None,
                                       const KnownSum &isKnown = {});
/// Whether sums of the variables of \p terms are such: few, of which one counts
/// several times. Others cost more than they tell, but for a pattern's.
bool countsAsVariable(const Terms &terms, Sums sums);
/// What the sum of \p factors times variables is called: the variable itself
/// where it is one.
std::string sumVariable(const std::map<std::string, long> &factors);

/// A variable and a distance from it.
struct Place {
  std::string variable;
  long offset = 0;
};
/// \p value when it is a variable plus a constant everywhere.
std::optional<Place> placeOf(const isl::pw_aff &value);

/// \p value when it is one sum wherever it has a value.
std::optional<Terms> termsOf(const isl::pw_aff &value);

} // namespace sparsec::poly

#endif // SPARSEC_POLY_DIFFERENCES_H
