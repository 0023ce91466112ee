//===- GrayKernel.h - the kernel that sparsec makes of a matrix -*- C++ -*-===//
#ifndef SPARSEC_LIB_PERMANENT_GRAYKERNEL_H
#define SPARSEC_LIB_PERMANENT_GRAYKERNEL_H

#include "sparsec/Permanent/Matrix.h"

#include <string>
#include <vector>

namespace sparsec::permanent {

/// A matrix of doubles in rows: row i has col and a at index[i] .. index[i +
/// 1].
struct DoubleRows {
  std::vector<int> index{0}, col;
  std::vector<double> a;

  int size() const { return static_cast<int>(index.size()) - 1; }
};

/// What recipes/permanent/range.script is told. The 2^(n - 1) subsets are
/// groups of 2^lanes chunks of 2^digits subsets each.
struct GrayLayout {
  std::string architecture; ///< of the GPU; empty: for this CPU
  unsigned lanes = 3, digits = 1;
  /// What has two doubles: "double" nothing, "kahan" the sum, "dq" products,
  /// too, "qq" all numbers.
  std::string precision = "double";

  uint64_t groups(int size) const {
    return uint64_t{1} << (unsigned(size) - 1 - lanes - digits);
  }
};

/// recipes/permanent/permanent-range.c specialized to one matrix by sparsec and
/// compiled, or taken from the folder of those compiled before. Files there are
/// named by a hash of all that they depend on.
class GrayKernel {
public:
  /// \p matrix has its columns in the order of their digits. Fails with the
  /// output of the program that failed.
  static llvm::Expected<GrayKernel>
  make(DoubleRows matrix, const GrayLayout &layout, const std::string &cache);

  /// Whether the cache has the kernel that `make` would give.
  static bool isMade(const DoubleRows &matrix, const GrayLayout &layout,
                     const std::string &cache);

  /// Names matrix and layout.
  const std::string &key() const { return name; }

  /// The sums, of two doubles each, over all chunks of groups \p first .. \p
  /// first + \p groups - 1, on the GPU with the number \p where, or on so many
  /// threads.
  llvm::Expected<std::vector<double>> run(int where, uint64_t first,
                                          int groups) const;

private:
  using Function = int (*)(int where, int n, long long subsets, long long first,
                           int groups, int lanes, long long size,
                           const int *index, const int *col, const double *a,
                           double *sum, const char **message);

  DoubleRows matrix;
  GrayLayout layout;
  std::string name;
  Function function = nullptr;
};

/// "cc" or "nvcc" as the environment (CC, NVCC), PATH or the usual place of
/// CUDA has it; empty if there is none.
std::string compilerFor(bool isGpu);

/// $SPARSEC_CACHE, $XDG_CACHE_HOME/sparsec or ~/.cache/sparsec.
std::string defaultCache();

} // namespace sparsec::permanent

#endif // SPARSEC_LIB_PERMANENT_GRAYKERNEL_H
