//===- FixedValues.h - loops whose values others tell -----------*- C++ -*-===//
#ifndef SPARSEC_ANALYSIS_FIXEDVALUES_H
#define SPARSEC_ANALYSIS_FIXEDVALUES_H

#include "sparsec/IR/Program.h"

#include <vector>

namespace sparsec {

/// Whether two instances of \p statement that agree in the dimensions \p known
/// agree in \p dim, by what the facts say of index arrays: q tells i where
/// `offset(i) <= q < offset(i + 1)` and offset rises.
bool isFixedBy(const Program &program, const Statement &statement,
               const std::vector<unsigned> &known, unsigned dim);

} // namespace sparsec

#endif // SPARSEC_ANALYSIS_FIXEDVALUES_H
