//===- LoweringSchedule.h - schedule trees for isl --------------*- C++ -*-===//
#ifndef SPARSEC_LIB_LOWERING_LOWERINGSCHEDULE_H
#define SPARSEC_LIB_LOWERING_LOWERINGSCHEDULE_H

#include "sparsec/IR/CallSafety.h"

#include "llvm/Support/Error.h"

#include <map>
#include <string>
#include <vector>

namespace sparsec {

/// A call that becomes available at one place of the schedule, shared by all
/// statements below whose argument is the same there.
struct SharedCall {
  /// The parameter's name in the isl schedule.
  std::string id;
  /// As the user wrote it, "index(i + 1)": stem of the local's name.
  std::string text;
  std::string function;
  /// `{ [t0, .., td] -> [argument] }` per dimension, over earlier ids.
  std::vector<isl::pw_aff> arguments;
  /// `{ [t0, .., td] }` where some statement makes the call.
  isl::set active;
  /// Whether that is everywhere below: then it may be loaded without a guard.
  bool always = true;
};

/// One statement at the end of its path.
struct ScheduledStatement {
  /// Canonical name => id of its calls that are isl parameters.
  std::map<std::string, std::string> ids;
  /// `{ S[..] -> [t] }` per loop, over the ids.
  std::vector<isl::pw_aff> times;
  /// `{ S[..] }` affine, with all constraints that the ids allow, and with what
  /// the facts say of these: that a row has one entry at most.
  isl::set domain, instances, known;
};

/// The instance `{ [t0, .., td] -> S[..] }` at given values of the outermost
/// \p depth loops, an error when these do not tell instances apart.
/// Uninterpreted constraints are used only if it takes them: `k` of the loops
/// is cheaper than `col(j)`.
llvm::Expected<isl::pw_multi_aff>
instanceAt(const ScheduledStatement &statement, unsigned depth);

/// One loop and its schedule dimension.
struct ScheduledLoop {
  const ScheduleTree *loop = nullptr;
  unsigned depth = 0;
  /// Its values may exceed an int although what they are made of is one:
  /// `i + k`, `1000 * i`.
  bool exceedsInt = false;
};

/// What `buildIslSchedule` returns.
struct IslSchedule {
  isl::schedule schedule;
  /// `{ : }` what is known of the parameters that it mentions.
  isl::set context;
  /// Calls of the mark "calls:K".
  std::vector<std::vector<SharedCall>> groups;
  /// The loop of the mark "loop:K" and, inside mapped ones, "value:K".
  std::vector<ScheduledLoop> loops;
  std::map<std::string, ScheduledStatement> statements;
};

/// Options of every band for isl's generator.
enum class LoopShape {
  Atomic,   ///< each loop once, guards inside
  Separate, ///< loops split so that bodies need fewer guards
};

/// \p tree as an isl schedule tree. Below the band that fixes the last
/// iterator that a call's argument needs there is
///
///     mark "calls:K"
///       context [id] -> { [t..] : range facts }
///         filter [id] -> { S[..] : uninterpreted constraints }
///
/// An error says which loop was moved outside the loop that binds its bounds.
llvm::Expected<IslSchedule> buildIslSchedule(const Program &program,
                                             const ScheduleTree &tree,
                                             LoopShape shape,
                                             const CallSafety &safety);

} // namespace sparsec

#endif // SPARSEC_LIB_LOWERING_LOWERINGSCHEDULE_H
