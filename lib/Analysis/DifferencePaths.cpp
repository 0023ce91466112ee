//===- DifferencePaths.cpp - shortest paths with reasons ------------------===//

#include "DifferencePaths.h"

#include <algorithm>
#include <bit>
#include <utility>

using std::size_t;

namespace sparsec {

void NodePairs::clear() {
  std::fill(bits.begin(), bits.end(), 0);
  std::fill(rows.begin(), rows.end(), 0);
}

bool NodePairs::isEmpty() const {
  return std::all_of(rows.begin(), rows.end(),
                     [](uint64_t word) { return word == 0; });
}

bool NodePairs::hasAmong(const Nodes &a, const Nodes &b) const {
  for (size_t word = 0; word < a.size(); ++word)
    for (uint64_t left = rows[word] & (a[word] | b[word]); left;
         left &= left - 1) {
      const size_t x = word * 64 + size_t(std::countr_zero(left));
      for (size_t other = 0; other < a.size(); ++other)
        if (bits[x * words + other] & (a[other] | b[other]))
          return true;
    }
  return false;
}

DifferencePaths::DifferencePaths(Node nodes)
    : count(nodes), paths(size_t(nodes) * nodes, unbounded),
      reasons(size_t(nodes) * nodes, 0), activeReasons(nodes, 0),
      active(nodes, false), news(nodes), earlierNews(nodes) {
  for (Node node = 0; node < nodes; ++node)
    paths[size_t(node) * count + node] = 0;
}

void DifferencePaths::add(Node left, Node right, long limit, FactSet because) {
  if (empty || limit >= bound(left, right))
    return;
  if (limit + bound(right, left) < 0) {
    empty = true;
    common |= because | why(right, left);
    return;
  }
  // What is left of `right`; adding changes nothing of that.
  std::vector<std::pair<Node, long>> behind;
  for (Node y = 0; y < count; ++y)
    if (long after = bound(right, y); after < unbounded)
      behind.emplace_back(y, limit + after);
  for (Node x = 0; x < count; ++x) {
    long before = bound(x, left);
    if (before >= unbounded)
      continue;
    FactSet reason = because | why(x, left);
    for (auto [y, after] : behind)
      if (before + after < bound(x, y)) {
        paths[x * count + y] = before + after;
        reasons[x * count + y] = reason | why(right, y);
        news.insert(x, y);
      }
  }
}

void DifferencePaths::equate(Place a, Place b, FactSet because) {
  add(a.node, b.node, b.offset - a.offset, because);
  add(b.node, a.node, a.offset - b.offset, because);
}

void DifferencePaths::addSum(Place a, Place b, Place c, Place d,
                             FactSet because) {
  long constant = c.offset + d.offset - a.offset - b.offset;
  // x - y <= (other right - other left) + constant
  auto pass = [&](Node x, Node y, Node otherLeft, Node otherRight) {
    long most = bound(otherRight, otherLeft);
    if (most < unbounded)
      add(x, y, most + constant, because | why(otherRight, otherLeft));
  };
  for (auto [x, other] : {std::pair(a.node, b.node), std::pair(b.node, a.node)})
    for (auto [y, rest] :
         {std::pair(c.node, d.node), std::pair(d.node, c.node)})
      pass(x, y, other, rest);
}

void DifferencePaths::activate(Node node, FactSet because) {
  if (active[node])
    return;
  active[node] = true;
  news.insert(node, node);
  activeReasons[node] = because;
}

bool DifferencePaths::beginRound() {
  if (news.isEmpty())
    return false;
  std::swap(news, earlierNews);
  news.clear();
  return true;
}

} // namespace sparsec
