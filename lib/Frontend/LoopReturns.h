//===- LoopReturns.h - functions that return what loops find ----*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_LOOPRETURNS_H
#define SPARSEC_LIB_FRONTEND_LOOPRETURNS_H

#include "NewNodes.h"

namespace sparsec {

/// What stands for \p body, the source's, with `break` in place of `return` in
/// loops; the body itself where there is none, or what it returns is no real
/// number.
clang::CompoundStmt *withoutLoopReturns(clang::FunctionDecl &function,
                                        clang::CompoundStmt *body);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_LOOPRETURNS_H
