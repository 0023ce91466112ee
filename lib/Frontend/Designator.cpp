//===- Designator.cpp - `*(A->val + lo + j)` as object and subscripts -----===//
///
/// \file
/// Follows lvalue and pointer expressions to the object they are based on. A
/// pointer has the same form as the element it points to: `a + i` is a[i], and
/// further offsets, what moved a pointer among them, add to the last subscript.
///
//===----------------------------------------------------------------------===//

#include "Designator.h"
#include "DataSubscripts.h"
#include "InlineCalls.h"
#include "ScalarAddresses.h"
#include "StructureArrays.h"

namespace sparsec {
namespace {

class DesignatorBuilder {
public:
  explicit DesignatorBuilder(Kernel &kernel) : kernel(kernel) {}

  Designator lvalue(const clang::Expr *expression, const ScopePtr &scope) {
    expression = expression->IgnoreParens();
    if (const auto *element =
            llvm::dyn_cast<clang::ArraySubscriptExpr>(expression)) {
      if (std::optional<ScalarPlace> scalar =
              addressedScalar(element->getBase(), scope);
          scalar && isZero(element->getIdx()))
        return lvalue(scalar->lvalue, scalar->scope);
      Designator base = pointer(element->getBase(), scope);
      move(base, {element->getIdx(), scope}, expression->getSourceRange());
      return base;
    }
    const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expression);
    if (unary && unary->getOpcode() == clang::UO_Deref) {
      if (std::optional<ScalarPlace> scalar =
              addressedScalar(unary->getSubExpr(), scope))
        return lvalue(scalar->lvalue, scalar->scope);
      return pointer(unary->getSubExpr(), scope);
    }
    const auto *member = llvm::dyn_cast<clang::MemberExpr>(expression);
    if (member && isOfStructureArray(kernel, member->getBase(), scope))
      return memberOf(member, scope);
    return {resolveIn(kernel, expression, scope), {}, {}};
  }

  /// What \p expression, of pointer type, points to.
  Designator pointer(const clang::Expr *expression, const ScopePtr &scope) {
    expression = expression->IgnoreParens();
    if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(expression))
      return pointerCast(cast, scope);
    if (const auto *sum = llvm::dyn_cast<clang::BinaryOperator>(expression))
      if (sum->isAdditiveOp())
        return pointerSum(sum, scope);
    const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expression);
    if (unary && unary->isIncrementDecrementOp())
      return stepped(unary, scope);
    if (unary && unary->getOpcode() == clang::UO_AddrOf) {
      Designator element = lvalue(unary->getSubExpr(), scope);
      element.isOfMember |=
          element.object.isOfElements &&
          llvm::isa<clang::MemberExpr>(unary->getSubExpr()->IgnoreParens());
      if (!element.subscripts.empty())
        return element;
    }
    refusePointer(expression);
  }

private:
  bool isZero(const clang::Expr *index) const {
    clang::Expr::EvalResult value;
    return index->EvaluateAsInt(value, kernel.ast) &&
           value.Val.getInt().isZero();
  }

  /// `e[k].v` is element k of the array of all v.
  Designator memberOf(const clang::MemberExpr *member, const ScopePtr &scope) {
    Designator structure = member->isArrow() ? pointer(member->getBase(), scope)
                                             : lvalue(member->getBase(), scope);
    structure.isOfMember = false;
    // `A->e` of many structures A.
    if (structure.object.isOfElements && structure.object.type->isPointerType())
      kernel.diagnoser.refuse(member->getSourceRange(),
                              "a pointer in an array of structures is followed",
                              "pass what it points to as an array of its own");
    structure.object = kernel.names.member(std::move(structure.object), member);
    return structure;
  }

  /// Moves \p place, what a pointer points to.
  void move(Designator &place, SubscriptTerm term, clang::SourceRange range) {
    if (place.isOfMember)
      kernel.diagnoser.refuse(range,
                              "a pointer to a member of structures is moved or "
                              "subscripted",
                              "subscript the array of structures: e[i].v");
    place.subscripts.back().push_back(std::move(term));
  }

  Designator pointerCast(const clang::CastExpr *cast, const ScopePtr &scope) {
    const clang::Expr *operand = cast->getSubExpr();
    switch (cast->getCastKind()) {
    case clang::CK_ArrayToPointerDecay: {
      Designator array = lvalue(operand, scope);
      array.subscripts.emplace_back();
      array.isOfMember = false;
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
    return position(resolveIn(kernel, expression, scope),
                    expression->getSourceRange(), scope);
  }

  /// Where the pointer \p object points.
  Designator position(const Object &object, clang::SourceRange range,
                      const ScopePtr &scope) {
    auto bound = scope->find(object.variable);
    if (object.isMember || (bound == scope->end() && !object.isLocal()))
      return {object, {Subscript()}, {}};
    if (bound == scope->end())
      kernel.diagnoser.refuse(
          range, "the local pointer '" + object.name + "' has no value here",
          "initialise it where it is declared, or set it on the way to this "
          "use, in the same loop body");
    const Binding &binding = bound->second;
    if (isMovedByData(binding) && !kernel.names.isForeign(object.variable))
      askForPosition(kernel, object,
                     binding.changedAt.isValid()
                         ? binding.changedAt
                         : binding.expression->getSourceRange());
    if (binding.kind == Binding::Kind::Definition)
      return pointer(binding.expression, binding.scope);
    if (binding.kind == Binding::Kind::Chosen)
      return chosen(object, binding, range);
    if (binding.kind != Binding::Kind::Advanced)
      refuseMoved(kernel, object, binding, range);
    Designator earlier = position(object, range, binding.scope);
    SubscriptTerm term;
    term.pointer = std::make_shared<PointerMove>(PointerMove{object, binding});
    move(earlier, std::move(term), range);
    return earlier;
  }

  /// Whether data is in an offset of \p place, which a pointer is set to.
  bool isOffsetByData(const clang::Expr *place, const ScopePtr &scope) {
    place = place->IgnoreParenCasts();
    const auto *sum = llvm::dyn_cast<clang::BinaryOperator>(place);
    if (sum && sum->isAdditiveOp()) {
      const bool left = sum->getLHS()->getType()->isPointerType();
      return isOffsetByData(left ? sum->getLHS() : sum->getRHS(), scope) ||
             namesData(kernel, left ? sum->getRHS() : sum->getLHS(), scope);
    }
    const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(place);
    const auto *element = unary && unary->getOpcode() == clang::UO_AddrOf
                              ? llvm::dyn_cast<clang::ArraySubscriptExpr>(
                                    unary->getSubExpr()->IgnoreParens())
                              : nullptr;
    return element && (isOffsetByData(element->getBase(), scope) ||
                       namesData(kernel, element->getIdx(), scope));
  }

  /// Whether the place is one that data tells.
  bool isMovedByData(const Binding &binding) {
    auto isData = [&](const clang::Expr *value, const ScopePtr &scope) {
      return value && namesData(kernel, value, scope);
    };
    if (binding.kind == Binding::Kind::Definition)
      return isOffsetByData(binding.expression, binding.scope);
    return llvm::any_of(binding.addends, [&](const Product &addend) {
      return llvm::any_of(addend.factors, [&](const Factor &factor) {
        return isData(factor.value, factor.scope) ||
               isData(factor.low, factor.scope);
      });
    });
  }

  /// Behind `if (c) p += n;`: one of two elements of one array.
  Designator chosen(const Object &object, const Binding &binding,
                    clang::SourceRange range) {
    Designator place = position(object, range, binding.whenTrue);
    const Designator other = position(object, range, binding.whenFalse);
    if (place.object.name != other.object.name || place.isOfMember ||
        other.isOfMember || place.subscripts.size() != 1 ||
        other.subscripts.size() != 1)
      refuseMoved(kernel, object, binding, range);
    SubscriptTerm term;
    term.chosen = std::make_shared<ChosenPlace>(
        ChosenPlace{binding.expression, binding.scope, place.subscripts[0],
                    other.subscripts[0]});
    place.subscripts = {{std::move(term)}};
    return place;
  }

  /// `*p++` is *p; the walk moves the pointer behind the statement.
  Designator stepped(const clang::UnaryOperator *step, const ScopePtr &scope) {
    if (!kernel.scan.steps.count(step))
      kernel.diagnoser.refuse(
          step->getSourceRange(), "a side effect inside an expression",
          "move the pointer in a statement of its own: *p = v; p++;");
    Designator place = position(kernel.names.ofVariable(steppedVariable(step)),
                                step->getSourceRange(), scope);
    if (!step->isPostfix()) {
      SubscriptTerm one;
      one.negative = step->isDecrementOp();
      move(place, std::move(one), step->getSourceRange());
    }
    return place;
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
    move(base,
         {left ? sum->getRHS() : sum->getLHS(), scope,
          sum->getOpcode() == clang::BO_Sub},
         sum->getSourceRange());
    return base;
  }

  [[noreturn]] void refusePointer(const clang::Expr *expression) {
    kernel.diagnoser.refuse(
        expression->getSourceRange(),
        "this pointer does not name an array of the function",
        "accepted are a[i], *(a + i), A->col[j] and local pointers that are "
        "set to such an address, rows p[i] of a parameter 'T **p' included; "
        "local arrays of pointers and pointer casts are not");
  }

  Kernel &kernel;
};

} // namespace

void refuseMoved(Kernel &kernel, const Object &object, const Binding &binding,
                 clang::SourceRange range) {
  askForPosition(kernel, object, binding.changedAt);
  kernel.diagnoser.refuse(
      range,
      "where '" + object.name +
          "' points here is not a function of the iterators (it changes at " +
          kernel.diagnoser.location(binding.changedAt.getBegin()) + ")",
      "accepted are pointers that are set in the same loop body, those that "
      "every iteration moves by one amount or by index[i + 1] - index[i], and "
      "those that begin at a + index[0] and go on to a + index[i + 1] in each; "
      "else subscript the array itself: a[index[i] + k]");
}

Designator designatePointee(Kernel &kernel, const clang::Expr *expression,
                            const ScopePtr &scope) {
  Designator result = DesignatorBuilder(kernel).pointer(expression, scope);
  result.range = expression->getSourceRange();
  return result;
}

Designator designate(Kernel &kernel, const clang::Expr *expression,
                     const ScopePtr &scope) {
  Designator result = DesignatorBuilder(kernel).lvalue(expression, scope);
  result.range = expression->getSourceRange();
  return result;
}

} // namespace sparsec
