//===- IterationOrder.h - iterations that keep their order ------*- C++ -*-===//
///
/// \file
/// What a loop's dependences ask of another order of its iterations, for
/// inspectors that choose one at run time: which pairs of iterations keep their
/// order, and how to visit them.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_ANALYSIS_ITERATIONORDER_H
#define SPARSEC_ANALYSIS_ITERATIONORDER_H

#include "sparsec/IR/Program.h"

#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <vector>

namespace sparsec {

/// Pairs of iterations of a loop, by the loop's values: `{ [u, v, ..] }` over
/// calls whose arguments are over these dimensions.
struct IterationPairs {
  CallTable calls;
  isl::set points;
  /// What they meet at; by updates of one operator only.
  std::string array = {};
  bool isReduction = false;
};

/// A nest of loops over pairs of iterations that touch one element.
struct PairVisit {
  /// `{ V[u, v, ..] }` without a body.
  Statement nest;
  /// Its loops, outermost first; the others only ask whether values exist.
  /// dims[0] is an iteration, `other` (0 or 1) the one that it meets.
  std::vector<unsigned> dims;
  unsigned other = 0;
  /// Instead of the pairs the nest visits one iteration with the values of a
  /// call: all iterations with one value keep their order. Visited in order,
  /// each meets the last one with that value.
  std::optional<std::string> key;
  /// "nnz", "nnz^2/n".
  std::string cost;
  /// Costs at most as much as a product of two sparse matrices.
  bool isCheap = true;
};

struct IterationOrder {
  /// Wherever a dependence may be, u runs before v.
  std::vector<IterationPairs> pairs;
  /// Together they visit a superset of all pairs, in either order of u and v.
  std::vector<PairVisit> visits;
};

/// Of \p loop of \p phase; without visits unless they are wanted. Where
/// visiting exactly the pairs costs more than visiting a superset of them the
/// superset is visited. After a visit that is not cheap there are no others,
/// nor are their pairs.
IterationOrder iterationOrder(const Program &program, const Phase &phase,
                              const ScheduleTree &loop,
                              bool wantsVisits = true);

} // namespace sparsec

#endif // SPARSEC_ANALYSIS_ITERATIONORDER_H
