//===- PointPaths.h - points as closed differences --------------*- C++ -*-===//
///
/// \file
/// Points over iterators and parameters whose constraints are all differences
/// of two variables: what is left of them when other variables are projected
/// out can be read off the shortest paths.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_ANALYSIS_POINTPATHS_H
#define SPARSEC_LIB_ANALYSIS_POINTPATHS_H

#include "DifferencePaths.h"

#include "sparsec/Poly/Differences.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace sparsec {

class PointPaths {
public:
  /// Whether a variable is kept: poly::Differences says how they are called.
  using IsKept = std::function<bool(const std::string &)>;

  /// Nothing when \p points are not one conjunction of differences.
  static std::optional<PointPaths> of(const isl::set &points);

  /// Whether dimension \p dim has one value for each value of the kept ones.
  bool isDetermined(unsigned dim, const IsKept &isKept) const;
  /// Whether kept variables bound \p dim from both sides.
  bool isBounded(unsigned dim, const IsKept &isKept) const;

private:
  PointPaths(const poly::Differences &part);
  std::vector<DifferencePaths::Node> kept(unsigned dim,
                                          const IsKept &isKept) const;

  std::vector<std::string> names;
  DifferencePaths paths;
};

} // namespace sparsec

#endif // SPARSEC_LIB_ANALYSIS_POINTPATHS_H
