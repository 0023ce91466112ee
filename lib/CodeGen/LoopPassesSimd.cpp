//===- LoopPassesSimd.cpp - what simd loops reduce into -------------------===//

#include "LoopPasses.h"

#include "sparsec/IR/Update.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

namespace sparsec {

using Kind = LoopNode::Kind;

bool isExactInLanes(const Program &program, const std::string &op,
                    const ElementType &type) {
  if (!functionOfUpdate(op).empty())
    return false;
  return (op != "min=" && op != "max=") || type.isInteger() ||
         program.assumeFinite;
}

void addScalarReductions(LoopNode &loop, const Program &program) {
  for (const LoopNode &child : loop.body)
    child.walk([&](const LoopNode &node) {
      bool scalar = node.kind == Kind::Assign && node.op != "=" &&
                    node.target.kind == LoopExpr::Kind::Load &&
                    node.target.operands.empty();
      if (!scalar)
        return;
      if (!isExactInLanes(program, node.op,
                          program.arrays.at(node.target.name).type)) {
        loop.marks.simd = false;
        return;
      }
      std::string op =
          node.op == "-=" ? "+" : node.op.substr(0, node.op.size() - 1);
      std::string clause = op + ":" + node.target.name;
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
