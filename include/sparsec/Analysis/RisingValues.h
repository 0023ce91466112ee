//===- RisingValues.h - values that rise with outer loops -------*- C++ -*-===//
#ifndef SPARSEC_ANALYSIS_RISINGVALUES_H
#define SPARSEC_ANALYSIS_RISINGVALUES_H

#include "sparsec/IR/Program.h"

#include <vector>

namespace sparsec {

/// Whether iterator \p dim of \p nest, which need be in no phase, never falls
/// where the iterators \p outer, in this order, rise: rows of tiles of entries.
bool risesWith(const Program &program, const Statement &nest,
               const std::vector<unsigned> &outer, unsigned dim);

} // namespace sparsec

#endif // SPARSEC_ANALYSIS_RISINGVALUES_H
