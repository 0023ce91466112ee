//===- Checker.h - the one legality check -----------------------*- C++ -*-===//
#ifndef SPARSEC_ANALYSIS_CHECKER_H
#define SPARSEC_ANALYSIS_CHECKER_H

#include "sparsec/Analysis/Refusal.h"
#include "sparsec/Analysis/StepReport.h"
#include "sparsec/IR/Step.h"

#include "llvm/Support/Error.h"

#include <optional>
#include <set>

namespace sparsec {

/// Proves that \p step is a legal successor of \p before, or refuses with a
/// message that names the dependence and what would allow it:
///  (a) the instance maps cover every old instance exactly once,
///  (b) extra instances are no-ops (vouched for by InstanceMap::padded),
///  (c) dependences of \p before, mapped to the new instances, are respected
///      by the new schedule; reductions of one operator may be reordered.
/// The error is an IllegalStep where a dependence is to blame. \p report, if
/// any, takes down what was proved.
llvm::Error checkStep(const Program &before, const StepResult &step,
                      StepReport *report = nullptr);

/// Whether all instances that have an order run in it after \p step as well,
/// as times, conditions and facts say, whatever the instances touch. False also
/// where it is not known.
bool keepsOrder(const Program &before, const StepResult &step);

#ifdef SPARSEC_TEST_HOOKS
/// Set only by sparsec-stress -unchecked, to show that its runs find what the
/// checker keeps out: while true, order, storage and marks go unchecked.
extern bool uncheckedForTests;
#endif

/// What a question takes to be allowed of floating-point updates.
enum class Rounding {
  AsProgram, ///< what Program::allowReassociation says
  MayDiffer, ///< any order
};

/// Why the loop \p loop around \p statement may not run in parallel: "" when
/// it may. Only non-reduction dependences and reductions into one element that
/// different iterations share forbid it. Atomic updates of one element by many
/// iterations have no order, which \p rounding must permit.
std::string whyNotParallel(const Program &program, const std::string &statement,
                           const std::string &loop,
                           Rounding rounding = Rounding::AsProgram);

/// Why the loop may not run in vector lanes: as whyNotParallel, but an
/// innermost loop may update one element in all iterations by one reduction
/// operator (the emitter names it in the reduction clause).
std::string whyNotSimd(const Program &program, const std::string &statement,
                       const std::string &loop);

/// Whether index arrays with the program's facts may give \p statement an
/// instance, as far as is known.
bool mayRun(const Program &program, const Statement &statement);

/// Who updates parts of elements that are joined behind the loop.
enum class PartOwners { Lanes, Threads };

/// The arrays of which \p owners that run \p loop, which they may, may update
/// one element: parts of it that are joined behind the loop.
std::set<std::string> sharedBy(PartOwners owners, const Program &program,
                               const ScheduleTree &loop);

/// What forbids it, with the accesses; nothing when it may. \p lanes: in vector
/// lanes.
std::optional<Refusal> conflictAcross(const Program &program,
                                      const std::string &statement,
                                      const std::string &loop, bool lanes);

/// What forbids iterations of the loop, with all loops inside, to run in any
/// order or at once where each keeps a part of what they reduce into.
std::optional<Refusal> conflictInParts(const Program &program,
                                       const std::string &statement,
                                       const std::string &loop);

/// The same where threads update elements atomically or in copies: \p updates
/// is Atomic or Private.
std::optional<Refusal> conflictInUpdates(const Program &program,
                                         const std::string &statement,
                                         const std::string &loop,
                                         LoopMarks::Updates updates);

/// The arrays of which different iterations of \p loop may update one element,
/// in the way of \p updates. Private: but for those of which all iterations
/// update the same elements, which are parts.
std::set<std::string> updatedTogether(const Program &program,
                                      const ScheduleTree &loop,
                                      LoopMarks::Updates updates);

/// Whether OpenMP has an atomic \p update of elements of \p array: sums,
/// products and operations on bits, of real numbers (OpenMP 5.0, 2.17.7).
bool hasAtomicUpdate(const Program &program, const std::string &array,
                     Update update);

} // namespace sparsec

#endif // SPARSEC_ANALYSIS_CHECKER_H
