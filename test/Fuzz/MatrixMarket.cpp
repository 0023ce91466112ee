//===- MatrixMarket.cpp - fuzzes the reader of .mtx -----------------------===//

#include "sparsec/Matrix/MatrixMarket.h"

extern "C" int LLVMFuzzerTestOneInput(const char *data, size_t size) {
  auto matrix = sparsec::bench::parseMatrixMarket({data, size}, "fuzz.mtx");
  if (!matrix)
    llvm::consumeError(matrix.takeError());
  return 0;
}
