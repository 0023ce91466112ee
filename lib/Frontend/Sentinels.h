//===- Sentinels.h - loops that end at a marker -----------------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_SENTINELS_H
#define SPARSEC_LIB_FRONTEND_SENTINELS_H

#include "clang/AST/Stmt.h"

namespace sparsec {

/// Whether \p loop, a `while` or `for`, goes on by what it finds where a
/// pointer points that it moves: `while (x->index != -1) { ..; x++; }`.
bool endsAtMarker(const clang::Stmt *loop);

/// Whether \p loop does nothing but count up to one, `while (x[n].index != -1)
/// n++;`: what is left of the loops above.
bool countsToMarker(const clang::Stmt *loop);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_SENTINELS_H
