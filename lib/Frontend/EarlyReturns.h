//===- EarlyReturns.h - ends that arguments decide --------------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_EARLYRETURNS_H
#define SPARSEC_LIB_FRONTEND_EARLYRETURNS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"

namespace sparsec {

/// \p body of \p function with the conditions on arguments under which it
/// returns a value before its end, or ends the program, as guards at its top.
clang::CompoundStmt *withEarlyReturns(clang::FunctionDecl &function,
                                      clang::CompoundStmt *body);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_EARLYRETURNS_H
