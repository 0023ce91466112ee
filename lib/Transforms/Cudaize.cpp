//===- Cudaize.cpp - loops to the blocks and threads of a GPU -------------===//
///
/// \file
/// `cudaize` maps loops to the blocks of a grid and the threads of a block:
///
///     for ii                    kernel: ii = block.x
///       for i          =>                 i = thread.x
///         S(ii, i)                          S(ii, i)
///
/// The outermost of the loops becomes a kernel; loops around it stay on the
/// host, loops between and inside are run by every thread. Sizes of grid and
/// blocks come from the loops' bounds.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Transforms/LoopUtils.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace sparsec {
namespace {

constexpr ParameterSpec parameters[] = {
    {"statement", ParameterSpec::Kind::Statement, "a statement in the loops"},
    {"kernel", ParameterSpec::Kind::NewName, "the name of the kernel function"},
    {"block", ParameterSpec::Kind::Loops, "the loops to map to blocks: x, y, z",
     true},
    {"thread", ParameterSpec::Kind::Loops,
     "the loops to map to threads of a block: x, y, z", true},
};

bool hasKernel(const Program &program, const std::string &name) {
  bool found = false;
  for (const Phase &phase : program.phases)
    phase.tree.walk([&](const ScheduleTree &node) {
      found |= node.isLoop() && node.marks.gpu.kernel == name;
    });
  return found;
}

llvm::Error mapLoops(Program &program, const Arguments &args,
                     llvm::StringRef parameter, GpuMark::Level level) {
  std::vector<std::string> names = args.texts(parameter);
  if (names.size() > 3)
    return refuse("a grid has at most three dimensions of blocks and of "
                  "threads; tile or coalesce loops first");
  for (unsigned pos = 0; pos < names.size(); ++pos) {
    auto loop = editLoop(program, args.statement(), names[pos]);
    if (!loop)
      return loop.takeError();
    GpuMark &mark = (*loop)->marks.gpu;
    if (mark.isMapped())
      return refuse("loop '" + names[pos] + "' is mapped to " + mark.text() +
                    " of kernel '" + mark.kernel + "' already");
    // Threads with neighbouring x run together: the innermost loop is x.
    mark.level = level;
    mark.dimension = unsigned(names.size() - 1 - pos);
    mark.kernel = args.text("kernel");
  }
  return llvm::Error::success();
}

llvm::Expected<StepResult> cudaize(const Program &program,
                                   const Arguments &args) {
  StepResult result = startStep(program);
  result.orderPreserved = true;
  const Phase *phase = program.phaseOf(args.statement());
  if (phase->role != Phase::Role::Execute)
    return refuse("'" + args.statement() +
                  "' is run by the inspector; only "
                  "the executor's loops can become kernels");
  if (hasKernel(program, args.text("kernel")))
    return refuse("there is a kernel '" + args.text("kernel") + "' already");
  if (args.texts("block").empty())
    return refuse("a kernel needs blocks: name a loop for them, as in "
                  "cudaize(s, \"" +
                  args.text("kernel") +
                  "\", {block = {\"ii\"}, thread = {\"i\"}})");
  if (llvm::Error error =
          mapLoops(result.program, args, "block", GpuMark::Level::Block))
    return error;
  if (llvm::Error error =
          mapLoops(result.program, args, "thread", GpuMark::Level::Thread))
    return error;
  return result;
}

llvm::Expected<StepResult> apply(const Program &program,
                                 const Arguments &args) {
  return poly::tryIsl([&] { return cudaize(program, args); });
}

} // namespace

extern const TransformSpec cudaizeSpec;
const TransformSpec cudaizeSpec = {
    .name = "cudaize",
    .summary = "make a CUDA kernel: loops become blocks and threads",
    .before = "for ii\n  for i\n    S(ii, i)",
    .after = "kernel<<<ii, i>>>:\n  S(block.x, thread.x)",
    .legality = "when no two threads touch one element that one of them writes "
                "and every statement of the kernel is in all of the loops",
    .parameters = parameters,
    .apply = apply,
    .forGpu = true};

} // namespace sparsec
