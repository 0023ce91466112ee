//===- MappedLoops.cpp - loops of one iteration on GPUs -------------------===//

#include "sparsec/LoopIR/MappedLoops.h"

#include "sparsec/IR/RuntimeFunctions.h"
#include "sparsec/LoopIR/Structure.h"

#include "llvm/ADT/STLExtras.h"

#include <optional>
#include <set>

namespace sparsec {

using Kind = LoopNode::Kind;
using Nodes = std::vector<LoopNode>;

bool isSingle(const LoopNode &node) {
  return node.isFor() && node.marks.gpu.isMapped() && node.upper.size() == 1 &&
         (node.upper[0] - node.lower).isInteger(1);
}

namespace {

/// Replaces the loops of one iteration of \p loops by what is in them; a grid
/// of one block is a kernel all the same.
void drop(Nodes &nodes, const std::set<const ScheduleTree *> &loops) {
  for (LoopNode &node : nodes) {
    drop(node.body, loops);
    drop(node.otherwise, loops);
    if (!isSingle(node) || !loops.count(node.source))
      continue;
    LoopNode inside =
        LoopNode::block(node.body).substitute(node.name, node.lower);
    if (node.marks.gpu.level == GpuMark::Level::Thread) {
      node = std::move(inside);
      continue;
    }
    node.lower = LoopExpr::integer(0);
    node.upper = {LoopExpr::integer(1)};
    node.body = std::move(inside.body);
  }
}

void takeAway(Nodes &nodes, const ScheduleTree &loop) {
  for (LoopNode &node : nodes) {
    takeAway(node.body, loop);
    takeAway(node.otherwise, loop);
    if (node.source == &loop)
      node = LoopNode::block(node.body).substitute(node.name, node.lower);
  }
}

/// Moves the loads between loops of one value before the first of them, and
/// joins these.
void joinSingles(Nodes &nodes) {
  Nodes result;
  std::optional<size_t> last; // with nothing but locals behind it
  for (LoopNode &node : nodes) {
    joinSingles(node.body);
    joinSingles(node.otherwise);
    if (isSingle(node) && last && result[*last].source == node.source &&
        result[*last].lower == node.lower) {
      llvm::move(node.body, std::back_inserter(result[*last].body));
      LoopNode joined = std::move(result[*last]);
      result.erase(result.begin() + long(*last));
      last = result.size();
      result.push_back(std::move(joined));
      continue;
    }
    if (isSingle(node))
      last = result.size();
    else if (node.kind != Kind::Local)
      last.reset();
    result.push_back(std::move(node));
  }
  nodes = std::move(result);
}

} // namespace

LoopNode withOneLoop(const ScheduleTree &loop, LoopNode body) {
  std::optional<LoopNode> first;
  bool isOne = true;
  body.walk([&](const LoopNode &node) {
    if (node.source != &loop)
      return;
    isOne &= isSingle(node) && (!first || first->lower == node.lower);
    if (!first)
      first = node;
  });
  if (!first || !isOne)
    return body;
  Nodes nodes = {std::move(body)};
  takeAway(nodes, loop);
  first->body = std::move(nodes);
  return std::move(*first);
}

void settleSingles(Nodes &nodes) {
  joinSingles(nodes);
  std::set<const ScheduleTree *> singles, others;
  // Threads of a kernel, by dimension, that differ by what they have.
  std::set<std::pair<std::string, unsigned>> several;
  std::vector<const LoopNode *> mapped;
  for (const LoopNode &root : nodes)
    root.walk([&](const LoopNode &node) {
      if (!node.isFor() || !node.marks.gpu.isMapped())
        return;
      mapped.push_back(&node);
      if (node.marks.gpu.level == GpuMark::Level::Thread && !isSingle(node))
        several.emplace(node.marks.gpu.kernel, node.marks.gpu.dimension);
      // What is shared with other loops says how inside its own.
      const GpuMark &mark = node.marks.gpu;
      const bool isShared = mark.level == GpuMark::Level::Thread &&
                            (mark.sharing == GpuMark::Sharing::Atomic ||
                             mark.sharing == GpuMark::Sharing::Segments);
      (isSingle(node) && !isShared ? singles : others).insert(node.source);
    });
  // Another loop of the dimension gives the value to a thread.
  for (const LoopNode *node : mapped)
    if (node->marks.gpu.level == GpuMark::Level::Thread &&
        several.count({node->marks.gpu.kernel, node->marks.gpu.dimension}))
      others.insert(node->source);
  for (const ScheduleTree *loop : others)
    singles.erase(loop);
  drop(nodes, singles);
  flatten(nodes);
}

bool isMapped(const LoopNode &node) {
  return node.isFor() && node.marks.gpu.isMapped();
}

bool isForEachThread(const LoopNode &node) {
  if (node.kind != Kind::Call)
    return false;
  const RuntimeHelper *helper = findRuntimeHelper(node.value.name);
  return llvm::is_contained({&runtime::commit_copies, &runtime::wait_for_copies,
                             &runtime::begin_arrivals, &runtime::arrive,
                             &runtime::await_arrivals, &runtime::end_arrivals},
                            helper);
}

bool runsInKernel(const LoopNode &node) {
  if (!node.isFor() || isMapped(node) || node.marks.gpu.kernel.empty())
    return false;
  bool holdsKernel = false;
  node.walk([&](const LoopNode &inner) {
    holdsKernel |=
        isMapped(inner) && inner.marks.gpu.kernel == node.marks.gpu.kernel;
  });
  return holdsKernel;
}

} // namespace sparsec
