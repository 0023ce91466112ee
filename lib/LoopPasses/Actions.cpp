//===- Actions.cpp - the lines of what inspectors do ----------------------===//

#include "sparsec/LoopPasses/LoopPasses.h"

#include "sparsec/Lowering/ActionText.h"

namespace sparsec {

static llvm::Error expandIn(std::vector<LoopNode> &nodes,
                            const Program &program) {
  for (LoopNode &node : nodes) {
    for (auto *children : {&node.body, &node.otherwise})
      if (llvm::Error error = expandIn(*children, program))
        return error;
    if (node.kind != LoopNode::Kind::Action)
      continue;
    llvm::Expected<std::vector<std::string>> lines =
        actionLines(program, program.statement(node.name), node.values);
    if (!lines)
      return lines.takeError();
    node.lines = std::move(*lines);
  }
  return llvm::Error::success();
}

llvm::Error expandActions(LoopAst &ast, const Program &program) {
  return expandIn(ast.body, program);
}

} // namespace sparsec
