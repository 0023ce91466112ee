//===- MatrixMarket.h - reads .mtx and .mtx.gz ------------------*- C++ -*-===//
#ifndef SPARSEC_BENCH_MATRIXMARKET_H
#define SPARSEC_BENCH_MATRIXMARKET_H

#include "sparsec/Bench/Matrix.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace sparsec::bench {

/// A matrix as its file describes it; symmetric ones are expanded.
struct MarketMatrix {
  Coordinates entries;
  bool hasValues = true; ///< false for field `pattern`; all values are 1 then
};

/// Reads coordinate and array files with fields real, integer and pattern and
/// symmetries general, symmetric and skew-symmetric. Duplicates and explicit
/// zeros are kept. Errors name file and line.
llvm::Expected<MarketMatrix> readMatrixMarket(const std::string &path);

/// The same for text in memory; \p name stands for the file in messages.
llvm::Expected<MarketMatrix> parseMatrixMarket(llvm::StringRef text,
                                               const std::string &name);

/// The whole file, inflated when it is gzip-compressed.
llvm::Expected<std::string> readFile(const std::string &path);

} // namespace sparsec::bench

#endif // SPARSEC_BENCH_MATRIXMARKET_H
