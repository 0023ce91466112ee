//===- Designator.cpp - `*(A->val + lo + j)` as object and subscripts -----===//
///
/// \file
/// Follows lvalue and pointer expressions to the object they are based on. A
/// pointer has the same form as the element it points to: `a + i` is a[i], and
/// further offsets add to the last subscript.
///
//===----------------------------------------------------------------------===//

#include "Designator.h"
#include "InlineCalls.h"

namespace sparsec {
namespace {

class DesignatorBuilder {
public:
  explicit DesignatorBuilder(Kernel &kernel) : kernel(kernel) {}

  Designator lvalue(const clang::Expr *expression, const ScopePtr &scope) {
    expression = expression->IgnoreParens();
    if (const auto *element =
            llvm::dyn_cast<clang::ArraySubscriptExpr>(expression)) {
      Designator base = pointer(element->getBase(), scope);
      base.subscripts.back().push_back({element->getIdx(), scope});
      return base;
    }
    const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expression);
    if (unary && unary->getOpcode() == clang::UO_Deref)
      return pointer(unary->getSubExpr(), scope);
    return {resolveIn(kernel, expression, scope), {}, {}};
  }

private:
  /// What \p expression, of pointer type, points to.
  Designator pointer(const clang::Expr *expression, const ScopePtr &scope) {
    expression = expression->IgnoreParens();
    if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(expression))
      return pointerCast(cast, scope);
    if (const auto *sum = llvm::dyn_cast<clang::BinaryOperator>(expression))
      if (sum->isAdditiveOp())
        return pointerSum(sum, scope);
    const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expression);
    if (unary && unary->getOpcode() == clang::UO_AddrOf) {
      Designator element = lvalue(unary->getSubExpr(), scope);
      if (!element.subscripts.empty())
        return element;
    }
    refusePointer(expression);
  }

  Designator pointerCast(const clang::CastExpr *cast, const ScopePtr &scope) {
    const clang::Expr *operand = cast->getSubExpr();
    switch (cast->getCastKind()) {
    case clang::CK_ArrayToPointerDecay: {
      Designator array = lvalue(operand, scope);
      array.subscripts.emplace_back();
      return array;
    }
    case clang::CK_LValueToRValue:
      return pointerVariable(operand, scope);
    case clang::CK_NoOp:
      if (!keepsQualifiers(cast))
        refuseQualifiers(cast);
      return pointer(operand, scope);
    default:
      refusePointer(cast);
    }
  }

  /// What an access goes through must not be more than the array allows: the
  /// accesses that are written are those of the array itself.
  bool keepsQualifiers(const clang::CastExpr *cast) const {
    auto qualifiersOf = [&](const clang::Expr *value) {
      const clang::QualType element = value->getType()->getPointeeType();
      return kernel.ast.getBaseElementType(element).getQualifiers();
    };
    return qualifiersOf(cast).compatiblyIncludes(
        qualifiersOf(cast->getSubExpr()));
  }

  [[noreturn]] void refuseQualifiers(const clang::CastExpr *cast) {
    const clang::Expr *operand = cast->getSubExpr();
    kernel.diagnoser.refuse(
        cast->getSourceRange(),
        "this pointer drops qualifiers of '" +
            operand->getType().getAsString() + "'",
        "leave the cast away, and declare the array without 'const' if it is "
        "written");
  }

  Designator pointerVariable(const clang::Expr *expression,
                             const ScopePtr &scope) {
    expression = expression->IgnoreParens();
    if (!ObjectNames::isNamed(expression))
      return row(expression, scope);
    Object object = resolveIn(kernel, expression, scope);
    auto bound = scope->find(object.variable);
    if (object.isMember || (bound == scope->end() && !object.isLocal()))
      return {object, {Subscript()}, {}};
    if (bound == scope->end() ||
        bound->second.kind != Binding::Kind::Definition)
      kernel.diagnoser.refuse(
          expression->getSourceRange(),
          "the local pointer '" + object.name +
              "' is not initialised or changes its value",
          "initialise it where it is declared and leave it, or subscript the "
          "array itself");
    return pointer(bound->second.expression, bound->second.scope);
  }

  /// `a[i]` of an array of pointers points to the first element of a row.
  Designator row(const clang::Expr *expression, const ScopePtr &scope) {
    if (!llvm::isa<clang::ArraySubscriptExpr, clang::UnaryOperator>(expression))
      refusePointer(expression);
    Designator place = lvalue(expression, scope);
    if (place.subscripts.empty() || place.object.isLocal())
      refusePointer(expression);
    place.subscripts.emplace_back();
    return place;
  }

  Designator pointerSum(const clang::BinaryOperator *sum,
                        const ScopePtr &scope) {
    const bool left = sum->getLHS()->getType()->isPointerType();
    Designator base = pointer(left ? sum->getLHS() : sum->getRHS(), scope);
    base.subscripts.back().push_back({left ? sum->getRHS() : sum->getLHS(),
                                      scope,
                                      sum->getOpcode() == clang::BO_Sub});
    return base;
  }

  [[noreturn]] void refusePointer(const clang::Expr *expression) {
    kernel.diagnoser.refuse(
        expression->getSourceRange(),
        "this pointer does not name an array of the function",
        "accepted are a[i], *(a + i), A->col[j] and local pointers that are "
        "initialised by such an address, rows p[i] of a parameter 'T **p' "
        "included; local arrays of pointers and pointer casts are not");
  }

  Kernel &kernel;
};

} // namespace

Designator designate(Kernel &kernel, const clang::Expr *expression,
                     const ScopePtr &scope) {
  Designator result = DesignatorBuilder(kernel).lvalue(expression, scope);
  result.range = expression->getSourceRange();
  return result;
}

} // namespace sparsec
