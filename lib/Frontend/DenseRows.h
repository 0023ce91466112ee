//===- DenseRows.h - loops from a product to the next one -------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_DENSEROWS_H
#define SPARSEC_LIB_FRONTEND_DENSEROWS_H

#include "NewNodes.h"

namespace sparsec {

/// What stands for \p loop, without `break`, if it counts from a product of
/// values that stay the same and as far as another one; else the loop itself.
Statements withoutProductStart(clang::ForStmt *loop, NewNodes &nodes);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_DENSEROWS_H
