//===- SegmentedLoop.cpp - a loop in segments of a schedule ---------------===//

#include "Inspection/SegmentedLoop.h"

#include "Inspection/InspectorBuilder.h"
#include "Support/Temporaries.h"

#include "sparsec/Analysis/Owners.h"
#include "sparsec/IR/CallSafety.h"
#include "sparsec/Poly/Differences.h"
#include "sparsec/Transforms/LoopUtils.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

namespace sparsec {

//===----------------------------------------------------------------------===//
// What the loop is
//===----------------------------------------------------------------------===//

llvm::Error SegmentedLoop::findLoop() {
  llvm::Expected<NumberedLoop> found = numberedLoop(old, statement, loop);
  if (!found)
    return found.takeError();
  numbered = std::move(*found);
  const ScheduleTree &node =
      *old.phaseOf(statement)->tree.findLoop(statement, loop);
  if (old.phaseOf(statement)->role != Phase::Role::Execute)
    return refuse("loop '" + loop + "' belongs to an inspector");
  if (llvm::Error error = nameLoops(node))
    return error;
  // Of a loop that runs behind another one the values are no places.
  const bool runsUp =
                 llvm::any_of(node.values,
                              [](const auto &entry) {
                                return poly::placeOf(entry.second).has_value();
                              }),
             runsDown = llvm::any_of(node.values, [](const auto &entry) {
               return poly::placeOf(entry.second.neg()).has_value();
             });
  // With a step its first value has the number 0, however it counts.
  isDescending = !runsUp && numbered.range.step == 1 && runsDown;
  const isl::pw_aff least = leastRow();
  if (numbered.range.step == 1 && !poly::constantValue(least))
    base = least;
  return llvm::Error::success();
}

/// Checks names that were given, and finds others.
llvm::Error SegmentedLoop::nameLoops(const ScheduleTree &node) {
  if (rowLoop != loop)
    if (llvm::Error error = checkNewLoopName(old, node, rowLoop))
      return error;
  for (Segments &one : segments) {
    if (!one.loop.empty()) {
      if (one.loop != loop)
        if (llvm::Error error = checkNewLoopName(old, node, one.loop))
          return error;
      continue;
    }
    for (unsigned number = 1; one.loop.empty(); ++number) {
      std::string name = one.stem + (number > 1 ? std::to_string(number) : "");
      llvm::Error taken = checkNewLoopName(old, node, name);
      if (!taken)
        one.loop = name;
      llvm::consumeError(std::move(taken));
    }
  }
  return llvm::Error::success();
}

/// Why the last relation, one of all iterations with each other, is one of a
/// sum, and what to do; "" where it is none.
std::string SegmentedLoop::sumOfAll() const {
  const std::string &sum = order.pairs.back().array;
  const Inside *updating = nullptr;
  for (const Inside &inside : numbered.insides)
    if (const auto &body = inside.nest.statement.assignment;
        body && body->isReduction() && body->target.text == sum)
      updating = &inside;
  if (!order.pairs.back().isReduction || !updating ||
      !old.arrays.at(sum).isScalar())
    return "";
  // What it reads of its iteration.
  std::set<std::string> own;
  for (const Access &access : updating->nest.statement.accesses())
    if (!access.isWrite && old.arrays.count(access.array) &&
        old.arrays.at(access.array).isPrivate())
      own.insert(access.array);
  const std::string name = "\"" + updating->name + "\"",
                    at = "\"" + loop + "\"";
  std::string remedy;
  for (const std::string &scalar : own)
    remedy += "scalar_expand(" + name + ", {" + at + "}, \"" + scalar + "\"), ";
  // A loop of its own comes behind all else that the iteration does.
  const std::vector<std::string> all =
      old.phaseOf(statement)->tree.findLoop(statement, loop)->statements();
  for (auto behind = std::next(llvm::find(all, updating->name));
       behind != all.end(); ++behind)
    remedy += "move_before(\"" + *behind + "\", " + name + "), ";
  return "each iteration of loop '" + loop + "' updates '" + sum + "' in '" +
         updating->name +
         "', and would wait for all before it; give the sum a loop of its own "
         "before this step: " +
         remedy + "distribute(" + name + ", " + at + ", {before = {" + name +
         "}})";
}

llvm::Error SegmentedLoop::findOrder() {
  const Phase &phase = *old.phaseOf(statement);
  order = iterationOrder(old, phase, *phase.tree.findLoop(statement, loop),
                         /*wantsVisits=*/keepsOrder);
  if (!keepsOrder)
    return llvm::Error::success();
  if (order.visits.empty())
    return refuse("loop '" + loop + "' carries no dependence; parallel(" +
                  statement + ", \"" + loop + "\") runs it without waves");
  if (const std::string around = startedBy(numbered); !around.empty())
    return refuse(
        "loop '" + loop + "' has a step, and starts elsewhere in each " +
        "iteration of loop '" + around +
        "', so that no list of iterations serves all of these; write a loop "
        "for each start, as for (i = 0; i < n; i += 2) .. for (i = 1; i < n; "
        "i += 2) .., and run each in waves");
  for (const PairVisit &visit : order.visits)
    if (std::string sum = visit.isCheap ? "" : sumOfAll(); !sum.empty())
      return refuse(sum);
    else if (!visit.isCheap)
      return refuse(
          "to find out which iterations of loop '" + loop +
          "' depend on each other an inspector would have to visit " +
          visit.cost +
          " pairs; -print-dependences shows them, facts about index arrays "
          "may exclude some");
  for (PairVisit &visit : order.visits)
    keepToLoop(visit);
  return llvm::Error::success();
}

/// Visits may meet more than the pairs, but no iteration that the loop has not.
void SegmentedLoop::keepToLoop(PairVisit &visit) const {
  Statement &nest = visit.nest;
  isl::set inLoop = isl::set::universe(nest.space());
  auto keep = [&](unsigned dim) {
    inLoop = inLoop.intersect(numbered.range.values(nest.iterator(dim)));
  };
  keep(visit.dims.front());
  if (!visit.key)
    keep(visit.other);
  isl::set known =
      nest.instances()
          .intersect_params(old.callContext(nest))
          .intersect_params(CallSafety(old, {&nest}).rangesOf(nest.calls));
  if (!known.is_subset(inLoop))
    nest.constraints = nest.constraints.intersect(inLoop);
}

llvm::Error SegmentedLoop::find() {
  if (llvm::Error error = findLoop())
    return error;
  return findOrder();
}

void SegmentedLoop::nameArrays(const Program &next) {
  lister = next.freshName("list_" + rowLoop);
  perm = next.freshName(rowLoop + "_perm");
  for (Segments &one : segments) {
    one.count = next.freshName(rowLoop + one.count);
    one.pointer = next.freshName(rowLoop + one.pointer);
  }
}

//===----------------------------------------------------------------------===//
// The executor
//===----------------------------------------------------------------------===//

/// What the source's loop has as its least value, where it has one.
isl::pw_aff SegmentedLoop::leastRow() const {
  const IterationRange &range = numbered.range;
  if (!isDescending)
    return range.first;
  const isl::pw_aff greatest = range.first.add(range.count).add_constant(-1);
  isl::pw_aff one = poly::constant(range.count.space().domain(), 1);
  return greatest.gist_params(range.count.ge_set(one).params()).neg();
}

/// The loop's value of iteration \p number, an element of perm,
/// `{ X[..] -> [number] }`.
isl::pw_aff SegmentedLoop::valueOf(const isl::pw_aff &number) const {
  if (!isDescending)
    return base ? number : numbered.range.valueOf(number);
  if (base)
    return number.neg();
  const isl::space space = number.space().domain();
  return number.add(poly::onSpace(leastRow(), space)).neg().coalesce();
}

/// The number that \p element of perm stands for, `{ X[..] -> [element] }`.
isl::pw_aff SegmentedLoop::numberOf(const isl::pw_aff &element) const {
  return base ? element.sub(poly::onSpace(*base, element.space().domain()))
              : element;
}

/// The statement over segments and places; \p map: { X[new] -> R[nest] }, \p
/// listed: its place is in its segment, which is in its own, and so on.
Statement SegmentedLoop::executing(const Inside &inside, const Program &next,
                                   isl::pw_multi_aff &map,
                                   std::optional<isl::set> &listed) const {
  const Statement &nest = inside.nest.statement;
  const unsigned added = unsigned(segments.size()), at = inside.depth + added;
  std::vector<std::string> iterators = nest.iterators;
  iterators[inside.depth] = rowLoop;
  for (unsigned pos = 0; pos < added; ++pos)
    iterators.insert(iterators.begin() + inside.depth + pos,
                     segments[pos].loop);
  isl::space space = poly::tupleSpace(old.context.ctx(), inside.name,
                                      unsigned(iterators.size()));
  CallTable calls;
  auto call = [&](const std::string &array, const isl::pw_aff &argument) {
    return addCall(calls, {array, {argument}}, iterators, space);
  };
  auto from0 = [&](const isl::pw_aff &value, const isl::pw_aff &end) {
    return value.ge_set(poly::constant(space, 0))
        .intersect(value.lt_set(poly::onSpace(end, space)));
  };
  isl::pw_aff place = poly::dimension(space, at);
  isl::set domain = from0(place, numbered.range.count);
  isl::set within = isl::set::universe(space);
  for (unsigned pos = 0; pos < added; ++pos) {
    isl::pw_aff segment = poly::dimension(space, inside.depth + pos);
    isl::pw_aff entry = poly::dimension(space, inside.depth + pos + 1);
    isl::pw_aff begin = call(segments[pos].pointer, segment);
    isl::pw_aff end = call(segments[pos].pointer, segment.add_constant(1));
    domain = domain.intersect(from0(segment, count(segments[pos].count)));
    within = within.intersect(begin.le_set(entry)).intersect(entry.lt_set(end));
    if (rowsAtMost && pos + 1 == added)
      within = within.intersect(entry.lt_set(begin.add_constant(rowsAtMost)));
  }
  listed = domain.intersect(within);
  isl::pw_aff number = call(perm, place);
  std::vector<isl::pw_aff> values;
  for (unsigned dim = 0; dim < nest.iterators.size(); ++dim)
    values.push_back(
        dim == inside.depth
            ? valueOf(number)
            : poly::dimension(space, dim < inside.depth ? dim : dim + added));
  map = poly::makeMap(space, "R", values);
  Statement made =
      pullBack(nest, inside.name, iterators, map, calls, domain, within);
  dropListedBounds(made, numbered.range, numberOf(number), next);
  return made;
}

/// { X[new] -> S[old] }, and who lists the iterations.
InstanceMap SegmentedLoop::instanceMap(const Inside &inside,
                                       const Statement &made,
                                       const isl::pw_multi_aff &map,
                                       const isl::set &listed) const {
  const unsigned at = inside.depth + unsigned(segments.size());
  InstanceMap from =
      permutedInstances(old, inside, loop, made, map, perm, at, lister);
  from.listed->members = listed;
  return from;
}

void SegmentedLoop::replace(const Inside &inside, StepResult &result) const {
  isl::pw_multi_aff map = inside.nest.toOld;
  std::optional<isl::set> listed;
  Statement made = executing(inside, result.program, map, listed);
  result.instanceMaps.push_back(instanceMap(inside, made, map, *listed));
  result.program.statements.insert_or_assign(inside.name, std::move(made));
}

ScheduleTree &SegmentedLoop::replaceLoops(StepResult &result) const {
  Program &next = result.program;
  for (const Inside &inside : numbered.insides)
    replace(inside, result);
  widenPrivates(next);
  ScheduleTree &node = *next.phaseOf(statement)->tree.findLoop(statement, loop);
  ScheduleTree inner = node;
  inner.name = rowLoop;
  for (const Segments &one : llvm::reverse(segments)) {
    inner = ScheduleTree::loop(one.loop, node.values, std::move(inner));
    inner.span = node.span;
  }
  node = std::move(inner);
  for (const Inside &inside : numbered.insides) {
    unsigned depth = 0;
    next.phaseOf(inside.name)->tree.walk([&](ScheduleTree &one) {
      if (one.isLoop() && one.values.count(inside.name))
        one.values[inside.name] = next.statement(inside.name).iterator(depth++);
    });
  }
  return node;
}

/// Scalars of an iteration of the loop are scalars of a place. Other loops, as
/// the second part of one that was split, keep theirs; what iterations of both
/// share is the check's to refuse.
void SegmentedLoop::widenPrivates(Program &next) const {
  std::vector<std::string> statements;
  std::set<std::string> widened;
  for (const Inside &inside : numbered.insides) {
    statements.push_back(inside.name);
    for (const Access &access : old.statement(inside.name).accesses()) {
      auto found = next.arrays.find(access.array);
      if (found != next.arrays.end() &&
          found->second.privateDepth > int(inside.depth))
        widened.insert(access.array);
    }
  }
  for (const std::string &array : widened)
    if (otherUser(old, array, statements).empty())
      next.arrays.at(ownLocal(next, array, statements)).privateDepth +=
          int(segments.size());
}

//===----------------------------------------------------------------------===//
// What is known of the schedule
//===----------------------------------------------------------------------===//

/// pointer[0] = 0 <= .. <= pointer[segments] = entries.
void SegmentedLoop::addPointerFacts(Program &next, const std::string &pointer,
                                    const isl::pw_aff &segments,
                                    const isl::pw_aff &entries) const {
  isl::pw_aff zero = poly::constant(isl::space::unit(old.context.ctx()), 0);
  next.facts.push_back(provedRange(pointer, zero, entries.add_constant(1)));
  next.facts.push_back(provedFact(Fact::Kind::Monotonic, {pointer}));
  for (auto [at, value] : {std::pair(zero, zero), {segments, entries}}) {
    Fact end = provedFact(Fact::Kind::Boundary, {pointer});
    end.at = at;
    end.upper = value;
    next.facts.push_back(end);
  }
}

void SegmentedLoop::addArrayFacts(Program &next) const {
  if (base) {
    next.facts.push_back(provedRange(perm, *base, base->add(numbered.end)));
    next.facts.push_back(provedFact(Fact::Kind::Injective, {perm}));
  } else {
    addPermutationFacts(next, perm, numbered);
  }
  for (unsigned pos = 0; pos < segments.size(); ++pos)
    addPointerFacts(next, segments[pos].pointer, count(segments[pos].count),
                    pos + 1 < segments.size() ? count(segments[pos + 1].count)
                                              : numbered.range.count);
}

/// One for each relation that may hold between iterations, by their numbers.
void SegmentedLoop::addOrderFacts(Program &next) const {
  for (const IterationPairs &pairs : order.pairs) {
    if (!keepsOrder && (!pairs.isReduction || !updated.count(pairs.array)))
      continue;
    isl::space space = pairs.points.space();
    std::vector<isl::pw_aff> values;
    for (unsigned dim = 0; dim < unsigned(pairs.points.tuple_dim()); ++dim)
      values.push_back(dim < 2 ? valueOf(poly::dimension(space, dim))
                               : poly::dimension(space, dim));
    isl::pw_multi_aff map = poly::makeMap(space, "R", values);
    std::vector<std::string> arrays = {perm};
    for (const Segments &one : llvm::reverse(segments))
      arrays.push_back(one.pointer);
    Fact fact = provedFact(Fact::Kind::Order, arrays);
    fact.text = perm + (keepsOrder ? " keeps the order of dependent iterations"
                                   : " keeps updates of one element apart");
    fact.which = keepsOrder ? "" : "apart";
    isl::set premise = pairs.points.preimage(map);
    // Numbers in the list are iterations of the loop. That the last one of a
    // loop with a step, or of half a loop, is one has to do with halves, which
    // no difference says.
    const bool hasHalves =
        numbered.range.step > 1 || !poly::termsOf(numbered.end);
    for (unsigned dim = 0; dim < 2 && hasHalves; ++dim)
      premise = premise.gist(
          numbered.range.numbers(numberOf(poly::dimension(space, dim))));
    Fact::Rule rule{pairs.calls, premise, premise};
    for (auto &[name, call] : rule.calls)
      for (isl::pw_aff &argument : call.arguments)
        argument = argument.pullback(map).coalesce();
    fact.rule = std::move(rule);
    next.facts.push_back(std::move(fact));
  }
}

} // namespace sparsec
