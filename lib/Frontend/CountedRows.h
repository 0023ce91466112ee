//===- CountedRows.h - rows that are written by count -----------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_COUNTEDROWS_H
#define SPARSEC_LIB_FRONTEND_COUNTEDROWS_H

#include "sparsec/IR/Program.h"

namespace sparsec {

/// Lets loops that count the entries of a row from 0, `col[start[i] + j]`, run
/// over their positions instead, where nothing in them needs the count.
void countByPosition(Program &program);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_COUNTEDROWS_H
