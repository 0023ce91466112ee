//===- KeptLoops.h - values of loops that go away ---------------*- C++ -*-===//
///
/// \file
/// A loop that only serves to find listed values, j in `k == col[j]`, goes
/// away. The new storage may hold which of its iterations each place has,
/// `{ (position, dims) -> j }`, and -1 where it has none: what j subscripts
/// then stays where it is.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_TRANSFORMS_COMPACTION_KEPTLOOPS_H
#define SPARSEC_LIB_TRANSFORMS_COMPACTION_KEPTLOOPS_H

#include "Compaction/CompactedStorage.h"

namespace sparsec {

/// The array for the values of \p loop, beside the others of \p storage. \p
/// advice: what excludes that two iterations have one place.
llvm::Expected<MovedArray> keptLoop(const CompactedStorage &storage,
                                    const std::string &loop,
                                    const std::string &advice);

/// What \p next knows of \p array, which it has: the range of its values, and
/// that each has one place, where that follows.
void addKeptFacts(const CompactionInput &in, const MovedArray &array,
                  Program &next);

} // namespace sparsec

#endif // SPARSEC_LIB_TRANSFORMS_COMPACTION_KEPTLOOPS_H
