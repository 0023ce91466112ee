//===- DifferencePaths.cpp - shortest paths with reasons ------------------===//

#include "DifferencePaths.h"

#include <cstddef>
#include <utility>

using std::size_t;

namespace sparsec {

DifferencePaths::DifferencePaths(Node nodes)
    : count(nodes), paths(size_t(nodes) * nodes, unbounded),
      reasons(size_t(nodes) * nodes, 0), activeReasons(nodes, 0),
      active(nodes, false) {
  for (Node node = 0; node < nodes; ++node)
    paths[size_t(node) * count + node] = 0;
}

DifferencePaths::Range DifferencePaths::range(Place x, Place y) const {
  long shift = x.offset - y.offset;
  long most = bound(x.node, y.node), least = bound(y.node, x.node);
  return {least >= unbounded ? -unbounded : shift - least,
          most >= unbounded ? unbounded : shift + most, why(y.node, x.node),
          why(x.node, y.node)};
}

void DifferencePaths::add(Node left, Node right, long limit, FactSet because) {
  if (empty || limit >= bound(left, right))
    return;
  grown = true;
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
  active[node] = grown = true;
  activeReasons[node] = because;
}

bool DifferencePaths::takeGrown() { return std::exchange(grown, false); }

} // namespace sparsec
