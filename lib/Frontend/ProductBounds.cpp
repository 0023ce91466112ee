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
/// cannot. `q != m` asks for 0 <= m: two negative factors would run in C; so
/// does `p != n` where n and m are not apart, as in n * (n + 1). The bound may
/// be a local number that is set once, to the product.
///
/// `i / m` is p then, and `i % m` is q. The rows may as well be n long: what
/// the body divides by tells which of the factors is the length.
///
//===----------------------------------------------------------------------===//

#include "ProductBounds.h"
#include "Aliases.h"
#include "ForLoop.h"
#include "KernelScan.h"
#include "LoopSteps.h"
#include "RowWalks.h"
#include "SteadyValues.h"

#include "clang/AST/RecursiveASTVisitor.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
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
  ProductMatcher(clang::ForStmt *loop, const clang::Stmt *before,
                 const clang::FunctionDecl &function, NewNodes &nodes,
                 std::vector<std::function<void()>> &undo)
      : loop(loop), before(before), function(function), nodes(nodes),
        undo(undo) {}

  Statements run() {
    if (!matchVariable() || !matchBound() || factors.size() < 2 || mayWrap())
      return {loop};
    SteppedVariables stepped;
    stepped.TraverseStmt(function.getBody());
    for (const clang::Expr *factor : factors)
      for (const clang::VarDecl *each : stepped.all)
        if (each && mentions(factor, each))
          return {loop};
    orderFactors();
    for (clang::Expr *factor : factors) {
      const clang::QualType type = factor->getType().getUnqualifiedType();
      counters.push_back(
          nodes.variable(variable->getName(), type, nodes.number(0, type)));
    }
    clang::Stmt *nest = nodes.list({loop->getBody()});
    takeDigits(nest);
    for (size_t pos = factors.size(); pos-- > 0;)
      nest = loopTo(factors[pos], pos, nest);
    return loop->getInit() ? Statements{loop->getInit(), nest}
                           : Statements{nest};
  }

private:
  /// `i = 0` and `i++`, with an i that the body leaves alone.
  bool matchVariable() {
    const auto step =
        loop->getInc() ? constantStep(loop->getInc(), nodes.ast) : std::nullopt;
    variable = step && step->second == 1 ? step->first : nullptr;
    if (!variable || !variable->isLocalVarDecl() ||
        !variable->getType()->isIntegerType() ||
        modifiedVariables(loop->getBody()).count(variable))
      return false;
    const clang::Expr *start =
        setIn(loop->getInit() ? loop->getInit() : before, variable);
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
    comparesUnsigned = test->getLHS()->getType()->isUnsignedIntegerType();
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

  /// Whether an unsigned product may not fit: `(size_t)n * m` of int does, and
  /// 64-bit values are taken to.
  bool mayWrap() const {
    if (room >= 64)
      return false;
    uint64_t bits = 0; // of the largest product
    for (const clang::Expr *factor : factors)
      bits += nodes.ast.getTypeSize(factor->IgnoreParenCasts()->getType());
    return bits > room;
  }

  /// Whether the product may be large where the first factor is below 0: one
  /// variable may be in it and in another one, and an unsigned counter takes a
  /// product below 0 for a large number.
  bool mayBothBeNegative() const {
    const clang::Expr *first = factors.front();
    std::set<const clang::VarDecl *> named;
    addNamed(first, named);
    const bool isShared = llvm::any_of(named, [&](const clang::VarDecl *each) {
      return llvm::any_of(
          llvm::drop_begin(factors),
          [&](const clang::Expr *factor) { return mentions(factor, each); });
    });
    return isShared ||
           (comparesUnsigned && !first->getType()->isUnsignedIntegerType());
  }

  static void addNamed(const clang::Stmt *part,
                       std::set<const clang::VarDecl *> &into) {
    if (const auto *expression = llvm::dyn_cast<clang::Expr>(part))
      if (const clang::VarDecl *variable = namedVariable(expression))
        into.insert(variable);
    for (const clang::Stmt *child : part->children())
      if (child)
        addNamed(child, into);
  }

  /// Factor number \p pos as a loop around \p body. The innermost one counts.
  clang::Stmt *loopTo(clang::Expr *factor, size_t pos, clang::Stmt *body) {
    clang::VarDecl *counter = counters[pos];
    const clang::BinaryOperatorKind op =
        pos == 0 && !mayBothBeNegative() ? clang::BO_LT : clang::BO_NE;
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

  /// How many quotients and remainders of \p statement are counters.
  unsigned digitsIn(const clang::Stmt *statement) const {
    if (!statement)
      return 0;
    const auto *division = llvm::dyn_cast<clang::BinaryOperator>(statement);
    if (division && digitsOf(division))
      return 1;
    unsigned count = 0;
    for (const clang::Stmt *child : statement->children())
      count += digitsIn(child);
    return count;
  }

  /// Takes the order of the factors in which most of what the body divides by
  /// is the length of rows; that of the source where it does not matter.
  void orderFactors() {
    if (factors.size() > 4)
      return;
    std::vector<size_t> order(factors.size());
    std::iota(order.begin(), order.end(), 0);
    const std::vector<clang::Expr *> written = factors;
    std::vector<clang::Expr *> best = written;
    unsigned most = digitsIn(loop->getBody());
    while (std::next_permutation(order.begin(), order.end())) {
      for (size_t pos = 0; pos < order.size(); ++pos)
        factors[pos] = written[order[pos]];
      const unsigned count = digitsIn(loop->getBody());
      if (count > most)
        best = factors;
      most = std::max(most, count);
    }
    factors = best;
  }

  /// The variable is counters[0] * factors[1] * .. + .. + counters.back(): what
  /// is left of that after divisions, as `[first, last)` of the counters; none
  /// where \p value is something else.
  std::optional<std::pair<size_t, size_t>>
  digitsOf(const clang::Expr *value) const {
    value = value->IgnoreParenImpCasts();
    if (namedVariable(value) == variable)
      return std::pair(size_t(0), factors.size());
    const auto *division = llvm::dyn_cast<clang::BinaryOperator>(value);
    if (!division || (division->getOpcode() != clang::BO_Div &&
                      division->getOpcode() != clang::BO_Rem))
      return std::nullopt;
    auto digits = digitsOf(division->getLHS());
    std::vector<const clang::Expr *> divisors;
    addFactors(division->getRHS(), divisors);
    if (!digits || divisors.size() >= digits->second - digits->first)
      return std::nullopt;
    const size_t split = digits->second - divisors.size();
    const bool areLast = std::is_permutation(
        divisors.begin(), divisors.end(), factors.begin() + long(split),
        factors.begin() + long(digits->second),
        [&](const clang::Expr *one, const clang::Expr *other) {
          return isSame(one, other);
        });
    if (!areLast)
      return std::nullopt;
    if (division->getOpcode() == clang::BO_Div)
      digits->second = split;
    else
      digits->first = split;
    return digits;
  }

  static void addFactors(const clang::Expr *value,
                         std::vector<const clang::Expr *> &into) {
    const auto *product =
        llvm::dyn_cast<clang::BinaryOperator>(value->IgnoreParenImpCasts());
    if (!product || product->getOpcode() != clang::BO_Mul)
      return into.push_back(value);
    addFactors(product->getLHS(), into);
    addFactors(product->getRHS(), into);
  }

  bool isSame(const clang::Expr *one, const clang::Expr *other) const {
    return isAlike(one->IgnoreParenImpCasts(), other->IgnoreParenImpCasts(),
                   nodes.ast);
  }

  /// Puts counters in the place of quotients and remainders in \p statement.
  void takeDigits(clang::Stmt *statement) {
    for (clang::Stmt *&child : statement->children()) {
      auto *division = llvm::dyn_cast_or_null<clang::BinaryOperator>(child);
      const auto digits = division ? digitsOf(division) : std::nullopt;
      if (!digits) {
        if (child)
          takeDigits(child);
        continue;
      }
      const clang::QualType type = division->getType();
      clang::Expr *value = nullptr;
      for (size_t pos = digits->first; pos < digits->second; ++pos) {
        clang::Expr *digit = nodes.converted(nodes.load(counters[pos]), type);
        value =
            value ? nodes.binary(
                        clang::BO_Add,
                        nodes.binary(clang::BO_Mul, value,
                                     nodes.converted(factors[pos], type), type),
                        digit, type)
                  : digit;
      }
      undo.emplace_back([&child, division] { child = division; });
      child = value;
    }
  }

  clang::ForStmt *loop;
  const clang::Stmt *before;
  const clang::FunctionDecl &function;
  NewNodes &nodes;
  std::vector<std::function<void()>> &undo;
  const clang::VarDecl *variable = nullptr;
  bool comparesUnsigned = false;
  std::vector<clang::Expr *> factors;
  std::vector<clang::VarDecl *> counters; ///< of the loops to the factors
  /// Bits of the narrowest product that wraps around.
  uint64_t room = std::numeric_limits<uint64_t>::max();
};

} // namespace

Statements withoutProductBound(clang::ForStmt *loop, const clang::Stmt *before,
                               const clang::FunctionDecl &function,
                               NewNodes &nodes,
                               std::vector<std::function<void()>> &undo) {
  return ProductMatcher(loop, before, function, nodes, undo).run();
}

} // namespace sparsec
