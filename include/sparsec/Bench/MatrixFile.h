//===- MatrixFile.h - a matrix from a file, for a run -----------*- C++ -*-===//
#ifndef SPARSEC_BENCH_MATRIXFILE_H
#define SPARSEC_BENCH_MATRIXFILE_H

#include "sparsec/Matrix/Matrix.h"

#include "llvm/Support/Error.h"

#include <string>

namespace sparsec::bench {

/// The Matrix Market file \p path, named by it without folder and ".mtx.gz";
/// where it has no values they are made, of fixed seed. Complex ones are
/// refused unless \p isComplex.
llvm::Expected<CsrMatrix> loadMatrix(const std::string &path, bool isComplex);

} // namespace sparsec::bench

#endif // SPARSEC_BENCH_MATRIXFILE_H
