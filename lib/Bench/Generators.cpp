//===- Generators.cpp - made matrices with fixed seeds --------------------===//
#include "sparsec/Bench/Generators.h"

#include "sparsec/Bench/MatrixMaker.h"

namespace sparsec::bench {

llvm::Expected<CsrMatrix> generateMatrix(const std::string &spec) {
  std::string problem;
  std::optional<CsrMatrix> matrix = makeMatrix(spec, problem);
  if (matrix)
    return std::move(*matrix);
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 "-generate %s: %s", spec.c_str(),
                                 problem.c_str());
}

} // namespace sparsec::bench
