//===- Kernels.h - nests that several tests use -----------------*- C++ -*-===//
#ifndef SPARSEC_TEST_UNIT_CODEGEN_KERNELS_H
#define SPARSEC_TEST_UNIT_CODEGEN_KERNELS_H

#include "Nest.h"

namespace sparsec::test {

LoopMarks unrolled(unsigned factor);

/// Executor of 3x3 blocks: loops ii, p, i, k; \p marks on the last two.
ScheduleTree makeBcsr(Nest &nest, const LoopMarks &marks);
/// Executor of stored diagonals: `y[i] += a_prime[p][i] * x[i + diag[p]]`.
void makeDia(Nest &nest);
/// `C[i][j] += A[i][k] * B[k][j]`: loops i, j, k; \p marks on the first two.
ScheduleTree makeMatmul(Nest &nest, const LoopMarks &marks);

} // namespace sparsec::test

#endif // SPARSEC_TEST_UNIT_CODEGEN_KERNELS_H
