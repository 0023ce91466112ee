//===- Elimination.h - orders of rows and columns ---------------*- C++ -*-===//
#ifndef SPARSEC_PERMANENT_ELIMINATION_H
#define SPARSEC_PERMANENT_ELIMINATION_H

#include "sparsec/Permanent/Blocks.h"

#include <cstdint>

namespace sparsec::permanent {

/// The bipartite graph of a pattern: vertices 0 .. n-1 are its rows, n .. 2n-1
/// its columns.
struct Graph {
  int size = 0; ///< n
  std::vector<std::vector<int>> neighbours;

  explicit Graph(const Pattern &pattern);
  int vertices() const { return 2 * size; }
  bool isRow(int vertex) const { return vertex < size; }
  size_t edges() const;
};

/// C(n, k) as a double; 0 outside 0 <= k <= n, infinite where it overflows.
double binomial(int n, int k);

/// What an order of elimination costs, known exactly beforehand.
struct OrderCost {
  double transitions = 0; ///< products added up, an upper bound
  double states = 0;      ///< values written
  double peak = 0;        ///< largest number of values of one step
  int frontier = 0;       ///< largest number of frontier vertices
};

/// Walks an elimination: which vertices have been eliminated, and the frontier:
/// those that remain and have an eliminated neighbour.
class Walk {
public:
  explicit Walk(const Graph &graph);
  void eliminate(int vertex);
  /// States after \p vertex would have been eliminated, and after what was.
  double statesAfter(int vertex) const;
  double states() const { return statesOf(rows, columns, surplus); }
  bool isEliminated(int vertex) const { return eliminated[vertex]; }
  bool isFrontier(int vertex) const {
    return !eliminated[vertex] && touched[vertex];
  }
  int frontier() const { return rows + columns; }
  /// Matched frontier columns less matched frontier rows, in every state.
  int balance() const { return surplus; }

private:
  const Graph &graph;
  std::vector<char> eliminated, touched;
  int rows = 0, columns = 0; // of the frontier
  int surplus = 0;           // eliminated rows less eliminated columns

  /// Subsets with m matched columns and m - surplus matched rows, over all m:
  /// C(rows + columns, rows + surplus) by Vandermonde's identity.
  static double statesOf(int rows, int columns, int surplus) {
    return binomial(rows + columns, rows + surplus);
  }
};

OrderCost costOf(const Graph &graph, const std::vector<int> &order);

/// How long to look for an order; counted in visited edges so that the result
/// depends on the seed only.
struct SearchEffort {
  uint64_t seed = 1;
  double leastVisits = 1e7;
  double mostVisits = 3e8;
  double shareOfRun = 0.2; ///< visits per predicted transition
};

/// A cheap order: greedy restarts with random ties, then simulated annealing.
std::vector<int> findOrder(const Graph &graph, const SearchEffort &effort);

} // namespace sparsec::permanent

#endif // SPARSEC_PERMANENT_ELIMINATION_H
