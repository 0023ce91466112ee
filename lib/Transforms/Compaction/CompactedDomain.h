//===- CompactedDomain.h - which loops a guard determines -------*- C++ -*-===//
///
/// \file
/// The loops around a statement, by what they are to a compaction: outside,
/// compacted, inside; free or derived. See Compaction.h.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_TRANSFORMS_COMPACTION_COMPACTEDDOMAIN_H
#define SPARSEC_LIB_TRANSFORMS_COMPACTION_COMPACTEDDOMAIN_H

#include "Compaction/Compaction.h"
#include "Compaction/Guard.h"

#include "sparsec/Transforms/LoopNest.h"

#include "llvm/ADT/STLExtras.h"

#include <optional>
#include <vector>

namespace sparsec {

/// What the guard says of each loop around a statement. Positions are those of
/// `nest`'s dimensions, one per loop, outermost first.
struct CompactedDomain {
  using Dims = std::vector<unsigned>;

  /// The statement over its loop values: `{ R[O.., K.., I..] }`.
  Statement nest;
  isl::pw_multi_aff toOld; ///< `{ R[..] -> S[old] }`
  Dims outer;              ///< all loops outside the compacted ones
  Dims outerKeys;          ///< those of them that select a segment of `index`
  Dims implied;    ///< those that outerKeys tell: ii of q in ii's own segment
  Dims keys;       ///< K: compacted loops, and inner ones absorbed with them
  Dims inner;      ///< I: loops that stay
  Dims eliminated; ///< inner loops that only serve to find K (pad only)
  Dims free;       ///< the inspector's loops, in order
  Dims derived;    ///< and those with a closed form, in order
  /// Every instance has a position of its own: nothing to look up.
  bool distinct = false;
  /// No two instances share a place, by facts: unique(col, index).
  bool unique = false;
  /// Those of which it would do to know that they have no duplicates.
  std::vector<SegmentList> lists = {};
  /// K has one value per O: no structure at all (pad only).
  bool single = false;
  std::vector<isl::pw_aff> singleValues; ///< `{ R[..] -> [K] }` when single
  /// There is no K: I has the same box of instances for each O (relayout only).
  bool full = false;
  /// `{ R : the guard holds for some I }`.
  isl::set touched;
  /// `{ R : what the guard says of the outer loops alone }`.
  isl::set around;
  /// `{ R : what each value of the list has }` where several statements share
  /// one: what the leader's guard says (SharedList.cpp). The others ask for
  /// what they want beyond it. Absent where the list is this statement's own.
  std::optional<isl::set> shared = std::nullopt;
  /// `{ R[..] -> [subscript] }` of the arrays to move that only other
  /// statements of the loops read (ArraysElsewhere.cpp).
  std::map<std::string, std::vector<isl::pw_aff>> elsewhere = {};

  bool isDerived(unsigned dim) const;
  /// Whether \p dim has one value in \p instances, `{ R[..] }`, for fixed
  /// values of \p known and of the parameters.
  bool isDetermined(const isl::set &instances, const Dims &known,
                    unsigned dim) const;
  /// The loops around the segments, outermost first: outerKeys and implied.
  Dims leading() const;
  /// The inspector's loops, outermost first: free, then derived.
  Dims visit() const;
  /// Whether the inspector's loops are those of segments and keys alone.
  bool visitsKeysOnly() const {
    const Dims around = leading();
    return llvm::all_of(free, [&](unsigned dim) {
      return llvm::is_contained(around, dim) || llvm::is_contained(keys, dim);
    });
  }
  /// Whether an executor without the guard visits points that have no instance:
  /// inner loops that the guard says something about, or no list at all.
  bool hasPadding() const;
  /// The listed keys are touched ones: what \p domain says of them and of the
  /// outer loops alone holds, so only the outer loops' own bounds are kept. Of
  /// a shared list, what the leader says of them.
  isl::set withoutKeyBounds(const isl::set &domain) const;
  /// What the list does not say of the instances of \p statement, which is
  /// over the nest. Of the outer loops it says all, but only once it was looked
  /// at: their own bounds stay.
  isl::set beyondList(const Statement &statement) const;
  std::string name(unsigned dim) const { return nest.iterators[dim]; }
};

/// A statement of the compacted loops and what the loops are to it.
struct Compacted {
  CompactionRequest request;
  CompactedDomain set;
};
/// Puts the statement first of \p all whose values are listed, and tells all of
/// them what the list has. It is the one that runs wherever the others do; the
/// one asked for, which comes first, where several do or none.
void chooseLeader(const Program &program, std::vector<Compacted> &all);
/// Tells the statements of \p all, the one whose values are listed first, where
/// the others read the arrays to move that they do not read themselves.
llvm::Error shareArrays(const Program &program, std::vector<Compacted> &all);
/// The subscripts of all accesses of \p array, as data or as index.
std::vector<std::vector<isl::pw_aff>> placesOf(const Statement &nest,
                                               const std::string &array);
/// `{ R[..] -> V[O.., K.., ..] }`: the values of all loops but those that stay
/// inside, of which there are those of \p shared only, with calls as
/// parameters.
isl::map visitOf(const Program &program, const CompactedDomain &set,
                 const CompactedDomain::Dims &shared = {});
/// Its values, whatever the parameters are: what is asked of these alone, the
/// inspector does not ask, and each executor asks again.
isl::set valuesOf(const isl::map &visit, const CompactedDomain &set);

/// Classifies the loops around \p request.statement.
llvm::Expected<CompactedDomain>
findCompactedDomain(const Program &program, const CompactionRequest &request);

} // namespace sparsec

#endif // SPARSEC_LIB_TRANSFORMS_COMPACTION_COMPACTEDDOMAIN_H
