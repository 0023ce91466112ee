//===- TypedLoops.h - loops with the types around them ----------*- C++ -*-===//
#ifndef SPARSEC_LIB_LOOPPASSES_TYPEDLOOPS_H
#define SPARSEC_LIB_LOOPPASSES_TYPEDLOOPS_H

#include "sparsec/LoopIR/Typing.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

#include <vector>

namespace sparsec {

/// Calls \p rewrite on each loop below \p nodes, inner ones first, with what
/// is declared around it.
inline llvm::Error rewriteLoops(
    std::vector<LoopNode> &nodes, Typing &typing,
    llvm::function_ref<llvm::Error(LoopNode &, const Typing &)> rewrite) {
  typing.enter();
  for (LoopNode &node : nodes) {
    typing.enter();
    if (node.isFor())
      typing.declare(node);
    for (const LoopNode &first : node.prologue)
      if (first.kind == LoopNode::Kind::Local ||
          first.kind == LoopNode::Kind::Declare)
        typing.declare(first);
    for (auto *inner : {&node.body, &node.otherwise})
      if (llvm::Error error = rewriteLoops(*inner, typing, rewrite))
        return error;
    typing.leave();
    if (node.kind == LoopNode::Kind::Local ||
        node.kind == LoopNode::Kind::Declare)
      typing.declare(node);
    if (!node.isFor())
      continue;
    if (llvm::Error error = rewrite(node, typing))
      return error;
  }
  typing.leave();
  return llvm::Error::success();
}

} // namespace sparsec

#endif // SPARSEC_LIB_LOOPPASSES_TYPEDLOOPS_H
