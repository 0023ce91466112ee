//===- Assignments.cpp - what a statement assigns -------------------------===//
///
/// \file
/// Assignments in the forms that a reduction may take in C:
///
///     t = t + v;   t = v + t;   t += v;         =>  t += v
///     t = t - v;                                =>  t -= v
///     if (v < t) t = v;                         =>  t min= v
///     t = fmin(t, v);                           =>  t fmin= v
///     t++;                                      =>  t += 1
///
//===----------------------------------------------------------------------===//

#include "ExprBuilder.h"

#include "llvm/ADT/StringSwitch.h"

namespace sparsec {
namespace {

bool isSame(const Expr &a, const Expr &b) {
  if (a.kind != b.kind || a.kind != Expr::Kind::Access || a.text != b.text ||
      a.subscripts.size() != b.subscripts.size())
    return false;
  for (size_t pos = 0; pos < a.subscripts.size(); ++pos)
    if (!a.subscripts[pos].plain_is_equal(b.subscripts[pos]))
      return false;
  return true;
}

void replace(Assignment &assignment, std::string op, size_t operand) {
  Expr value = assignment.value.operands[operand];
  assignment.op = std::move(op);
  assignment.value = std::move(value);
}

} // namespace

void normalizeUpdate(Assignment &assignment) {
  const Expr &value = assignment.value;
  if (assignment.op != "=" || value.operands.size() != 2 ||
      !(value.type == assignment.target.type))
    return;
  const bool first = isSame(assignment.target, value.operands[0]);
  const bool second = isSame(assignment.target, value.operands[1]);
  if (!first && !second)
    return;
  if (value.kind == Expr::Kind::Call) {
    std::string op = llvm::StringSwitch<std::string>(value.text)
                         .Cases("fmin", "fminf", "fminl", "fmin=")
                         .Cases("fmax", "fmaxf", "fmaxl", "fmax=")
                         .Default("");
    if (!op.empty())
      replace(assignment, op, first ? 1 : 0);
    return;
  }
  if (value.kind != Expr::Kind::Binary)
    return;
  const bool commutes = llvm::StringSwitch<bool>(value.text)
                            .Cases("+", "*", "|", "&", "^", true)
                            .Default(false);
  const bool updates = commutes || value.text == "-" || value.text == "/";
  if (first && updates)
    replace(assignment, value.text + "=", 1);
  else if (second && commutes)
    replace(assignment, value.text + "=", 0);
}

Assignment ExprBuilder::assignment(const clang::Expr *expression) {
  expression = expression->IgnoreParens();
  if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expression)) {
    Expr element = target(unary->getSubExpr());
    Expr one = Expr::constant("1", ElementType::int32());
    return {element, unary->isIncrementOp() ? "+=" : "-=", one};
  }
  if (const auto *update =
          llvm::dyn_cast<clang::CompoundAssignOperator>(expression))
    return compound(update);
  const auto *assign = llvm::cast<clang::BinaryOperator>(expression);
  Assignment result = {target(assign->getLHS()), "=", build(assign->getRHS())};
  normalizeUpdate(result);
  return result;
}

Assignment ExprBuilder::compound(const clang::CompoundAssignOperator *update) {
  Expr element = target(update->getLHS());
  Expr value = build(update->getRHS());
  std::string op = update->getOpcodeStr().str();
  const bool isDirect = llvm::StringSwitch<bool>(op)
                            .Cases("+=", "-=", "*=", "/=", true)
                            .Cases("|=", "&=", "^=", true)
                            .Default(false);
  if (isDirect)
    return {element, op, value};
  Expr whole = Expr::binary(op.substr(0, op.size() - 1), element, value);
  whole.type = typeOf(update);
  return {element, "=", whole};
}

Assignment ExprBuilder::definition(const clang::VarDecl *variable,
                                   const clang::Expr *value) {
  Object object = kernel.names.ofVariable(variable);
  const Array &scalar = kernel.program.arrays.at(object.name);
  Assignment result = {Expr::access(object.name, {}, scalar.type), "=",
                       build(value)};
  normalizeUpdate(result);
  return result;
}

Assignment ExprBuilder::conditionalUpdate(const ConditionalUpdate &update) {
  return {target(update.target),
          update.isMinimum ? "min=" : "max=", build(update.value)};
}

} // namespace sparsec
