//===- UnreadVariables.cpp - what a pass made in vain ---------------------===//

#include "UnreadVariables.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

using Kind = LoopNode::Kind;
using Nodes = std::vector<LoopNode>;

static std::set<std::string> readIn(const Nodes &nodes) {
  std::set<std::string> read;
  for (const LoopNode &root : nodes)
    root.walk([&](const LoopNode &node) {
      node.visitExprs([&](const LoopExpr &expr, bool isTarget) {
        if (!isTarget || !expr.isVariable())
          expr.walk([&](const LoopExpr &part) { read.insert(part.name); });
      });
    });
  return read;
}

/// Those that are not in \p read; whether there are any.
static bool dropOthers(Nodes &nodes, const std::set<std::string> &made,
                       const std::set<std::string> &read) {
  const size_t before = nodes.size();
  llvm::erase_if(nodes, [&](const LoopNode &node) {
    bool isNamed = node.kind == Kind::Local || node.kind == Kind::Declare;
    bool sets = isNamed || node.kind == Kind::Assign;
    const std::string &name = isNamed ? node.name : node.target.name;
    return sets && made.count(name) && !read.count(name);
  });
  bool found = nodes.size() < before;
  for (LoopNode &node : nodes)
    for (Nodes *inner : {&node.body, &node.otherwise})
      found |= dropOthers(*inner, made, read);
  return found;
}

void dropUnread(Nodes &nodes, const std::set<std::string> &made) {
  while (dropOthers(nodes, made, readIn(nodes)))
    continue;
}

} // namespace sparsec
