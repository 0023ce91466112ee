//===- SparseWavefront.cpp - dependent iterations, wave by wave -----------===//
///
/// \file
/// `sparse_wavefront` runs a loop that carries dependences in waves of tasks
/// that an inspector finds at run time:
///
///     for i                         for wave
///       S(i, ..)              =>      for task in tasks of wave   // parallel
///                                       for p in rows of task
///                                         S(perm[p], ..)
///
/// As a relation { X[.., w, k, p, ..] -> S[.., first + perm(p), ..] } with
/// tasks(w) <= k < tasks(w + 1) and rows(k) <= p < rows(k + 1). The inspector
/// visits the dependence relations that the analysis keeps, each iteration its
/// own list, and gives the runtime (sparsec/wavefront.h) the graph, which finds
/// waves, tasks and waits. What it ensures is one fact (Fact::Kind::Order): of
/// two iterations that a relation relates the later one has a later wave, or a
/// later place in the same task. The checker needs no more to see that the step
/// is legal and that tasks may run at once.
/// Source: level sets, thread -> task -> row and point-to-point
/// synchronisation: Venkat et al., SC 2016; Park et al., ISC 2014.
///
//===----------------------------------------------------------------------===//

#include "WavefrontStep.h"

#include "sparsec/Poly/Differences.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

constexpr ParameterSpec parameters[] = {
    {"statement", ParameterSpec::Kind::Statement, "a statement in the loop"},
    {"loop", ParameterSpec::Kind::Loop, "the loop that carries dependences"},
    {"sync", ParameterSpec::Kind::Text,
     "how tasks wait for those of earlier waves: points, each for the tasks "
     "that it needs, or barrier, for all of them; points unless given",
     true, "points|barrier"},
    {"waves", ParameterSpec::Kind::NewName,
     "name of the loop over waves; wave, wave2, .. unless given", true},
    {"tasks", ParameterSpec::Kind::NewName,
     "name of the loop over tasks; task, task2, .. unless given", true},
    {"name", ParameterSpec::Kind::NewName,
     "name of the loop over a task's iterations; that of the old loop unless "
     "given",
     true},
};

} // namespace

//===----------------------------------------------------------------------===//
// What the loop is
//===----------------------------------------------------------------------===//

llvm::Error Wavefront::findLoop() {
  llvm::Expected<InspectedLoop> found = inspectedLoop(old, statement, loop);
  if (!found)
    return found.takeError();
  inspected = std::move(*found);
  const ScheduleTree &node =
      *old.phaseOf(statement)->tree.findLoop(statement, loop);
  if (old.phaseOf(statement)->role != Phase::Role::Execute)
    return refuse("loop '" + loop + "' belongs to an inspector");
  if (llvm::Error error = nameLoops(node))
    return error;
  bool hasValue = bool(poly::placeOf(node.values.at(statement)));
  isDescending = !hasValue && poly::placeOf(node.values.at(statement).neg());
  return llvm::Error::success();
}

/// Checks names that were given, and finds others.
llvm::Error Wavefront::nameLoops(const ScheduleTree &node) {
  for (const std::string &name : {waveLoop, taskLoop, rowLoop})
    if (!name.empty() && name != loop)
      if (llvm::Error error = checkNewLoopName(old, node, name))
        return error;
  auto find = [&](std::string &name, const std::string &stem) {
    for (unsigned number = 2; name.empty(); ++number) {
      std::string next = stem + (number > 2 ? std::to_string(number - 1) : "");
      llvm::Error taken = checkNewLoopName(old, node, next);
      if (!taken)
        name = next;
      llvm::consumeError(std::move(taken));
    }
  };
  find(waveLoop, "wave");
  find(taskLoop, "task");
  return llvm::Error::success();
}

llvm::Error Wavefront::findOrder() {
  const Phase &phase = *old.phaseOf(statement);
  order = iterationOrder(old, phase, *phase.tree.findLoop(statement, loop));
  if (order.visits.empty())
    return refuse("loop '" + loop + "' carries no dependence; parallel(" +
                  statement + ", \"" + loop + "\") runs it without waves");
  for (const PairVisit &visit : order.visits)
    if (!visit.isCheap)
      return refuse(
          "to find out which iterations of loop '" + loop +
          "' depend on each other an inspector would have to visit " +
          visit.cost +
          " pairs; -print-dependences shows them, facts about index arrays "
          "may exclude some");
  return llvm::Error::success();
}

void Wavefront::nameParts() {
  auto fresh = [&](const std::string &stem) {
    return next.freshName(rowLoop + stem);
  };
  lister = next.freshName("list_" + rowLoop);
  perm = fresh("_perm");
  tasksOf = fresh("_tasks");
  rowsOf = fresh("_rows");
  waves = fresh("_waves");
  tasks = fresh("_task_count");
  slots = fresh("_slots");
  first = fresh("_first");
  other = fresh("_neighbours");
  edges = fresh("_edges");
  taskOf = fresh("_task_of");
  waveOf = fresh("_wave_of");
  need = fresh("_need");
  waits = fresh("_waits");
  waitFirst = fresh("_wait_first");
  waitSlot = fresh("_wait_slot");
  waitWave = fresh("_wait_wave");
  progress = fresh("_progress");
}

//===----------------------------------------------------------------------===//
// The executor
//===----------------------------------------------------------------------===//

/// The loop's value of iteration \p number, `{ X[..] -> [number] }`.
isl::pw_aff Wavefront::valueOf(const isl::pw_aff &number) const {
  isl::space space = number.space().domain();
  isl::pw_aff least = poly::onSpace(inspected.range.first, space);
  if (!isDescending)
    return number.add(least).coalesce();
  isl::pw_aff greatest =
      least.add(poly::onSpace(inspected.range.count, space)).add_constant(-1);
  return greatest.sub(number).coalesce();
}

/// The statement over waves, tasks and places; \p map: { X[new] -> R[nest] }.
Statement Wavefront::executing(const Inside &inside,
                               isl::pw_multi_aff &map) const {
  const Statement &nest = inside.nest.statement;
  std::vector<std::string> iterators = nest.iterators;
  iterators[inside.depth] = rowLoop;
  iterators.insert(iterators.begin() + inside.depth, {waveLoop, taskLoop});
  isl::space space = poly::tupleSpace(old.context.ctx(), inside.name,
                                      unsigned(iterators.size()));
  isl::pw_aff wave = poly::dimension(space, inside.depth),
              task = poly::dimension(space, inside.depth + 1),
              place = poly::dimension(space, inside.depth + 2);
  CallTable calls;
  auto call = [&](const std::string &array, const isl::pw_aff &at) {
    return addCall(calls, {array, {at}}, iterators, space);
  };
  auto within = [&](const std::string &pointer, const isl::pw_aff &segment,
                    const isl::pw_aff &entry) {
    isl::pw_aff end = call(pointer, segment.add_constant(1));
    return call(pointer, segment).le_set(entry).intersect(entry.lt_set(end));
  };
  auto from0 = [&](const isl::pw_aff &value, const isl::pw_aff &end) {
    return value.ge_set(poly::constant(space, 0))
        .intersect(value.lt_set(poly::onSpace(end, space)));
  };
  isl::set domain = from0(wave, count(waves))
                        .intersect(from0(task, count(tasks)))
                        .intersect(from0(place, inspected.range.count));
  isl::set segments =
      within(tasksOf, wave, task).intersect(within(rowsOf, task, place));
  isl::pw_aff number = call(perm, place);
  std::vector<isl::pw_aff> values;
  for (unsigned dim = 0; dim < nest.iterators.size(); ++dim)
    values.push_back(
        dim == inside.depth
            ? valueOf(number)
            : poly::dimension(space, dim < inside.depth ? dim : dim + 2));
  map = poly::makeMap(space, "R", values);
  Statement made =
      pullBack(nest, inside.name, iterators, map, calls, domain, segments);
  // What the list holds are values of the loop.
  isl::set known =
      inspected.range.numbers(number).intersect_params(next.context);
  made.constraints =
      poly::withDimNames(made.constraints.gist(known).coalesce(), iterators);
  return made;
}

/// { X[new] -> S[old] }, and who lists the iterations.
InstanceMap Wavefront::instanceMap(const Inside &inside, const Statement &made,
                                   const isl::pw_multi_aff &map) const {
  isl::pw_multi_aff toOld = inside.nest.toOld.pullback(map);
  InstanceMap from{inside.name, inside.name, toOld};
  isl::set mapped = toOld.as_map().wrap();
  unsigned at = inside.depth + 2;
  UninterpretedCall listedCall{perm, {made.iterator(at)}};
  if (!made.calls.count(callName(listedCall, made.iterators)))
    addCall(from.calls, listedCall, made.iterators, made.space());
  for (const auto &[name, call] : inside.nest.statement.calls) {
    UninterpretedCall over = call;
    for (isl::pw_aff &argument : over.arguments)
      argument = argument.pullback(map);
    if (poly::involvesParam(mapped, name) && !made.calls.count(name))
      from.calls.emplace(name, over);
  }
  const Statement &before = old.statement(inside.name);
  const ScheduleTree &tree = old.phaseOf(inside.name)->tree;
  isl::pw_aff value = tree.findLoop(inside.name, loop)->values.at(inside.name);
  Enumeration listed;
  listed.inspector = lister;
  listed.visit = poly::makeMap(before.space(), lister, {value});
  listed.touched = {value};
  listed.position = at;
  // In its task, whose number is in its wave.
  isl::set inList = made.domain.intersect(made.constraints);
  for (unsigned dim = 0; dim < made.iterators.size(); ++dim)
    if (dim < inside.depth || dim > at)
      inList = poly::eliminateDims(inList, {dim});
  std::vector<std::string> kept;
  for (const std::string &name : poly::paramNames(inList.space())) {
    auto found = made.calls.find(name);
    bool isList =
        found != made.calls.end() &&
        (found->second.function == tasksOf || found->second.function == rowsOf);
    if (isList || found == made.calls.end())
      kept.push_back(name);
  }
  listed.members = poly::keepParams(inList, kept);
  listed.mayListMore = true;
  from.listed = std::move(listed);
  return from;
}

void Wavefront::replace(const Inside &inside) {
  isl::pw_multi_aff map = inside.nest.toOld;
  Statement made = executing(inside, map);
  result.instanceMaps.push_back(instanceMap(inside, made, map));
  next.statements.insert_or_assign(inside.name, std::move(made));
}

/// The loops of the tree around the new statements.
void Wavefront::replaceLoops() {
  ScheduleTree &node = *next.phaseOf(statement)->tree.findLoop(statement, loop);
  ScheduleTree rows = node;
  rows.name = rowLoop;
  ScheduleTree task = ScheduleTree::loop(taskLoop, rows.values, rows);
  task.marks.parallel = true;
  task.span = node.span;
  ScheduleTree wave = ScheduleTree::loop(waveLoop, rows.values, task);
  wave.span = node.span;
  wave.marks.wave.sync =
      usesPoints ? WaveMark::Sync::Points : WaveMark::Sync::Barrier;
  wave.marks.wave.slots = slots;
  wave.marks.wave.waves = waves;
  wave.marks.wave.tasks = tasks;
  wave.marks.wave.permutation = perm;
  wave.marks.wave.isReversed = isDescending;
  if (usesPoints)
    wave.marks.wave.waits = {waitFirst, waitSlot, waitWave, progress};
  node = std::move(wave);
  for (const Inside &inside : inspected.insides) {
    unsigned depth = 0;
    next.phaseOf(inside.name)->tree.walk([&](ScheduleTree &one) {
      if (one.isLoop() && one.values.count(inside.name))
        one.values[inside.name] = next.statement(inside.name).iterator(depth++);
    });
  }
}

/// Scalars of an iteration of the loop are scalars of a place.
void Wavefront::widenPrivates() {
  std::set<std::string> widened;
  for (const Inside &inside : inspected.insides)
    for (const Access &access : old.statement(inside.name).accesses()) {
      auto found = next.arrays.find(access.array);
      if (found != next.arrays.end() &&
          found->second.privateDepth > int(inside.depth) &&
          widened.insert(access.array).second)
        found->second.privateDepth += 2;
    }
}

//===----------------------------------------------------------------------===//
// What is known of the schedule
//===----------------------------------------------------------------------===//

/// perm is a permutation of [0, count): its elements were listed, and sorted.
void Wavefront::addPermutationFacts() {
  Fact values = provedFact(Fact::Kind::Range, {perm});
  values.lower = poly::constant(isl::space::unit(old.context.ctx()), 0);
  values.upper = inspected.end;
  Fact permutation = provedFact(Fact::Kind::Permutation, {perm});
  permutation.upper = inspected.range.count;
  next.facts.push_back(values);
  next.facts.push_back(permutation);
}

/// pointer[0] = 0 <= .. <= pointer[segments] = entries.
void Wavefront::addPointerFacts(const std::string &pointer,
                                const isl::pw_aff &segments,
                                const isl::pw_aff &entries) {
  isl::pw_aff zero = poly::constant(isl::space::unit(old.context.ctx()), 0);
  Fact range = provedFact(Fact::Kind::Range, {pointer});
  range.lower = zero;
  range.upper = entries.add_constant(1);
  next.facts.push_back(range);
  next.facts.push_back(provedFact(Fact::Kind::Monotonic, {pointer}));
  for (auto [at, value] : {std::pair(zero, zero), {segments, entries}}) {
    Fact end = provedFact(Fact::Kind::Boundary, {pointer});
    end.at = at;
    end.upper = value;
    next.facts.push_back(end);
  }
}

/// One for each relation that may hold between iterations, by their numbers.
void Wavefront::addOrderFacts() {
  for (const IterationPairs &pairs : order.pairs) {
    isl::space space = pairs.points.space();
    std::vector<isl::pw_aff> values;
    for (unsigned dim = 0; dim < unsigned(pairs.points.tuple_dim()); ++dim)
      values.push_back(dim < 2 ? valueOf(poly::dimension(space, dim))
                               : poly::dimension(space, dim));
    isl::pw_multi_aff map = poly::makeMap(space, "R", values);
    Fact fact = provedFact(Fact::Kind::Order, {perm, rowsOf, tasksOf});
    fact.text = perm + " keeps the order of dependent iterations";
    isl::set premise = pairs.points.preimage(map);
    Fact::Rule rule{pairs.calls, premise, premise};
    for (auto &[name, call] : rule.calls)
      for (isl::pw_aff &argument : call.arguments)
        argument = argument.pullback(map).coalesce();
    fact.rule = std::move(rule);
    next.facts.push_back(std::move(fact));
  }
}

llvm::Expected<StepResult> Wavefront::run() {
  for (auto step : {&Wavefront::findLoop, &Wavefront::findOrder})
    if (llvm::Error error = (this->*step)())
      return error;
  nameParts();
  dropRepeatedVisits();
  if (llvm::Error error = findTables())
    return error;
  addParameters();
  addArrays();
  addPermutationFacts();
  addPointerFacts(rowsOf, count(tasks), inspected.range.count);
  addPointerFacts(tasksOf, count(waves), count(tasks));
  addOrderFacts();
  result.made = {{"executor", statement}};
  for (const Inside &inside : inspected.insides)
    replace(inside);
  replaceLoops();
  widenPrivates();

  phases.allocate(perm);
  phases.add(
      numberListing(inspected.range, {lister, loop}, perm, inspected.indexType),
      /*parallel=*/true);
  listNeighbours();
  findWaves();
  if (usesPoints)
    findWaits();
  if (isDescending)
    phases.call(
        "flip",
        {function("sparsec_flip") + "({size:" + perm + "}, " + perm + ");"}, {},
        {perm});
  phases.insertBefore(statement);
  return std::move(result);
}

static llvm::Expected<StepResult> apply(const Program &program,
                                        const Arguments &args) {
  return poly::tryIsl([&] { return Wavefront(program, args).run(); });
}

extern const TransformSpec sparse_wavefrontSpec;
const TransformSpec sparse_wavefrontSpec = {
    .name = "sparse_wavefront",
    .summary = "run a loop that carries dependences in waves of parallel tasks",
    .before =
        "for i\n  S(i)                  // needs some S(i') with i' < i\n",
    .after =
        "perm, rows, tasks = a schedule that keeps dependences  "
        "// inspector\n"
        "for wave\n  for task in tasks[wave]..tasks[wave + 1]  // parallel\n"
        "    for p in rows[task]..rows[task + 1]\n      S(perm[p])\n",
    .legality =
        "when the dependences that the loop carries are known relations "
        "of index arrays that nobody writes, cheap to visit",
    .parameters = parameters,
    .apply = apply};

} // namespace sparsec
