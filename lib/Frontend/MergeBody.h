//===- MergeBody.h - what one step of a merge does --------------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_MERGEBODY_H
#define SPARSEC_LIB_FRONTEND_MERGEBODY_H

#include "NewNodes.h"

#include <map>
#include <optional>

namespace sparsec {

/// A loop that goes through two lists at once, one step of one or both in each
/// iteration, as their entries `left` and `right` compare.
class MergeBody {
public:
  /// The variables are positions in the two lists.
  MergeBody(clang::Stmt *body, const clang::VarDecl *first,
            const clang::VarDecl *second, const clang::ASTContext &ast);

  enum class Kind {
    Other,
    Intersection, ///< something happens where entries are equal
    Union,        ///< or where one list alone has an entry
  };
  Kind kind = Kind::Other;
  clang::Expr *left = nullptr, *right = nullptr;
  /// What happens where they are equal, without the steps, but for those in
  /// expressions.
  Statements work;

private:
  enum class Order { Less, Equal, Greater };
  struct Outcome {
    Statements done;
    int first = 0, second = 0; ///< steps
    bool hasEnded = false;
  };

  bool run(clang::Stmt *statement, Order order, Outcome &outcome);
  bool runBranch(clang::IfStmt *branch, Order order, Outcome &outcome);
  bool runExpression(clang::Expr *expression, Order order, Outcome &outcome);
  bool keep(clang::Stmt *statement, Outcome &outcome) const;
  std::optional<bool> holds(clang::Expr *condition, Order order,
                            const Outcome &outcome);
  std::optional<bool> compare(clang::BinaryOperator *comparison, Order order,
                              const Outcome &outcome);
  /// Whether \p side is the entry of \p variable's list, as \p entry, if that
  /// is known yet.
  bool isEntry(clang::Expr *side, const clang::VarDecl *variable,
               const clang::VarDecl *other, int steps, clang::Expr *&entry);
  /// What locals of the body stand for.
  clang::Expr *resolved(clang::Expr *value) const;
  bool isAlike(const clang::Expr *one, const clang::Expr *other) const;
  static bool works(const Outcome &outcome);

  const clang::VarDecl *first, *second;
  const clang::ASTContext &ast;
  std::map<const clang::VarDecl *, clang::Expr *> locals;
};

/// `x[p++]` in \p statement: the steps of \p variable.
std::vector<clang::UnaryOperator *> postStepsOf(clang::Stmt *statement,
                                                const clang::VarDecl *variable);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_MERGEBODY_H
