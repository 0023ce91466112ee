//===- CarriedRows.h - rows that begin where the last one ended -*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_CARRIEDROWS_H
#define SPARSEC_LIB_FRONTEND_CARRIEDROWS_H

#include "NewNodes.h"

#include <functional>
#include <set>

namespace sparsec {

/// What stands for \p statement, a loop whose iterations go on through rows
/// where the one before has ended; empty for others.
Statements withRowEnds(clang::Stmt *statement, NewNodes &nodes,
                       std::vector<std::function<void()>> &undo);

/// What the head of \p loop steps, `i++, y++`, and its body leaves alone.
std::set<const clang::VarDecl *> countersOf(const clang::ForStmt *loop,
                                            const clang::ASTContext &ast);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_CARRIEDROWS_H
