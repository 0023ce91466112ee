//===- DataDrivenLoops.h - loops that data sends on -------------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_DATADRIVENLOOPS_H
#define SPARSEC_LIB_FRONTEND_DATADRIVENLOOPS_H

#include "clang/AST/Stmt.h"

#include <string>

namespace sparsec {

/// What \p loop is whose iterations are known only once it has run: one that
/// follows links, works off a list that grows, or looks for a place in data.
/// "" for other loops and statements.
std::string dataDrivenLoop(const clang::Stmt *loop);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_DATADRIVENLOOPS_H
