//===- LoopPassesSimd.cpp - what simd loops reduce into -------------------===//

#include "LoopPasses.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

namespace sparsec {

using Kind = LoopNode::Kind;

void addScalarReductions(LoopNode &loop) {
  for (const LoopNode &child : loop.body)
    child.walk([&](const LoopNode &node) {
      bool scalar = node.kind == Kind::Assign && node.op != "=" &&
                    node.target.kind == LoopExpr::Kind::Load &&
                    node.target.operands.empty();
      if (!scalar)
        return;
      llvm::StringRef op = node.op == "-=" ? "+=" : node.op;
      op.consume_front("f");
      std::string clause = op.drop_back().str() + ":" + node.target.name;
      if (!llvm::is_contained(loop.reductions, clause))
        loop.reductions.push_back(clause);
    });
}

void dropUnsafeSimd(LoopNode &loop) {
  std::set<std::string> variant = {loop.name};
  for (const LoopNode &child : loop.body)
    child.walk([&](const LoopNode &node) {
      if (node.kind == Kind::Local || node.isFor())
        variant.insert(node.name);
      bool update = node.kind == Kind::Assign && node.op != "=" &&
                    node.target.kind == LoopExpr::Kind::Load &&
                    !node.target.operands.empty();
      if (update && llvm::none_of(variant, [&](const std::string &name) {
            return node.target.mentions(name);
          }))
        loop.marks.simd = false;
    });
}

} // namespace sparsec
