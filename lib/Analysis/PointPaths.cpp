//===- PointPaths.cpp - points as closed differences ----------------------===//

#include "PointPaths.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

using Node = DifferencePaths::Node;

/// Each once; zero, which has no name, is the first.
static std::vector<std::string> variablesOf(const poly::Differences &part) {
  std::vector<std::string> names = {""};
  for (const poly::Difference &one : part.all)
    for (const std::string &name : {one.left, one.right})
      if (!llvm::is_contained(names, name))
        names.push_back(name);
  return names;
}

PointPaths::PointPaths(const poly::Differences &part)
    : names(variablesOf(part)), paths(Node(names.size())) {
  auto nodeOf = [&](const std::string &name) {
    return Node(llvm::find(names, name) - names.begin());
  };
  for (const poly::Difference &one : part.all)
    paths.add(nodeOf(one.left), nodeOf(one.right), one.bound, 0);
}

std::optional<PointPaths> PointPaths::of(const isl::set &points) {
  std::vector<poly::Differences> parts = poly::differencesOf(points);
  if (parts.size() != 1 || !parts[0].isExact)
    return std::nullopt;
  return PointPaths(parts[0]);
}

/// The variable of \p dim, if there is one, then the kept ones.
std::vector<Node> PointPaths::kept(unsigned dim, const IsKept &isKept) const {
  std::string own = poly::dimensionVariable(dim);
  std::vector<Node> nodes;
  for (Node node = 0; node < names.size(); ++node)
    if (names[node] == own)
      nodes.insert(nodes.begin(), node);
    else if (names[node].empty() || isKept(names[node]))
      nodes.push_back(node);
  if (nodes.empty() || names[nodes[0]] != own)
    return {};
  return nodes;
}

bool PointPaths::isDetermined(unsigned dim, const IsKept &isKept) const {
  std::vector<Node> nodes = kept(dim, isKept);
  return paths.isEmpty() ||
         (!nodes.empty() &&
          llvm::any_of(llvm::drop_begin(nodes), [&](Node other) {
            long above = paths.bound(nodes[0], other),
                 below = paths.bound(other, nodes[0]);
            return above < DifferencePaths::unbounded && above == -below;
          }));
}

bool PointPaths::isBounded(unsigned dim, const IsKept &isKept) const {
  std::vector<Node> nodes = kept(dim, isKept);
  auto isFinite = [](long bound) { return bound < DifferencePaths::unbounded; };
  auto others = llvm::drop_begin(nodes, nodes.empty() ? 0 : 1);
  return paths.isEmpty() ||
         (llvm::any_of(others,
                       [&](Node other) {
                         return isFinite(paths.bound(nodes[0], other));
                       }) &&
          llvm::any_of(others, [&](Node other) {
            return isFinite(paths.bound(other, nodes[0]));
          }));
}

} // namespace sparsec
