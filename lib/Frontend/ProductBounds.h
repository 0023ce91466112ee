//===- ProductBounds.h - loops to a product of parameters -------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_PRODUCTBOUNDS_H
#define SPARSEC_LIB_FRONTEND_PRODUCTBOUNDS_H

#include "NewNodes.h"

namespace sparsec {

/// What stands for \p loop, without `break`, if it counts from 0 to a product
/// of values that stay the same; else the loop itself.
Statements withoutProductBound(clang::ForStmt *loop,
                               const clang::FunctionDecl &function,
                               NewNodes &nodes);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_PRODUCTBOUNDS_H
