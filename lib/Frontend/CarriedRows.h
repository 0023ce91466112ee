//===- CarriedRows.h - rows that begin where the last one ended -*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_CARRIEDROWS_H
#define SPARSEC_LIB_FRONTEND_CARRIEDROWS_H

#include "NewNodes.h"

#include <functional>

namespace sparsec {

/// \p loop whose iterations go on through rows where the one before has ended;
/// null for others.
clang::ForStmt *withRowEnds(clang::ForStmt *loop, NewNodes &nodes,
                            std::vector<std::function<void()>> &undo);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_CARRIEDROWS_H
