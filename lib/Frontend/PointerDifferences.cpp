//===- PointerDifferences.cpp - how far two pointers are apart ------------===//
///
/// \file
/// `end - p` of two pointers into one array is the difference of the positions
/// that they stand for. In C they point into one array. Behind
/// `if (c) p += n;` the position is one of two.
///
//===----------------------------------------------------------------------===//

#include "AffineBuilder.h"

namespace sparsec {

/// Comparisons give both sides one type.
static const clang::Expr *withoutConversion(const clang::Expr *pointer) {
  const auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(pointer);
  const bool isConversion = cast && (cast->getCastKind() == clang::CK_BitCast ||
                                     cast->getCastKind() == clang::CK_NoOp);
  return isConversion ? withoutConversion(cast->getSubExpr()) : pointer;
}

Polynomial
AffineBuilder::pointerDifference(const clang::BinaryOperator *operation,
                                 const ScopePtr &scope) {
  const clang::SourceRange range = operation->getSourceRange();
  const Designator left =
      designatePointee(kernel, withoutConversion(operation->getLHS()), scope);
  const Designator right =
      designatePointee(kernel, withoutConversion(operation->getRHS()), scope);
  bool isOneArray = left.object.name == right.object.name &&
                    left.subscripts.size() == right.subscripts.size() &&
                    !left.isOfMember && !right.isOfMember &&
                    operation->getOpcode() == clang::BO_Sub;
  for (size_t dim = 0; isOneArray && dim + 1 < left.subscripts.size(); ++dim) {
    const Polynomial apart =
        subscriptSum(left.subscripts[dim], range)
            .plus(subscriptSum(right.subscripts[dim], range).scaled(-1));
    isOneArray = poly::equalOn(checkedAffine(apart, range),
                               poly::constant(space, 0), knownInstances());
  }
  if (!isOneArray)
    kernel.diagnoser.refuse(
        range, "these pointers are not known to point into one row or array",
        "set both from one array: p = a + lo, end = a + hi");
  return subscriptSum(left.subscripts.back(), range)
      .plus(subscriptSum(right.subscripts.back(), range).scaled(-1));
}

Polynomial AffineBuilder::chosenPlace(const ChosenPlace &place,
                                      clang::SourceRange range) {
  if (std::optional<bool> known = knownTruth(place.condition, place.scope))
    return subscriptSum(*known ? place.whenTrue : place.whenFalse, range);
  const isl::set holds = condition(place.condition, place.scope);
  const isl::pw_aff whenTrue =
      checkedAffine(subscriptSum(place.whenTrue, range), range);
  const isl::pw_aff whenFalse =
      checkedAffine(subscriptSum(place.whenFalse, range), range);
  return {simplified(whenTrue.intersect_domain(holds).union_add(
              whenFalse.intersect_domain(holds.complement()))),
          space};
}

} // namespace sparsec
