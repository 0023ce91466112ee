//===- ListCheck.cpp - an inspector lists what the loops touch ------------===//
///
/// \file
/// For an old statement S, the inspector A of its list and the map
/// `{ S[old] -> A[..] }`: the image of S is A, neither less (an instance would
/// be missing in the list) nor more (the list would name values that nobody
/// touches), and A takes two instances for one if and only if the values agree
/// that find an instance in the list.
///
//===----------------------------------------------------------------------===//

#include "Images.h"

namespace sparsec {
namespace {

using Values = std::vector<isl::pw_aff>;

/// Two old instances and what the inspector records of them.
class Records {
public:
  Records(const Program &before, const Successor &successor,
          const Statement &inspector, const ScheduleTree &tree)
      : pair(before, before, *successor.old, *successor.old),
        first(
            pair.seenAs(pair.first, inspector, tree, successor.listed->visit)),
        second(pair.seenAs(pair.second, inspector, tree,
                           successor.listed->visit)) {
    for (const isl::pw_aff &value : successor.listed->touched)
      touched.emplace_back(pair.first.import.value(value),
                           pair.second.import.value(value));
    for (const isl::pw_aff &value : inspector.action->record)
      recorded.emplace_back(first.import.value(value),
                            second.import.value(value));
  }

  bool keepApart() const { return implies(recorded, touched); }
  bool areOnce() const { return implies(touched, recorded); }

private:
  using Pairs = std::vector<std::pair<isl::pw_aff, isl::pw_aff>>;

  bool implies(const Pairs &these, const Pairs &those) const {
    isl::set equal = isl::set::universe(pair.facts.space());
    for (const auto &[a, b] : these)
      equal = equal.intersect(a.eq_set(b));
    isl::set points = pair.instances().intersect(equal);
    for (const auto &[a, b] : those)
      if (!pair.facts.provesEmpty(points.intersect(a.lt_set(b))) ||
          !pair.facts.provesEmpty(points.intersect(a.gt_set(b))))
        return false;
    return true;
  }

  InstancePair pair;
  View first, second;
  Pairs touched, recorded;
};

/// \p inspector where the parameters give \p old an instance. Elsewhere what it
/// lists is not used: the executor's other loops, in [0, p) say, are empty.
Statement whereUsed(Statement inspector, const Statement &old) {
  isl::set used = old.domain.params();
  inspector.domain = inspector.domain.intersect_params(used);
  return inspector;
}

llvm::Error checkVisits(const Program &before, const Program &after,
                        const Successor &successor,
                        const Statement &inspector) {
  const std::string &old = successor.old->name;
  const std::string &name = inspector.name;
  isl::ctx ctx = after.context.ctx();
  Successor visit{&inspector, successor.old, successor.listed->visit};
  bool measures = inspector.action && inspector.action->as<action::Measure>();
  bool mayVisitMore = measures || successor.listed->mayListMore;
  const Statement used =
      mayVisitMore ? inspector : whereUsed(inspector, *successor.old);
  Images visited(before, after, used);
  // A greatest length may be that of more instances than there are.
  bool isTold = proves(ctx, [&] {
    return mayVisitMore ? visited.addSuperset(visit) : visited.add(visit);
  });
  if (!isTold)
    return refusal("cannot tell which instances of '" + old +
                   "' the inspector '" + name + "' visits");
  if (!proves(ctx, [&] { return visited.isInside(); }))
    return refusal("the inspector '" + name + "' may miss instances of '" +
                   old + "'");
  if (!mayVisitMore && !proves(ctx, [&] { return visited.areCovered(); }))
    return refusal("the inspector '" + name + "' may list values that '" + old +
                   "' does not touch");
  return llvm::Error::success();
}

} // namespace

llvm::Error checkList(const Program &before, const Program &after,
                      const Successor &successor) {
  const std::string &name = successor.listed->inspector;
  if (name.empty())
    return llvm::Error::success();
  const Phase *phase = after.phaseOf(name);
  if (!phase || phase->role != Phase::Role::Inspect || before.phaseOf(name))
    return refusal("no inspector '" + name + "' comes with '" +
                   successor.now->name + "'");
  const Statement &inspector = after.statement(name);
  if (llvm::Error failure = checkVisits(before, after, successor, inspector))
    return failure;
  if (!inspector.action || inspector.action->record.empty())
    return llvm::Error::success();
  Records records(before, successor, inspector, phase->tree);
  isl::ctx ctx = after.context.ctx();
  if (!proves(ctx, [&] { return records.areOnce(); }))
    return refusal("the inspector '" + name +
                   "' may list one value twice for '" + successor.now->name +
                   "'");
  if (!proves(ctx, [&] { return records.keepApart(); }))
    return refusal("the inspector '" + name +
                   "' may take different values of '" + successor.old->name +
                   "' for one");
  return llvm::Error::success();
}

} // namespace sparsec
