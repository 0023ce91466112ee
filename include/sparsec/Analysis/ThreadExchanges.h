//===- ThreadExchanges.h - threads of a block that communicate --*- C++ -*-===//
#ifndef SPARSEC_ANALYSIS_THREADEXCHANGES_H
#define SPARSEC_ANALYSIS_THREADEXCHANGES_H

#include "sparsec/IR/Program.h"

#include <string>
#include <vector>

namespace sparsec {

/// Instances of two statements of a kernel that different threads of a block
/// run and that touch one element, which one of them writes: the second one has
/// to wait for the first.
struct ThreadExchange {
  std::string first, second; ///< statements, in their order
  std::string array;
  /// The second one may be in a later iteration of a loop around both; else
  /// it stands behind the first one, in the same iterations.
  bool isCarried = false;

  bool operator==(const ThreadExchange &) const = default;
};

/// What the threads of the kernels of \p phase, which checkStep has accepted,
/// tell each other: barriers have to stand between. None of these lies inside
/// a loop that is mapped to threads.
std::vector<ThreadExchange> threadExchanges(const Program &program,
                                            const Phase &phase);

} // namespace sparsec

#endif // SPARSEC_ANALYSIS_THREADEXCHANGES_H
