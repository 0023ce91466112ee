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
      : DependenceSchedule(program, args),
        usesPoints(args.text("sync", "points") == "points") {
    segments = {{args.text("waves"), "wave", "_waves", "_tasks"},
                {args.text("tasks"), "task", "_task_count", "_rows"}};
    needsLists = action::Call{&runtime::may_pay, {Argument::threads()}};
  }

  llvm::Expected<StepResult> run();

private:
  void nameParts();
  void markLoops(ScheduleTree &wave) const;
  void addArrays();
  void findWaves();
  void findWaits();

  const bool usesPoints;
  std::string waves, tasks, slots, waits; ///< parameters
  std::string tasksOf, rowsOf;            ///< index arrays
  std::string taskOf, waveOf, need;       ///< workspace
  std::string waitFirst, waitSlot, waitWave, progress;
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
  waitFirst = fresh("_wait_first");
  waitSlot = fresh("_wait_slot");
  waitWave = fresh("_wait_wave");
  progress = fresh("_progress");
}

void Wavefront::markLoops(ScheduleTree &wave) const {
  wave.children.front().marks.parallel = true;
  WaveMark &mark = wave.marks.wave;
  mark.sync = usesPoints ? WaveMark::Sync::Points : WaveMark::Sync::Barrier;
  mark.slots = slots;
  mark.waves = waves;
  mark.tasks = tasks;
  mark.permutation = perm;
  mark.isReversed = isDescending;
  if (usesPoints)
    mark.waits = {waitFirst, waitSlot, waitWave, progress};
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
  phases.addArray(waitFirst, type, Owner::Plan, {count(tasks)}).extraElements =
      1;
  phases.addArray(waitSlot, ElementType::int32(), Owner::Plan, {count(waits)});
  phases.addArray(waitWave, type, Owner::Plan, {count(waits)});
  // A cache line for each slot: no two threads write to one.
  isl::pw_aff line = poly::constant(n.space().domain(), 8);
  phases.addArray(progress, ElementType::int64(), Owner::Workspace,
                  {count(slots), line});
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
  phases.allocate(waitFirst);
  action::Call counting = calling(
      runtime::count_waits,
      {A::size(perm), A::array(first), A::array(other), A::scalar(waves),
       A::scalar(tasks), A::scalar(slots), A::array(taskOf), A::array(waveOf),
       A::array(tasksOf), A::array(need), A::array(waitFirst)});
  isl::space none = poly::tupleSpace(old.context.ctx(), "call", 0);
  isl::pw_aff end = poly::onSpace(count(tasks), none);
  counting.results = {
      {waits, Expr::access(waitFirst, {end}, numbered.indexType)}};
  phases.call("waits", std::move(counting));
  for (const std::string &array : {waitSlot, waitWave})
    phases.allocate(array);
  phases.call("list",
              calling(runtime::list_waits,
                      {A::scalar(tasks), A::scalar(slots), A::array(waveOf),
                       A::array(need), A::array(waitFirst), A::array(waitSlot),
                       A::array(waitWave)}));
}

llvm::Expected<StepResult> Wavefront::run() {
  if (llvm::Error error = prepare())
    return error;
  nameParts();
  markLoops(schedule());
  addArrays();
  listNeighbours();
  findWaves();
  if (usesPoints)
    findWaits();
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
