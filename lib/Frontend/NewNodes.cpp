//===- NewNodes.cpp - parts of a rewritten body ---------------------------===//

#include "NewNodes.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

namespace sparsec {

clang::VarDecl *NewNodes::variable(llvm::StringRef name, clang::QualType type,
                                   clang::Expr *value) {
  clang::VarDecl *made = clang::VarDecl::Create(
      ast, &function, where, where, &ast.Idents.get(name), type,
      ast.getTrivialTypeSourceInfo(type, where), clang::SC_None);
  made->setInit(value);
  return made;
}

clang::Stmt *NewNodes::declare(clang::VarDecl *variable) {
  return new (ast) clang::DeclStmt(clang::DeclGroupRef(variable), where, where);
}

clang::Expr *NewNodes::named(clang::VarDecl *variable) {
  return clang::DeclRefExpr::Create(
      ast, clang::NestedNameSpecifierLoc(), clang::SourceLocation(), variable,
      false, where, variable->getType(), clang::VK_LValue);
}

clang::Expr *NewNodes::load(clang::Expr *object) {
  return clang::ImplicitCastExpr::Create(
      ast, object->getType().getUnqualifiedType(), clang::CK_LValueToRValue,
      object, nullptr, clang::VK_PRValue, clang::FPOptionsOverride());
}

clang::Expr *NewNodes::renamed(clang::Expr *value, clang::VarDecl *variable) {
  value = value->IgnoreParens();
  if (auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(value))
    return clang::ImplicitCastExpr::Create(
        ast, cast->getType(), cast->getCastKind(),
        renamed(cast->getSubExpr(), variable), nullptr, cast->getValueKind(),
        clang::FPOptionsOverride());
  return named(variable);
}

/// Literals are printed as they are written where they stand; a constant
/// expression by its value.
clang::Expr *NewNodes::number(long value, clang::QualType type) {
  const llvm::APInt bits(unsigned(ast.getIntWidth(type)), uint64_t(value),
                         true);
  return clang::ConstantExpr::Create(
      ast, clang::IntegerLiteral::Create(ast, bits, type, where));
}

static clang::CastKind kindOf(clang::QualType from, clang::QualType to) {
  const bool isFloating = from->isRealFloatingType();
  if (to->isBooleanType())
    return isFloating ? clang::CK_FloatingToBoolean
                      : clang::CK_IntegralToBoolean;
  if (to->isRealFloatingType())
    return isFloating ? clang::CK_FloatingCast : clang::CK_IntegralToFloating;
  return isFloating ? clang::CK_FloatingToIntegral : clang::CK_IntegralCast;
}

clang::Expr *NewNodes::converted(clang::Expr *value, clang::QualType type) {
  type = type.getUnqualifiedType();
  if (ast.hasSameUnqualifiedType(value->getType(), type))
    return value;
  return clang::ImplicitCastExpr::Create(
      ast, type, kindOf(value->getType(), type), value, nullptr,
      clang::VK_PRValue, clang::FPOptionsOverride());
}

clang::Expr *NewNodes::cast(clang::Expr *value, clang::QualType type) {
  type = type.getUnqualifiedType();
  if (ast.hasSameUnqualifiedType(value->getType(), type))
    return value;
  return clang::CStyleCastExpr::Create(
      ast, type, clang::VK_PRValue, kindOf(value->getType(), type), value,
      nullptr, clang::FPOptionsOverride(),
      ast.getTrivialTypeSourceInfo(type, where), where, where);
}

clang::Expr *NewNodes::binary(clang::BinaryOperatorKind op, clang::Expr *left,
                              clang::Expr *right, clang::QualType type) {
  return clang::BinaryOperator::Create(
      ast, left, right, op, type.getUnqualifiedType(), clang::VK_PRValue,
      clang::OK_Ordinary, where, clang::FPOptionsOverride());
}

clang::Expr *NewNodes::select(clang::Expr *condition, clang::Expr *whenTrue,
                              clang::Expr *whenFalse) {
  return new (ast) clang::ConditionalOperator(
      condition, where, whenTrue, where, whenFalse, whenTrue->getType(),
      clang::VK_PRValue, clang::OK_Ordinary);
}

clang::Expr *NewNodes::negated(clang::Expr *condition) {
  return clang::UnaryOperator::Create(ast, condition, clang::UO_LNot, ast.IntTy,
                                      clang::VK_PRValue, clang::OK_Ordinary,
                                      where, false, clang::FPOptionsOverride());
}

clang::Expr *NewNodes::assign(clang::Expr *target, clang::Expr *value) {
  const clang::QualType type = target->getType();
  return binary(clang::BO_Assign, target,
                type->isArithmeticType() && !type->isAnyComplexType()
                    ? converted(value, type)
                    : value,
                type);
}

clang::Expr *NewNodes::step(clang::VarDecl *variable, long amount) {
  const clang::QualType type = variable->getType();
  if (amount == 1 || amount == -1)
    return clang::UnaryOperator::Create(
        ast, named(variable),
        amount == 1 ? clang::UO_PostInc : clang::UO_PostDec,
        type.getUnqualifiedType(), clang::VK_PRValue, clang::OK_Ordinary, where,
        false, clang::FPOptionsOverride());
  return clang::CompoundAssignOperator::Create(
      ast, named(variable), number(amount, type), clang::BO_AddAssign, type,
      clang::VK_PRValue, clang::OK_Ordinary, where, clang::FPOptionsOverride(),
      type, type);
}

clang::Expr *NewNodes::element(clang::Expr *pointer, clang::Expr *index) {
  return new (ast) clang::ArraySubscriptExpr(
      pointer, index, pointer->getType()->getPointeeType(), clang::VK_LValue,
      clang::OK_Ordinary, where);
}

clang::Expr *NewNodes::decayed(clang::Expr *array) {
  return clang::ImplicitCastExpr::Create(
      ast, ast.getArrayDecayedType(array->getType()),
      clang::CK_ArrayToPointerDecay, array, nullptr, clang::VK_PRValue,
      clang::FPOptionsOverride());
}

clang::Stmt *NewNodes::list(const Statements &statements) {
  return clang::CompoundStmt::Create(ast, statements,
                                     clang::FPOptionsOverride(), where, where);
}

clang::Stmt *NewNodes::branch(clang::Expr *condition, clang::Stmt *then) {
  return clang::IfStmt::Create(ast, where, clang::IfStatementKind::Ordinary,
                               nullptr, nullptr, condition, where, where, then);
}

clang::ForStmt *NewNodes::loop(clang::Stmt *init, clang::Expr *condition,
                               clang::Expr *increment, clang::Stmt *body) {
  return new (ast) clang::ForStmt(ast, init, condition, nullptr, increment,
                                  body, where, where, where);
}

} // namespace sparsec
