//===- ProductBounds.h - loops to a product of parameters -------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_PRODUCTBOUNDS_H
#define SPARSEC_LIB_FRONTEND_PRODUCTBOUNDS_H

#include "NewNodes.h"

#include <functional>

namespace sparsec {

/// What stands for \p loop, without `break`, if it counts from 0 to a product
/// of values that stay the same; else the loop itself. \p before stands in
/// front of it, null for nothing. What its body asks of quotients and
/// remainders by these it asks of the new loops.
Statements withoutProductBound(clang::ForStmt *loop, const clang::Stmt *before,
                               const clang::FunctionDecl &function,
                               NewNodes &nodes,
                               std::vector<std::function<void()>> &undo);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_PRODUCTBOUNDS_H
