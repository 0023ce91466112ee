//===- Elimination.cpp - the cost of an order of rows and columns ---------===//

#include "sparsec/Permanent/Elimination.h"

#include <algorithm>
#include <array>

namespace sparsec::permanent {

Graph::Graph(const Pattern &pattern)
    : size(static_cast<int>(pattern.size())), neighbours(2 * pattern.size()) {
  for (int row = 0; row < size; ++row)
    for (int column : pattern[row]) {
      neighbours[row].push_back(size + column);
      neighbours[size + column].push_back(row);
    }
}

size_t Graph::edges() const {
  size_t ends = 0;
  for (const std::vector<int> &list : neighbours)
    ends += list.size();
  return ends / 2;
}

namespace {

constexpr int tableSize = 129;
using BinomialTable = std::array<std::array<double, tableSize>, tableSize>;

BinomialTable makeBinomials() {
  BinomialTable table = {};
  for (int n = 0; n < tableSize; ++n) {
    table[n][0] = 1;
    for (int k = 1; k <= n; ++k)
      table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
  }
  return table;
}

} // namespace

double binomial(int n, int k) {
  static const BinomialTable table = makeBinomials();
  if (k < 0 || k > n)
    return 0;
  if (n >= tableSize) // far more than can be walked, and still comparable
    return 1e40 * n * (1 + std::min(k, n - k));
  return table[n][k];
}

Walk::Walk(const Graph &graph)
    : graph(graph), eliminated(graph.vertices()), touched(graph.vertices()) {}

double Walk::statesAfter(int vertex) const {
  int fresh = 0;
  for (int other : graph.neighbours[vertex])
    fresh += !eliminated[other] && !touched[other];
  bool isRow = graph.isRow(vertex);
  int left = touched[vertex];
  return isRow ? statesOf(rows - left, columns + fresh, surplus + 1)
               : statesOf(rows + fresh, columns - left, surplus - 1);
}

void Walk::eliminate(int vertex) {
  bool isRow = graph.isRow(vertex);
  int &own = isRow ? rows : columns, &across = isRow ? columns : rows;
  own -= touched[vertex];
  eliminated[vertex] = 1;
  surplus += isRow ? 1 : -1;
  for (int other : graph.neighbours[vertex])
    if (!eliminated[other] && !touched[other]) {
      touched[other] = 1;
      ++across;
    }
}

OrderCost costOf(const Graph &graph, const std::vector<int> &order) {
  OrderCost cost;
  Walk walk(graph);
  for (int vertex : order) {
    int terms = 2; // the state itself counts as well
    for (int other : graph.neighbours[vertex])
      terms += !walk.isEliminated(other) && walk.isFrontier(other);
    walk.eliminate(vertex);
    double after = walk.states();
    cost.states += after;
    cost.transitions += after * 0.5 * terms;
    cost.peak = std::max(cost.peak, after);
    cost.frontier = std::max(cost.frontier, walk.frontier());
  }
  return cost;
}

} // namespace sparsec::permanent
