//===- ParameterExprs.cpp - computations of arguments alone ---------------===//

#include "sparsec/Lowering/ParameterExprs.h"

#include "sparsec/LoopIR/ExprPrinter.h"

namespace sparsec {

llvm::Expected<LoopExpr> lowerParameterExpr(const Program &program,
                                            const Expr &expr,
                                            const isl::set &known) {
  using Kind = Expr::Kind;
  if (expr.kind == Kind::Affine)
    return lowerParameterValue(program, expr.subscripts.front(), known);
  std::vector<LoopExpr> operands;
  for (const Expr &operand : expr.operands) {
    llvm::Expected<LoopExpr> lowered =
        lowerParameterExpr(program, operand, known);
    if (!lowered)
      return lowered.takeError();
    operands.push_back(std::move(*lowered));
  }
  switch (expr.kind) {
  case Kind::Affine:
  case Kind::Masked: // is no value by itself
  case Kind::Carrying:
    break;
  case Kind::Constant:
    return LoopExpr::literal(expr.text);
  case Kind::Access:
    return LoopExpr::load(expr.text, {});
  case Kind::Unary:
    return LoopExpr::unary(expr.op, operands[0]);
  case Kind::Binary:
    return LoopExpr::binary(expr.op, operands[0], operands[1]);
  case Kind::Select:
    return LoopExpr::node(LoopExpr::Kind::Select, "", std::move(operands));
  case Kind::Call:
    return LoopExpr::node(LoopExpr::Kind::Call, expr.text, std::move(operands));
  case Kind::Cast:
    return LoopExpr::cast(expr.type, operands[0]);
  }
  return LoopExpr();
}

} // namespace sparsec
