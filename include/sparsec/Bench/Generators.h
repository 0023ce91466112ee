//===- Generators.h - made matrices with fixed seeds ------------*- C++ -*-===//
#ifndef SPARSEC_BENCH_GENERATORS_H
#define SPARSEC_BENCH_GENERATORS_H

#include "sparsec/Bench/Matrix.h"

#include "llvm/Support/Error.h"

#include <cstdint>

namespace sparsec::bench {

/// Small, fast and the same everywhere (splitmix64).
class Random {
public:
  explicit Random(uint64_t seed) : state(seed) {}

  uint64_t next();
  /// Uniform in [0, bound); bound > 0.
  int64_t below(int64_t bound);
  /// Uniform in [0, 1).
  double unit();
  /// Of random sign, magnitude in [0.25, 1).
  double value();

private:
  uint64_t state;
};

/// Makes the matrix \p spec describes: `stencil2d:N` (5 points; `stencil2d9`),
/// `stencil3d:N` (7 points; `stencil3d27`), `banded:N,B` (diagonals -B..B),
/// `blocks:N,R,C,PERROW` (N block rows of PERROW full R x C blocks),
/// `rmat:SCALE,DEGREE`, `uniform:N,DEGREE`. Columns ascend in each row and are
/// unique; values have random signs.
llvm::Expected<CsrMatrix> generateMatrix(const std::string &spec);

} // namespace sparsec::bench

#endif // SPARSEC_BENCH_GENERATORS_H
