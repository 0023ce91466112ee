//===- Scopes.h - what variables stand for along the walk -------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_SCOPES_H
#define SPARSEC_LIB_FRONTEND_SCOPES_H

#include "Kernel.h"

#include "clang/AST/Stmt.h"

namespace sparsec {

/// The bindings of integers that steer and of local pointers where the walk
/// over the body stands.
class Scopes {
public:
  explicit Scopes(Kernel &kernel)
      : kernel(kernel), scope(std::make_shared<Scope>()) {}

  const ScopePtr &current() const { return scope; }
  void restore(const ScopePtr &earlier) { scope = earlier; }

  /// Whether assignments to \p variable bind it instead of making statements.
  bool isBound(const clang::VarDecl *variable) const;

  /// `int j = lo; for (; j < hi; j++)`: refuses a loop, at \p head, over a
  /// variable that has no value.
  void requireKnown(const clang::VarDecl *variable, clang::SourceRange head);
  void bind(const clang::VarDecl *variable, Binding binding);
  /// The variable \p target where assignments bind it; null for data.
  const clang::VarDecl *boundTarget(const clang::Expr *target) const;
  /// \p change is an assignment or ++ or -- of \p variable.
  void assign(const clang::VarDecl *variable, const clang::Expr *change);
  /// `variable = value`.
  void define(const clang::VarDecl *variable, const clang::Expr *value);
  /// \p change is ++, --, += or -= of \p variable; others make it unknown.
  void change(const clang::VarDecl *variable, const clang::Expr *change);
  /// Those of \p steps that change bound variables, behind their statement.
  void step(const Steps &steps);
  /// What \p part modifies is unknown from here on.
  void forgetModified(const clang::Stmt *part);

  /// Refuses the increment of a loop that changes more than bound variables:
  /// `j++, k += 2`.
  void requireCounters(const clang::Expr *increment) const;

  /// In the body of \p loop, or after it: variables to which each iteration
  /// adds the same have the value from \p before plus a multiple of the
  /// iterations in \p range. Binds the loop's own variable, too.
  void bindCounters(const clang::ForStmt *loop, const ScopePtr &before,
                    const std::shared_ptr<const LoopRange> &range,
                    bool isAfterLoop);
  /// After \p loop its variable is the start plus a step per iteration.
  void bindLastValue(const LoopFrame &loop,
                     const std::shared_ptr<const LoopRange> &range);
  /// After `if (condition) ... else ...`, whose branches end in \p whenTrue and
  /// \p whenFalse.
  void merge(const clang::IfStmt *branch, const ScopePtr &before,
             const ScopePtr &whenTrue, const ScopePtr &whenFalse);

private:
  bool placeFactors(std::vector<Product> &addends, const clang::ForStmt *loop,
                    const ScopePtr &inside) const;
  std::optional<Binding> counterOf(const clang::VarDecl *variable,
                                   const clang::ForStmt *loop,
                                   const ScopePtr &before,
                                   const ScopePtr &inside) const;
  bool runTo(const clang::Stmt *place, const clang::Stmt *part);
  void run(const clang::Stmt *statement);

  Kernel &kernel;
  ScopePtr scope;
};

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_SCOPES_H
