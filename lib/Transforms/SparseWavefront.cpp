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

#include "Inspection/DependenceSchedule.h"

namespace sparsec {
namespace {

constexpr ParameterSpec parameters[] = {
    {"statement", ParameterSpec::Kind::Statement, "a statement in the loop"},
    {"loop", ParameterSpec::Kind::Loop, "the loop that carries dependences"},
    {"sync", ParameterSpec::Kind::Text,
     "how tasks wait for those of earlier waves: points, each for the tasks "
     "that it needs, or barrier, for all of them; points unless given",
     true, "points|barrier"},
    {"also", ParameterSpec::Kind::Texts,
     "statements in other loops, which run through as many iterations and take "
     "the same schedule, backwards where one of both counts down",
     true},
    {"waves", ParameterSpec::Kind::NewName,
     "name of the loop over waves; wave, wave2, .. unless given", true},
    {"tasks", ParameterSpec::Kind::NewName,
     "name of the loop over tasks; task, task2, .. unless given", true},
    {"name", ParameterSpec::Kind::NewName,
     "name of the loop over a task's iterations; that of the old loop unless "
     "given",
     true},
};

class Wavefront : DependenceSchedule {
public:
  Wavefront(const Program &program, const Arguments &args)
      : DependenceSchedule(program, args), also(args.texts("also")),
        usesPoints(args.text("sync", "points") == "points") {
    segments = {{args.text("waves"), "wave", "_waves", "_tasks"},
                {args.text("tasks"), "task", "_task_count", "_rows"}};
    needsLists = action::Call{&runtime::may_pay, {Argument::threads()}};
  }

  llvm::Expected<StepResult> run();

private:
  /// The plan's arrays of waits for tasks in one order.
  struct Waits {
    std::string first, slot, wave;
  };

  void nameParts();
  void markLoops(ScheduleTree &wave, const SegmentedLoop &loop,
                 const Waits &waits);
  void addArrays();
  Waits addWaits(const SegmentedLoop &loop);
  void findWaves();
  void findWaits();
  Waits reverse(SegmentedLoop &loop);
  void follow(SegmentedLoop &loop);

  const std::vector<std::string> also;
  const bool usesPoints;
  std::string waves, tasks, slots, waits; ///< parameters
  std::string tasksOf, rowsOf;            ///< index arrays
  std::string taskOf, waveOf, need;       ///< workspace
  Waits own;
};

void Wavefront::nameParts() {
  waves = segments[0].count;
  tasksOf = segments[0].pointer;
  tasks = segments[1].count;
  rowsOf = segments[1].pointer;
  slots = fresh("_slots");
  taskOf = fresh("_task_of");
  waveOf = fresh("_wave_of");
  need = fresh("_need");
  waits = fresh("_waits");
}

void Wavefront::markLoops(ScheduleTree &wave, const SegmentedLoop &loop,
                          const Waits &waits) {
  wave.children.front().marks.parallel = true;
  WaveMark &mark = wave.marks.wave;
  mark.sync = usesPoints ? WaveMark::Sync::Points : WaveMark::Sync::Barrier;
  mark.slots = slots;
  mark.waves = waves;
  mark.tasks = tasks;
  mark.permutation = loop.perm;
  mark.isReversed = loop.isDescending;
  if (!usesPoints)
    return;
  // A cache line for each slot: no two threads write to one.
  const std::string progress = next.freshName(loop.rowLoop + "_progress");
  isl::pw_aff line = poly::constant(numbered.range.count.space().domain(), 8);
  phases.addArray(progress, ElementType::int64(), Array::Owner::Workspace,
                  {count(slots), line});
  mark.waits = {waits.first, waits.slot, waits.wave, progress};
}

void Wavefront::addArrays() {
  using Owner = Array::Owner;
  const ElementType type = numbered.indexType;
  isl::pw_aff n = numbered.range.count;
  addParameter(slots, ElementType::int32());
  phases.addArray(taskOf, type, Owner::Workspace, {n});
  phases.addArray(waveOf, type, Owner::Workspace, {n});
  if (!usesPoints)
    return;
  addParameter(waits, type);
  phases.addArray(need, ElementType::int32(), Owner::Workspace,
                  {count(tasks), count(slots)});
  own = addWaits(*this);
}

Wavefront::Waits Wavefront::addWaits(const SegmentedLoop &loop) {
  using Owner = Array::Owner;
  const ElementType type = numbered.indexType;
  auto name = [&](const char *stem) {
    return next.freshName(loop.rowLoop + stem);
  };
  const Waits made = {name("_wait_first"), name("_wait_slot"),
                      name("_wait_wave")};
  phases.addArray(made.first, type, Owner::Plan, {count(tasks)}).extraElements =
      1;
  phases.addArray(made.slot, ElementType::int32(), Owner::Plan, {count(waits)});
  phases.addArray(made.wave, type, Owner::Plan, {count(waits)});
  return made;
}

void Wavefront::findWaves() {
  for (const std::string &array : {taskOf, waveOf})
    phases.allocate(array);
  using A = Argument;
  phases.call("waves",
              calling(runtime::find_waves,
                      {A::size(perm), A::array(first), A::array(other),
                       A::none(), A::threads(), A::result(waves),
                       A::result(tasks), A::result(slots), A::array(perm),
                       A::array(taskOf), A::array(waveOf)}));
  for (const std::string &array : {tasksOf, rowsOf})
    phases.allocate(array);
  phases.call("bounds",
              calling(runtime::wave_bounds,
                      {A::size(perm), A::scalar(waves), A::scalar(tasks),
                       A::array(perm), A::array(taskOf), A::array(waveOf),
                       A::array(tasksOf), A::array(rowsOf)}));
}

void Wavefront::findWaits() {
  using A = Argument;
  phases.allocate(need);
  phases.allocate(own.first);
  action::Call counting = calling(
      runtime::count_waits,
      {A::size(perm), A::array(first), A::array(other), A::scalar(waves),
       A::scalar(tasks), A::scalar(slots), A::array(taskOf), A::array(waveOf),
       A::array(tasksOf), A::array(need), A::array(own.first)});
  isl::space none = poly::tupleSpace(old.context.ctx(), "call", 0);
  isl::pw_aff end = poly::onSpace(count(tasks), none);
  counting.results = {
      {waits, Expr::access(own.first, {end}, numbered.indexType)}};
  phases.call("waits", std::move(counting));
  for (const std::string &array : {own.slot, own.wave})
    phases.allocate(array);
  phases.call("list",
              calling(runtime::list_waits,
                      {A::scalar(tasks), A::scalar(slots), A::array(waveOf),
                       A::array(need), A::array(own.first), A::array(own.slot),
                       A::array(own.wave)}));
}

/// Arrays of the tasks backwards, for \p loop: the last wave first, with its
/// tasks in their slots. Who waits for whom is turned round.
Wavefront::Waits Wavefront::reverse(SegmentedLoop &loop) {
  using A = Argument;
  using Owner = Array::Owner;
  const ElementType type = numbered.indexType;
  loop.nameArrays(next);
  for (size_t pos = 0; pos < segments.size(); ++pos)
    loop.segments[pos].count = segments[pos].count;
  phases.addArray(loop.perm, type, Owner::Plan, {numbered.range.count});
  phases.allocate(loop.perm);
  // That they are listed is what the checker asks; in which order comes then.
  phases.add(numberListing(loop.numbered.range, {loop.lister, loop.loop},
                           loop.perm, type),
             /*parallel=*/true);
  for (const Segments &one : loop.segments) {
    phases.addArray(one.pointer, type, Owner::Plan, {count(one.count)})
        .extraElements = 1;
    phases.allocate(one.pointer);
  }
  const std::string &itsTasks = loop.segments[0].pointer;
  phases.call("reverse",
              calling(runtime::reverse_waves,
                      {A::size(perm), A::scalar(waves), A::scalar(tasks),
                       A::array(perm), A::array(tasksOf), A::array(rowsOf),
                       A::array(loop.perm), A::array(itsTasks),
                       A::array(loop.segments[1].pointer)}));
  loop.addArrayFacts(next);
  if (!usesPoints)
    return {};
  const Waits made = addWaits(loop);
  for (const std::string &array : {made.first, made.slot, made.wave})
    phases.allocate(array);
  phases.call("turn", calling(runtime::reverse_waits,
                              {A::scalar(waves), A::scalar(tasks),
                               A::array(tasksOf), A::array(own.first),
                               A::array(own.slot), A::array(own.wave),
                               A::array(itsTasks), A::array(made.first),
                               A::array(made.slot), A::array(made.wave)}));
  return made;
}

/// Runs \p loop by this loop's schedule.
void Wavefront::follow(SegmentedLoop &loop) {
  Waits its = own;
  if (isMirrored(loop)) {
    its = reverse(loop);
  } else {
    loop.perm = perm;
    loop.lister = lister;
    for (size_t pos = 0; pos < segments.size(); ++pos) {
      loop.segments[pos].count = segments[pos].count;
      loop.segments[pos].pointer = segments[pos].pointer;
    }
  }
  loop.addOrderFacts(next);
  markLoops(loop.replaceLoops(result), loop, its);
  result.made.push_back({"executor", loop.statement});
}

llvm::Expected<StepResult> Wavefront::run() {
  if (llvm::Error error = prepare(also))
    return error;
  nameParts();
  ScheduleTree &wave = schedule();
  addArrays();
  markLoops(wave, *this, own);
  listNeighbours();
  findWaves();
  if (usesPoints)
    findWaits();
  numbersToRows();
  for (SegmentedLoop &one : others)
    follow(one);
  return finish();
}

llvm::Expected<StepResult> apply(const Program &program,
                                 const Arguments &args) {
  return poly::tryIsl([&] { return Wavefront(program, args).run(); });
}

} // namespace

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
