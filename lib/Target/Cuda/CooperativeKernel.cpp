//===- CooperativeKernel.cpp - kernels whose blocks all run at once -------===//
///
/// \file
/// A kernel that runs a loop of the host itself:
///
///     for jj                       for jj
///       kernel<<<count>>>(jj)        for b = block, b < count, b += blocks
///                              =>      body
///                                    grid barrier
///
/// is launched once, with as many blocks as the iteration with the most has, or
/// as run at once (sparsec_launch_together).
///
//===----------------------------------------------------------------------===//

#include "sparsec/Target/Cuda/GridMapper.h"

#include "sparsec/LoopIR/Statements.h"
#include "sparsec/LoopIR/UnusedLocals.h"
#include "sparsec/Target/Cuda/Kernels.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

using Nodes = std::vector<LoopNode>;

namespace {

/// \p nodes with \p kernel for the mapped loop among them.
Nodes withKernel(Nodes nodes, const Nodes &kernel) {
  Nodes result;
  for (LoopNode &node : nodes) {
    if (isMapped(node)) {
      llvm::append_range(result, kernel);
      continue;
    }
    node.marks.gpu = {};
    node.body = withKernel(std::move(node.body), kernel);
    node.otherwise = withKernel(std::move(node.otherwise), kernel);
    result.push_back(std::move(node));
  }
  return result;
}

/// Lets \p nodes read what the host has of the plan's arrays.
void readOnHost(Nodes &nodes, const Program &program) {
  for (LoopNode &node : nodes) {
    node.rewriteExprs(
        [&](const LoopExpr &expr) { return onHost(program, expr); });
    readOnHost(node.body, program);
    readOnHost(node.otherwise, program);
  }
}

} // namespace

/// The iterations of \p loop, on blocks, that \p block, a number of a block,
/// has: so many apart as there are blocks. It is done with one before it begins
/// the next.
LoopNode GridMapper::inTurns(LoopNode loop, const LoopExpr &block) const {
  const LoopExpr step = LoopExpr::integer(loop.step);
  loop.lower = loop.lower + step * block;
  loop.stride = step * blocksIn(0);
  loop.marks.gpu = {};
  // What threads have in shared memory belongs to one iteration.
  if (LoopNode::block(loop.body).holdsBarrier())
    loop.body.push_back(stmt::barrier());
  return loop;
}

/// Puts the serial loop around the kernel's body. Blocks wait for each other
/// wherever a launch would end: loops may stand between the two.
void GridMapper::runSerialLoop() {
  body.push_back(stmt::call(runtime::grid_barrier, {}));
  body = withKernel({*serial}, body);
}

/// How many blocks the iteration with the most has: an expression of the host,
/// and what computes \p blocks for it.
std::pair<LoopExpr, Nodes>
GridMapper::mostBlocks(const LoopExpr &blocks) const {
  const LoopExpr count = sizes(Level::Block).front();
  bool varies = false;
  serial->walk([&](const LoopNode &node) {
    varies |=
        !isMapped(node) && !node.name.empty() && count.mentions(node.name);
  });
  if (!varies)
    return {count, {}};
  LoopNode start =
      stmt::variable(ElementType::int64(), blocks.name, LoopExpr::integer(0));
  Nodes counting =
      withKernel({*serial}, {stmt::assign(blocks, maxOf(blocks, count))});
  dropUnusedLocals(counting);
  readOnHost(counting, program);
  counting.insert(counting.begin(), std::move(start));
  return {blocks, std::move(counting)};
}

} // namespace sparsec
