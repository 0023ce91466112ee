//===- TensorSums.h - who else reads an instruction's sums ------*- C++ -*-===//
#ifndef SPARSEC_ANALYSIS_TENSORSUMS_H
#define SPARSEC_ANALYSIS_TENSORSUMS_H

#include "sparsec/IR/Program.h"

#include <string>

namespace sparsec {

/// Whether the elements of the threads' own array that \p statement updates,
/// whatever index arrays say of its iterations, are all that other statements
/// read there: proved for each thread of the kernel.
bool othersReadOnlySums(const Program &program, const std::string &statement);

} // namespace sparsec

#endif // SPARSEC_ANALYSIS_TENSORSUMS_H
