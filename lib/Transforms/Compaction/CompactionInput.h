//===- CompactionInput.h - what a compaction starts from --------*- C++ -*-===//
///
/// \file
/// All that is known of a compaction of one statement before anything is made:
/// the request, the loops it is about, the names of what will be made, and the
/// bounds of dimensions. Nothing of it changes later.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_TRANSFORMS_COMPACTION_COMPACTIONINPUT_H
#define SPARSEC_LIB_TRANSFORMS_COMPACTION_COMPACTIONINPUT_H

#include "Compaction/CompactedDomain.h"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sparsec {

/// Names that no array, parameter or statement of the program has yet.
struct CompactionNames {
  CompactionNames(const Program &program, const CompactionRequest &request,
                  const CompactedDomain &set);

  std::string position; ///< the new loop
  std::string executor; ///< the new statement
  std::string offset;   ///< where segments begin in the list
  std::string count;    ///< the parameter: entries of the list
  std::string slot;     ///< the place of a key or of an instance
  std::string present;  ///< which points have an instance
  std::string stamps;   ///< workspace that tells repeated keys
  std::map<unsigned, std::string>
      indices; ///< key dim => the list of its values
};

class CompactionInput {
public:
  using Dims = CompactedDomain::Dims;
  /// The least and the greatest value of a dimension, in parameters.
  using Bounds = std::pair<isl::pw_aff, isl::pw_aff>;

  CompactionInput(const Program &program, CompactionRequest request,
                  CompactedDomain domain);

  const Program &old;
  const CompactionRequest request;
  const CompactedDomain set;
  const CompactionNames names;
  const ElementType indexType;

  /// Those of a dimension that storage has a place for: checked before.
  Bounds bounds(unsigned dim) const;
  std::optional<Bounds> parameterBounds(unsigned dim) const;
  /// The same, where it takes facts: `index(0) <= j < index(n)`.
  std::optional<Bounds> factBounds(unsigned dim) const;
  /// How many values there are between the bounds.
  isl::pw_aff extent(unsigned dim) const;
  std::vector<isl::pw_aff> extents(const Dims &dims) const;

  /// The nest without a body.
  Statement bareNest() const;
  /// `{ R[..] -> [value - least] }`: numbers of segments, places of keys.
  std::vector<isl::pw_aff> numbersOf(const Dims &dims) const;
  /// The same, of a statement that has the loops of the nest at \p place.
  std::vector<isl::pw_aff>
  numbersIn(const Statement &made, const Dims &dims,
            const std::map<unsigned, unsigned> &place) const;
  /// The values that instances with one place in the list share: the dims that
  /// select a segment, and the keys.
  std::vector<isl::pw_aff> recordOf(const Dims &segments) const;
  /// Every dimension of the nest is at its own place.
  std::map<unsigned, unsigned> ownPlaces() const;
  /// `{ call[] }`, for work outside all loops.
  isl::space outside() const {
    return poly::tupleSpace(old.context.ctx(), "call", 0);
  }
  isl::space parameters() const { return isl::space::unit(old.context.ctx()); }

private:
  std::optional<Bounds> findFactBounds(unsigned dim) const;

  /// What factBounds found of each dimension.
  mutable std::map<unsigned, std::optional<Bounds>> knownBounds;
};

/// Whether dimension \p dim of \p box takes every value between \p bounds.
bool isDense(const isl::set &box, unsigned dim,
             const CompactionInput::Bounds &bounds);

} // namespace sparsec

#endif // SPARSEC_LIB_TRANSFORMS_COMPACTION_COMPACTIONINPUT_H
