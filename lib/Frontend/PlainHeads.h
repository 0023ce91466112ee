//===- PlainHeads.h - loops that set one variable ---------------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_PLAINHEADS_H
#define SPARSEC_LIB_FRONTEND_PLAINHEADS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"

#include <functional>
#include <vector>

namespace sparsec {

/// \p body of \p function with statements in front of its loops for what their
/// heads assign beside the variable that they count.
clang::CompoundStmt *withPlainHeads(clang::FunctionDecl &function,
                                    clang::CompoundStmt *body,
                                    std::vector<std::function<void()>> &undo);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_PLAINHEADS_H
