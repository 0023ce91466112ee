//===- ScalarRanges.h - scalars that are several ----------------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_SCALARRANGES_H
#define SPARSEC_LIB_FRONTEND_SCALARRANGES_H

#include "NewNodes.h"

#include <functional>

namespace sparsec {

/// \p body of \p function with a variable of its own for each part of a list
/// that sets a local number first, whose value nobody reads behind it; where
/// conditions are around such a part it is declared there.
clang::CompoundStmt *splitScalars(clang::FunctionDecl &function,
                                  clang::CompoundStmt *body,
                                  std::vector<std::function<void()>> &undo);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_SCALARRANGES_H
