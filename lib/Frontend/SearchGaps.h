//===- SearchGaps.h - what stands behind a search ---------------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_SEARCHGAPS_H
#define SPARSEC_LIB_FRONTEND_SEARCHGAPS_H

#include "clang/AST/Stmt.h"

#include "llvm/ADT/ArrayRef.h"

namespace sparsec {

/// How many of the statements \p behind \p loop, which changes variables only,
/// do the same before it: the first ones. 0 where all do.
size_t movableBefore(const clang::Stmt *loop,
                     llvm::ArrayRef<clang::Stmt *> behind);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_SEARCHGAPS_H
