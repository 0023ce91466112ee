//===- InstancePair.h - two instances, their order and elements -*- C++ -*-===//
///
/// \file
/// Two instances `[S[..] -> T[..]]` of a program with separate copies of every
/// call, when the first runs before the second, and when both touch one
/// element. Private to lib/Analysis.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_ANALYSIS_INSTANCEPAIR_H
#define SPARSEC_LIB_ANALYSIS_INSTANCEPAIR_H

#include "UninterpretedFunctionSolver.h"

#include "sparsec/Analysis/Owners.h"
#include "sparsec/IR/Program.h"

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sparsec {

/// One access of a statement, index arrays included.
struct Touch {
  std::string array;
  /// Absent: any element.
  std::optional<std::vector<isl::pw_aff>> subscripts;
  /// Numbers of the segment that the element is in; empty when not known.
  std::vector<isl::pw_aff> segment;
  bool isWrite = false, isRead = false;
  Update reduction = Update::None; ///< Access::reduction
  bool isAtomic = false;
  SourceSpan span = {};
  bool isAwaited = false; ///< Expr::isAwaited
};

/// Everything \p statement touches.
std::vector<Touch> touchesOf(const Statement &statement);
/// The arrays that \p statement touches => whether it writes them.
std::map<std::string, bool> arraysOf(const Statement &statement);
/// Whether \p statement touches \p array at all, or writes it.
bool touches(const Statement &statement, const std::string &array,
             bool onlyWrites = false);
/// Whether all values are plainly the same.
bool areSame(const std::vector<isl::pw_aff> &first,
             const std::vector<isl::pw_aff> &second);
/// The places in \p touches and \p others of those that may conflict: of one
/// array, and one of them writes. In order.
std::vector<std::pair<size_t, size_t>>
conflictingPlaces(const std::vector<Touch> &touches,
                  const std::vector<Touch> &others);
/// The touches of two statements that may conflict, in order; the first one of
/// those that are alike stands for all.
std::vector<std::pair<Touch, Touch>>
conflictingTouches(const Statement &first, const Statement &second);
/// Updates of one operator: they commute, apart from rounding.
bool areReductions(const Touch &first, const Touch &second);
/// Whether they give one result in either order, or \p mayRound.
bool mayChangePlaces(const Program &program, const Touch &first,
                     const Touch &second, bool mayRound);

/// One component of a statement's time.
struct TimeStep {
  /// The loop; null for a position in a sequence.
  const ScheduleTree *loop = nullptr;
  isl::pw_aff value;
};
std::vector<TimeStep> timeSteps(const ScheduleTree &tree,
                                const Statement &statement);

/// How one instance is seen in a program: its statement, the tree around it,
/// and how the calls and values of the statement are renamed to the pair's
/// space.
struct View {
  const Statement &statement;
  const ScheduleTree &tree;
  UninterpretedFunctionSolver::Import import;
};

/// The calls of \p statement and those that only \p map, `{ statement[..] ->
/// .. }`, mentions: of the table \p ofMap, or unknown values.
CallTable callsWithMap(const Program &program, const Statement &statement,
                       const isl::pw_multi_aff &map,
                       const CallTable &ofMap = {});

/// Pairs of order levels: level k means equal times before k and a smaller
/// one at k.
struct OrderLevel {
  /// `{ [S -> T] : ordered at this level }`.
  isl::set order;
  /// The carrying loop; null for textual order.
  const ScheduleTree *loop = nullptr;
  size_t depth = 0; ///< position in timeSteps
};

/// The space of two instances, and views of them in one or two programs.
class InstancePair {
public:
  /// Facts and conditions come from \p program, private scalars from
  /// \p arrays.
  InstancePair(const Program &program, const Program &arrays,
               const Statement &first, const Statement &second);

  UninterpretedFunctionSolver facts;
  View first, second;

  /// `{ [S -> T] }`: both exist.
  isl::set instances() const;
  /// Both touch one element (and the same private copy of it).
  isl::set sameElement(const View &a, const Touch &touchA, const View &b,
                       const Touch &touchB) const;
  /// The same, where all owners of the array share one copy.
  isl::set samePlace(const View &a, const Touch &touchA, const View &b,
                     const Touch &touchB) const;
  /// When \p a runs before \p b in their common tree, by level.
  std::vector<OrderLevel> orderLevels(const View &a, const View &b) const;
  /// When both have the same time in their common tree.
  isl::set sameTime(const View &a, const View &b) const;
  /// \p map, `{ side -> old }`, over the pair; values that the calls of \p side
  /// do not define are unknown ones of its own.
  isl::pw_multi_aff mapOf(const View &side, const isl::pw_multi_aff &map,
                          const CallTable &ofMap);
  /// \p side, `first` or `second`, seen as the old statement \p old through
  /// \p map, `{ side -> old }`; as it is when there is no map.
  View seenAs(const View &side, const Statement &old, const ScheduleTree &tree,
              const std::optional<isl::pw_multi_aff> &map,
              const CallTable &ofMap = {});

private:
  InstancePair(const Program &program, const Program &arrays,
               const Statement &first, const Statement &second,
               const isl::space &pair);
  const Program &program, &arrays;
};

/// `[S[..] -> T[..]]` without parameters.
isl::space pairSpace(const Statement &first, const Statement &second);
/// What isl may do for one question: far above what the kernels in mind need
/// (below 200,000).
inline constexpr unsigned long questionOperations = 5'000'000;
/// Runs \p decide with isl's effort limited; "may be" (false) when isl gives
/// up.
bool proves(isl::ctx ctx, const std::function<bool()> &decide,
            unsigned long operations = questionOperations);

} // namespace sparsec

#endif // SPARSEC_LIB_ANALYSIS_INSTANCEPAIR_H
