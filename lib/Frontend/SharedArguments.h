//===- SharedArguments.h - arguments that are computed once -----*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_SHAREDARGUMENTS_H
#define SPARSEC_LIB_FRONTEND_SHAREDARGUMENTS_H

#include "NewNodes.h"

#include <functional>
#include <vector>

namespace sparsec {

/// Declarations of what calls of functions in \p statement, an expression or a
/// declaration, are passed and would compute several times; the calls are
/// passed the variables. \p undo gets what makes the source's tree again.
Statements sharedArguments(clang::Stmt *statement, NewNodes &nodes,
                           std::vector<std::function<void()>> &undo);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_SHAREDARGUMENTS_H
