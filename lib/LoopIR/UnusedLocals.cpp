//===- UnusedLocals.cpp - locals that nothing mentions --------------------===//

#include "sparsec/LoopIR/UnusedLocals.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

using Kind = LoopNode::Kind;
using Nodes = std::vector<LoopNode>;

/// Whether that may be: an action without a body may name arrays.
static bool mayMention(const LoopNode &root, const LoopNode &local) {
  const std::string &name = local.name;
  bool found = false;
  root.walk([&](const LoopNode &node) {
    found |= node.kind == Kind::Action && node.body.empty() &&
             local.kind == Kind::Declare;
    node.visitExprs([&](const LoopExpr &expr, bool) {
      expr.walk([&](const LoopExpr &part) { found |= part.name == name; });
    });
  });
  return found;
}

bool dropUnusedLocals(Nodes &nodes) {
  bool isAny = false;
  for (size_t pos = nodes.size(); pos-- > 0;) {
    isAny |= dropUnusedLocals(nodes[pos].body);
    isAny |= dropUnusedLocals(nodes[pos].otherwise);
    const LoopNode &local = nodes[pos];
    auto mayUse = [&](const LoopNode &node) { return mayMention(node, local); };
    if ((local.kind == Kind::Declare ||
         (local.kind == Kind::Local && local.isConst)) &&
        llvm::none_of(llvm::drop_begin(nodes, pos + 1), mayUse)) {
      nodes.erase(nodes.begin() + long(pos));
      isAny = true;
    }
  }
  return isAny;
}

Nodes withUsedLocals(Nodes locals, Nodes work) {
  llvm::move(work, std::back_inserter(locals));
  dropUnusedLocals(locals);
  return locals;
}

} // namespace sparsec
