//===- FixedValues.h - what facts say of values of loops --------*- C++ -*-===//
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

/// The same of values \p known, `{ S[..] -> [v] }`: 64*Q + q tells Q where
/// `0 <= q < 64`.
bool isFixedBy(const Program &program, const Statement &statement,
               const std::vector<isl::pw_aff> &known, unsigned dim);

/// Whether \p value, `{ S[..] -> [v] }`, is negative in no instance of
/// \p statement, by what the facts say: `col(j) - col(j - 1)` in a row whose
/// columns are sorted.
bool isNeverNegative(const Program &program, const Statement &statement,
                     const isl::pw_aff &value);

} // namespace sparsec

#endif // SPARSEC_ANALYSIS_FIXEDVALUES_H
