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
/// as run at once (sparsec_launch_resident). Beside a barrier no pointer to
/// what the kernel writes may be `restrict`: where that matters the body is a
/// function of its own, inlined, whose pointers are what those of a launched
/// kernel are.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Target/Cuda/GridMapper.h"

#include "sparsec/IR/StructureMember.h"
#include "sparsec/IR/TakenNames.h"
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

/// The serial loop around \p nodes, the kernel's body. Blocks wait for each
/// other wherever a launch would end: loops may stand between the two.
Nodes GridMapper::inSerialLoop(Nodes nodes) const {
  nodes.push_back(stmt::call(runtime::grid_barrier, {}));
  return withKernel({*serial}, nodes);
}

/// Whether pointers of the body between two barriers may be `restrict` that may
/// not be in the kernel, and are told apart by that: those of arrays that it
/// only reads are in both.
bool GridMapper::gainsByFunction() const {
  Names written;
  LoopAst{body}.walk([&](const LoopNode &node) {
    auto array = program.arrays.find(node.target.name);
    if (node.kind != LoopNode::Kind::Assign || array == program.arrays.end() ||
        array->second.isPrivate() || array->second.isShared)
      return;
    const auto member = structureMember(array->first);
    written.insert(member ? member->structures : array->first);
  });
  return serial && !LoopNode::block(body).holdsBarrier() && written.size() > 1;
}

/// The name of a function that the kernel calls.
std::string GridMapper::iterationName() const {
  Names kernels;
  for (const Phase &phase : program.phases)
    phase.tree.walk([&](const ScheduleTree &node) {
      kernels.insert(node.marks.gpu.kernel);
    });
  std::string result = name + "_iteration";
  while (kernels.count(result) || unusedName(result) != result ||
         !useOfFunction(program, result).empty())
    result += "_";
  return result;
}

/// Makes a function of the body, and the loops around it with calls of it, and
/// barriers, the kernel's body.
llvm::Error GridMapper::callIteration() {
  Signature inner;
  inner.restrictsWritten = true;
  if (llvm::Error error = collectParameters(inner))
    return error;
  iteration = LoopFunction();
  iteration->linkage = LoopFunction::Linkage::Inlined;
  iteration->result = LoopType::nothing();
  iteration->name = iterationName();
  iteration->body = body;
  std::vector<LoopExpr> operands;
  for (LoopParameter &parameter : inner.parameters) {
    operands.push_back(LoopExpr::variable(parameter.name));
    if (parameter.type.storage != LoopType::Storage::GridConstant)
      continue;
    // Only kernels can have that: a copy of it is elsewhere.
    operands.back() = expr::dot(operands.back(), "elements");
    parameter.type =
        LoopType::pointerTo(parameter.type.element, /*isConstant=*/true,
                            LoopType::Pointer::Restrict);
  }
  iteration->parameters = std::move(inner.parameters);
  body = inSerialLoop(std::move(body));
  if (llvm::Error error = collectParameters(signature))
    return error;
  body = inSerialLoop({stmt::call(iteration->name, std::move(operands))});
  return llvm::Error::success();
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
