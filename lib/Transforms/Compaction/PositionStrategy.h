//===- PositionStrategy.h - where the list has an instance ------*- C++ -*-===//
///
/// \file
/// How an inspector gives each instance its position in the list, how it finds
/// it again to fill in values, and what the executor knows of positions. There
/// is a file per strategy; choosePositions takes the one that the loops allow:
///
/// | strategy  | where                                 | how                  |
/// |-----------|---------------------------------------|----------------------|
/// | single    | one value of K per O                  | the position is O    |
/// | rows      | instances number themselves, 0..count | that is the position |
/// | segments  | O can be visited one after the other  | count, scan, append  |
/// | marks     | no O                                  | number marked keys   |
/// | groups    | O follows from the values             | sort by (O, K)       |
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_TRANSFORMS_COMPACTION_POSITIONSTRATEGY_H
#define SPARSEC_LIB_TRANSFORMS_COMPACTION_POSITIONSTRATEGY_H

#include "Compaction/CompactedStorage.h"
#include "Inspection/InspectorBuilder.h"

#include <memory>

namespace sparsec {

/// The dimensions of a statement over (outer.., position, inner..).
struct ExecutorFrame {
  std::vector<std::string> iterators;
  std::map<unsigned, unsigned> place; ///< nest dim => statement dim
  unsigned at = 0;                    ///< the position's
  isl::space space;
  CallTable calls;

  isl::pw_aff valueOf(const UninterpretedCall &call) {
    return addCall(calls, call, iterators, space);
  }
};

/// What a strategy makes an inspector of, and for whom.
struct InspectorParts {
  Program &next;
  InspectorBuilder &builder;
  const CompactedStorage &storage;
  /// Key dim => the array that lists its values, of those that are needed.
  const std::map<unsigned, std::string> &indices;
  /// A statement per moved array where each instance has its own position.
  const std::vector<Statement> &gathers;
};

class PositionStrategy {
public:
  using Dims = CompactionInput::Dims;

  virtual ~PositionStrategy() = default;

  /// Whether the inspector can be made, and makes what was asked for.
  llvm::Error check() const;
  /// Whether the positions of what moves can be found again.
  virtual llvm::Error checkMoved(const CompactedStorage &) const {
    return llvm::Error::success();
  }

  // The executor.
  /// The value of key \p dim at the position of \p frame.
  virtual isl::pw_aff keyAt(unsigned dim, ExecutorFrame &frame) const;
  /// Where the position is in its segment, in the list where there are none:
  /// `{ X[..] }` as a domain and constraints, which are over calls. \p map:
  /// `{ X[..] -> R[nest] }`.
  virtual std::pair<isl::set, isl::set> bounds(const isl::pw_multi_aff &map,
                                               ExecutorFrame &frame) const;
  /// Drops from \p nest what every position's instance has.
  virtual void dropListed(Statement &nest) const {
    nest.domain = set.withoutKeyBounds(nest.domain);
  }
  /// `{ X[..] }`: the position is in its segment. \p inside: the dimensions of
  /// \p executor inside the position; \p bounds: those of the position.
  virtual isl::set membersOf(const Statement &, const isl::set &bounds,
                             const Dims &) const {
    return bounds;
  }

  // The inspector.
  /// Whether the values of key \p dim can be listed.
  virtual bool hasListOf(unsigned) const { return true; }
  /// Whether values are found again by the listed keys, if some move.
  virtual bool looksUpKeys() const { return false; }
  virtual ElementType
  keyType(unsigned dim, const std::map<unsigned, std::string> &indices) const;
  /// Whether the list has the values of key \p dim in ascending order, through
  /// all segments. (One key, no segments: each value once.)
  virtual bool listsInOrder(unsigned dim) const = 0;
  /// Whether the list may have values that the statement does not run for: it
  /// asks inside them.
  virtual bool listsMore() const { return false; }
  /// Whether the values of the only key rise in each segment.
  virtual bool risesInSegments() const { return false; }
  /// Inspect phases that make the list; the statement that lists the values.
  virtual std::string inspect(const InspectorParts &parts) const = 0;
  /// Phases that clear the new arrays and fill them from the old ones, by the
  /// same nest as the inspector. They run after the Inspect phases and again in
  /// `_update`.
  void fill(const InspectorParts &parts) const;

  /// The dimensions that select a segment.
  const Dims segments;

protected:
  PositionStrategy(const CompactionInput &in, Dims segments)
      : segments(std::move(segments)), in(in), old(in.old), set(in.set) {}

  /// Whether the values are listed in ascending order and in no other.
  virtual bool alwaysSorts() const { return false; }
  /// Whether they can be sorted afterwards.
  virtual bool canSort() const { return false; }
  virtual llvm::Error checkThreads() const { return llvm::Error::success(); }
  /// Whether values of keys are subscripts of workspace.
  virtual bool numbersKeys() const { return false; }
  /// The same where several instances share a position.
  virtual void fillShared(const InspectorParts &parts) const = 0;

  action::Call calling(const RuntimeFunction &function,
                       std::vector<Argument> arguments) const {
    return callFor(in.indexType, function, std::move(arguments));
  }

  const CompactionInput &in;
  const Program &old;
  const CompactedDomain &set;

private:
  llvm::Error checkOrder() const;
  llvm::Error checkWidths() const;
  llvm::Error checkBounds() const;
};

/// The cheapest strategy that gives the list that \p in asks for; checked.
llvm::Expected<std::unique_ptr<PositionStrategy>>
choosePositions(const CompactionInput &in);

// The strategies; those that may not fit return null.
std::unique_ptr<PositionStrategy> singlePositions(const CompactionInput &in);
std::unique_ptr<PositionStrategy> rowPositions(const CompactionInput &in);
std::unique_ptr<PositionStrategy>
segmentPositions(const CompactionInput &in, CompactionInput::Dims segments);
std::unique_ptr<PositionStrategy> markPositions(const CompactionInput &in);
llvm::Expected<std::unique_ptr<PositionStrategy>>
groupPositions(const CompactionInput &in);
/// Groups where segments could be visited in turn: all instances are sorted at
/// once, for a GPU, which has many more threads than there are segments.
std::unique_ptr<PositionStrategy> sortedPositions(const CompactionInput &in);

} // namespace sparsec

#endif // SPARSEC_LIB_TRANSFORMS_COMPACTION_POSITIONSTRATEGY_H
