//===- KeptPairs.h - what a step leaves of a kernel -------------*- C++ -*-===//
///
/// \file
/// A kernel is mapped loop by loop, and each step changes a few of its pairs of
/// statements. Of the others it was proved when they were made that their
/// threads do not race. Private to lib/Analysis.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_ANALYSIS_KEPTPAIRS_H
#define SPARSEC_LIB_ANALYSIS_KEPTPAIRS_H

#include "KeptOrder.h"
#include "KernelThreads.h"

#include <optional>
#include <set>
#include <string>

namespace sparsec {

/// Compares a kernel with what it was before a step, which was accepted.
class KeptPairs {
public:
  /// \p now: the kernel \p root of \p phase, in \p after. All must outlive
  /// this.
  KeptPairs(const Program &before, const Program &after, const Phase &phase,
            const ScheduleTree &root, const KernelThreads &now);

  /// Whether what two statements touch is touched by the same threads, at the
  /// same times, as before.
  bool keeps(const std::string &first, const std::string &second) const;

private:
  /// The statements on the same elements in the same loops with the same marks,
  /// run by the same threads.
  std::set<std::string> kept;
  const Program &before, &after;
  KeptOrder order;
};

} // namespace sparsec

#endif // SPARSEC_LIB_ANALYSIS_KEPTPAIRS_H
