//===- OrderCheck.cpp - dependences survive the step ----------------------===//
///
/// \file
/// For new instances x, y of old ones s, t: s before t in the old order, both
/// touch one element, y before x (or unordered) in the new order must be
/// impossible. Updates by one reduction operator may change places where that
/// gives the same result, or where its rounding may differ.
///
//===----------------------------------------------------------------------===//

#include "KeptOrder.h"
#include "KeptTimes.h"

#include "sparsec/Analysis/Checker.h"
#include "sparsec/Poly/Meet.h"

#include "llvm/ADT/StringExtras.h"

#include <set>

namespace sparsec {
namespace {

/// The place of \p statement's phase in \p program.
size_t phaseIndex(const Program &program, const Statement &statement) {
  return program.phaseOf(statement.name) - program.phases.data();
}

/// The step, and what its pairs have in common.
struct Change {
  /// Whether sums and products of floating-point values may be reordered.
  bool mayRound() const {
    return step.mayReassociate.value_or(before.allowReassociation);
  }

  const Program &before;
  const StepResult &step;
  Record &record;
  /// The first refusal that only rounding is the reason of.
  std::optional<Refusal> rounding = std::nullopt;
  /// Arrays whose updates change places: exactly, or but for rounding.
  std::set<std::string> exact = {}, rounded = {};
  /// Whether iterations of a free order change places.
  bool isFree = false;
};

/// Decides one ordered pair of successors.
class PairOrder {
public:
  PairOrder(Change &change, const Successor &source, const Successor &sink)
      : change(change), before(change.before), after(change.step.program),
        source(source), sink(sink), pair(after, before, *source.now, *sink.now),
        oldSource(pair.seenAs(pair.first, *source.old, oldTree(), source.map,
                              source.ofMap())),
        oldSink(pair.seenAs(pair.second, *sink.old, oldTree(), sink.map,
                            sink.ofMap())),
        whole(findWhole()) {
    change.record.watch(pair.facts);
  }

  llvm::Error check();
  /// Whether the times alone show that no two instances change places.
  bool keepsTimes() const;
  /// Whether no two instances change places: asks isl, too.
  bool keepsInstances() const;

private:
  const ScheduleTree &oldTree() const {
    return before.phaseOf(source.old->name)->tree;
  }

  /// How many levels of either order say which iteration of a free order an
  /// instance is of; 0 where iterations have an order.
  struct WholeLevels {
    size_t old = 0, now = 0;
    bool areApart = false; ///< no iteration has instances of both
  };
  WholeLevels findWhole() const;

  /// `{ [X -> Y] : not (x before y) }` in the new program, by level from
  /// \p first on.
  std::vector<isl::set> reversed(size_t first) const;
  isl::set instances() const;
  isl::set whereListed() const;
  /// Whether \p isAllowed says so of all `{ [X -> Y] }` that change places,
  /// with the level of the old order that separates them. Of \p levels, which
  /// say that iterations stay whole, only those of one are asked about.
  using Judge = std::function<bool(const isl::set &, const OrderLevel &)>;
  bool changesOnly(const WholeLevels &levels, const Judge &isAllowed) const;
  /// Whether \p first and \p second may touch one element in \p swapped.
  bool mayTouch(const isl::set &swapped, const Touch &first,
                const Touch &second) const;
  Refusal violation(const Touch &first, const Touch &second,
                    const ScheduleTree *carrier) const;
  std::string reason(const Touch &first, const Touch &second) const;

  Change &change;
  const Program &before, &after;
  const Successor &source, &sink;
  InstancePair pair;
  View oldSource, oldSink;
  WholeLevels whole;
};

/// The free order in \p program that both statements are of; null for none.
static const FreeOrder *commonOrder(const Program &program,
                                    const Statement &first,
                                    const Statement &second) {
  for (const FreeOrder &order : program.freeOrders)
    if (llvm::is_contained(order.statements, first.name) &&
        llvm::is_contained(order.statements, second.name))
      return &order;
  return nullptr;
}

/// The levels of the order of \p statement from the outermost one to the
/// innermost of the loops of \p order.
static size_t levelsOf(const FreeOrder &order, const ScheduleTree &tree,
                       const Statement &statement) {
  const std::vector<TimeStep> steps = timeSteps(tree, statement);
  size_t first = 0;
  while (!steps[first].loop)
    ++first;
  return first + order.depth;
}

PairOrder::WholeLevels PairOrder::findWhole() const {
  const FreeOrder *old = commonOrder(before, *source.old, *sink.old);
  // Those of a free order are all of one, or none is (WholeIterations.h).
  if (!old || !commonOrder(after, *source.now, *source.now) ||
      !commonOrder(after, *sink.now, *sink.now))
    return {};
  WholeLevels result;
  result.old = levelsOf(*old, oldTree(), *source.old);
  const FreeOrder *now = commonOrder(after, *source.now, *sink.now);
  result.areApart = !now;
  if (now)
    result.now = levelsOf(*now, pair.first.tree, *source.now);
  return result;
}

std::vector<isl::set> PairOrder::reversed(size_t first) const {
  size_t sourcePhase = phaseIndex(after, *source.now);
  size_t sinkPhase = phaseIndex(after, *sink.now);
  if (sourcePhase < sinkPhase)
    return {};
  if (sourcePhase > sinkPhase)
    return {isl::set::universe(pair.facts.space())};
  std::vector<isl::set> result;
  for (const OrderLevel &level : pair.orderLevels(pair.second, pair.first))
    if (level.depth >= first)
      result.push_back(level.order);
  // One instance that does what two statements did: the step vouches for it.
  if (source.now == sink.now && source.old != sink.old &&
      (source.merged || sink.merged))
    return result;
  isl::set unordered = pair.sameTime(pair.first, pair.second);
  if (!unordered.is_empty())
    result.push_back(unordered);
  return result;
}

/// Equal values have one position in a list.
isl::set PairOrder::whereListed() const {
  const isl::set all = isl::set::universe(pair.facts.space());
  const std::optional<SharedList> list =
      sharedList(pair, source, oldSource, sink, oldSink);
  return list ? list->equalPlaces.unite(all.subtract(list->equalValues()))
              : all;
}

isl::set PairOrder::instances() const {
  isl::set both = pair.instances();
  // Without a map these are the same instances.
  if (source.map)
    both = poly::meet(both, oldSource.import.set(source.old->instances()));
  if (sink.map)
    both = poly::meet(both, oldSink.import.set(sink.old->instances()));
  return poly::meet(both, whereListed());
}

bool PairOrder::mayTouch(const isl::set &swapped, const Touch &first,
                         const Touch &second) const {
  isl::set points =
      poly::meet(swapped, pair.sameElement(oldSource, first, oldSink, second));
  return !proves(before.context.ctx(),
                 [&] { return pair.facts.provesEmpty(points); });
}

bool PairOrder::changesOnly(const WholeLevels &levels,
                            const Judge &isAllowed) const {
  const std::vector<isl::set> backwards = reversed(levels.now);
  std::optional<isl::set> both;
  for (const OrderLevel &level : pair.orderLevels(oldSource, oldSink)) {
    if (levels.areApart || level.depth < levels.old) {
      change.isFree = true;
      continue;
    }
    for (const isl::set &backward : backwards) {
      // Most contradict each other before the instances are looked at.
      isl::set swapped = poly::meet(level.order, backward);
      if (swapped.is_empty())
        continue;
      if (!both)
        both = instances();
      swapped = poly::meet(swapped, *both);
      if (!swapped.is_empty() && !isAllowed(swapped, level))
        return false;
    }
  }
  return true;
}

llvm::Error PairOrder::check() {
  if (keepsTimes())
    return llvm::Error::success();
  std::vector<std::pair<Touch, Touch>> conflicts;
  for (const auto &[first, second] : conflictingTouches(*source.old, *sink.old))
    if (!mayChangePlaces(before, first, second, change.mayRound()))
      conflicts.emplace_back(first, second);
  change.record.comparesPairs(conflicts.size());
  std::optional<Refusal> worse;
  changesOnly(whole, [&](const isl::set &swapped, const OrderLevel &level) {
    for (const auto &[first, second] : conflicts) {
      bool onlyRounds = areReductions(first, second);
      if ((onlyRounds && change.rounding) || !mayTouch(swapped, first, second))
        continue;
      std::optional<Refusal> &found = onlyRounds ? change.rounding : worse;
      found = violation(first, second, level.loop);
      if (worse)
        return false;
    }
    return true;
  });
  return worse ? illegal(std::move(*worse)) : llvm::Error::success();
}

bool PairOrder::keepsTimes() const {
  const size_t sourcePhase = phaseIndex(after, *source.now);
  const size_t sinkPhase = phaseIndex(after, *sink.now);
  return sourcePhase < sinkPhase ||
         (sourcePhase == sinkPhase && timesKeepOrder(pair, oldSource, oldSink));
}

bool PairOrder::keepsInstances() const {
  return keepsTimes() ||
         changesOnly({}, [&](const isl::set &swapped, const OrderLevel &) {
           return proves(before.context.ctx(),
                         [&] { return pair.facts.provesEmpty(swapped); });
         });
}

std::string PairOrder::reason(const Touch &first, const Touch &second) const {
  std::string later = instanceText(*sink.old, "'");
  std::string earlier = "an earlier " + instanceText(*source.old, "");
  if (areReductions(first, second))
    return later + " updates what " + earlier + " updates";
  std::string kind =
      first.isWrite && second.isRead ? "reads what" : "overwrites what";
  return later + " " + kind + " " + earlier +
         (first.isWrite ? " writes" : " reads");
}

Refusal PairOrder::violation(const Touch &first, const Touch &second,
                             const ScheduleTree *carrier) const {
  std::string message = "'" + first.array + "': " + reason(first, second);
  message += carrier ? " (carried by loop '" + carrier->name + "')" : "";
  message += ", but would no longer run after it";
  if (areReductions(first, second))
    message += change.step.mayReassociate
                   ? "; only the rounding of the result is at stake, but the "
                     "step is told 'allow_reassociation = false'"
                   : "; only the rounding of the result is at stake: "
                     "'allow_reassociation()' before this step permits it";
  message += ownResults({source.old, sink.old}, first.array);
  return {message,
          first.array,
          carrier ? carrier->name : "",
          carrier ? carrier->span : SourceSpan(),
          {refusedAccess(*source.old, first, ""),
           refusedAccess(*sink.old, second, "'")}};
}

/// Whether anything but updates that may change places is there to be checked.
bool canConflict(Change &change, const Successor &source,
                 const Successor &sink) {
  bool found = false;
  for (const auto &[first, second] : conflictingTouches(*source.old, *sink.old))
    if (!mayChangePlaces(change.before, first, second, change.mayRound()))
      found = true;
    else if (change.before.isExactReduction(first.array, first.reduction))
      change.exact.insert(first.array);
    else
      change.rounded.insert(first.array);
  return found;
}

} // namespace

bool keepsOrder(const Program &before, const StepResult &step) {
  llvm::Expected<std::vector<Successor>> successors =
      findSuccessors(before, step);
  if (!successors) {
    llvm::consumeError(successors.takeError());
    return false;
  }
  Record unread(nullptr, "");
  Change change{before, step, unread};
  const KeptOrder kept(before, step.program);
  auto keeps = [&](const Successor &source, const Successor &sink) {
    return !kept.sharePhase(source, sink) || kept.keeps(source, sink) ||
           PairOrder(change, source, sink).keepsInstances();
  };
  try {
    return llvm::all_of(*successors, [&](const Successor &source) {
      return llvm::all_of(*successors, [&](const Successor &sink) {
        return keeps(source, sink);
      });
    });
  } catch (const isl::exception &) {
    return false;
  }
}

llvm::Error checkOrder(const Program &before, const StepResult &step,
                       const std::vector<Successor> &successors,
                       Record &record) {
  if (record.isRead() && keepsOrder(before, step)) {
    record.note("the step keeps all instances in their order");
    return llvm::Error::success();
  }
  Change change{before, step, record};
  const KeptOrder kept(before, step.program);
  const std::vector<std::vector<size_t>> meeting =
      meetingSuccessors(successors);
  for (size_t at = 0; at < successors.size(); ++at)
    for (size_t other : meeting[at]) {
      const Successor &source = successors[at], &sink = successors[other];
      if (!kept.sharePhase(source, sink) || kept.keeps(source, sink) ||
          !canConflict(change, source, sink))
        continue;
      if (llvm::Error failure = PairOrder(change, source, sink).check())
        return failure;
    }
  if (change.rounding)
    return illegal(std::move(*change.rounding));
  if (change.isFree)
    record.note("whole iterations may change places, as any_order() permits");
  if (!change.exact.empty())
    record.note("updates by one operator may change places, with the same "
                "result: " +
                llvm::join(change.exact, ", "));
  if (!change.rounded.empty())
    record.note("updates by one operator may change places, rounding "
                "differently, as " +
                llvm::Twine(step.mayReassociate
                                ? "this step does by default: "
                                : "allow_reassociation() permits: ") +
                llvm::join(change.rounded, ", "));
  return llvm::Error::success();
}

} // namespace sparsec
