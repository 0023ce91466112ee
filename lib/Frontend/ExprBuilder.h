//===- ExprBuilder.h - data expressions and assignments ---------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_EXPRBUILDER_H
#define SPARSEC_LIB_FRONTEND_EXPRBUILDER_H

#include "AffineBuilder.h"

namespace sparsec {

/// Builds the computation of one statement. Integer iterators, parameters and
/// index scalars become affine leaves, everything else accesses.
class ExprBuilder {
public:
  ExprBuilder(Kernel &kernel, AffineBuilder &affine, const ScopePtr &scope)
      : kernel(kernel), affine(affine), scope(scope) {}

  Expr build(const clang::Expr *expression);
  /// Whether \p condition holds: 1 or 0.
  Expr holds(const clang::Expr *condition);
  /// The element or scalar that is written; refuses what may not be.
  Expr target(const clang::Expr *lvalue);

  /// \p expression, an assignment or ++/--, with `t = t + v` and
  /// `t = fmin(t, v)` turned into updates.
  Assignment assignment(const clang::Expr *expression);
  /// `variable = value`, from a declaration.
  Assignment definition(const clang::VarDecl *variable,
                        const clang::Expr *value);
  /// `array[0] = value`
  Assignment result(const std::string &array, const clang::Expr *value);
  /// `target min= value` or `max=`.
  Assignment conditionalUpdate(const ConditionalUpdate &update);

private:
  Expr truth(const clang::Expr *expression);
  Expr built(const clang::Expr *expression);
  Expr access(const clang::Expr *lvalue);
  Expr castExpr(const clang::CastExpr *cast);
  static Expr ofType(Expr expr, const ElementType &type);
  static Expr converted(Expr inner, const ElementType &to);
  static Expr foldedConstant(const llvm::APSInt &value,
                             const ElementType &type);
  Expr steering(const Object &object, const clang::Expr *lvalue,
                const ElementType &type);
  std::optional<Expr> argument(const clang::Expr *lvalue);
  Expr elementOfData(const Designator &element, const ElementType &type);
  Expr subscriptOfData(const Subscript &subscript, clang::SourceRange range);
  Expr stepped(const clang::UnaryOperator *step);
  Expr call(const clang::CallExpr *call);
  Expr inlined(const clang::CallExpr *call, const clang::Expr *body);
  Expr returned(const clang::CallExpr *call);
  Expr literal(const clang::Expr *expression);
  Expr operation(const clang::BinaryOperator *binary);
  Expr unary(const clang::UnaryOperator *unary);
  Expr select(const clang::ConditionalOperator *choice);
  Assignment compound(const clang::CompoundAssignOperator *update);
  void requireReal(const clang::Expr *expression, clang::SourceRange where);
  void requireFloat(const clang::Expr *expression);
  void requireWide(const Expr &target, clang::SourceRange where);
  ElementType typeOf(const clang::Expr *expression);
  ElementType typeOf(clang::QualType type, clang::SourceRange where);

  Kernel &kernel;
  AffineBuilder &affine;
  ScopePtr scope;
};

/// `t = t + v` => `t += v`, `t = v * t` => `t *= v`, `t = fmin(t, v)` =>
/// `t min= v`; others stay as they are.
void normalizeUpdate(Assignment &assignment);

/// `t = t + a + b` as `t += a; t += b`: the same operations in the same order.
/// Any other assignment alone.
std::vector<Assignment> updatesOf(const Assignment &assignment);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_EXPRBUILDER_H
