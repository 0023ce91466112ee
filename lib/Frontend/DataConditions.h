//===- DataConditions.h - conditions that are computed ----------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_DATACONDITIONS_H
#define SPARSEC_LIB_FRONTEND_DATACONDITIONS_H

#include "Aliases.h"

#include "clang/AST/Stmt.h"

#include <functional>
#include <set>

namespace sparsec {

/// Tells conditions on data from those that sets of iterations can express: on
/// iterators, parameters and elements of arrays that nothing writes.
class DataConditions {
public:
  using IsWritten = std::function<bool(const clang::Expr *base)>;

  /// \p steering: variables that bounds or subscripts are made of are no data.
  /// \p computed: expressions that are, whatever they are made of.
  DataConditions(Aliases &aliases,
                 const std::set<const clang::VarDecl *> &steering,
                 IsWritten isWritten,
                 const std::set<const clang::Expr *> &computed,
                 const clang::ASTContext &ast)
      : aliases(aliases), steering(steering), isWritten(std::move(isWritten)),
        computed(computed), ast(ast) {}

  /// \p variable is data, whatever it is set to.
  void addData(const clang::VarDecl *variable) { changed.insert(variable); }

  /// Those of \p branches whose conditions are on data, with the number of
  /// conjuncts before the first one that is; with an `else` that is 0.
  std::map<const clang::IfStmt *, size_t>
  branchesOf(const std::vector<const clang::IfStmt *> &branches);

private:
  std::optional<size_t> plainConjuncts(const clang::IfStmt *branch);
  bool isData(const clang::Stmt *part);
  bool isDataOf(const clang::VarDecl *variable);
  bool isDataOf(const clang::CallExpr *call);

  Aliases &aliases;
  const std::set<const clang::VarDecl *> &steering;
  const IsWritten isWritten;
  const std::set<const clang::Expr *> &computed;
  const clang::ASTContext &ast;
  /// Set under conditions on data; asked about before.
  std::set<const clang::VarDecl *> changed, asked;
};

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_DATACONDITIONS_H
