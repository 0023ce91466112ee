//===- RowPointers.h - arrays of pointers to rows ---------------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_ROWPOINTERS_H
#define SPARSEC_LIB_FRONTEND_ROWPOINTERS_H

#include "Kernel.h"

namespace sparsec {

/// Behind the walk: arrays of pointers that nothing uses go, and the others
/// need lengths of their rows.
void settleRowPointers(Kernel &kernel);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_ROWPOINTERS_H
