//===- Relations.h - what orders the iterations of one loop -----*- C++ -*-===//
///
/// \file
/// The dependence relations that one loop carries, each with its fate: which of
/// them are the same, which ones affine reasoning or the facts about index
/// arrays refute, which ones follow from cheaper ones. What is kept is what an
/// inspector would have to visit to schedule the loop's iterations.
/// Source: Mohammadi et al., "Sparse computation data dependence
/// simplification", PLDI 2019; with non-strict monotonicity, and relations
/// dropped only where containment is proved.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_ANALYSIS_RELATIONS_H
#define SPARSEC_ANALYSIS_RELATIONS_H

#include "sparsec/Analysis/Dependences.h"

#include <string>
#include <vector>

namespace sparsec {

/// A possible conflict of two accesses in different iterations of a loop.
struct CarriedRelation {
  enum class Fate {
    Same,    ///< relates the same instances as `other`
    Affine,  ///< refuted without facts about index arrays
    Refuted, ///< refuted by `witnesses`
    Implied, ///< every pair of iterations is one of `other` too
    Kept,
  };
  MayDependence::Kind kind = MayDependence::Kind::Flow;
  std::string source, sink; ///< statements, the source in the earlier iteration
  std::string array;
  /// "a[k]", "a[diag(col(k)')']": the sink's iterators and calls have primes.
  std::string sourceElement, sinkElement;
  /// Updates by one operator: they may change places, but not run at once.
  bool isReduction = false;
  /// `{ S[first] -> T[second] }`.
  isl::map relation;
  /// The calls of both instances, with arguments over `[S -> T]`.
  CallTable calls;
  /// `{ [S -> T] }`: both touch the element, in whatever iterations of the
  /// loop.
  isl::set meetings;
  /// `{ [S -> T] -> [value of the loop] }`, for the source and for the sink.
  isl::pw_aff sourceTime, sinkTime;
  Fate fate = Fate::Kept;
  /// Texts of facts, a set from which none can be left out.
  std::vector<std::string> witnesses;
  /// The relation that stands for this one: a position in the list.
  size_t other = 0;
  /// Kept: what visiting all pairs costs, in powers of the numbers of rows and
  /// of elements: "nnz", "nnz^2/n".
  std::string cost;
};

/// All relations carried by the loop \p loop of \p phase, in textual order of
/// source and sink. \p witnesses asks for the facts behind each refutation,
/// which takes a few more refutations each.
std::vector<CarriedRelation> relationsCarriedBy(const Program &program,
                                                const Phase &phase,
                                                const ScheduleTree &loop,
                                                bool witnesses);

/// One line: accesses, fate and the reason for it. \p all is the list that
/// holds \p relation.
std::string describe(const CarriedRelation &relation,
                     const std::vector<CarriedRelation> &all);
/// "14 relations: 7 the same as others, 3 affine, 2 refuted, 0 implied, 2 kept"
std::string summaryOf(const std::vector<CarriedRelation> &relations);

} // namespace sparsec

#endif // SPARSEC_ANALYSIS_RELATIONS_H
