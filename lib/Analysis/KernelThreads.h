//===- KernelThreads.h - what the threads of one kernel touch ---*- C++ -*-===//
///
/// \file
/// One kernel: which loops are mapped, which threads run what, and what they
/// say to each other. KernelCheck.cpp looks at its shape, KernelRaces.cpp at
/// elements that several threads touch. Private to lib/Analysis.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_ANALYSIS_KERNELTHREADS_H
#define SPARSEC_LIB_ANALYSIS_KERNELTHREADS_H

#include "StepCheck.h"

#include "sparsec/Analysis/ThreadExchanges.h"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace sparsec {

/// The statements below an outermost mapped loop.
class KernelThreads {
public:
  using Loops = std::vector<const ScheduleTree *>;

  /// \p isAccepted: problem() is known to find none.
  KernelThreads(const Program &program, const ScheduleTree &root,
                Record &record, bool isAccepted = false);

  /// Why this is no kernel, or why its threads would race. Of the pairs that
  /// \p isKept names that is known.
  using Pairs = std::function<bool(const std::string &, const std::string &)>;
  std::optional<Refusal> problem(const Pairs &isKept = nullptr);
  /// Why what is outside of the kernel may not stay there; a part of problem().
  std::optional<Refusal> leaks() const;
  /// What threads of one block tell each other, once problem() has run, but for
  /// pairs that are kept.
  const std::vector<ThreadExchange> &exchanges() const { return found; }

  /// Whether as many threads run \p statement, and gather what it sets, as in
  /// \p other.
  bool isRunAs(const KernelThreads &other, const std::string &statement) const {
    return repeated.count(statement) == other.repeated.count(statement) &&
           gathered.count(statement) == other.gathered.count(statement);
  }

  /// The mapped loops around \p statement from the root on, outermost first.
  Loops mappedLoops(const std::string &statement) const;
  /// The one of \p loops that is mapped as \p mark is, or null.
  static const ScheduleTree *loopOf(const Loops &loops, const GpuMark &mark);
  /// The outermost mapped loops of \p tree: one kernel each.
  static Loops kernelsOf(const ScheduleTree &tree);

private:
  /// Two statements of one launch, of which several touches may meet.
  struct Together {
    InstancePair pair;
    /// `{ [S -> T] }` in one launch.
    isl::set instances;
    /// `{ [S -> T] }` run by one block.
    isl::set ofOneBlock;
    /// Of their order, once it was asked for.
    std::optional<std::vector<OrderLevel>> levels = std::nullopt;
  };
  /// Two touches of one element, one of them a write.
  struct Meeting {
    Together &both;
    const InstancePair &pair;
    const Touch &a, &b;
    size_t placeA, placeB; ///< in touchesOf
  };
  /// The statements and touches of a meeting.
  using MeetingKey = std::tuple<std::string, size_t, std::string, size_t>;

  Refusal because(const std::string &why) const;
  std::string misfit() const;
  std::string misfitOf(const ScheduleTree &loop) const;
  std::string misfitOf(const std::string &statement) const;
  std::string ticketMisfit() const;
  void findRepeated();
  bool isPrivate(const std::string &array) const;
  bool isShared(const std::string &array) const;
  bool mayRepeat(const Statement &statement) const;
  bool isNeeded(const Statement &statement, const Loops &own) const;
  const ScheduleTree *gatheringLoop(const Statement &statement) const;

  std::optional<Refusal> conflict(const Statement &first,
                                  const Statement &second);
  std::optional<Refusal> meet(const Meeting &meeting);
  bool meetInBlock(const Meeting &meeting, const isl::set &points);
  static const std::vector<OrderLevel> &levelsOf(const Meeting &meeting);
  bool isKnown(const Meeting &meeting, const OrderLevel &level) const;
  bool isOrderKnown(const Meeting &meeting) const;
  std::optional<Refusal> order(const Meeting &meeting, const isl::set &points);
  bool isPublished(const std::string &array) const;
  std::optional<Refusal> waitFor(const Meeting &meeting,
                                 const isl::set &same) const;
  bool isRepeatedWrite(const InstancePair &pair, const isl::set &same) const;
  std::optional<Refusal> leak(const Statement &inside,
                              const Statement &outside) const;
  isl::set sameLaunch(const InstancePair &pair) const;
  isl::set sameBlock(const InstancePair &pair) const;
  isl::set apart(const Meeting &meeting, GpuMark::Level level) const;
  enum class Threads { First, Own, All };
  Threads threadsOf(const std::string &statement, const Touch &touch,
                    const ScheduleTree *loop) const;
  bool lacksCopy(const Meeting &meeting, const ScheduleTree *own,
                 const ScheduleTree *other) const;
  bool happens(const InstancePair &pair, const isl::set &points) const;
  bool isCombined(const ScheduleTree *loop, const Touch &touch) const;
  bool mayShare(const ScheduleTree *own, const Touch &a,
                const ScheduleTree *other, const Touch &b) const;
  std::string hint(const Statement &first, const Touch &a,
                   const Statement &second, const Touch &b) const;
  Refusal race(const Meeting &meeting, const std::string &remedy) const;

  const Program &program;
  const ScheduleTree &root;
  Record &record;
  bool isAccepted;
  Loops mapped;
  /// Statements that all threads run which are not told apart by their loops.
  std::set<std::string> repeated;
  /// Statements whose loop on threads gathers a private scalar that others of
  /// these threads read: each of them gets all of it in its own copy.
  std::set<std::string> gathered;
  std::vector<ThreadExchange> found;
  /// Whether threads of one block meet there.
  std::map<MeetingKey, bool> known;
};

} // namespace sparsec

#endif // SPARSEC_LIB_ANALYSIS_KERNELTHREADS_H
