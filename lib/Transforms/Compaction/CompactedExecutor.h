//===- CompactedExecutor.h - the executor of a compaction -------*- C++ -*-===//
///
/// \file
/// The executor statement `{ X[O.., p, I..] }` with offset(O) <= p <
/// offset(O + 1) and K = index(p), and those that gather values.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_TRANSFORMS_COMPACTION_COMPACTEDEXECUTOR_H
#define SPARSEC_LIB_TRANSFORMS_COMPACTION_COMPACTEDEXECUTOR_H

#include "Compaction/PositionStrategy.h"

#include "sparsec/IR/Step.h"

namespace sparsec {

struct CompactedExecutor {
  Statement statement;
  InstanceMap map;
  /// The dimension of the position, and `{ X[..] : it is in its segment }`;
  /// absent where nothing is listed.
  std::optional<unsigned> position = std::nullopt;
  std::optional<isl::set> members = std::nullopt;
  /// One per moved array, where each instance has a position of its own: over
  /// the executor's places, `array[p, dims] = old[subscripts at index(p)]`.
  std::vector<Statement> gathers = {};

  /// Whether the executor or a gathering statement reads \p array as an index.
  bool reads(const std::string &array) const;
};

llvm::Expected<CompactedExecutor>
makeExecutor(const CompactionInput &in, const PositionStrategy &positions,
             const CompactedStorage &storage);

} // namespace sparsec

#endif // SPARSEC_LIB_TRANSFORMS_COMPACTION_COMPACTEDEXECUTOR_H
