//===- Linearize.cpp - one position in a flat array -----------------------===//

#include "sparsec/LoopIR/ExprPrinter.h"
#include "sparsec/LoopPasses/LoopPasses.h"

namespace sparsec {

namespace {

llvm::Error flattenArrays(std::vector<LoopNode> &nodes,
                          const Program &program) {
  std::string failure;
  auto position = [&](LoopExpr expr) {
    auto found = program.arrays.find(expr.name);
    bool flat = expr.kind == LoopExpr::Kind::Load && expr.operands.size() > 1 &&
                found != program.arrays.end() && isFlat(found->second);
    if (!flat)
      return expr;
    llvm::Expected<LoopExpr> made =
        flatPosition(program, found->second, expr.operands.toVector());
    if (made)
      return LoopExpr::load(expr.name, {*made}, expr.wide);
    failure = llvm::toString(made.takeError());
    return expr;
  };
  for (LoopNode &node : nodes) {
    node.rewriteExprs([&](const LoopExpr &expr) { return expr.map(position); });
    if (!failure.empty())
      return llvm::createStringError(failure);
    if (llvm::Error error = flattenArrays(node.body, program))
      return error;
    if (llvm::Error error = flattenArrays(node.otherwise, program))
      return error;
  }
  return llvm::Error::success();
}

} // namespace

llvm::Error flattenArrays(LoopAst &ast, const Program &program) {
  return flattenArrays(ast.body, program);
}

} // namespace sparsec
