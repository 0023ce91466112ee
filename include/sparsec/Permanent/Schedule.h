//===- Schedule.h - an elimination order, ready to run ----------*- C++ -*-===//
#ifndef SPARSEC_PERMANENT_SCHEDULE_H
#define SPARSEC_PERMANENT_SCHEDULE_H

#include "sparsec/Permanent/Elimination.h"
#include "sparsec/Permanent/SubsetRank.h"

#include <optional>

namespace sparsec::permanent {

/// The frontier between two steps. A state is the set of its matched vertices
/// as bits; all states have as many matched columns more than matched rows, so
/// the states with the rows' bits flipped are the subsets with `elements`
/// elements.
struct Frontier {
  Bits mask = 0;
  Bits rows = 0; ///< the part of `mask` that is rows
  int elements = 0;
};

/// Eliminates one vertex v. With s the matched frontier vertices before and t
/// after, t holding no v:
///
///     value'(t) = value(t + v) + sum of a(v, u) * value(t - u), u in t, u ~ v
///
/// where the first term is there if v was in the frontier. Vertices that join
/// the frontier here ("fresh") cannot have been matched before.
struct Step {
  struct Edge {
    int bit;         ///< of the neighbour in the frontier afterwards
    int row, column; ///< the entry of the matrix
  };
  Bits own = 0; ///< v's bit before, 0 if it was not in the frontier
  Bits fresh = 0, known = 0; ///< bits of v's neighbours afterwards
  std::vector<Edge> edges;
  Frontier after;
};

/// None if the frontier grows above the 64 vertices that fit a word.
std::optional<std::vector<Step>> schedule(const Graph &graph,
                                          const std::vector<int> &order);

} // namespace sparsec::permanent

#endif // SPARSEC_PERMANENT_SCHEDULE_H
