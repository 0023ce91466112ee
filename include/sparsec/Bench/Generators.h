//===- Generators.h - made matrices with fixed seeds ------------*- C++ -*-===//
#ifndef SPARSEC_BENCH_GENERATORS_H
#define SPARSEC_BENCH_GENERATORS_H

#include "sparsec/Bench/Random.h"
#include "sparsec/Matrix/Matrix.h"

#include "llvm/Support/Error.h"

#include <string>

namespace sparsec::bench {

/// Makes the matrix \p spec describes, `stencil2d:100` (see MatrixMaker.h).
llvm::Expected<CsrMatrix> generateMatrix(const std::string &spec);

} // namespace sparsec::bench

#endif // SPARSEC_BENCH_GENERATORS_H
