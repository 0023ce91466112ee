//===- MatrixMarket.h - reads .mtx and .mtx.gz ------------------*- C++ -*-===//
#ifndef SPARSEC_MATRIX_MATRIXMARKET_H
#define SPARSEC_MATRIX_MATRIXMARKET_H

#include "sparsec/Matrix/Matrix.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace sparsec::bench {

/// A matrix as its file describes it; symmetric ones are expanded.
struct MarketMatrix {
  Coordinates entries;
  bool hasValues = true; ///< false for field `pattern`; all values are 1 then
  /// One per entry for field `complex`; the values are the real parts then.
  std::vector<double> imaginary;
  /// One per entry for field `integer`: exact, where a double rounds.
  std::vector<int64_t> integers;
};

/// Refuses a matrix whose rows and columns alone take more memory than there
/// is when they are counted and sorted, as toCsr() does; \p name is for the
/// message.
llvm::Error checkCompressible(const MarketMatrix &matrix,
                              const std::string &name);

/// The entries by row, with imaginary parts where the matrix is complex.
CsrMatrix toCsr(MarketMatrix matrix);

/// The fields that the caller can deal with; others are refused.
enum class MarketFields { RealOnly, AlsoComplex };

/// Reads coordinate and array files with fields real, integer, pattern and, if
/// asked for, complex, and symmetries general, symmetric, skew-symmetric and
/// Hermitian. Duplicates and explicit zeros are kept. Errors name file and
/// line.
llvm::Expected<MarketMatrix>
readMatrixMarket(const std::string &path,
                 MarketFields fields = MarketFields::RealOnly);

/// The same for text in memory; \p name stands for the file in messages.
llvm::Expected<MarketMatrix>
parseMatrixMarket(llvm::StringRef text, const std::string &name,
                  MarketFields fields = MarketFields::RealOnly);

/// The matrix as a coordinate file, whose values are read back as the same.
std::string toMatrixMarket(const CsrMatrix &matrix);

/// The whole file, inflated when it is gzip-compressed.
llvm::Expected<std::string> readFile(const std::string &path);

} // namespace sparsec::bench

#endif // SPARSEC_MATRIX_MATRIXMARKET_H
