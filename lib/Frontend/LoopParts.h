//===- LoopParts.h - what makes a loop --------------------------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_LOOPPARTS_H
#define SPARSEC_LIB_FRONTEND_LOOPPARTS_H

#include "NewNodes.h"

#include "llvm/ADT/ArrayRef.h"

#include <functional>
#include <optional>
#include <set>

namespace sparsec {

/// A loop with its condition before each iteration.
struct LoopParts {
  clang::Stmt *init = nullptr;
  clang::Expr *condition = nullptr;
  clang::Expr *increment = nullptr;
  clang::Stmt *body = nullptr;
  Statements before = {}; ///< the loop
  bool isChanged = false;
};

/// A comparison `variable < end`, or as `end > variable`.
struct LoopBound {
  clang::BinaryOperator *test = nullptr;
  clang::VarDecl *variable = nullptr;
  clang::Expr *side = nullptr; ///< as the test has it
  clang::Expr *end = nullptr;
  clang::BinaryOperatorKind op = clang::BO_LT;
};

/// \p part as one, of a local integer that \p changed has; \p mayStep: as in
/// `++k < end`.
std::optional<LoopBound>
boundOf(const clang::Expr *part,
        const std::set<const clang::VarDecl *> &changed, bool mayStep = false);

/// Whether \p part, null for an empty one, changes \p variable.
bool changes(const clang::Stmt *part, const clang::VarDecl *variable);

/// Whether \p part declares \p variable.
bool isDeclaredIn(const clang::Stmt *part, const clang::VarDecl *variable);

/// Lets \p statement name \p to where it names \p from; \p undo takes it back.
void renameReferences(clang::Stmt *statement, const clang::VarDecl *from,
                      clang::VarDecl *to,
                      std::vector<std::function<void()>> &undo);
/// Whether nothing in \p around changes what \p value names.
bool isFixed(const clang::Expr *value, const clang::Stmt *around);

/// \p value without conversions between integers.
clang::Expr *withoutConversions(clang::Expr *value);

/// Whether \p type has all values of \p other, integers.
bool hasValuesOf(clang::QualType type, clang::QualType other,
                 const clang::ASTContext &ast);

/// The statements of \p body.
Statements statementsOf(clang::Stmt *body);
/// `if (!test) break;`
clang::Stmt *breakUnless(const clang::Expr *test, NewNodes &nodes);

/// \p loop as one that tests first; none for loops that have no bound.
std::optional<LoopParts> lateLoop(clang::DoStmt *loop, NewNodes &nodes);

/// Where \p loop, to \p bound by \p step, may end by `break` those of the
/// statements \p behind it that read its variable get another one.
void keepEnd(LoopParts &loop, const LoopBound &bound, long step,
             llvm::ArrayRef<clang::Stmt *> behind, NewNodes &nodes,
             std::vector<std::function<void()>> &undo);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_LOOPPARTS_H
