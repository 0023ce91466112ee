//===- RowLengths.h - rows as long as is said -------------------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_ROWLENGTHS_H
#define SPARSEC_LIB_FRONTEND_ROWLENGTHS_H

#include "NewNodes.h"

namespace sparsec {

/// What stands for \p loop, of which an iteration goes on to an end that it
/// sets to where it has got to and a length: it counts that. Null for others.
clang::ForStmt *withRowLengths(clang::ForStmt *loop, NewNodes &nodes);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_ROWLENGTHS_H
