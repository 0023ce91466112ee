//===- Evaluation.cpp - what C evaluates of an expression -----------------===//

#include "sparsec/LoopIR/Evaluation.h"

namespace sparsec {

using Kind = LoopExpr::Kind;

bool mayFail(const LoopExpr &expr) {
  bool found = false;
  expr.walk([&](const LoopExpr &part) {
    bool divides = part.kind == Kind::Div || part.kind == Kind::Mod ||
                   part.kind == Kind::FloorDiv || part.op == Operator::Divide ||
                   part.op == Operator::Remainder;
    bool loads = part.kind == Kind::Load && !part.operands.empty();
    found |= divides || loads || part.kind == Kind::Call;
  });
  return found;
}

bool isEvaluatedLazily(const LoopExpr &expr, size_t number) {
  bool joins =
      expr.kind == Kind::And || expr.kind == Kind::Or || isLogical(expr.op);
  return number > 0 && (joins || expr.kind == Kind::Select);
}

} // namespace sparsec
