//===- KernelSizes.cpp - grids, blocks and groups of threads --------------===//

#include "sparsec/Target/Cuda/GridMapper.h"

#include "sparsec/LoopIR/MappedLoops.h"
#include "sparsec/LoopIR/Statements.h"
#include "sparsec/Target/Cuda/Kernels.h"

#include "sparsec/IR/DeviceLimits.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

namespace sparsec {

using Kind = LoopNode::Kind;
using Nodes = std::vector<LoopNode>;

namespace {

bool mentionsAny(const LoopExpr &expr, const std::set<std::string> &names) {
  return llvm::any_of(
      names, [&](const std::string &name) { return expr.mentions(name); });
}

} // namespace

std::optional<long> constantTrips(const LoopNode &loop) {
  std::optional<long> trips;
  for (const LoopExpr &upper : loop.upper) {
    LoopExpr length = upper - loop.lower;
    if (!length.isInteger())
      continue;
    long count = (std::max(length.value, 0L) + loop.step - 1) / loop.step;
    trips = std::min(trips.value_or(count), count);
  }
  return trips;
}

LoopExpr leastOf(const std::vector<LoopExpr> &values) {
  LoopExpr least = values.front();
  for (const LoopExpr &value : llvm::drop_begin(values))
    least = minOf(least, value);
  return least;
}

void startAtConstants(Nodes &nodes) {
  for (LoopNode &node : nodes) {
    startAtConstants(node.body);
    startAtConstants(node.otherwise);
    bool isOnThreads = node.isFor() && node.step == 1 &&
                       node.marks.gpu.level == GpuMark::Level::Thread;
    if (!isOnThreads || node.lower.kind != LoopExpr::Kind::Max)
      continue;
    std::vector<LoopExpr> values = node.lower.operands.toVector();
    auto start = llvm::find_if(
        values, [](const LoopExpr &value) { return value.isInteger(); });
    if (start == values.end())
      continue;
    node.lower = *start;
    values.erase(start);
    LoopExpr iterator = LoopExpr::variable(node.name, node.type.isWide());
    LoopExpr condition = LoopExpr::integer(1);
    for (const LoopExpr &value : values)
      condition = logicalAnd(condition, lessEqual(value, iterator));
    node.body = {LoopNode::ifThen(condition, std::move(node.body))};
  }
}

void GridMapper::addFirst(Dimension &dimension, const LoopNode &loop,
                          const Scope &scope) const {
  bool isFirst = dimension.loops++ == 0;
  if (isFirst)
    dimension.loop = loop.name;
  dimension.step = loop.step;
  bool moves = mentionsAny(loop.lower, scope.serial);
  if (isFirst && !moves)
    dimension.first = loop.lower;
  else if (moves || mentionsAny(loop.lower, scope.inside) ||
           dimension.first != loop.lower)
    dimension.first.reset();
}

/// The one iteration of \p loop, by the thread that has its value in the other
/// loops.
LoopNode GridMapper::onItsThread(LoopNode loop,
                                 const Dimension &dimension) const {
  LoopExpr number = loop.lower, threads = LoopExpr::integer(dimension.threads);
  if (dimension.first)
    number =
        floorDiv(number - *dimension.first, LoopExpr::integer(dimension.step));
  LoopExpr index = indexOf(Level::Thread, loop.marks.gpu.dimension);
  const bool isThread = number.isInteger() && number.value >= 0 &&
                        number.value < dimension.threads;
  if (!isThread)
    number = number - threads * floorDiv(number, threads);
  LoopNode body = LoopNode::block(std::move(loop.body));
  body = body.substitute(loop.name, loop.lower);
  return LoopNode::ifThen(equal(index, number), std::move(body.body));
}

llvm::Error GridMapper::measureBlocks(const LoopNode &loop,
                                      const Scope &scope) {
  const GpuMark &mark = loop.marks.gpu;
  Dimension &dimension = dimensions[{mark.level, mark.dimension}];
  LoopExpr length = leastOf(loop.upper) - loop.lower;
  LoopExpr count = loop.step == 1
                       ? length
                       : floorDiv(length + LoopExpr::integer(loop.step - 1),
                                  LoopExpr::integer(loop.step));
  bool isKnown = true;
  for (const LoopExpr &expr : {count, loop.lower}) {
    isKnown &= !mentionsAny(expr, scope.inside);
    expr.walk([&](const LoopExpr &part) {
      isKnown &=
          part.kind != LoopExpr::Kind::Load || isOnHost(program, part.name);
    });
  }
  if (!isKnown)
    return refuse("the number of blocks for loop '" + loop.name +
                  "' is known on the GPU only; map a loop whose bounds are "
                  "parameters to blocks, and this one to threads or to none");
  if (!dimension.first)
    return refuse("parts of loop '" + loop.name +
                  "' begin at different values; split it before cudaize, so "
                  "that each part is a kernel of its own");
  dimension.counts.push_back(onHost(program, count));
  return llvm::Error::success();
}

/// The parts of complex numbers move, and are added atomically, one by one.
static bool isAtomic(const LoopNode &node, const ElementType &type,
                     GpuMark::Sharing sharing) {
  const bool adds = node.op == Update::Add || node.op == Update::Subtract;
  return type.isComplex() ? adds && sharing == GpuMark::Sharing::Atomic
                          : isWord(type);
}

llvm::Error GridMapper::checkAtomic(const LoopNode &loop) const {
  if (loop.marks.gpu.sharing != GpuMark::Sharing::Atomic &&
      loop.marks.gpu.sharing != GpuMark::Sharing::Segments)
    return llvm::Error::success();
  std::string narrow;
  loop.walk([&](const LoopNode &node) {
    auto array = program.arrays.find(node.target.name);
    if (isShared(node) &&
        !isAtomic(node, array->second.type, loop.marks.gpu.sharing))
      narrow = array->second.name;
  });
  if (narrow.empty())
    return llvm::Error::success();
  return refuse("'" + narrow +
                "' cannot be updated atomically: GPUs do so for elements of "
                "4 and 8 bytes, and by method = \"atomic\" for sums of complex "
                "numbers");
}

/// One array is updated, by one operator, and read nowhere in the loop.
llvm::Error GridMapper::checkSegments(const LoopNode &loop) const {
  if (loop.marks.gpu.sharing != GpuMark::Sharing::Segments)
    return llvm::Error::success();
  const LoopNode *update = nullptr;
  bool isOne = true;
  loop.walk([&](const LoopNode &node) {
    if (!isShared(node))
      return;
    isOne &= !update || (update->target.name == node.target.name &&
                         expr::combiner(update->op) == expr::combiner(node.op));
    update = &node;
  });
  bool reads = false;
  loop.walk([&](const LoopNode &node) {
    node.visitExprs([&](const LoopExpr &expr, bool isTarget) {
      expr.walk([&](const LoopExpr &part) {
        // The part of a vector may have the array's name: `a_v.y`.
        reads |= update && part.kind != LoopExpr::Kind::Member &&
                 part.name == update->target.name &&
                 !(isTarget && isShared(node) && &part == &expr);
      });
    });
  });
  if (!update || !isOne || reads)
    return refuse("loop '" + loop.name +
                  "' is reduced by segments: it has to update one array, by "
                  "one operator, and not to read it; distribute the loop, or "
                  "reduce with method = \"atomic\"");
  const GpuMark &mark = loop.marks.gpu;
  if (mark.level == Level::Thread && mark.dimension == 0)
    return llvm::Error::success();
  return refuse("loop '" + loop.name +
                "' is reduced by segments and has to be the last of the thread "
                "loops");
}

llvm::Error GridMapper::measureLoop(const LoopNode &loop, const Scope &scope) {
  const GpuMark &mark = loop.marks.gpu;
  Dimension &dimension = dimensions[{mark.level, mark.dimension}];
  const bool isSingleThread = mark.level == Level::Thread && isSingle(loop);
  if (!isSingleThread) {
    if (dimension.loops > 0 && mark.level == Level::Thread &&
        dimension.step != loop.step)
      return refuse("loop '" + loop.name +
                    "' has other steps than those beside it on its threads; "
                    "normalize it");
    addFirst(dimension, loop, scope);
  }
  if (llvm::Error error = checkCombined(loop))
    return error;
  if (llvm::Error error = checkAtomic(loop))
    return error;
  if (llvm::Error error = checkSegments(loop))
    return error;
  if (mark.level == Level::Block)
    return measureBlocks(loop, scope);
  long threads = constantTrips(loop).value_or(threadsPerBlock);
  dimension.threads = std::max(dimension.threads, threads);
  if (!dimension.first && loop.step != 1)
    return refuse("loop '" + loop.name +
                  "' has steps and begins at different values; normalize it");
  return llvm::Error::success();
}

/// Finds the sizes.
llvm::Error GridMapper::measure(const Nodes &nodes, Scope scope) {
  for (const LoopNode &node : nodes) {
    bool isCall = (node.kind == Kind::Call && !isForEachThread(node)) ||
                  node.kind == Kind::Check || node.kind == Kind::Return;
    bool isRegion = node.kind == Kind::Region &&
                    (node.isParallel || !node.prologue.empty());
    if (isCall || node.kind == Kind::Action || isRegion)
      return refuse("'" + node.name +
                    "' is not a computation that a GPU can "
                    "run");
    if (isMapped(node))
      if (llvm::Error error = measureLoop(node, scope))
        return error;
    bool isLocal = node.kind == Kind::Local || node.kind == Kind::Declare;
    if (node.isFor() || isLocal)
      scope.inside.insert(node.name);
    if ((node.isFor() && !isMapped(node)) ||
        (isLocal && mentionsAny(node.value, scope.serial)))
      scope.serial.insert(node.name);
    for (const Nodes *children : {&node.body, &node.otherwise})
      if (llvm::Error error = measure(*children, scope))
        return error;
  }
  return llvm::Error::success();
}

long GridMapper::threadsOfBlock() const {
  long threads = 1;
  for (const auto &[key, dimension] : dimensions)
    if (key.first == Level::Thread)
      threads *= std::max(dimension.threads, 1L);
  return threads;
}

} // namespace sparsec
