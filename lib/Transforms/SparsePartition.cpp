//===- SparsePartition.cpp - dependent iterations, level by level ---------===//
///
/// \file
/// `sparse_partition` parts the iterations of a loop that carries dependences
/// into level sets that an inspector finds at run time; those of one level do
/// not depend on each other:
///
///     for i                         for wave
///       S(i, ..)              =>      for p in rows of wave    // independent
///                                       S(perm[p], ..)
///
/// With `block`, for GPUs, levels of at most that many iterations that follow
/// each other are steps of one task, and larger ones are cut into tasks:
///
///     for wave                                      // a launch
///       for task in tasks of wave                   // independent: blocks
///         for step in steps of task                 // a barrier after each
///           for p in rows of step                   // independent: threads
///             S(perm[p], ..)
///
/// With `sync = "values"` a level is cut into tasks, all tasks are blocks of
/// one launch, and an iteration waits for the values that it reads:
///
///     for task                                      // blocks with tickets
///       for p in rows of task                       // independent: threads
///         S(perm[p], ..)                            // reads await writes
///
/// As a relation { X[.., w, p, ..] -> S[.., first + perm(p), ..] } with
/// rows(w) <= p < rows(w + 1). The inspector's lists are those of
/// sparse_wavefront (DependenceSchedule.h), and so is the fact that legality
/// rests on. Source: level sets: Venkat et al., SC 2016.
///
/// With `by = "level[i]"` the levels are not found: iterations of one key are a
/// level, the least key first. The fact then rests on another one, which the
/// inspector checks: that keys rise along all dependences.
///
//===----------------------------------------------------------------------===//

#include "Inspection/DependenceSchedule.h"
#include "Inspection/LoopKey.h"

#include "sparsec/Analysis/ForeignReads.h"
#include "sparsec/Analysis/MeasuredRanges.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

constexpr ParameterSpec parameters[] = {
    {"statement", ParameterSpec::Kind::Statement, "a statement in the loop"},
    {"loop", ParameterSpec::Kind::Loop, "the loop that carries dependences"},
    {"block", ParameterSpec::Kind::Count,
     "iterations that a block of threads runs at once: levels that fit follow "
     "each other in one task, as its steps, and larger ones are cut; levels "
     "are loops of their own unless given",
     true},
    {"sync", ParameterSpec::Kind::Text,
     "with block: what orders levels: levels, a launch or a barrier between "
     "two, or values, each iteration waiting for those that it reads; levels "
     "unless given",
     true, "levels|values"},
    {"by", ParameterSpec::Kind::Text,
     "the key of an iteration, a value as in C of the loop, parameters and "
     "elements of integer arrays, such as \"level[i]\": those of one key are a "
     "level, the least first; the inspector finds levels unless given, else it "
     "checks that dependences lead from lesser to greater keys",
     true},
    {"waves", ParameterSpec::Kind::NewName,
     "name of the loop over waves; wave, wave2, .. unless given", true},
    {"tasks", ParameterSpec::Kind::NewName,
     "with block: name of the loop over tasks; task, task2, .. unless given",
     true},
    {"steps", ParameterSpec::Kind::NewName,
     "with block: name of the loop over steps; step, step2, .. unless given",
     true},
    {"name", ParameterSpec::Kind::NewName,
     "name of the loop over a level's iterations; that of the old loop unless "
     "given",
     true},
};

using A = Argument;

class Partition : DependenceSchedule {
public:
  Partition(const Program &program, const Arguments &args)
      : DependenceSchedule(program, args), waves(args.text("waves")),
        tasks(args.text("tasks")), steps(args.text("steps")),
        by(args.text("by")), hasKey(args.has("by")),
        byValues(args.text("sync", "levels") == "values") {
    rowsAtMost = args.integer("block");
    if (!rowsAtMost)
      segments = {{waves, "wave", "_waves", "_rows"}};
    else if (byValues)
      segments = {{tasks, "task", "_task_count", "_rows"}};
    else
      segments = {{waves, "wave", "_waves", "_tasks"},
                  {tasks, "task", "_task_count", "_steps"},
                  {steps, "step", "_step_count", "_rows"}};
  }

  llvm::Expected<StepResult> run();

private:
  llvm::Error checkNames() const;
  llvm::Error findKey();
  void addKeys();
  void requireRisingKeys();
  void findLevels();
  void cutLevels();
  void packLevels();
  void copyLevels();

  const std::string waves, tasks, steps, by;
  const bool hasKey, byValues;
  LoopKey keyer;                  ///< with a key
  std::string key;                ///< workspace: of each iteration
  std::string levels, levelFirst; ///< with block: of level sets
};

/// Names and options that the schedule has no use for are refused.
llvm::Error Partition::checkNames() const {
  if (byValues && !rowsAtMost)
    return refuse("with sync = \"values\" iterations run on the blocks of a "
                  "GPU; give 'block', how many each of them has");
  if (!rowsAtMost && !(tasks.empty() && steps.empty()))
    return refuse("there are no tasks and steps to name without 'block'");
  if (byValues && !(waves.empty() && steps.empty()))
    return refuse("there are no waves and steps to name with "
                  "sync = \"values\"");
  return llvm::Error::success();
}

llvm::Error Partition::findKey() {
  if (!hasKey)
    return llvm::Error::success();
  llvm::Expected<LoopKey> found =
      findLoopKey(old, next, {statement, loop, by, rowLoop}, numbered.range);
  if (!found)
    return found.takeError();
  keyer = std::move(*found);
  key = fresh("_key");
  return llvm::Error::success();
}

void Partition::addKeys() {
  if (!hasKey)
    return;
  phases.addArray(key, ElementType::int64(), Array::Owner::Workspace,
                  {numbered.range.count});
  phases.allocate(key);
  keyer.writeTo(key, numbered.range);
  phases.add(keyer.lister, /*parallel=*/true);
  requireRisingKeys();
}

/// What the schedule's order rests on, and nobody has proved: checked behind
/// the lists, as other declared facts about what the inspector makes.
void Partition::requireRisingKeys() {
  const IterationRange &range = numbered.range;
  const long step = keyer.runsDown ? -range.step : range.step;
  for (Fact &one : next.facts)
    if (one.kind == Fact::Kind::Order && one.arrays.front() == perm)
      one.text += " where " + by + " rises along them";
  Fact fact;
  fact.kind = Fact::Kind::Order;
  fact.origin = Fact::Origin::Declared;
  fact.arrays = {key, first, other};
  fact.which = "keys";
  fact.lower = keyer.runsDown ? range.first.neg() : range.first;
  fact.at = poly::constant(range.first.space().domain(), step);
  fact.text = "sparse_partition: " + by +
              " rises along the dependences of loop '" + loop + "'";
  next.facts.push_back(std::move(fact));
}

/// Level sets are the waves, or workspace that packLevels makes waves of.
void Partition::findLevels() {
  const ElementType type = numbered.indexType;
  levels = rowsAtMost ? fresh("_levels") : segments[0].count;
  if (rowsAtMost)
    addParameter(levels, type);
  levelFirst = fresh("_level_first");
  phases
      .addArray(levelFirst, type, Array::Owner::Workspace,
                {numbered.range.count})
      .extraElements = 1;
  phases.allocate(levelFirst);
  if (hasKey)
    return phases.call("levels",
                       calling(runtime::key_levels,
                               {A::size(perm), A::array(key), A::result(levels),
                                A::array(perm), A::array(levelFirst)}));
  phases.call("levels", calling(runtime::level_sets,
                                {A::size(perm), A::array(first),
                                 A::array(other), A::result(levels),
                                 A::array(perm), A::array(levelFirst)}));
}

/// Tasks of iterations of one level each.
void Partition::cutLevels() {
  const Segments &task = segments[0];
  const std::vector<A> of = {A::scalar(levels), A::array(levelFirst),
                             A::integer(rowsAtMost)};
  action::Call counting = calling(runtime::count_cut, of);
  counting.target = task.count;
  phases.call("count", std::move(counting));
  phases.allocate(task.pointer);
  phases.call("cut", calling(runtime::cut_levels,
                             {of[0], of[1], of[2], A::array(task.pointer)}));
}

void Partition::packLevels() {
  const Segments &wave = segments[0], &task = segments[1], &step = segments[2];
  const std::vector<A> of = {A::scalar(levels), A::array(levelFirst),
                             A::integer(rowsAtMost)};
  phases.call("count", calling(runtime::count_packed,
                               {of[0], of[1], of[2], A::result(wave.count),
                                A::result(task.count), A::result(step.count)}));
  for (const Segments &one : segments)
    phases.allocate(one.pointer);
  phases.call("pack",
              calling(runtime::pack_levels,
                      {of[0], of[1], of[2], A::array(wave.pointer),
                       A::array(task.pointer), A::array(step.pointer)}));
}

void Partition::copyLevels() {
  phases.allocate(rows());
  phases.call("rows", calling(runtime::copy_levels,
                              {A::scalar(levels), A::array(levelFirst),
                               A::array(rows())}));
}

llvm::Expected<StepResult> Partition::run() {
  if (llvm::Error error = checkNames())
    return error;
  if (llvm::Error error = prepare())
    return error;
  if (llvm::Error error = findKey())
    return error;
  ScheduleTree &outermost = schedule();
  if (byValues)
    outermost.marks.tickets = addTickets();
  addKeys();
  listNeighbours();
  findLevels();
  if (byValues)
    cutLevels();
  else if (rowsAtMost)
    packLevels();
  else
    copyLevels();
  numbersToRows();
  return finish();
}

/// What iterations read of each other waits for it, and is published.
llvm::Expected<Program> awaiting(const Program &program,
                                 const std::string &statement,
                                 const std::string &loop) {
  const Phase &phase = *program.phaseOf(statement);
  llvm::Expected<std::vector<ForeignRead>> reads =
      foreignReads(program, phase, *phase.tree.findLoop(statement, loop));
  if (!reads)
    return reads.takeError();
  std::vector<std::string> awaited;
  for (const ForeignRead &read : *reads)
    awaited.push_back(read.array);
  Program result = withLengths(program, awaited);
  for (const ForeignRead &read : *reads) {
    std::optional<Assignment> &assignment =
        result.statement(read.statement).assignment;
    auto await = [&](Expr &node) {
      node.isAwaited |= node.kind == Expr::Kind::Access &&
                        read.isOf(node.text, node.subscripts);
    };
    assignment->value = assignment->value.mapNodes(await);
    for (Expr &subscript : assignment->target.operands)
      subscript = subscript.mapNodes(await);
    Array &array = result.arrays.at(read.array);
    if (!array.publishedIn.empty())
      continue;
    for (const std::string &name : phase.tree.statements()) {
      const std::optional<Assignment> &writer =
          program.statement(name).assignment;
      if (writer && writer->mask() && writer->target.text == read.array)
        return refuse("'" + name + "' sets elements of '" + read.array +
                      "' under a condition on data; who awaits one that is "
                      "not set would wait for ever");
    }
    if (array.type.bytes != 4 && array.type.bytes != 8)
      return refuse("'" + read.array + "' has elements of type '" +
                    array.type.spelling +
                    "'; GPUs publish those of 4 and 8 bytes");
    if (array.extents.empty() || !array.extents.front())
      return refuse("the length of '" + read.array +
                    "' is not known, and its values need a place each; add "
                    "'#pragma sparsec extent(" +
                    read.array + ", ..)'");
    Array values = array;
    values.name = array.publishedIn =
        result.freshName(read.array + "_published");
    values.owner = Array::Owner::Plan;
    values.onGpu = Array::OnGpu::Published;
    result.arrays.emplace(values.name, std::move(values));
  }
  return result;
}

llvm::Expected<StepResult> partition(const Program &program,
                                     const Arguments &args) {
  if (args.text("sync", "levels") != "values")
    return Partition(program, args).run();
  const std::string loop = args.text("loop");
  auto node = requireLoop(program, args.statement(), loop);
  if (!node)
    return node.takeError();
  llvm::Expected<Program> marked = awaiting(program, args.statement(), loop);
  if (!marked)
    return marked.takeError();
  return Partition(*marked, args).run();
}

llvm::Expected<StepResult> apply(const Program &program,
                                 const Arguments &args) {
  return poly::tryIsl([&] { return partition(program, args); });
}

} // namespace

extern const TransformSpec sparse_partitionSpec;
const TransformSpec sparse_partitionSpec = {
    .name = "sparse_partition",
    .summary = "part a loop that carries dependences into level sets",
    .before =
        "for i\n  S(i)                  // needs some S(i') with i' < i\n",
    .after = "perm, rows = level sets of the iterations  // inspector\n"
             "for wave\n  for p in rows[wave]..rows[wave + 1]\n"
             "    S(perm[p])          // needs earlier waves only\n",
    .legality =
        "when the dependences that the loop carries are known relations "
        "of index arrays that nobody writes, cheap to visit; that given levels "
        "rise along them is checked at run time",
    .parameters = parameters,
    .apply = apply};

} // namespace sparsec
