//===- Actions.cpp - what inspectors do, statement by statement -----------===//

#include "sparsec/LoopPasses/LoopPasses.h"

#include "sparsec/Lowering/ActionLowering.h"

namespace sparsec {

static llvm::Error expandIn(std::vector<LoopNode> &nodes,
                            const Program &program, bool isInLoop) {
  for (LoopNode &node : nodes) {
    for (auto *children : {&node.body, &node.otherwise})
      if (llvm::Error error =
              expandIn(*children, program, isInLoop || node.isFor()))
        return error;
    if (node.kind != LoopNode::Kind::Action)
      continue;
    llvm::Expected<std::vector<LoopNode>> work = lowerAction(
        program, program.statement(node.name), node.values, isInLoop);
    if (!work)
      return work.takeError();
    node.body = std::move(*work);
    node.values.clear();
  }
  return llvm::Error::success();
}

llvm::Error expandActions(LoopAst &ast, const Program &program) {
  return expandIn(ast.body, program, false);
}

} // namespace sparsec
