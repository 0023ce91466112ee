//===- ConstantTables.h - elements of constant arrays -----------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_CONSTANTTABLES_H
#define SPARSEC_LIB_FRONTEND_CONSTANTTABLES_H

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"

#include <functional>
#include <set>
#include <vector>

namespace sparsec {

/// Puts values in place of elements of static constant arrays of \p function:
/// of those whose subscript is a number, and of small ones of integers. Returns
/// the arrays of which nothing else is read. \p undo gets what makes the
/// source's tree again.
std::set<const clang::VarDecl *>
foldTables(clang::FunctionDecl &function, clang::Stmt *body,
           std::vector<std::function<void()>> &undo);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_CONSTANTTABLES_H
