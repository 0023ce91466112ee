//===- GridMapper.cpp - loops to blocks and threads ----------------------===//

#include "sparsec/Target/Cuda/GridMapper.h"

#include "sparsec/LoopIR/MappedLoops.h"
#include "sparsec/LoopIR/Statements.h"
#include "sparsec/Target/Cuda/Kernels.h"

#include "sparsec/IR/DeviceLimits.h"
#include "sparsec/IR/TakenNames.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

namespace sparsec {

using Kind = LoopNode::Kind;
using Nodes = std::vector<LoopNode>;

namespace {

bool holdsMapped(const LoopNode &root) {
  bool found = false;
  root.walk([&](const LoopNode &node) { found |= isMapped(node); });
  return found;
}

bool touches(const LoopNode &root, const std::string &array) {
  bool found = false;
  root.walk([&](const LoopNode &node) {
    found |= node.kind == Kind::Action || node.kind == Kind::Call;
    node.visitExprs([&](const LoopExpr &expr, bool) {
      expr.walk([&](const LoopExpr &part) { found |= part.name == array; });
    });
  });
  return found;
}

bool mentions(const LoopNode &root, const std::string &variable) {
  bool found = false;
  root.walk([&](const LoopNode &node) {
    node.visitExprs(
        [&](const LoopExpr &expr, bool) { found |= expr.mentions(variable); });
  });
  return found;
}

/// Whether \p node is `target = 0`, with a plus sign.
bool isZeroing(const LoopNode &node, const LoopExpr &target) {
  using E = LoopExpr::Kind;
  bool isZero = node.value.isInteger(0) ||
                (node.value.kind == E::Literal &&
                 llvm::StringRef(node.value.name).trim("0.fFlL").empty());
  return node.kind == Kind::Assign && node.op == Update::Set && isZero &&
         node.target == target;
}

} // namespace

llvm::Error GridMapper::refuse(const llvm::Twine &why) const {
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 "kernel '" + name + "': " + why);
}

LoopExpr indexOf(GpuMark::Level level, unsigned dimension) {
  using Of = GpuIndex::Of;
  const Of of = level == GpuMark::Level::Block ? Of::Block : Of::Thread;
  return LoopExpr::gpuIndex({of, dimension});
}

LoopExpr blocksIn(unsigned dimension) {
  return LoopExpr::gpuIndex({GpuIndex::Of::Blocks, dimension});
}

/// \p node, run by thread and block 0 of the dimensions that are not covered.
LoopNode GridMapper::onlyOnce(LoopNode node, const Place &place) const {
  LoopExpr condition = LoopExpr::integer(1);
  for (const auto &[key, dimension] : dimensions)
    if (!place.covered.count(key))
      condition = logicalAnd(condition, equal(indexOf(key.first, key.second),
                                              LoopExpr::integer(0)));
  if (condition.isInteger(1))
    return node;
  return LoopNode::ifThen(condition, {std::move(node)});
}

/// The first value of \p loop that the thread or block has.
LoopExpr GridMapper::firstValue(const LoopNode &loop,
                                const Dimension &dimension) const {
  const GpuMark &mark = loop.marks.gpu;
  LoopExpr index = indexOf(mark.level, mark.dimension);
  if (dimension.first)
    return loop.lower + LoopExpr::integer(loop.step) * index;
  if (loop.lower.isInteger(0))
    return index;
  // The least value at or above the loop's first that is `index` modulo the
  // number of threads.
  LoopExpr threads = LoopExpr::integer(dimension.threads);
  return index +
         threads * floorDiv(loop.lower - index + threads - LoopExpr::integer(1),
                            threads);
}

Nodes GridMapper::mappedLoop(LoopNode loop, Place place) const {
  const GpuMark mark = loop.marks.gpu;
  place.covered.insert({mark.level, mark.dimension});
  place.isAtomic |= mark.sharing == GpuMark::Sharing::Atomic;
  if (mark.sharing == GpuMark::Sharing::Segments)
    return inSegments(std::move(loop), place);
  return onThreads(std::move(loop), place);
}

/// \p stem, longer where the kernel, or the host around it, has a variable,
/// function or array of that name.
std::string GridMapper::unusedName(std::string stem) const {
  Names used = {name};
  for (const auto &[variable, type] : types)
    used.insert(variable);
  LoopAst{body}.walk([&](const LoopNode &node) { used.insert(node.name); });
  if (serial)
    serial->walk([&](const LoopNode &node) { used.insert(node.name); });
  while (used.count(stem) || program.arrays.count(stem) ||
         program.findParameter(stem) || !useOfLocal(program, stem).empty())
    stem += "_";
  return stem;
}

/// Every thread has a run: the element that it updates at present, and what it
/// adds to that. In the end neighbours with one element join theirs: all
/// threads of the block come by, since no other loop is on threads.
Nodes GridMapper::inSegments(LoopNode loop, const Place &place) const {
  const LoopNode *first = nullptr;
  loop.walk([&](const LoopNode &node) {
    if (!first && isShared(node))
      first = &node;
  });
  const ElementType &type = program.arrays.at(first->target.name).type;
  const LoopExpr op = expr::combiner(first->op);
  const LoopExpr target = LoopExpr::variable(unusedName("run")),
                 value = LoopExpr::variable(unusedName("run_value"));
  LoopNode start = stmt::variable(LoopType::pointerTo(type), target.name,
                                  LoopExpr::literal("NULL"));
  LoopNode part = stmt::variable(type, value.name, LoopExpr::literal("0"));
  addToRun(loop, {expr::addressOf(target), expr::addressOf(value)});
  const bool acrossWarps = loop.marks.gpu.acrossWarps;
  Nodes nodes = onThreads(std::move(loop), place);
  nodes.insert(nodes.begin(), {std::move(start), std::move(part)});
  nodes.push_back(
      stmt::call(acrossWarps ? runtime::end_block_runs : runtime::end_runs,
                 {target, value, op}));
  return {stmt::scope(std::move(nodes))};
}

void GridMapper::addToRun(LoopNode &node,
                          const std::vector<LoopExpr> &run) const {
  if (isShared(node)) {
    updateAtomically(node);
    node.updater = runtime::add_to_run.name.str();
    node.before = run;
  }
  for (Nodes *children : {&node.body, &node.otherwise})
    for (LoopNode &child : *children)
      addToRun(child, run);
}

/// The iterations of \p loop that a thread or block has.
Nodes GridMapper::onThreads(LoopNode loop, const Place &place) const {
  const GpuMark mark = loop.marks.gpu;
  const Dimension &dimension = dimensions.at({mark.level, mark.dimension});
  loop.body = mapped(std::move(loop.body), place);
  if (mark.level == Level::Block && !ticket.empty())
    return {byTickets(std::move(loop))};
  if (mark.level == Level::Block && serial)
    return {inTurns(std::move(loop), indexOf(Level::Block, 0))};
  if (mark.level == Level::Thread && isSingle(loop))
    return {onItsThread(std::move(loop), dimension)};
  LoopExpr first = firstValue(loop, dimension);
  loop.marks.gpu = {};
  std::optional<long> trips = constantTrips(loop);
  if (mark.level == Level::Thread && !trips) {
    loop.lower = first;
    loop.step *= dimension.threads;
    return {std::move(loop)};
  }
  // The grid, or the block, has as many as the loop has iterations: what
  // remains to be asked are bounds that say less.
  std::vector<LoopExpr> bounds = loop.upper;
  bool isExact = mark.level == Level::Block ? dimension.loops == 1
                                            : trips == dimension.threads;
  if (isExact && mark.level == Level::Block)
    bounds.clear();
  if (isExact && mark.level == Level::Thread)
    llvm::erase_if(bounds, [&](const LoopExpr &upper) {
      return (upper - loop.lower).isInteger(*trips * loop.step);
    });
  Nodes result;
  bool isUsed = !bounds.empty();
  for (const LoopNode &node : loop.body)
    isUsed |= mentions(node, loop.name);
  if (isUsed)
    result.push_back(LoopNode::local(loop.type, loop.name, first));
  if (bounds.empty()) {
    llvm::move(loop.body, std::back_inserter(result));
    return result;
  }
  LoopExpr iterator = LoopExpr::variable(loop.name, loop.type.isWide());
  result.push_back(
      LoopNode::ifThen(less(iterator, leastOf(bounds)), std::move(loop.body)));
  return result;
}

/// Whether other threads may update the target of \p update: it is no local.
bool GridMapper::isShared(const LoopNode &update) const {
  auto array = program.arrays.find(update.target.name);
  return update.kind == Kind::Assign && update.op != Update::Set &&
         array != program.arrays.end() && !array->second.isPrivate();
}

void GridMapper::makeAtomic(LoopNode &node) const {
  if (isShared(node) && node.atomic == LoopNode::Atomic::None)
    updateAtomically(node);
  for (Nodes *children : {&node.body, &node.otherwise})
    for (LoopNode &child : *children)
      makeAtomic(child);
}

bool GridMapper::isRepeated(const LoopNode &node) const {
  return (node.kind == Kind::Local && repeated.count(node.name)) ||
         (node.kind == Kind::Assign && !node.lanes.isMapped() &&
          repeated.count(node.target.name));
}

bool GridMapper::holdsRepeated(const LoopNode &root) const {
  bool found = false;
  root.walk([&](const LoopNode &node) { found |= isRepeated(node); });
  return found;
}

/// The scalar of a statement, or an accumulator: it may begin with what one
/// thread alone may touch.
Nodes GridMapper::statementLocal(LoopNode local, const Place &place) const {
  LoopNode assign;
  assign.kind = Kind::Assign;
  assign.op = Update::Set;
  assign.target = LoopExpr::load(local.name, {});
  assign.value = local.value;
  LoopNode once = onlyOnce(std::move(assign), place);
  if (once.kind == Kind::Assign)
    return {std::move(local)};
  local.value = LoopExpr::literal("0");
  local.isConst = false;
  return {std::move(local), std::move(once)};
}

/// `y[i] = 0; … y[i] += part` of the threads of a dimension, where nothing
/// between touches y[i], becomes `… y[i] = part`.
static void dropZeroes(Nodes &nodes) {
  for (size_t pos = 0; pos < nodes.size(); ++pos) {
    LoopNode &update = nodes[pos];
    if (update.kind != Kind::Assign || update.op != Update::Add ||
        !update.lanes.isMapped())
      continue;
    size_t start = pos;
    while (start > 0 && !touches(nodes[start - 1], update.target.name))
      --start;
    if (start == 0 || !isZeroing(nodes[start - 1], update.target))
      continue;
    update.op = Update::Set;
    nodes.erase(nodes.begin() + long(start) - 1);
    --pos;
  }
}

Nodes GridMapper::mapped(Nodes nodes, const Place &place) const {
  dropZeroes(nodes);
  bool isAlone = llvm::count_if(nodes, isMapped) == 1;
  Nodes result;
  for (LoopNode &node : nodes) {
    if (isMapped(node)) {
      Nodes parts = mappedLoop(std::move(node), place);
      // Each part of a loop that was split has the variable.
      if (!isAlone && parts.size() > 1) {
        LoopNode scope;
        scope.kind = Kind::Region;
        scope.isParallel = false;
        scope.body = std::move(parts);
        parts = {std::move(scope)};
      }
      llvm::move(parts, std::back_inserter(result));
      continue;
    }
    if (node.kind == Kind::Assign && node.lanes.isMapped()) {
      llvm::move(combined(std::move(node), place), std::back_inserter(result));
      continue;
    }
    if (isRepeated(node) || node.isBarrier() || isForEachThread(node)) {
      result.push_back(std::move(node));
      continue;
    }
    bool isChanged = node.isStatement || !node.isConst; // an accumulator
    if (node.kind == Kind::Local && isChanged && node.value.hasLoad()) {
      llvm::move(statementLocal(std::move(node), place),
                 std::back_inserter(result));
      continue;
    }
    bool isWork = node.kind != Kind::Local && node.kind != Kind::Declare;
    if (isWork && !holdsMapped(node) && !holdsRepeated(node) &&
        !node.holdsBarrier()) {
      if (place.isAtomic)
        makeAtomic(node);
      result.push_back(onlyOnce(std::move(node), place));
      continue;
    }
    node.body = mapped(std::move(node.body), place);
    node.otherwise = mapped(std::move(node.otherwise), place);
    result.push_back(std::move(node));
  }
  return result;
}

llvm::Error GridMapper::make() {
  startAtConstants(body);
  if (llvm::Error error = measure(body, {}))
    return error;
  if (long threads = threadsOfBlock(); threads > device::maxThreadsPerBlock)
    return refuse(llvm::Twine(threads) + " threads in a block, more than the " +
                  llvm::Twine(device::maxThreadsPerBlock) +
                  " that a GPU can run; tile the loops by less");
  if (llvm::Error error = checkGroups())
    return error;
  repeated = repeatedPrivates(body, program);
  if (!tickets.empty()) {
    ticket = unusedName("ticket");
    readAhead(body);
    publish(body);
  }
  body = mapped(body, {});
  if (!tickets.empty())
    takeTicket();
  const bool isCalled = gainsByFunction();
  if (serial && !isCalled)
    body = inSerialLoop(std::move(body));
  if (llvm::Error error = placeThreadStorage())
    return error;
  if (serial && !threadArrays.empty())
    return refuse("its threads keep '" + threadArrays.begin()->first +
                  "' in global memory, for each block of a launch of its own; "
                  "leave 'cooperative' out");
  if (llvm::Error error = declareShared())
    return error;
  if (isCalled)
    return callIteration();
  signature.restrictsWritten = !hasBarriers();
  return collectParameters(signature);
}

} // namespace sparsec
