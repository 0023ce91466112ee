//===- NewNodes.h - parts of a rewritten body -------------------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_NEWNODES_H
#define SPARSEC_LIB_FRONTEND_NEWNODES_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"

#include <vector>

namespace sparsec {

/// Statements that stand for one.
using Statements = std::vector<clang::Stmt *>;

/// Makes nodes of clang's tree that stand at the place of what they replace.
class NewNodes {
public:
  NewNodes(clang::FunctionDecl &function, clang::SourceLocation where)
      : ast(function.getASTContext()), function(function), where(where) {}

  /// A local variable, declared by declare().
  clang::VarDecl *variable(llvm::StringRef name, clang::QualType type,
                           clang::Expr *value = nullptr);
  clang::Stmt *declare(clang::VarDecl *variable);
  clang::Expr *named(clang::VarDecl *variable);
  /// The value of the lvalue \p object.
  clang::Expr *load(clang::Expr *object);
  clang::Expr *load(clang::VarDecl *variable) { return load(named(variable)); }
  /// \p value, a variable and conversions around it, of \p variable.
  clang::Expr *renamed(clang::Expr *value, clang::VarDecl *variable);
  /// A number that has no text of its own.
  clang::Expr *number(long value, clang::QualType type);
  clang::Expr *number(long value) { return number(value, ast.IntTy); }
  /// \p value in the type of an assignment's left side.
  clang::Expr *converted(clang::Expr *value, clang::QualType type);
  /// As written by the programmer: `(type)value`.
  clang::Expr *cast(clang::Expr *value, clang::QualType type);
  clang::Expr *binary(clang::BinaryOperatorKind op, clang::Expr *left,
                      clang::Expr *right, clang::QualType type);
  clang::Expr *select(clang::Expr *condition, clang::Expr *whenTrue,
                      clang::Expr *whenFalse);
  clang::Expr *negated(clang::Expr *condition);
  clang::Expr *assign(clang::Expr *target, clang::Expr *value);
  /// `variable += amount`, `++` for 1.
  clang::Expr *step(clang::VarDecl *variable, long amount);
  /// Element \p index of what the value \p pointer points to.
  clang::Expr *element(clang::Expr *pointer, clang::Expr *index);
  /// The address of the first element of \p array.
  clang::Expr *decayed(clang::Expr *array);
  clang::Stmt *list(const Statements &statements);
  clang::Stmt *branch(clang::Expr *condition, clang::Stmt *then);
  clang::ForStmt *loop(clang::Stmt *init, clang::Expr *condition,
                       clang::Expr *increment, clang::Stmt *body);

  clang::ASTContext &ast;

private:
  clang::FunctionDecl &function;
  const clang::SourceLocation where;
};

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_NEWNODES_H
