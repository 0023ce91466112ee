//===- Blocks.cpp - matching and Dulmage-Mendelsohn blocks ----------------===//
///
/// \file
/// Only entries of some perfect matching count in a permanent. They form
/// blocks: with a perfect matching, row r -> row r' where r has an entry in the
/// column matched with r'; the strongly connected components of this graph are
/// the blocks (Dulmage and Mendelsohn 1958; Pothen and Fan 1990).
///
//===----------------------------------------------------------------------===//

#include "sparsec/Permanent/Blocks.h"

#include <algorithm>

namespace sparsec::permanent {
namespace {

/// Breadth-first augmenting paths, one per row that is still free.
class Matching {
public:
  explicit Matching(const Pattern &pattern) : pattern(pattern) {
    int size = static_cast<int>(pattern.size());
    columnOf.assign(size, -1);
    rowOf.assign(size, -1);
    cameFrom.assign(size, -1);
    seen.assign(size, -1);
    for (int row = 0; row < size; ++row)
      augment(row);
  }
  std::vector<int> columnOf;

private:
  const Pattern &pattern;
  std::vector<int> rowOf, cameFrom, seen;

  void augment(int start) {
    std::vector<int> queue = {start};
    for (size_t at = 0; at < queue.size(); ++at)
      for (int column : pattern[queue[at]]) {
        if (seen[column] == start)
          continue;
        seen[column] = start;
        cameFrom[column] = queue[at];
        if (rowOf[column] < 0)
          return flip(column);
        queue.push_back(rowOf[column]);
      }
  }
  /// Exchanges matched and unmatched entries of the path that ends in \p
  /// column.
  void flip(int column) {
    while (column >= 0) {
      int row = cameFrom[column];
      std::swap(column, columnOf[row]);
      rowOf[columnOf[row]] = row;
    }
  }
};

/// Tarjan's strongly connected components without recursion.
class Components {
public:
  explicit Components(const Pattern &graph) : graph(graph) {
    component.assign(graph.size(), -1);
    number.assign(graph.size(), -1);
    low.assign(graph.size(), 0);
    for (int start = 0; start < static_cast<int>(graph.size()); ++start)
      if (number[start] < 0)
        walk(start);
  }
  std::vector<int> component;

private:
  struct Visit {
    int node;
    size_t next;
  };
  const Pattern &graph;
  std::vector<int> number, low, stack;
  std::vector<Visit> path;
  int visited = 0, found = 0;

  void enter(int node) {
    number[node] = low[node] = visited++;
    stack.push_back(node);
    path.push_back({node, 0});
  }
  void walk(int start) {
    enter(start);
    while (!path.empty()) {
      Visit &top = path.back();
      if (top.next == graph[top.node].size()) {
        leave(top.node);
        continue;
      }
      int to = graph[top.node][top.next++];
      if (number[to] < 0)
        enter(to);
      else if (component[to] < 0)
        low[top.node] = std::min(low[top.node], number[to]);
    }
  }
  void leave(int node) {
    path.pop_back();
    if (!path.empty())
      low[path.back().node] = std::min(low[path.back().node], low[node]);
    if (low[node] != number[node])
      return;
    int member = -1;
    do {
      member = stack.back();
      stack.pop_back();
      component[member] = found;
    } while (member != node);
    ++found;
  }
};

} // namespace

std::vector<int> maximumMatching(const Pattern &pattern) {
  return Matching(pattern).columnOf;
}

std::vector<int> diagonalBlocks(const Pattern &pattern,
                                const std::vector<int> &columnOf) {
  std::vector<int> rowOf(columnOf.size());
  for (size_t row = 0; row < columnOf.size(); ++row)
    rowOf[columnOf[row]] = static_cast<int>(row);
  Pattern graph = pattern; // { row -> row }
  for (std::vector<int> &targets : graph)
    for (int &target : targets)
      target = rowOf[target];
  return Components(graph).component;
}

template <typename Number>
Decomposition<Number> decompose(const Square<Number> &square) {
  Decomposition<Number> result;
  Pattern pattern = patternOf(square);
  std::vector<int> columnOf = maximumMatching(pattern);
  result.structuralRank = static_cast<int>(
      columnOf.size() - std::count(columnOf.begin(), columnOf.end(), -1));
  if (result.structuralRank < square.size() || square.size() == 0)
    return result;
  std::vector<int> block = diagonalBlocks(pattern, columnOf);
  result.blocks.resize(*std::max_element(block.begin(), block.end()) + 1);
  // Rows and their partners get the same place within their block.
  std::vector<int> place(block.size()), blockOfColumn(block.size());
  std::vector<int> used(result.blocks.size(), 0);
  for (size_t row = 0; row < block.size(); ++row) {
    place[columnOf[row]] = used[block[row]]++;
    blockOfColumn[columnOf[row]] = block[row];
  }
  for (size_t row = 0; row < block.size(); ++row) {
    auto &target = result.blocks[block[row]].rows.emplace_back();
    for (const auto &entry : square.rows[row])
      if (blockOfColumn[entry.column] == block[row])
        target.push_back({place[entry.column], entry.value});
    std::sort(target.begin(), target.end(),
              [](const auto &a, const auto &b) { return a.column < b.column; });
  }
  return result;
}

template Decomposition<mpz_class> decompose(const IntegerSquare &);
template Decomposition<Rounded> decompose(const RoundedSquare &);
template Decomposition<Precise> decompose(const PreciseSquare &);

} // namespace sparsec::permanent
