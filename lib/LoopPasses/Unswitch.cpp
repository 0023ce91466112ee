//===- Unswitch.cpp - versions in front of loops --------------------------===//

#include "Unswitch.h"

#include "TensorCall.h"

#include "llvm/ADT/STLExtras.h"

#include <set>
#include <string>

namespace sparsec {
namespace {

using Kind = LoopNode::Kind;
using Nodes = std::vector<LoopNode>;

/// A versioned condition in \p nodes, not below a loop, that mentions none of
/// the variables \p inner.
const LoopNode *findHoistable(const Nodes &nodes,
                              const std::set<std::string> &inner) {
  for (const LoopNode &node : nodes) {
    if (node.kind != Kind::If)
      continue;
    bool invariant = node.isVersion && !node.condition.hasLoad() &&
                     llvm::none_of(inner, [&](const std::string &name) {
                       return node.condition.mentions(name);
                     });
    if (invariant)
      return &node;
    for (const Nodes *branch : {&node.body, &node.otherwise})
      if (const LoopNode *found = findHoistable(*branch, inner))
        return found;
  }
  return nullptr;
}

/// Replaces the versions on \p condition by one of their branches.
void choose(Nodes &nodes, const LoopExpr &condition, bool taken) {
  Nodes result;
  for (LoopNode &node : nodes) {
    choose(node.body, condition, taken);
    choose(node.otherwise, condition, taken);
    if (node.kind != Kind::If || !node.isVersion ||
        node.condition != condition) {
      result.push_back(std::move(node));
      continue;
    }
    for (LoopNode &part : taken ? node.body : node.otherwise)
      result.push_back(std::move(part));
  }
  nodes = std::move(result);
}

} // namespace

std::vector<LoopNode> unswitch(LoopNode node) {
  if (!node.isFor() || isCollective(node))
    return {std::move(node)};
  std::set<std::string> inner = {node.name};
  node.walk([&](const LoopNode &below) {
    if (below.kind == Kind::Local)
      inner.insert(below.name);
  });
  const LoopNode *version = findHoistable(node.body, inner);
  if (!version)
    return {std::move(node)};
  LoopExpr condition = version->condition;
  LoopNode full = node, rest = std::move(node);
  choose(full.body, condition, true);
  choose(rest.body, condition, false);
  LoopNode result = LoopNode::ifThen(condition, unswitch(std::move(full)),
                                     unswitch(std::move(rest)));
  result.isVersion = true;
  return {std::move(result)};
}

} // namespace sparsec
