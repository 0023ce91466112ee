//===- RelationCost.h - what visiting a relation costs ----------*- C++ -*-===//
#ifndef SPARSEC_LIB_ANALYSIS_RELATIONCOST_H
#define SPARSEC_LIB_ANALYSIS_RELATIONCOST_H

#include "InstancePair.h"

#include <string>
#include <vector>

namespace sparsec {

/// nnz^elements * n^rows, for n rows with nnz >= n elements in all.
struct Cost {
  int elements = 0, rows = 0;

  Cost operator+(const Cost &other) const {
    return {elements + other.elements, rows + other.rows};
  }
  /// With nnz a little more than n.
  bool operator<(const Cost &other) const {
    return 11 * elements + 10 * rows < 11 * other.elements + 10 * other.rows;
  }
  /// "nnz^2/n", "n", "1".
  std::string text() const;
};

/// The cheapest order of loops that visits all of \p points, `{ [S -> T] }`. A
/// variable is either computed from those before it, or a loop: over a segment
/// of an index array whose row is known (nnz/n iterations), over all positions
/// (nnz), over rows (n), or of constant length (1). Nests of many loops get an
/// upper bound.
Cost visitingCost(const InstancePair &pair, const isl::set &points);

/// An order of loops, outermost first, that visits points; dimensions that are
/// computed from others follow as soon as they can be.
struct VisitingOrder {
  Cost cost;
  std::vector<unsigned> dims;
};
/// The cheapest such order for \p points, `{ [..] }` over \p calls, with \p
/// first as its outermost loop. Nothing depends on the dimensions \p left out.
VisitingOrder visitingOrder(const CallTable &calls, const isl::set &points,
                            unsigned first,
                            const std::vector<unsigned> &left = {});

} // namespace sparsec

#endif // SPARSEC_LIB_ANALYSIS_RELATIONCOST_H
