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
/// As a relation { X[.., w, p, ..] -> S[.., first + perm(p), ..] } with
/// rows(w) <= p < rows(w + 1). The inspector's lists are those of
/// sparse_wavefront (OrderedLoop.h), and so is the fact that legality rests on.
/// Source: level sets: Venkat et al., SC 2016.
///
//===----------------------------------------------------------------------===//

#include "OrderedLoop.h"

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

class Partition : OrderedLoop {
public:
  Partition(const Program &program, const Arguments &args)
      : OrderedLoop(program, args), tasks(args.text("tasks")),
        steps(args.text("steps")) {
    const std::string waves = args.text("waves");
    rowsAtMost = args.integer("block");
    segments = {{waves, "wave", "_waves", "_rows"}};
    if (rowsAtMost)
      segments = {{waves, "wave", "_waves", "_tasks"},
                  {tasks, "task", "_task_count", "_steps"},
                  {steps, "step", "_step_count", "_rows"}};
  }

  llvm::Expected<StepResult> run();

private:
  void findLevels();
  void packLevels();

  const std::string tasks, steps;
  std::string levels, levelFirst; ///< with block: of level sets
};

/// Level sets are the waves, or workspace that packLevels makes waves of.
void Partition::findLevels() {
  const ElementType type = inspected.indexType;
  levels = rowsAtMost ? fresh("_levels") : segments[0].count;
  if (rowsAtMost)
    addParameter(levels, type);
  levelFirst = fresh("_level_first");
  phases
      .addArray(levelFirst, type, Array::Owner::Workspace,
                {inspected.range.count})
      .extraElements = 1;
  phases.allocate(levelFirst);
  phases.call("levels",
              checked(function("sparsec_level_sets") + "({size:" + perm +
                      "}, " + first + ", " + other + ", &" + levels + ", " +
                      perm + ", " + levelFirst + ")"),
              {first, other}, {perm, levelFirst, levels});
}

void Partition::packLevels() {
  const Segments &wave = segments[0], &task = segments[1], &step = segments[2];
  const std::string of =
      "(" + levels + ", " + levelFirst + ", " + std::to_string(rowsAtMost);
  phases.call("count",
              checked(function("sparsec_count_packed") + of + ", &" +
                      wave.count + ", &" + task.count + ", &" + step.count +
                      ")"),
              {levels, levelFirst}, {wave.count, task.count, step.count});
  for (const Segments &one : segments)
    phases.allocate(one.pointer);
  phases.call("pack",
              checked(function("sparsec_pack_levels") + of + ", " +
                      wave.pointer + ", " + task.pointer + ", " + step.pointer +
                      ")"),
              {levels, levelFirst}, {wave.pointer, task.pointer, step.pointer});
}

llvm::Expected<StepResult> Partition::run() {
  if (!rowsAtMost && !(tasks.empty() && steps.empty()))
    return refuse("there are no tasks and steps to name without 'block'");
  if (llvm::Error error = prepare())
    return error;
  schedule();
  listNeighbours();
  findLevels();
  if (rowsAtMost) {
    packLevels();
    return finish();
  }
  phases.allocate(rows());
  phases.call("rows",
              {"memcpy(" + rows() + ", " + levelFirst + ", ((size_t)" + levels +
               " + 1) * sizeof *" + rows() + ");"},
              {levels, levelFirst}, {rows()});
  return finish();
}

llvm::Expected<StepResult> apply(const Program &program,
                                 const Arguments &args) {
  return poly::tryIsl([&] { return Partition(program, args).run(); });
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
        "of index arrays that nobody writes, cheap to visit",
    .parameters = parameters,
    .apply = apply};

} // namespace sparsec
