//===- CopyToShared.cpp - a copy in the shared memory of a block ----------===//
///
/// \file
/// `copy_to_shared`: the elements of an array that one iteration of a loop
/// touches have a copy in the shared memory of the block that runs it:
///
///     for b (block)              for b (block)
///       for i (thread)    =>       for t: y_shared[t] = y[32*b + t]
///         … y[32*b + i] …          for i (thread): … y_shared[i] …
///
/// Elements of index arrays, too, that bounds, subscripts and conditions inside
/// read. The copies are statements with loops of their own, for the recipe to
/// map to threads. Who waits for whom is found when loops are mapped, not here.
///
//===----------------------------------------------------------------------===//

#include "Support/ArrayCopy.h"

namespace sparsec {
namespace {

constexpr ParameterSpec parameters[] = {
    {"statement", ParameterSpec::Kind::Statement, "a statement in the loop"},
    {"loop", ParameterSpec::Kind::Loop,
     "the loop whose iterations have a copy each: blocks, or inside them"},
    {"array", ParameterSpec::Kind::Array, "the array to copy"},
    {"name", ParameterSpec::Kind::NewName,
     "name of the temporary; NAME_shared unless given",
     /*optional=*/true},
    {"fastest", ParameterSpec::Kind::Loop,
     "the loop whose dimension of the array is contiguous in the temporary; "
     "the last dimension unless given",
     /*optional=*/true},
    {"pad", ParameterSpec::Kind::Integer,
     "unused elements after each row of the contiguous dimension, against "
     "bank conflicts; 0 unless given",
     /*optional=*/true},
    {"stages", ParameterSpec::Kind::Integer,
     "how many boxes there are, 1 to 4, which steps of the loop use by turns: "
     "each step fills the one that is read `stages` - 1 steps later; 1 unless "
     "given",
     /*optional=*/true},
    {"how", ParameterSpec::Kind::Text,
     "\"async\": threads go on while boxes are filled (cp.async, from sm_80 "
     "on); \"bulk\": and one of them starts a whole row of a box (the copy "
     "engine of sm_90); \"sync\" unless given",
     /*optional=*/true, "sync|async|bulk"},
    {"apart", ParameterSpec::Kind::Loops,
     "of these loops, `loop` or around it, iterations have copies side by "
     "side, "
     "so that threads may run them at once",
     /*optional=*/true},
};

/// Loops on threads in \p place, or around it, or "".
std::string threadLoop(const ScheduleTree &tree, const CopyPlace &place) {
  for (const ScheduleTree *loop : tree.loopsAround(place.statement)) {
    if (loop->marks.gpu.level == GpuMark::Level::Thread)
      return loop->name;
    if (loop->name == place.loop)
      break;
  }
  return "";
}

llvm::Expected<StepResult> copyToShared(const Program &program,
                                        const Arguments &args) {
  CopyPlace place{args.statement(), args.text("loop"), /*isBody=*/true};
  auto loop = requireLoop(program, place.statement, place.loop);
  if (!loop)
    return loop.takeError();
  const Phase &phase = *program.phaseOf(place.statement);
  if (phase.role != Phase::Role::Execute)
    return refuse("'" + place.statement +
                  "' is run by the inspector; only kernels of the executor "
                  "have shared memory");
  if (std::string thread = threadLoop(phase.tree, place); !thread.empty())
    return refuse("loop '" + thread +
                  "' is mapped to threads: what is inside belongs to one "
                  "thread, not to a block; datacopy gives it a copy");
  return copyArray(program, args, place, ArrayCopy::Memory::Shared);
}

llvm::Expected<StepResult> apply(const Program &program,
                                 const Arguments &args) {
  return poly::tryIsl([&] { return copyToShared(program, args); });
}

} // namespace

extern const TransformSpec copy_to_sharedSpec;
const TransformSpec copy_to_sharedSpec = {
    .name = "copy_to_shared",
    .summary = "work on a copy in the shared memory of a block of threads",
    .before = "for b\n  for i\n    S(y[32*b + i])",
    .after = "for b\n  for t: y_shared[t] = y[32*b + t]\n  for i\n"
             "    S(y_shared[i])",
    .legality =
        "when the touched elements lie in a box of constant size, of at "
        "most 48 KiB, whose corner the loops outside fix",
    .parameters = parameters,
    .apply = apply,
    .forGpu = true};

} // namespace sparsec
