//===- LoweringSchedule.h - schedule trees for isl --------------*- C++ -*-===//
#ifndef SPARSEC_LIB_CODEGEN_LOWERINGSCHEDULE_H
#define SPARSEC_LIB_CODEGEN_LOWERINGSCHEDULE_H

#include "sparsec/IR/Program.h"

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

/// What `buildIslSchedule` returns.
struct IslSchedule {
  isl::schedule schedule;
  /// Calls of the mark "calls:K".
  std::vector<std::vector<SharedCall>> groups;
  /// The loop of the mark "loop:K", and its schedule dimension.
  std::vector<std::pair<const ScheduleTree *, unsigned>> loops;
  /// Statement => `{ [t0, .., td] -> S[..] }`, calls as ids.
  std::map<std::string, isl::pw_multi_aff> instances;
  /// Statement => call's canonical name => id.
  std::map<std::string, std::map<std::string, std::string>> ids;
};

/// Options of every band for isl's generator.
enum class LoopShape {
  Atomic,   ///< each loop once, guards inside
  Separate, ///< loops split so that bodies need fewer guards
};

/// \p phase's tree as an isl schedule tree. Below the band that fixes the last
/// iterator that a call's argument needs there is
///
///     mark "calls:K"
///       context [id] -> { [t..] : range facts }
///         filter [id] -> { S[..] : uninterpreted constraints }
///
/// An error says which loop was moved outside the loop that binds its bounds.
llvm::Expected<IslSchedule>
buildIslSchedule(const Program &program, const Phase &phase, LoopShape shape);

} // namespace sparsec

#endif // SPARSEC_LIB_CODEGEN_LOWERINGSCHEDULE_H
