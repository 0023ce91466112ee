//===- LinearRows.h - constraints as numbers --------------------*- C++ -*-===//
#ifndef SPARSEC_POLY_LINEARROWS_H
#define SPARSEC_POLY_LINEARROWS_H

#include "sparsec/Poly/Isl.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sparsec::poly {

/// A sum of multiples of variables: parameters by their names, dimensions as
/// dimensionVariable(pos).
struct LinearSum {
  std::vector<std::pair<std::string, long>> factors;
  long constant = 0;
};

/// sum >= 0, or sum == 0.
struct LinearRow {
  LinearSum sum;
  bool isEquality = false;
};

/// The conjunctions of which one holds in \p set, for who asks of millions of
/// points. Nothing where one has a floor or a number that does not fit.
std::optional<std::vector<std::vector<LinearRow>>>
linearRowsOf(const isl::set &set);

/// Nothing where \p value has pieces or floors.
std::optional<LinearSum> linearSumOf(const isl::pw_aff &value);

} // namespace sparsec::poly

#endif // SPARSEC_POLY_LINEARROWS_H
