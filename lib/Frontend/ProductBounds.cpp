//===- ProductBounds.cpp - loops to a product of parameters ---------------===//
///
/// \file
/// A loop over all elements of something with rows goes through its rows:
///
///     for (i = 0; i < n * m; i++)       i = 0;
///       y[i] = 0;                   =>  for (p = 0; p < n; p++)
///                                         for (q = 0; q != m; q++, i++)
///                                           y[i] = 0;
///
/// Inside, i is p * m + q, as for other counters, which sets of integers can
/// hold where y has rows of m elements; a product of two parameters they
/// cannot. `q != m` asks for 0 <= m: two negative factors would run in C. The
/// bound may be a local number that is set once, to the product.
///
//===----------------------------------------------------------------------===//

#include "ProductBounds.h"
#include "Aliases.h"
#include "ForLoop.h"
#include "KernelScan.h"
#include "SteadyValues.h"

#include "clang/AST/RecursiveASTVisitor.h"

#include <limits>
#include <set>

namespace sparsec {
namespace {

/// The variables that a function steps: a multiple of one is no position in
/// rows of one length.
class SteppedVariables : public clang::RecursiveASTVisitor<SteppedVariables> {
public:
  std::set<const clang::VarDecl *> all;
  bool VisitUnaryOperator(clang::UnaryOperator *step) {
    if (step->isIncrementDecrementOp())
      all.insert(namedVariable(step->getSubExpr()));
    return true;
  }
  bool VisitCompoundAssignOperator(clang::CompoundAssignOperator *change) {
    all.insert(namedVariable(change->getLHS()));
    return true;
  }
};

class ProductMatcher {
public:
  ProductMatcher(clang::ForStmt *loop, const clang::FunctionDecl &function,
                 NewNodes &nodes)
      : loop(loop), function(function), nodes(nodes) {}

  Statements run() {
    if (!matchVariable() || !matchBound() || factors.size() < 2 || mayWrap())
      return {loop};
    SteppedVariables stepped;
    stepped.TraverseStmt(function.getBody());
    for (const clang::Expr *factor : factors)
      for (const clang::VarDecl *each : stepped.all)
        if (each && mentions(factor, each))
          return {loop};
    clang::Stmt *nest = loop->getBody();
    for (size_t pos = factors.size(); pos-- > 0;)
      nest = loopTo(factors[pos], pos, nest);
    return {loop->getInit(), nest};
  }

private:
  /// `i = 0` and `i++`, with an i that the body leaves alone.
  bool matchVariable() {
    const clang::UnaryOperator *step =
        loop->getInc() ? steppedIn(loop->getInc()) : nullptr;
    variable = step && step->isIncrementOp() ? namedVariable(step->getSubExpr())
                                             : nullptr;
    if (!variable || !variable->isLocalVarDecl() ||
        !variable->getType()->isIntegerType() ||
        modifiedVariables(loop->getBody()).count(variable))
      return false;
    const clang::Expr *start = startOf(loop, variable);
    clang::Expr::EvalResult value;
    return start && start->EvaluateAsInt(value, nodes.ast) &&
           value.Val.getInt().isZero();
  }

  /// `i < n * m` or `i != n * m`.
  bool matchBound() {
    const auto *test = llvm::dyn_cast_or_null<clang::BinaryOperator>(
        loop->getCond() ? loop->getCond()->IgnoreParens() : nullptr);
    if (!test ||
        (test->getOpcode() != clang::BO_LT &&
         test->getOpcode() != clang::BO_NE) ||
        namedVariable(test->getLHS()) != variable)
      return false;
    return split(test->getRHS());
  }

  /// The value that a local number has for all of the function; else \p value.
  clang::Expr *valueOf(clang::Expr *value) const {
    clang::Expr *plain = value->IgnoreParenImpCasts();
    const clang::VarDecl *named = namedVariable(plain);
    if (!named || !named->isLocalVarDecl() || !named->hasInit() ||
        modifiedVariables(function.getBody()).count(named) ||
        !isSteady(named->getInit(), function.getBody()))
      return plain;
    auto *init = const_cast<clang::Expr *>(named->getInit());
    clang::Expr *known = init->IgnoreParenImpCasts();
    return llvm::isa<clang::BinaryOperator>(known) ? known : plain;
  }

  /// Whether \p bound is a value of which \p factors are the product; a factor
  /// that is a number stays with another one.
  bool split(clang::Expr *bound) {
    clang::Expr *plain = valueOf(bound);
    auto *product = llvm::dyn_cast<clang::BinaryOperator>(plain);
    const bool isProduct = product && product->getOpcode() == clang::BO_Mul &&
                           !product->getLHS()->isEvaluatable(nodes.ast) &&
                           !product->getRHS()->isEvaluatable(nodes.ast);
    if (isProduct) {
      if (product->getType()->isUnsignedIntegerType())
        room = std::min(room, nodes.ast.getTypeSize(product->getType()));
      return split(product->getLHS()) && split(product->getRHS());
    }
    factors.push_back(bound);
    return bound->getType()->isIntegerType() && isSteady(bound, loop);
  }

  /// Whether an unsigned product may not fit: `(size_t)n * m` of int does.
  bool mayWrap() const {
    uint64_t bits = 0; // of the largest product
    for (const clang::Expr *factor : factors)
      bits += nodes.ast.getTypeSize(factor->IgnoreParenCasts()->getType());
    return bits > room;
  }

  /// Factor number \p pos as a loop around \p body. The innermost one counts.
  clang::Stmt *loopTo(clang::Expr *factor, size_t pos, clang::Stmt *body) {
    const clang::QualType type = factor->getType().getUnqualifiedType();
    clang::VarDecl *counter =
        nodes.variable(variable->getName(), type, nodes.number(0, type));
    const clang::BinaryOperatorKind op = pos == 0 ? clang::BO_LT : clang::BO_NE;
    clang::Expr *test =
        nodes.binary(op, nodes.load(counter), factor, nodes.ast.IntTy);
    clang::Expr *increment = nodes.step(counter, 1);
    if (pos + 1 == factors.size())
      increment = nodes.binary(clang::BO_Comma, increment, loop->getInc(),
                               loop->getInc()->getType());
    return new (nodes.ast) clang::ForStmt(
        nodes.ast, nodes.declare(counter), test, nullptr, increment, body,
        loop->getForLoc(), loop->getLParenLoc(), loop->getRParenLoc());
  }

  clang::ForStmt *loop;
  const clang::FunctionDecl &function;
  NewNodes &nodes;
  const clang::VarDecl *variable = nullptr;
  std::vector<clang::Expr *> factors;
  /// Bits of the narrowest product that wraps around.
  uint64_t room = std::numeric_limits<uint64_t>::max();
};

} // namespace

Statements withoutProductBound(clang::ForStmt *loop,
                               const clang::FunctionDecl &function,
                               NewNodes &nodes) {
  return ProductMatcher(loop, function, nodes).run();
}

} // namespace sparsec
