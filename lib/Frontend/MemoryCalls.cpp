//===- MemoryCalls.cpp - memset and memcpy as loops -----------------------===//
///
/// \file
///     memset(y, 0, n * sizeof *y);   =>   for (k = 0; k < n; k++) y[k] = 0;
///     memcpy(z, y, n * sizeof *y);   =>   for (k = 0; k < n; k++) z[k] = y[k];
///
/// Bytes of zeros are the number 0 of all types of numbers, bytes of ones are
/// -1 of signed integers, and other bytes are values of characters. The number
/// of bytes is a product in which the size of an element can be found; each
/// factor that varies makes a loop.
///
//===----------------------------------------------------------------------===//

#include "MemoryCalls.h"

#include "clang/Basic/Builtins.h"

namespace sparsec {
namespace {

const clang::FunctionDecl *calleeOf(const clang::Expr *expression) {
  const auto *call = llvm::dyn_cast<clang::CallExpr>(expression);
  return call ? call->getDirectCallee() : nullptr;
}

/// A product: `constant` times `factors`.
struct Size {
  long constant = 1;
  std::vector<clang::Expr *> factors;
};

class LoopMaker {
public:
  LoopMaker(clang::CallExpr *call, NewNodes &nodes)
      : call(call), nodes(nodes) {}

  std::optional<Statements> run(bool copies) {
    clang::Expr *place = pointerOf(call->getArg(0));
    clang::Expr *source = copies ? pointerOf(call->getArg(1)) : nullptr;
    if (!place || (copies && !source) || place->HasSideEffects(nodes.ast) ||
        (source && source->HasSideEffects(nodes.ast)) ||
        call->getArg(2)->HasSideEffects(nodes.ast) ||
        !multiply(call->getArg(2)))
      return std::nullopt;
    const clang::QualType type = place->getType()->getPointeeType();
    if (copies && !nodes.ast.hasSameUnqualifiedType(
                      type, source->getType()->getPointeeType()))
      return std::nullopt;
    const clang::QualType leaf = nodes.ast.getBaseElementType(type);
    if (!type->isConstantSizeType() || !leaf->isArithmeticType() ||
        leaf.isConstQualified() || leaf.isVolatileQualified() ||
        (copies && leaf->isAnyComplexType()))
      return std::nullopt;
    const long bytes = nodes.ast.getTypeSizeInChars(type).getQuantity();
    if (bytes == 0 || size.constant % bytes != 0)
      return std::nullopt;
    size.constant /= bytes;
    if (!copies && !findValue(leaf))
      return std::nullopt;
    return counted(place, source, 0, nullptr);
  }

private:
  /// \p argument before it became a `void *`, as a pointer.
  static clang::Expr *pointerOf(clang::Expr *argument) {
    while (auto *cast =
               llvm::dyn_cast<clang::CastExpr>(argument->IgnoreParens())) {
      if (cast->getCastKind() != clang::CK_BitCast &&
          cast->getCastKind() != clang::CK_NoOp)
        break;
      // Bytes of something else: `(char *)y`.
      if (!cast->getType()->isVoidPointerType() &&
          cast->getCastKind() == clang::CK_BitCast)
        return nullptr;
      argument = cast->getSubExpr();
    }
    const clang::QualType pointee = argument->getType()->getPointeeType();
    return pointee.isNull() || pointee->isVoidType() ? nullptr : argument;
  }

  /// Takes \p part, a factor of the number of bytes, apart.
  bool multiply(clang::Expr *part) {
    part = part->IgnoreParens();
    clang::Expr::EvalResult number;
    if (part->EvaluateAsInt(number, nodes.ast)) {
      const llvm::APSInt &value = number.Val.getInt();
      long product = 0;
      if (!value.isRepresentableByInt64() || value.getExtValue() < 0 ||
          __builtin_mul_overflow(size.constant, value.getExtValue(), &product))
        return false;
      size.constant = product;
      return true;
    }
    const clang::QualType type = part->getType();
    const auto *cast = llvm::dyn_cast<clang::CastExpr>(part);
    if (cast && cast->getCastKind() == clang::CK_IntegralCast &&
        nodes.ast.getIntWidth(type) >
            nodes.ast.getIntWidth(cast->getSubExpr()->getType()))
      return multiply(const_cast<clang::Expr *>(cast->getSubExpr()));
    const bool isSigned = type->isSignedIntegerType();
    auto *product = llvm::dyn_cast<clang::BinaryOperator>(part);
    // Narrow unsigned products may wrap around.
    if (product && product->getOpcode() == clang::BO_Mul &&
        (isSigned || nodes.ast.getIntWidth(type) == 64))
      return multiply(product->getLHS()) && multiply(product->getRHS());
    size.factors.push_back(part);
    return type->isIntegerType();
  }

  /// The number that all elements get.
  bool findValue(clang::QualType leaf) {
    clang::Expr::EvalResult number;
    if (!call->getArg(1)->EvaluateAsInt(number, nodes.ast) ||
        !number.Val.getInt().isRepresentableByInt64())
      return false;
    value = number.Val.getInt().getExtValue();
    const bool isSigned = leaf->isSignedIntegerType();
    const bool isByte = leaf->isIntegerType() && !leaf->isBooleanType() &&
                        nodes.ast.getTypeSizeInChars(leaf).isOne();
    return value == 0 || (value == -1 && isSigned) ||
           (isByte && value > 0 && value < 128);
  }

  clang::Expr *bound(size_t level) {
    const clang::QualType wide = nodes.ast.LongTy;
    if (level == size.factors.size())
      return nodes.number(size.constant);
    clang::Expr *factor = size.factors[level];
    if (level + 1 < size.factors.size() || size.constant == 1)
      return factor;
    return nodes.binary(clang::BO_Mul, nodes.converted(factor, wide),
                        nodes.number(size.constant, wide), wide);
  }

  /// Loops from factor \p level inwards; \p index is what those outside come
  /// to. What is constant goes with the last factor.
  Statements counted(clang::Expr *place, clang::Expr *source, size_t level,
                     clang::Expr *index) {
    const size_t last = std::max<size_t>(size.factors.size(), 1) - 1;
    if (size.factors.empty() && size.constant == 1)
      return elementwise(first(place), source ? first(source) : nullptr);
    clang::Expr *limit = bound(level);
    const clang::QualType type = limit->getType().getUnqualifiedType();
    clang::VarDecl *counter = nodes.variable("k", type, nodes.number(0, type));
    clang::Expr *here = nodes.load(counter);
    if (index)
      here = nodes.binary(
          clang::BO_Add,
          nodes.binary(clang::BO_Mul, nodes.converted(index, nodes.ast.LongTy),
                       nodes.converted(limit, nodes.ast.LongTy),
                       nodes.ast.LongTy),
          nodes.converted(here, nodes.ast.LongTy), nodes.ast.LongTy);
    const Statements body =
        level == last
            ? elementwise(nodes.element(place, here),
                          source ? nodes.element(source, here) : nullptr)
            : counted(place, source, level + 1, here);
    return {loopTo(counter, limit, body)};
  }

  clang::Expr *first(clang::Expr *pointer) {
    auto *address =
        llvm::dyn_cast<clang::UnaryOperator>(pointer->IgnoreParenImpCasts());
    if (address && address->getOpcode() == clang::UO_AddrOf)
      return address->getSubExpr();
    return nodes.element(pointer, nodes.number(0));
  }

  clang::Stmt *loopTo(clang::VarDecl *counter, clang::Expr *limit,
                      const Statements &body) {
    return nodes.loop(
        nodes.declare(counter),
        nodes.binary(clang::BO_LT, nodes.load(counter), limit, nodes.ast.IntTy),
        nodes.step(counter, 1), nodes.list(body));
  }

  /// \p target, a number or an array of such.
  Statements elementwise(clang::Expr *target, clang::Expr *source) {
    const auto *array = nodes.ast.getAsConstantArrayType(target->getType());
    if (!array)
      return {nodes.assign(target,
                           source ? nodes.load(source) : nodes.number(value))};
    clang::VarDecl *counter =
        nodes.variable("k", nodes.ast.IntTy, nodes.number(0));
    clang::Expr *here = nodes.load(counter);
    return {loopTo(counter, nodes.number(long(array->getZExtSize())),
                   elementwise(inside(target, here),
                               source ? inside(source, here) : nullptr))};
  }

  clang::Expr *inside(clang::Expr *array, clang::Expr *index) {
    return nodes.element(nodes.decayed(array), index);
  }

  clang::CallExpr *call;
  NewNodes &nodes;
  Size size;
  long value = 0;
};

} // namespace

bool isMemoryFunction(const clang::FunctionDecl *callee) {
  if (!callee || callee->getDefinition())
    return false;
  const unsigned kind = callee->getMemoryFunctionKind();
  return kind == clang::Builtin::BImemset || kind == clang::Builtin::BImemcpy;
}

std::optional<Statements> memoryLoops(clang::Expr *expression,
                                      NewNodes &nodes) {
  expression = expression->IgnoreParenCasts();
  const clang::FunctionDecl *callee = calleeOf(expression);
  if (!isMemoryFunction(callee))
    return std::nullopt;
  auto *call = llvm::cast<clang::CallExpr>(expression);
  if (call->getNumArgs() != 3)
    return std::nullopt;
  return LoopMaker(call, nodes)
      .run(callee->getMemoryFunctionKind() == clang::Builtin::BImemcpy);
}

} // namespace sparsec
