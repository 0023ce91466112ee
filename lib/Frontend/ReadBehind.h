//===- ReadBehind.h - what is known before and behind a place ---*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_READBEHIND_H
#define SPARSEC_LIB_FRONTEND_READBEHIND_H

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"

#include <vector>

namespace sparsec {

/// Statements from one outside \p place down to it; empty where it is not in
/// \p root.
std::vector<const clang::Stmt *> pathTo(const clang::Stmt *root,
                                        const clang::Stmt *place);

/// Whether what \p variable is behind the statement at the end of \p path may
/// be read before it is set again.
bool isReadBehind(const std::vector<const clang::Stmt *> &path,
                  const clang::VarDecl *variable);

/// The loop around the statement at the end of \p path through whose iterations
/// \p variable comes there; null where it is set before, in the same iteration,
/// or comes from further outside.
const clang::Stmt *carriedBy(const std::vector<const clang::Stmt *> &path,
                             const clang::VarDecl *variable);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_READBEHIND_H
