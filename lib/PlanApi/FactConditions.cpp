//===- FactConditions.cpp - what conditions on parameters ask -------------===//

#include "FactConditions.h"

#include "sparsec/LoopIR/ExprPrinter.h"
#include "sparsec/LoopIR/Statements.h"

namespace sparsec {

std::string conditionText(const isl::set &set) {
  std::string text = poly::text(set);
  llvm::StringRef inner = llvm::StringRef(text).split('{').second;
  inner = inner.rsplit('}').first.trim();
  inner.consume_front(":");
  return inner.trim().str();
}

/// `a < b` as `b <= a` and the other way round; `!(…)` for the rest.
static LoopExpr negated(const LoopExpr &condition) {
  if (condition.kind == LoopExpr::Kind::Less)
    return lessEqual(condition.operands[1], condition.operands[0]);
  if (condition.kind == LoopExpr::Kind::LessEqual)
    return less(condition.operands[1], condition.operands[0]);
  return expr::unary(Operator::Not, condition);
}

isl::set gistOfTypes(const Program &program, const isl::set &set) {
  isl::set left = set;
  const isl::pw_aff zero = poly::constant(isl::space::unit(set.ctx()), 0);
  for (const Parameter &parameter : program.parameters) {
    const ElementType &type = parameter.type;
    if (parameter.pointer.empty() && type.isInteger() && !type.isSigned &&
        type.bytes < 8)
      left =
          left.gist(poly::parameter(isl::space::unit(set.ctx()), parameter.name)
                        .ge_set(zero));
  }
  return left;
}

llvm::Expected<LoopExpr> violationOf(Program program, const isl::set &set) {
  // What is checked cannot be taken as given.
  program.context = isl::set::universe(program.context.space());
  isl::pw_aff indicator = set.complement().indicator_function();
  llvm::Expected<LoopExpr> narrow =
      lowerParameterValue(program, indicator, false);
  if (!narrow)
    return narrow.takeError();
  bool computes = false;
  narrow->walk([&](const LoopExpr &expr) {
    computes |=
        expr.kind == LoopExpr::Kind::Add || expr.kind == LoopExpr::Kind::Mul;
  });
  llvm::Expected<LoopExpr> value =
      computes ? lowerParameterValue(program, indicator, true)
               : std::move(narrow);
  if (!value)
    return value.takeError();
  bool isSelect = value->kind == LoopExpr::Kind::Select;
  if (isSelect && value->operands[1].isInteger(1) &&
      value->operands[2].isInteger(0))
    return value->operands[0];
  if (isSelect && value->operands[1].isInteger(0) &&
      value->operands[2].isInteger(1))
    return negated(value->operands[0]);
  return expr::binary(*value, Operator::NotEqual, LoopExpr::integer(0));
}

} // namespace sparsec
