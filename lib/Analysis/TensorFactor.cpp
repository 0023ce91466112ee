//===- TensorFactor.cpp - what a factor of an instruction may be ----------===//
///
/// \file
/// A factor is an element of an array, `a[8 * p + i]`, or a choice that has 0
/// instead of one, as blocks without what nobody put there are read (encode):
///
///     has_bit(bits[p], i) ? packed[first[p] + bits_below(bits[p], i)] : 0
///
/// Which number that is, is told by all subscripts in it, those of the words
/// too: where these are the same in two iterations the factor is, however it
/// comes from what is read. Expressions of a statement have no effects.
///
//===----------------------------------------------------------------------===//

#include "TensorFactor.h"

#include "sparsec/IR/StorageFormat.h"

#include "llvm/ADT/StringRef.h"

namespace sparsec {
namespace {

const Expr &withoutCasts(const Expr &expr) {
  const Expr *inner = &expr;
  while (inner->kind == Expr::Kind::Cast && inner->type.isFloating() &&
         !inner->type.isComplex())
    inner = &inner->operands[0];
  return *inner;
}

/// `0.0`, or an integer that C converts, `0`.
bool isZero(const Expr &expr) {
  if (expr.kind != Expr::Kind::Constant || expr.type.isComplex())
    return false;
  const llvm::StringRef number = llvm::StringRef(expr.text).rtrim("fFlLuU");
  double value = 1;
  return !number.getAsDouble(value) && value == 0;
}

/// What \p expr chooses where it is not 0; null if it is no such choice.
const Expr *elementOrZero(const Expr &expr) {
  if (expr.kind != Expr::Kind::Select)
    return nullptr;
  const Expr &then = withoutCasts(expr.operands[1]),
             &otherwise = withoutCasts(expr.operands[2]);
  return isZero(otherwise) ? &then : isZero(then) ? &otherwise : nullptr;
}

} // namespace

std::optional<TensorFactor> factorIn(const Expr &factor) {
  const Expr *expr = &withoutCasts(factor);
  const Expr *chosen = elementOrZero(*expr);
  const bool isChoice = chosen != nullptr;
  if (isChoice)
    expr = chosen;
  const StorageFormat *format = nullptr;
  if (expr->kind == Expr::Kind::Call)
    for (const StorageFormat &each : storageFormats())
      if (each.value && each.value->name == expr->text)
        format = &each;
  if (format)
    expr = &expr->operands[0];
  if (expr->kind != Expr::Kind::Access || (expr->isOfData() && !isChoice))
    return std::nullopt;
  bool isAwaited = false;
  factor.walk([&](const Expr &part) { isAwaited |= part.isAwaited; });
  if (isAwaited)
    return std::nullopt;
  return TensorFactor{expr,
                      format ? *ElementType::named(format->inC) : expr->type};
}

std::vector<isl::pw_aff> numbersIn(const Expr &expr) {
  std::vector<isl::pw_aff> numbers;
  expr.walk([&](const Expr &part) {
    numbers.insert(numbers.end(), part.subscripts.begin(),
                   part.subscripts.end());
  });
  return numbers;
}

std::vector<std::string> arraysIn(const Expr &expr) {
  std::vector<std::string> arrays;
  expr.walk([&](const Expr &part) {
    if (part.kind == Expr::Kind::Access)
      arrays.push_back(part.text);
  });
  return arrays;
}

} // namespace sparsec
