//===- FirstUses.h - set before it is read ----------------------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_FIRSTUSES_H
#define SPARSEC_LIB_FRONTEND_FIRSTUSES_H

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"

#include <vector>

namespace sparsec {

/// What a statement does with a variable first, whichever way it goes.
enum class FirstUse {
  None,  ///< does not name it
  Sets,  ///< gives it a value, always
  Fresh, ///< may give it a value, and reads no older one
  Reads, ///< may read a value from before, or nobody knows
};

/// That of \p statement, null for an empty one, and \p variable.
FirstUse firstUse(const clang::Stmt *statement, const clang::VarDecl *variable);
/// That of \p statements, one behind the other.
FirstUse firstUse(const std::vector<const clang::Stmt *> &statements,
                  const clang::VarDecl *variable);

/// How often \p part names \p variable.
unsigned timesIn(const clang::Stmt *part, const clang::VarDecl *variable);

/// Whether \p statement, null for an empty one, is one of \p others or has one
/// inside.
bool holdsOneOf(const clang::Stmt *statement,
                const std::vector<const clang::Stmt *> &others);

/// Whether all of \p statement, null for an empty one, but \p without sets
/// \p variable before it reads it.
bool isFreshWithout(const clang::Stmt *statement,
                    const std::vector<const clang::Stmt *> &without,
                    const clang::VarDecl *variable);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_FIRSTUSES_H
