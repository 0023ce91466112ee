//===- StorageFiller.h - values into the new storage ------------*- C++ -*-===//
///
/// \file
/// Statements and phases that clear the new arrays of a compaction (to padding)
/// and fill them from the old ones, for any strategy.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_TRANSFORMS_COMPACTION_STORAGEFILLER_H
#define SPARSEC_LIB_TRANSFORMS_COMPACTION_STORAGEFILLER_H

#include "Compaction/PositionStrategy.h"

namespace sparsec {

/// A statement over places, and where its dimensions are.
struct StoragePlaces {
  Statement statement;
  std::map<unsigned, unsigned> place; ///< nest dim => statement dim
  std::optional<isl::pw_aff> point;   ///< `{ statement[..] -> [p] }`
};

class StorageFiller {
public:
  using Dims = CompactionInput::Dims;

  StorageFiller(const CompactionInput &in, const InspectorParts &parts)
      : in(in), set(in.set), storage(parts.storage), next(parts.next),
        builder(parts.builder) {}

  /// Visiting order, then the dimensions of \p array.
  Dims visitWith(const MovedArray &array) const;
  /// `{ name[O.., p, dims..] }`, in segments, or `{ name[p, dims..] }`; all of
  /// dims' box. Without p where K has one value per O.
  StoragePlaces overPlaces(const std::string &name, const Dims &dims,
                           bool inSegment) const;
  /// Sets every place of \p array to its padding.
  Statement clearing(const MovedArray &array, bool inSegment) const;
  /// The same in a phase of its own, parallel over the places.
  void clearAll(const MovedArray &array) const;
  /// `array[(point or O), dims] = value` over the nest, where \p calls has
  /// those of \p point.
  Statement filling(const MovedArray &array, std::optional<isl::pw_aff> point,
                    const CallTable &calls) const;
  /// Clears \p array where there is padding, then runs \p made over the
  /// executor's own places: `array[p, dims] = old[subscripts at index(p)]`.
  void gather(const MovedArray &array, const Statement &made) const;
  /// `{ made : values number the segment }`, the numbers.
  std::vector<isl::pw_aff>
  segmentIn(const Statement &made,
            const std::map<unsigned, unsigned> &place) const {
    return in.numbersIn(made, set.outerKeys, place);
  }

private:
  isl::set segmentBounds(const StoragePlaces &places, const isl::space &space,
                         CallTable &calls) const;

  const CompactionInput &in;
  const CompactedDomain &set;
  const CompactedStorage &storage;
  Program &next;
  InspectorBuilder &builder;
};

} // namespace sparsec

#endif // SPARSEC_LIB_TRANSFORMS_COMPACTION_STORAGEFILLER_H
