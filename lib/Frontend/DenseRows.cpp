//===- DenseRows.cpp - loops from a product to the next one ---------------===//
///
/// \file
/// A loop over one row of a flat array counts its places:
///
///     for (k = i * m; k < (i + 1) * m; k++)      k = i * m;
///       s += x[k];                           =>  for (q = 0; q < m; q++, k++)
///                                                  s += x[k];
///
/// The distance of both ends, as sums of products, is one product: m. Inside,
/// k is i * m + q, as for other counters.
///
//===----------------------------------------------------------------------===//

#include "DenseRows.h"
#include "Aliases.h"
#include "ForLoop.h"
#include "KernelScan.h"
#include "LoopSteps.h"
#include "Modified.h"
#include "RowWalks.h"
#include "SteadyValues.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <optional>

namespace sparsec {
namespace {

/// The numbers of the atoms in a product, in order.
using Factors = std::vector<size_t>;
using Sum = std::map<Factors, long>;

class RowMatcher {
public:
  RowMatcher(clang::ForStmt *loop, NewNodes &nodes)
      : loop(loop), nodes(nodes) {}

  Statements run() {
    clang::BinaryOperator *test = boundOfStep();
    const clang::Expr *start = test ? startOf(loop, variable) : nullptr;
    const bool isWhole = start && isKept(start->getType(), variable->getType());
    const std::optional<Sum> from = isWhole ? sumOf(start) : std::nullopt;
    const std::optional<Sum> to = from ? sumOf(test->getRHS()) : std::nullopt;
    if (!to || llvm::none_of(*from, [](const auto &product) {
          return product.first.size() > 1;
        }))
      return {loop};
    const Sum distance = sumOf(*to, *from, -1);
    if (distance.size() != 1 || distance.begin()->second <= 0)
      return {loop};
    const clang::QualType type = test->getLHS()->getType().getUnqualifiedType();
    if (type->isUnsignedIntegerType() &&
        (!areAtLeastZero(*from) || !areAtLeastZero(*to)))
      return {loop};
    clang::VarDecl *counter =
        nodes.variable(variable->getName(), type, nodes.number(0, type));
    clang::Expr *end =
        productOf(distance.begin()->first, distance.begin()->second, type);
    clang::Expr *increment =
        nodes.binary(clang::BO_Comma, nodes.step(counter, 1), loop->getInc(),
                     loop->getInc()->getType());
    return {loop->getInit(),
            new (nodes.ast) clang::ForStmt(
                nodes.ast, nodes.declare(counter),
                nodes.binary(test->getOpcode(), nodes.load(counter), end,
                             nodes.ast.IntTy),
                nullptr, increment, loop->getBody(), loop->getForLoc(),
                loop->getLParenLoc(), loop->getRParenLoc())};
  }

private:
  /// `k < end` or `k != end` of a k that the head alone steps, by 1; null for
  /// others, and for products that wrap around.
  clang::BinaryOperator *boundOfStep() {
    const auto step =
        loop->getInc() ? constantStep(loop->getInc(), nodes.ast) : std::nullopt;
    auto *test = llvm::dyn_cast_or_null<clang::BinaryOperator>(
        loop->getCond() ? loop->getCond()->IgnoreParens() : nullptr);
    if (!step || step->second != 1 || !test ||
        (test->getOpcode() != clang::BO_LT &&
         test->getOpcode() != clang::BO_NE) ||
        namedVariable(test->getLHS()) != step->first)
      return nullptr;
    variable = step->first;
    const clang::QualType type = test->getLHS()->getType();
    const bool mayWrap =
        type->isUnsignedIntegerType() && nodes.ast.getTypeSize(type) < 64;
    return variable->isLocalVarDecl() && !isAddressed(variable) &&
                   type->isIntegerType() && !mayWrap &&
                   !modifiedVariables(loop->getBody()).count(variable)
               ? test
               : nullptr;
  }

  /// \p value without parentheses and conversions that keep every value.
  const clang::Expr *plain(const clang::Expr *value) const {
    value = value->IgnoreParens();
    const auto *cast = llvm::dyn_cast<clang::CastExpr>(value);
    return cast && isKept(cast->getSubExpr()->getType(), value->getType())
               ? plain(cast->getSubExpr())
               : value;
  }

  /// Whether \p to holds all values of \p from.
  bool isKept(clang::QualType from, clang::QualType to) const {
    if (!from->isIntegerType() || !to->isIntegerType() || to->isBooleanType())
      return false;
    const unsigned width = nodes.ast.getIntWidth(from);
    const unsigned room = nodes.ast.getIntWidth(to);
    const bool isUnsigned = from->isUnsignedIntegerOrEnumerationType();
    return isUnsigned == to->isUnsignedIntegerOrEnumerationType()
               ? width <= room
               : isUnsigned && width < room;
  }

  /// Whether no part of \p ends is below 0: compared without signs, an end
  /// that is would be the larger one.
  bool areAtLeastZero(const Sum &ends) const {
    return llvm::all_of(ends, [&](const auto &product) {
      return product.second > 0 &&
             llvm::all_of(product.first, [&](size_t atom) {
               return atoms[atom]
                   ->getType()
                   ->isUnsignedIntegerOrEnumerationType();
             });
    });
  }

  /// \p one and \p sign times \p other.
  static Sum sumOf(Sum one, const Sum &other, long sign) {
    for (const auto &[factors, multiple] : other)
      if ((one[factors] += sign * multiple) == 0)
        one.erase(factors);
    return one;
  }

  static Sum productOf(const Sum &one, const Sum &other) {
    Sum result;
    for (const auto &[left, multiple] : one)
      for (const auto &[right, more] : other) {
        Factors factors = left;
        factors.insert(factors.end(), right.begin(), right.end());
        llvm::sort(factors);
        result = sumOf(result, {{factors, multiple * more}}, 1);
      }
    return result;
  }

  /// \p value, which stays the same in the loop; none for others.
  std::optional<Sum> sumOf(const clang::Expr *value) {
    value = plain(value);
    clang::Expr::EvalResult known;
    if (value->EvaluateAsInt(known, nodes.ast)) {
      if (!known.Val.getInt().isSignedIntN(16))
        return std::nullopt;
      const long number = known.Val.getInt().getExtValue();
      return number ? Sum{{{}, number}} : Sum();
    }
    const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(value);
    const bool isTaken = binary && (binary->isAdditiveOp() ||
                                    binary->getOpcode() == clang::BO_Mul);
    if (!isTaken)
      return atom(value);
    if (binary->getType()->isUnsignedIntegerType() &&
        nodes.ast.getTypeSize(binary->getType()) < 64)
      return std::nullopt;
    const std::optional<Sum> left = sumOf(binary->getLHS());
    const std::optional<Sum> right = left ? sumOf(binary->getRHS()) : left;
    if (!right)
      return std::nullopt;
    return binary->isAdditiveOp()
               ? sumOf(*left, *right,
                       binary->getOpcode() == clang::BO_Add ? 1 : -1)
               : productOf(*left, *right);
  }

  std::optional<Sum> atom(const clang::Expr *value) {
    // Small numbers that have names are known as they are.
    if (!value->getType()->isIntegerType() || !isSteady(value, loop) ||
        isNumber(namedVariable(value)))
      return std::nullopt;
    auto known = llvm::find_if(atoms, [&](const clang::Expr *other) {
      return isAlike(other, value, nodes.ast);
    });
    const size_t place = size_t(known - atoms.begin());
    if (known == atoms.end())
      atoms.push_back(const_cast<clang::Expr *>(value));
    return Sum{{{place}, 1}};
  }

  /// Whether \p variable is the number that it begins with for ever.
  bool isNumber(const clang::VarDecl *variable) const {
    clang::Expr::EvalResult number;
    if (!variable || !variable->hasInit() ||
        !variable->getInit()->EvaluateAsInt(number, nodes.ast))
      return false;
    const auto *function =
        llvm::dyn_cast<clang::FunctionDecl>(variable->getDeclContext());
    return !function || !modifiedVariables(function->getBody()).count(variable);
  }

  clang::Expr *productOf(const Factors &factors, long multiple,
                         clang::QualType type) {
    clang::Expr *product = nullptr;
    for (size_t factor : factors) {
      clang::Expr *atom = atoms[factor];
      clang::Expr *each =
          nodes.converted(atom->isLValue() ? nodes.load(atom) : atom, type);
      product =
          product ? nodes.binary(clang::BO_Mul, product, each, type) : each;
    }
    if (!product)
      return nodes.number(multiple, type);
    return multiple == 1 ? product
                         : nodes.binary(clang::BO_Mul, product,
                                        nodes.number(multiple, type), type);
  }

  clang::ForStmt *loop;
  NewNodes &nodes;
  clang::VarDecl *variable = nullptr;
  std::vector<clang::Expr *> atoms;
};

} // namespace

Statements withoutProductStart(clang::ForStmt *loop, NewNodes &nodes) {
  return RowMatcher(loop, nodes).run();
}

} // namespace sparsec
