//===- MatrixMarket.cpp - fuzzes the reader of .mtx -----------------------===//

#include "Features.h"

#include "sparsec/Matrix/MatrixMarket.h"

extern "C" int LLVMFuzzerTestOneInput(const char *data, size_t size) {
  auto matrix = sparsec::bench::parseMatrixMarket({data, size}, "fuzz.mtx");
  if (!matrix)
    sparsec::fuzz::saw(
        sparsec::fuzz::plain(llvm::toString(matrix.takeError())));
  return 0;
}
