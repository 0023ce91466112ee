//===- WholeIterations.cpp - iterations stay whole in a step --------------===//
///
/// \file
/// For new instances x, y of old ones s, t of a free order: "the same
/// iteration" of s and t has to be "the same values of the outermost loops" of
/// x and y. Two sets are to be empty: pairs of one old iteration with other new
/// values, which tear it, and pairs of equal new values and two iterations,
/// which mix them.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Analysis/WholeIterations.h"

#include "StepCheck.h"

#include "sparsec/Poly/Meet.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

/// The loops of \p steps from the first one, as far as no sequence stands
/// between them.
static llvm::ArrayRef<TimeStep>
outermostLoops(const std::vector<TimeStep> &steps) {
  llvm::ArrayRef<TimeStep> all = steps;
  all = all.drop_while([](const TimeStep &step) { return !step.loop; });
  return all.take_while([](const TimeStep &step) { return step.loop; });
}

/// The values of the loops around \p view down to the one over its position in
/// a list, which say which entry of the list it is.
static std::vector<isl::pw_aff> entryOf(const View &view, unsigned position) {
  const isl::pw_aff place = view.statement.iterator(position);
  std::vector<isl::pw_aff> values;
  for (const ScheduleTree *loop : view.tree.loopsAround(view.statement.name)) {
    const isl::pw_aff &value = loop->values.at(view.statement.name);
    values.push_back(value);
    if (value.plain_is_equal(place))
      return values;
  }
  return {};
}

static isl::set whereEqual(const isl::space &space, const View &a,
                           const std::vector<isl::pw_aff> &valuesA,
                           const View &b,
                           const std::vector<isl::pw_aff> &valuesB) {
  isl::set equal = isl::set::universe(space);
  for (const auto &[first, second] : llvm::zip_equal(valuesA, valuesB))
    equal =
        poly::meet(equal, a.import.value(first).eq_set(b.import.value(second)));
  return equal;
}

isl::set whereListed(const InstancePair &pair, const Successor &source,
                     const View &oldSource, const Successor &sink,
                     const View &oldSink) {
  const isl::space space = pair.facts.space();
  const isl::set all = isl::set::universe(space);
  const Enumeration *list = source.listed, *other = sink.listed;
  if (!list || !other || !list->position || !other->position ||
      (source.now != sink.now &&
       (list->inspector.empty() || list->inspector != other->inspector)) ||
      list->touched.size() != other->touched.size())
    return all;
  const isl::set equalPlaces =
      pair.first.import.value(source.now->iterator(*list->position))
          .eq_set(
              pair.second.import.value(sink.now->iterator(*other->position)));
  const isl::set equalValues =
      whereEqual(space, oldSource, list->touched, oldSink, other->touched);
  isl::set holds = equalPlaces.unite(all.subtract(equalValues));
  const auto entry = entryOf(pair.first, *list->position),
             otherEntry = entryOf(pair.second, *other->position);
  if (entry.empty() || entry.size() != otherEntry.size())
    return holds;
  // One entry holds one value of each loop.
  const isl::set equalEntries =
      whereEqual(space, pair.first, entry, pair.second, otherEntry);
  return holds.intersect(equalValues.unite(all.subtract(equalEntries)));
}

namespace {

/// Two successors of one free order: their old iterations and new loops.
class IterationPair {
public:
  IterationPair(const Program &before, const Program &after, unsigned oldDepth,
                const Successor &source, const Successor &sink)
      : pair(after, before, *source.now, *sink.now),
        oldSource(seenAs(before, pair.first, source)),
        oldSink(seenAs(before, pair.second, sink)),
        newSource(timeSteps(pair.first.tree, *source.now)),
        newSink(timeSteps(pair.second.tree, *sink.now)),
        both(poly::meet(
            poly::meet(pair.instances(),
                       oldSource.import.set(source.old->instances())),
            poly::meet(oldSink.import.set(sink.old->instances()),
                       whereListed(pair, source, oldSource, sink, oldSink)))) {
    const std::vector<TimeStep> first = timeSteps(oldSource.tree, *source.old),
                                second = timeSteps(oldSink.tree, *sink.old);
    old = differences(oldSource, outermostLoops(first).take_front(oldDepth),
                      oldSink, outermostLoops(second).take_front(oldDepth));
  }

  /// Whether one iteration has equal values of the first \p depth loops only.
  bool isWhole(unsigned depth) const {
    return areImpossible(old.equal, newDifferences(depth).levels);
  }
  /// Whether equal values of the first \p depth loops are one iteration.
  bool isAlone(unsigned depth) const {
    return areImpossible(newDifferences(depth).equal, old.levels);
  }
  /// Whether no iteration has instances of both.
  bool isApart() const {
    return areImpossible(old.equal, {isl::set::universe(old.equal.space())});
  }

private:
  /// Where values are equal, and by level where they are not.
  struct Differences {
    isl::set equal;
    std::vector<isl::set> levels;
  };

  View seenAs(const Program &before, const View &side,
              const Successor &successor) {
    return pair.seenAs(side, *successor.old,
                       before.phaseOf(successor.old->name)->tree, successor.map,
                       successor.ofMap());
  }

  Differences differences(const View &a, llvm::ArrayRef<TimeStep> stepsA,
                          const View &b,
                          llvm::ArrayRef<TimeStep> stepsB) const {
    Differences result{isl::set::universe(pair.facts.space()), {}};
    for (const auto &[stepA, stepB] : llvm::zip_equal(stepsA, stepsB)) {
      const isl::pw_aff valueA = a.import.value(stepA.value);
      const isl::pw_aff valueB = b.import.value(stepB.value);
      result.levels.push_back(poly::meet(result.equal, valueA.ne_set(valueB)));
      result.equal = poly::meet(result.equal, valueA.eq_set(valueB));
    }
    return result;
  }

  Differences newDifferences(unsigned depth) const {
    return differences(pair.first, outermostLoops(newSource).take_front(depth),
                       pair.second, outermostLoops(newSink).take_front(depth));
  }

  bool areImpossible(const isl::set &where,
                     const std::vector<isl::set> &levels) const {
    return llvm::all_of(levels, [&](const isl::set &level) {
      isl::set points = poly::meet(where, level);
      if (points.is_empty())
        return true;
      return proves(points.ctx(), [&] {
        return pair.facts.provesEmpty(poly::meet(points, both));
      });
    });
  }

  InstancePair pair;
  View oldSource, oldSink;
  std::vector<TimeStep> newSource, newSink;
  isl::set both;
  Differences old;
};

/// The successors of one free order that are in one nest.
struct Nest {
  const ScheduleTree *outermost = nullptr;
  std::vector<const Successor *> successors;
  /// Loops that all of them have in common.
  std::vector<const ScheduleTree *> loops;
};

/// One free order through a step.
class OrderCarrier {
public:
  OrderCarrier(const Program &before, const Program &after,
               const FreeOrder &order, const std::vector<Successor> &successors)
      : before(before), after(after), order(order) {
    for (const Successor &successor : successors)
      if (llvm::is_contained(order.statements, successor.old->name))
        mine.push_back(&successor);
  }

  /// What it is now, by nest; nothing where iterations may be torn or mixed.
  std::vector<FreeOrder> carry();

private:
  bool isUntouched() const;
  bool findNests();
  std::optional<unsigned> depthIn(const Nest &nest) const;
  bool areApart() const;
  /// Whether \p holds of all pairs in \p nest.
  bool all(const Nest &nest,
           llvm::function_ref<bool(const IterationPair &)> holds) const;
  IterationPair pairOf(const Successor &a, const Successor &b) const {
    return IterationPair(before, after, order.depth, a, b);
  }

  const Program &before, &after;
  const FreeOrder &order;
  std::vector<const Successor *> mine;
  std::vector<Nest> nests;
};

bool OrderCarrier::isUntouched() const {
  return llvm::all_of(mine, [&](const Successor *successor) {
    const Phase *phase = after.phaseOf(successor->now->name);
    return !successor->map && phase &&
           isSameNest(before, after, *phase, successor->now->name);
  });
}

bool OrderCarrier::findNests() {
  for (const Successor *successor : mine) {
    const std::string &name = successor->now->name;
    const Phase *phase = after.phaseOf(name);
    const std::vector<TimeStep> steps = timeSteps(phase->tree, *successor->now);
    std::vector<const ScheduleTree *> loops;
    for (const TimeStep &step : outermostLoops(steps))
      loops.push_back(step.loop);
    if (loops.empty() || successor->merged)
      return false;
    auto nest = llvm::find_if(nests, [&](const Nest &known) {
      return known.outermost == loops.front();
    });
    if (nest == nests.end()) {
      nests.push_back({loops.front(), {successor}, std::move(loops)});
      continue;
    }
    nest->successors.push_back(successor);
    const auto [end, unused] = std::mismatch(
        nest->loops.begin(), nest->loops.end(), loops.begin(), loops.end());
    nest->loops.erase(end, nest->loops.end());
  }
  return true;
}

bool OrderCarrier::all(
    const Nest &nest,
    llvm::function_ref<bool(const IterationPair &)> holds) const {
  for (size_t at = 0; at < nest.successors.size(); ++at)
    for (size_t other = at; other < nest.successors.size(); ++other)
      if (!holds(pairOf(*nest.successors[at], *nest.successors[other])))
        return false;
  return true;
}

std::optional<unsigned> OrderCarrier::depthIn(const Nest &nest) const {
  for (unsigned depth = 1; depth <= nest.loops.size(); ++depth)
    if (all(nest,
            [&](const IterationPair &pair) { return pair.isAlone(depth); })) {
      // Deeper loops only tear more.
      const bool whole = all(
          nest, [&](const IterationPair &pair) { return pair.isWhole(depth); });
      return whole ? std::optional(depth) : std::nullopt;
    }
  return std::nullopt;
}

bool OrderCarrier::areApart() const {
  for (const Nest &nest : nests)
    for (const Nest &other : nests)
      for (const Successor *a : nest.successors)
        for (const Successor *b : other.successors)
          if (&nest < &other && !pairOf(*a, *b).isApart())
            return false;
  return true;
}

std::vector<FreeOrder> OrderCarrier::carry() {
  if (isUntouched())
    return {order};
  if (!findNests() || !areApart())
    return {};
  std::vector<FreeOrder> result;
  for (const Nest &nest : nests) {
    const std::optional<unsigned> depth = depthIn(nest);
    if (!depth)
      return {};
    result.push_back({nest.loops[*depth - 1]->statements(), *depth});
  }
  return result;
}

} // namespace

void carryFreeOrders(const Program &before, StepResult &step) {
  StepResult known = step;
  llvm::append_range(known.program.facts, step.mapFacts);
  llvm::Expected<std::vector<Successor>> successors =
      findSuccessors(before, known);
  if (!successors) {
    // The checker says what is wrong.
    llvm::consumeError(successors.takeError());
    return;
  }
  std::vector<FreeOrder> &orders = step.program.freeOrders;
  std::vector<FreeOrder> added(orders.begin() + before.freeOrders.size(),
                               orders.end());
  orders.clear();
  for (const FreeOrder &order : before.freeOrders) {
    std::vector<FreeOrder> now;
    try {
      now = OrderCarrier(before, known.program, order, *successors).carry();
    } catch (const isl::exception &) {
      // isl gave up: unknown.
    }
    if (now.empty())
      step.warnings.push_back(
          "iterations of '" + order.statements.front() +
          "' are no longer whole: from here on their order counts");
    llvm::append_range(orders, now);
  }
  llvm::append_range(orders, added);
}

} // namespace sparsec
