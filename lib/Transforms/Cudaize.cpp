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

#include "sparsec/IR/TakenNames.h"
#include "sparsec/Transforms/LoopUtils.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace sparsec {
namespace {

constexpr ParameterSpec parameters[] = {
    {"statement", ParameterSpec::Kind::Statement, "a statement in the loops"},
    {"kernel", ParameterSpec::Kind::NewName, "the name of the kernel function"},
    {"block", ParameterSpec::Kind::Loops,
     "the loops to map to blocks: x, y, z; none for one more statement of a "
     "kernel",
     true},
    {"thread", ParameterSpec::Kind::Loops,
     "the loops to map to threads of a block: x, y, z", true},
    {"cooperative", ParameterSpec::Kind::Loop,
     "a loop around the blocks that the kernel runs itself, in one launch: all "
     "blocks wait for each other after each of its iterations, and after those "
     "of the loops between",
     true},
    {"resident", ParameterSpec::Kind::Count,
     "how many blocks a multiprocessor runs at once at most, in cooperative "
     "launches and where blocks wait for each other's values "
     "(sparse_partition with sync = \"values\"); as many as it can unless "
     "given",
     true},
    {"at_once", ParameterSpec::Kind::Count,
     "how many blocks a multiprocessor should be able to run at once: fewer "
     "leave more registers to each thread; the CUDA compiler chooses unless "
     "given",
     true},
    {"all", ParameterSpec::Kind::Flag,
     "whether the threads' loops of these names around all statements of the "
     "kernel are mapped at once; false unless given",
     true},
};

/// The loops of kernel \p name that are mapped already, outermost first.
std::vector<const ScheduleTree *> mappedTo(const Program &program,
                                           const std::string &name) {
  std::vector<const ScheduleTree *> loops;
  for (const Phase &phase : program.phases)
    phase.tree.walk([&](const ScheduleTree &node) {
      if (node.isLoop() && node.marks.gpu.isMapped() &&
          node.marks.gpu.kernel == name)
        loops.push_back(&node);
    });
  return loops;
}

/// Whether the arguments name blocks for a new kernel, or none for a statement
/// of a kernel that has them.
llvm::Error checkKernel(const Program &program, const Arguments &args) {
  const std::string kernel = args.text("kernel");
  std::string use = useOfLocal(program, kernel);
  if (use.empty())
    use = useOfFunction(program, kernel);
  if (!use.empty())
    return refuse("the name '" + kernel + "' is " + use +
                  "; give the kernel another one");
  std::vector<const ScheduleTree *> loops = mappedTo(program, kernel);
  bool hasBlocks = !args.texts("block").empty();
  const bool isAlone = program.phaseOf(args.statement())
                           ->tree.loopsAround(args.statement())
                           .empty();
  if (loops.empty() && isAlone)
    return llvm::Error::success();
  if (loops.empty() && !hasBlocks)
    return refuse("a kernel needs blocks: name a loop for them, as in "
                  "cudaize(s, \"" +
                  kernel + "\", {block = {\"ii\"}, thread = {\"i\"}})");
  if (loops.empty())
    return llvm::Error::success();
  if (hasBlocks)
    return refuse("there is a kernel '" + kernel +
                  "' already; its blocks are given once, threads for each "
                  "statement in it");
  // Kernels beside each other may have one name (fuse_kernels).
  if (llvm::none_of(loops, [&](const ScheduleTree *loop) {
        return loop->contains(args.statement());
      }))
    return refuse("'" + args.statement() + "' is not in kernel '" + kernel +
                  "', which loop '" + loops.front()->name + "' makes");
  return llvm::Error::success();
}

/// Maps those of the loops \p names around \p statement.
llvm::Error mapLoopsOf(Program &program, const Arguments &args,
                       const std::string &statement,
                       const std::vector<std::string> &names,
                       GpuMark::Level level) {
  for (unsigned pos = 0; pos < names.size(); ++pos) {
    if (statement != args.statement() &&
        !program.phaseOf(statement)->tree.findLoop(statement, names[pos]))
      continue;
    auto loop = editLoop(program, statement, names[pos]);
    if (!loop)
      return loop.takeError();
    GpuMark &mark = (*loop)->marks.gpu;
    const unsigned dimension = unsigned(names.size() - 1 - pos);
    // Loops around it get their dimensions when all others have theirs.
    const bool isSame = (pos > 0 || args.flag("all")) && mark.level == level &&
                        mark.dimension == dimension &&
                        mark.kernel == args.text("kernel");
    if (isSame)
      continue;
    if (mark.isMapped())
      return refuse("loop '" + names[pos] + "' is mapped to " + mark.text() +
                    " of kernel '" + mark.kernel + "' already");
    // Threads with neighbouring x run together: the innermost loop is x.
    mark.level = level;
    mark.dimension = dimension;
    mark.kernel = args.text("kernel");
  }
  return llvm::Error::success();
}

llvm::Error mapLoops(Program &program, const Arguments &args,
                     llvm::StringRef parameter, GpuMark::Level level) {
  const std::vector<std::string> names = args.texts(parameter);
  if (names.size() > 3)
    return refuse("a grid has at most three dimensions of blocks and of "
                  "threads; tile or coalesce loops first");
  if (llvm::Error error =
          mapLoopsOf(program, args, args.statement(), names, level))
    return error;
  if (level != GpuMark::Level::Thread || !args.flag("all"))
    return llvm::Error::success();
  const std::vector<const ScheduleTree *> mapped =
      mappedTo(program, args.text("kernel"));
  const auto root = llvm::find_if(mapped, [&](const ScheduleTree *loop) {
    return loop->contains(args.statement());
  });
  if (root == mapped.end())
    return llvm::Error::success();
  for (const std::string &statement : (*root)->statements())
    if (llvm::Error error = mapLoopsOf(program, args, statement, names, level))
      return error;
  return llvm::Error::success();
}

/// Around a statement in no loop, one block of one thread.
void giveBlock(Program &program, const Arguments &args) {
  const std::string statement = args.statement();
  ScheduleTree &leaf = *pathTo(program, statement).back();
  isl::pw_aff first = poly::constant(program.statement(statement).space(), 0);
  ScheduleTree loop =
      ScheduleTree::loop(program.freshName(args.text("kernel") + "_block"),
                         {{statement, first}}, leaf);
  loop.marks.gpu.level = GpuMark::Level::Block;
  loop.marks.gpu.kernel = args.text("kernel");
  loop.marks.gpu.blocksAtOnce = unsigned(args.integer("at_once"));
  leaf = std::move(loop);
}

llvm::Error setResident(Program &program, const Arguments &args) {
  const long resident = args.integer("resident");
  if (!resident)
    return llvm::Error::success();
  for (const std::string &name : args.texts("block")) {
    ScheduleTree *loop = program.phaseOf(args.statement())
                             ->tree.findLoop(args.statement(), name);
    if (!loop->marks.takesTickets() && !args.has("cooperative"))
      continue;
    loop->marks.gpu.resident = unsigned(resident);
    return llvm::Error::success();
  }
  return refuse("'resident' is for blocks that wait for each other: "
                "'cooperative' ones, and those of sparse_partition with sync = "
                "\"values\"; others run as soon as there is room");
}

/// Marks the loop that the kernel is to run itself.
llvm::Error setCooperative(Program &program, const Arguments &args) {
  if (!args.has("cooperative"))
    return llvm::Error::success();
  const std::string name = args.text("cooperative");
  const std::vector<std::string> blocks = args.texts("block");
  auto loop = editLoop(program, args.statement(), name);
  if (!loop)
    return loop.takeError();
  if (blocks.empty())
    return refuse("'cooperative' goes with the blocks of a kernel");
  const ScheduleTree *block = program.phaseOf(args.statement())
                                  ->tree.findLoop(args.statement(), blocks[0]);
  LoopMarks &marks = (*loop)->marks;
  if (block->findLoop(args.statement(), name))
    return refuse("loop '" + name + "' is not around loop '" + blocks[0] +
                  "', which is on blocks");
  if (blocks.size() > 1)
    return refuse("a cooperative kernel has one loop on blocks; coalesce '" +
                  blocks[0] + "' and '" + blocks[1] + "'");
  if (block->marks.takesTickets())
    return refuse("blocks of loop '" + blocks[0] +
                  "' wait for each other's values already");
  if (!(marks == LoopMarks()))
    return refuse("loop '" + name +
                  "' has marks of its own; a cooperative kernel runs all of "
                  "its loop and nothing else: distribute the loop first, or "
                  "leave its marks out");
  marks.gpu.kernel = args.text("kernel");
  return llvm::Error::success();
}

void setBlocksAtOnce(Program &program, const Arguments &args) {
  for (const std::string &name : args.texts("block"))
    program.phaseOf(args.statement())
        ->tree.findLoop(args.statement(), name)
        ->marks.gpu.blocksAtOnce = unsigned(args.integer("at_once"));
}

llvm::Expected<StepResult> cudaize(const Program &program,
                                   const Arguments &args) {
  StepResult result = startStep(program);
  const Phase *phase = program.phaseOf(args.statement());
  if (phase->role != Phase::Role::Execute)
    return refuse("'" + args.statement() +
                  "' is run by the inspector; only "
                  "the executor's loops can become kernels");
  if (llvm::Error error = checkKernel(program, args))
    return error;
  if (phase->tree.loopsAround(args.statement()).empty()) {
    if (args.has("resident"))
      return refuse("'" + args.statement() +
                    "' is in no loop, so 'resident' has no use");
    giveBlock(result.program, args);
    return result;
  }
  if (llvm::Error error =
          mapLoops(result.program, args, "block", GpuMark::Level::Block))
    return error;
  if (llvm::Error error =
          mapLoops(result.program, args, "thread", GpuMark::Level::Thread))
    return error;
  if (llvm::Error error = setCooperative(result.program, args))
    return error;
  if (llvm::Error error = setResident(result.program, args))
    return error;
  setBlocksAtOnce(result.program, args);
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
