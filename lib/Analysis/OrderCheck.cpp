//===- OrderCheck.cpp - dependences survive the step ----------------------===//
///
/// \file
/// For new instances x, y of old ones s, t: s before t in the old order, both
/// touch one element, y before x (or unordered) in the new order must be
/// impossible. Updates by one reduction operator may change places.
///
//===----------------------------------------------------------------------===//

#include "StepCheck.h"

#include "llvm/ADT/StringExtras.h"

#include <set>

namespace sparsec {
namespace {

/// The place of \p statement's phase in \p program.
size_t phaseIndex(const Program &program, const Statement &statement) {
  return program.phaseOf(statement.name) - program.phases.data();
}

/// Decides one ordered pair of successors.
class PairOrder {
public:
  PairOrder(const Program &before, const Program &after,
            const Successor &source, const Successor &sink, Record &record)
      : before(before), after(after), source(source), sink(sink),
        pair(after, before, *source.now, *sink.now),
        oldSource(pair.seenAs(pair.first, *source.old, oldTree(), source.map,
                              source.ofMap())),
        oldSink(pair.seenAs(pair.second, *sink.old, oldTree(), sink.map,
                            sink.ofMap())),
        record(record) {
    record.watch(pair.facts);
  }

  llvm::Error check();

private:
  const ScheduleTree &oldTree() const {
    return before.phaseOf(source.old->name)->tree;
  }

  /// `{ [X -> Y] : not (x before y) }` in the new program, by level.
  std::vector<isl::set> reversed() const;
  llvm::Error violation(const Touch &first, const Touch &second,
                        const ScheduleTree *carrier) const;

  const Program &before, &after;
  const Successor &source, &sink;
  InstancePair pair;
  View oldSource, oldSink;
  Record &record;
};

std::vector<isl::set> PairOrder::reversed() const {
  size_t sourcePhase = phaseIndex(after, *source.now);
  size_t sinkPhase = phaseIndex(after, *sink.now);
  if (sourcePhase < sinkPhase)
    return {};
  if (sourcePhase > sinkPhase)
    return {isl::set::universe(pair.facts.space())};
  std::vector<isl::set> result;
  for (const OrderLevel &level : pair.orderLevels(pair.second, pair.first))
    result.push_back(level.order);
  isl::set unordered = pair.sameTime(pair.first, pair.second);
  if (!unordered.is_empty())
    result.push_back(unordered);
  return result;
}

llvm::Error PairOrder::check() {
  std::vector<std::pair<Touch, Touch>> conflicts;
  for (const Touch &first : touchesOf(*source.old))
    for (const Touch &second : touchesOf(*sink.old))
      if (mayConflict(first, second) && !areReductions(first, second))
        conflicts.emplace_back(first, second);
  record.comparesPairs(conflicts.size());
  std::vector<isl::set> backwards = reversed();
  isl::set both = pair.instances()
                      .intersect(oldSource.import.set(source.old->instances()))
                      .intersect(oldSink.import.set(sink.old->instances()));
  for (const OrderLevel &level : pair.orderLevels(oldSource, oldSink))
    for (const isl::set &backward : backwards) {
      isl::set swapped = both.intersect(level.order).intersect(backward);
      if (swapped.is_empty())
        continue;
      for (const auto &[first, second] : conflicts) {
        isl::set points = swapped.intersect(
            pair.sameElement(oldSource, first, oldSink, second));
        if (!proves(before.context.ctx(),
                    [&] { return pair.facts.provesEmpty(points); }))
          return violation(first, second, level.loop);
      }
    }
  return llvm::Error::success();
}

llvm::Error PairOrder::violation(const Touch &first, const Touch &second,
                                 const ScheduleTree *carrier) const {
  std::string kind =
      first.isWrite && second.isRead ? "reads what" : "overwrites what";
  std::string verb = first.isWrite ? "writes" : "reads";
  std::string message =
      "'" + first.array + "': " + instanceText(*sink.old, "'") + " " + kind +
      " an earlier " + instanceText(*source.old, "") + " " + verb;
  message += carrier ? " (carried by loop '" + carrier->name + "')" : "";
  message += ", but would no longer run after it";
  return illegal({message,
                  first.array,
                  carrier ? carrier->name : "",
                  carrier ? carrier->span : SourceSpan(),
                  {refusedAccess(*source.old, first, ""),
                   refusedAccess(*sink.old, second, "'")}});
}

bool canConflict(const Successor &source, const Successor &sink,
                 std::set<std::string> &reductions) {
  bool found = false;
  for (const Touch &first : touchesOf(*source.old))
    for (const Touch &second : touchesOf(*sink.old)) {
      if (!mayConflict(first, second))
        continue;
      if (areReductions(first, second))
        reductions.insert(first.array);
      else
        found = true;
    }
  return found;
}

} // namespace

llvm::Error checkOrder(const Program &before, const Program &after,
                       const std::vector<Successor> &successors,
                       Record &record) {
  std::set<std::string> reductions;
  for (const Successor &source : successors)
    for (const Successor &sink : successors) {
      if (phaseIndex(before, *source.old) != phaseIndex(before, *sink.old) ||
          !canConflict(source, sink, reductions))
        continue;
      if (llvm::Error failure =
              PairOrder(before, after, source, sink, record).check())
        return failure;
    }
  if (!reductions.empty())
    record.note("updates by one operator may change places: " +
                llvm::join(reductions, ", "));
  return llvm::Error::success();
}

} // namespace sparsec
