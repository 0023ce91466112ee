//===- FactOrder.h - what checks of facts rely on ---------------*- C++ -*-===//
#ifndef SPARSEC_LIB_PLANAPI_FACTORDER_H
#define SPARSEC_LIB_PLANAPI_FACTORDER_H

#include "sparsec/IR/Program.h"

namespace sparsec {

/// Checks that others rely on come first, with the smaller number: those of
/// pointer arrays, then ranges, then the contents of rows, then rules.
int checkOrder(const Fact &fact);

/// Whether facts that are checked before say that the rows of \p fact, about
/// (column, index), lie in the column array one after the other: csr does.
bool hasSafeRows(const Program &program, const Fact &fact);

/// What positions in \p index count from: its declared first value.
long baseOf(const Program &program, const std::string &index);

} // namespace sparsec

#endif // SPARSEC_LIB_PLANAPI_FACTORDER_H
