//===- Aliases.cpp - structures by other names ----------------------------===//

#include "Aliases.h"

namespace sparsec {

/// Pointers may be initialised by themselves.
constexpr unsigned maxAliases = 64;

const clang::VarDecl *namedVariable(const clang::Expr *expression) {
  const auto *reference =
      llvm::dyn_cast<clang::DeclRefExpr>(expression->IgnoreParenImpCasts());
  return reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl())
                   : nullptr;
}

const clang::Expr *withoutCasts(const clang::Expr *expression) {
  expression = expression->IgnoreParenImpCasts();
  const auto *cast = llvm::dyn_cast<clang::ExplicitCastExpr>(expression);
  const bool isSame =
      cast && cast->getType()->getCanonicalTypeUnqualified() ==
                  cast->getSubExpr()->getType()->getCanonicalTypeUnqualified();
  return isSame ? withoutCasts(cast->getSubExpr()) : expression;
}

bool Aliases::isAlias(const clang::VarDecl *variable) const {
  return names.isForeign(variable) ||
         (variable->isLocalVarDecl() && variable->getType()->isPointerType());
}

bool Aliases::isAliased(const clang::Expr *expression) const {
  const clang::Expr *base = expression->IgnoreParenImpCasts();
  if (!llvm::isa<clang::MemberExpr>(base))
    return false;
  while (const auto *member = llvm::dyn_cast<clang::MemberExpr>(base))
    base = member->getBase()->IgnoreParenImpCasts();
  const clang::VarDecl *variable = namedVariable(base);
  return variable ? isAlias(variable) : !llvm::isa<clang::DeclRefExpr>(base);
}

/// p of `p + k`, `p++`; null for others.
static const clang::Expr *movedPointer(const clang::Expr *expression) {
  const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expression);
  if (unary && unary->isIncrementDecrementOp())
    return unary->getSubExpr();
  const auto *sum = llvm::dyn_cast<clang::BinaryOperator>(expression);
  if (!sum || !sum->isAdditiveOp() || !sum->getType()->isPointerType())
    return nullptr;
  return sum->getLHS()->getType()->isPointerType() ? sum->getLHS()
                                                   : sum->getRHS();
}

std::vector<Object> Aliases::namedBy(const clang::Expr *expression,
                                     unsigned levels) {
  std::vector<Object> objects;
  expression = withoutCasts(expression);
  const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expression);
  const clang::VarDecl *variable = namedVariable(expression);
  if (levels > maxAliases)
    return objects;
  if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(expression)) {
    for (const Object &base : namedBy(member->getBase(), levels + 1))
      objects.push_back(names.member(base, member));
  } else if (unary && (unary->getOpcode() == clang::UO_AddrOf ||
                       unary->getOpcode() == clang::UO_Deref)) {
    objects = namedBy(unary->getSubExpr(), levels + 1);
    for (Object &object : objects)
      object.addresses += unary->getOpcode() == clang::UO_AddrOf ? 1 : -1;
  } else if (const auto *element =
                 llvm::dyn_cast<clang::ArraySubscriptExpr>(expression)) {
    objects = namedBy(element->getBase(), levels + 1);
    for (Object &object : objects)
      --object.addresses;
  } else if (const clang::Expr *pointer = movedPointer(expression)) {
    objects = namedBy(pointer, levels + 1);
  } else if (variable && isAlias(variable)) {
    for (const clang::Expr *origin : definitions[variable])
      for (const Object &object : namedBy(origin, levels + 1))
        objects.push_back(object);
  } else if (variable && !variable->isStaticLocal()) {
    objects.push_back(names.ofVariable(variable));
  }
  return objects;
}

} // namespace sparsec
