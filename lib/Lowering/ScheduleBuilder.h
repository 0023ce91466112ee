//===- ScheduleBuilder.h - builds schedule trees for isl --------*- C++ -*-===//
#ifndef SPARSEC_LIB_LOWERING_SCHEDULEBUILDER_H
#define SPARSEC_LIB_LOWERING_SCHEDULEBUILDER_H

#include "LoweringSchedule.h"

#include <set>

namespace sparsec {

/// The affine domain of \p statement without what its uninterpreted constraints
/// and the facts imply: `0 <= k < m` where `k = col(j)`.
isl::set withoutImplied(const Program &program, const CallSafety &safety,
                        const Statement &statement);
/// The same, also where that leaves a loop that would read index arrays
/// outside: what the domain says beyond the calls.
isl::set beyondCalls(const Program &program, const Statement &statement);

/// One statement on the way down.
struct Live {
  const Statement *statement;
  /// `{ S[..] }` affine.
  isl::set domain;
  /// `{ S[..] -> [value] }` of the bands so far, calls renamed to ids.
  std::vector<isl::pw_aff> prefix;
  /// Canonical name => id, of the calls available here.
  std::map<std::string, std::string> ids;
  /// Calls that bounds or loop values need, directly or as arguments.
  std::vector<std::string> needed;
  /// `{ S[..] }` by the domain and the filters above: what isl sees.
  isl::set seen;
  /// `{ S[..] }` the domain's bounds that are not those of calls over again.
  isl::set own;
};

/// Builds the isl schedule of one nest from the root down: isl refuses bands
/// above a context node.
class ScheduleBuilder {
public:
  ScheduleBuilder(const Program &program, const ScheduleTree &tree,
                  LoopShape shape, const CallSafety &safety, bool useFacts)
      : program(program), tree(tree), shape(shape), safety(safety),
        useFacts(useFacts) {}

  llvm::Expected<IslSchedule> run();

private:
  using Names = std::vector<std::string>;

  void start(const std::string &name);
  std::vector<std::string> neededCalls(const Statement &statement) const;
  llvm::Expected<isl::schedule_node> lower(isl::schedule_node node,
                                           const ScheduleTree &tree);
  llvm::Expected<isl::schedule_node> lowerLoop(isl::schedule_node node,
                                               const ScheduleTree &loop);
  llvm::Expected<isl::schedule_node> lowerSequence(isl::schedule_node node,
                                                   const ScheduleTree &tree);
  llvm::Error appendValue(Live &live, const ScheduleTree &loop);
  isl::schedule_node showBounds(isl::schedule_node node,
                                const Names &statements);
  bool mayExceedInt(const Live &live) const;
  llvm::Error outsideItsBounds(const Live &live, const ScheduleTree &loop);
  isl::schedule_node introduceCalls(isl::schedule_node node,
                                    const Names &statements);
  bool isCopiedBelow(const Live &live, const std::string &name) const;
  bool waitsForOthers(const Live &live, const std::string &name) const;
  std::optional<SharedCall> fixedCall(const Live &live,
                                      const std::string &name) const;
  void introduceReadable(Live &live, const Live &before,
                         std::vector<SharedCall> &group);
  void introduceOne(Live &live, const std::string &name, SharedCall made,
                    std::vector<SharedCall> &group);
  bool isReadableHere(const Live &live, const SharedCall &made) const;
  bool isUntold(const std::string &name) const;
  bool isNext(const Live &live, const std::string &name) const;
  isl::set whereRead(const Live &live, const std::string &name,
                     const isl::set &places) const;
  bool areReadable(const Live &before, const isl::set &beyond,
                   const std::vector<SharedCall> &group) const;
  bool hasElement(const Live &live, const SharedCall &made,
                  const isl::set &places) const;
  bool canGoOn(const Live &live) const;
  std::optional<std::string> urgentCall(const Live &live, bool isGuarded) const;
  bool shareCall(Live &live, const std::string &name, const SharedCall &made,
                 std::vector<SharedCall> &group);
  isl::schedule_node insertGroup(isl::schedule_node node,
                                 const Names &statements,
                                 std::vector<SharedCall> group);

  isl::schedule_node insertGuard(isl::schedule_node node,
                                 const std::vector<Live> &before,
                                 const isl::set &everywhere,
                                 const std::vector<SharedCall> &group) const;

  isl::set placesOf(const Names &statements) const;
  isl::map prefixMap(const Live &live) const;
  isl::set visible(const Live &live) const;
  template <typename T>
  T renamed(const Live &live, T object) const {
    for (const auto &entry : live.ids)
      object = poly::renameParam(object, entry.first, entry.second);
    return object;
  }
  isl::set withoutHidden(const Live &live, isl::set set) const;
  isl::set facts(const Live &live) const;

  const Program &program;
  const ScheduleTree &tree;
  LoopShape shape;
  const CallSafety &safety;
  bool useFacts;
  IslSchedule result;
  std::map<std::string, Live> lives;
  /// The arrays that statements write where calls are introduced.
  std::set<std::string> writtenHere;
  unsigned depth = 0;
};

} // namespace sparsec

#endif // SPARSEC_LIB_LOWERING_SCHEDULEBUILDER_H
