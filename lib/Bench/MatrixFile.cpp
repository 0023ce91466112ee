//===- MatrixFile.cpp - a matrix from a file, for a run -------------------===//

#include "sparsec/Bench/MatrixFile.h"

#include "sparsec/Bench/Random.h"
#include "sparsec/Bench/Report.h"
#include "sparsec/Matrix/MatrixMarket.h"

namespace sparsec::bench {

llvm::Expected<CsrMatrix> loadMatrix(const std::string &path, bool isComplex) {
  llvm::Expected<MarketMatrix> file = readMatrixMarket(
      path, isComplex ? MarketFields::AlsoComplex : MarketFields::RealOnly);
  if (!file)
    return file.takeError();
  if (!file->hasValues) {
    Random random(7);
    for (double &value : file->entries.value)
      value = random.value();
  }
  if (llvm::Error failure = checkCompressible(*file, path))
    return failure;
  CsrMatrix matrix = toCsr(std::move(*file));
  const std::string shown = shownName(path);
  llvm::StringRef name = shown;
  name.consume_back(".gz");
  name.consume_back(".mtx");
  matrix.name = name.str();
  return matrix;
}

} // namespace sparsec::bench
