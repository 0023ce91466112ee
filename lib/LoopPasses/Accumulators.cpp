//===- Accumulators.cpp - array elements kept in scalars ------------------===//
///
/// \file
/// A loop that updates elements whose subscripts neither it nor a loop inside
/// it changes keeps them in scalars: the order of operations, and so the
/// result, is the same. Distinct arrays do not overlap (their disjointness is a
/// fact or is checked at run time). An element that the loop may not touch must
/// exist and be touched by no other thread: a statement beside the loop
/// accesses it, or it lies inside the array's extent and plainly belongs to an
/// iteration of the parallel loops, or the loop accesses it whenever it runs,
/// and then a condition asks whether it runs.
///
///     for j                         double sum = y[i];
///       y[i] += …          =>       for j
///                                     sum += …;
///                                   y[i] = sum;
///
/// Where threads of a GPU update an element together, each has a part of it
/// that starts with the operator's identity:
///
///     for j (thread)                double sum = 0;
///       y[i] += …          =>       for j (thread)
///                                     sum += …;
///                                   y[i] += sum;    of all threads
///
/// Of two such loops in each other the inner one's threads come first: their
/// sums are what the outer one's add up.
///
//===----------------------------------------------------------------------===//

#include "AccumulatorRewriter.h"
#include "sparsec/LoopPasses/LoopPasses.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

using Kind = LoopNode::Kind;
using Nodes = std::vector<LoopNode>;

/// Whether \p root is, or holds, a loop whose iterations run at once, each for
/// itself.
bool hasParallelLoop(const LoopNode &root) {
  bool found = false;
  root.walk([&](const LoopNode &node) {
    found |= node.isFor() && node.marks.isConcurrent() &&
             node.marks.gpu.sharing != GpuMark::Sharing::Combined;
  });
  return found;
}

bool isCombined(const LoopNode &node) {
  return node.isFor() && node.marks.gpu.sharing == GpuMark::Sharing::Combined;
}

bool holdsCombined(const LoopNode &root) {
  bool found = false;
  root.walk([&](const LoopNode &node) { found |= isCombined(node); });
  return found;
}

bool hasLoop(const LoopNode &loop) {
  bool found = false;
  for (const LoopNode &child : loop.body)
    child.walk([&](const LoopNode &node) { found |= node.isFor(); });
  return found;
}

class AccumulatorPass {
public:
  explicit AccumulatorPass(const Program &program) : program(program) {}

  void visit(Nodes &nodes, Surroundings around);

private:
  /// \p node, with accumulators around it where it is a loop that allows it.
  Nodes rewritten(LoopNode node, const Surroundings &around);
  void visitInside(LoopNode &node, Surroundings around);

  const Program &program;
  unsigned names = 0;
};

Nodes AccumulatorPass::rewritten(LoopNode node, const Surroundings &around) {
  if (node.isFor() && node.marks.simd && !hasLoop(node))
    addScalarReductions(node, program);
  // Threads of two dimensions combine what they have one after the other.
  if (isCombined(node) && llvm::any_of(node.body, holdsCombined))
    visitInside(node, around);
  Nodes result;
  if (node.isFor() && !hasParallelLoop(node) && !node.holdsBarrier())
    result = AccumulatorRewriter(program, node, around, names).run();
  if (result.empty())
    result.push_back(std::move(node));
  return result;
}

void AccumulatorPass::visitInside(LoopNode &node, Surroundings around) {
  Surroundings otherwise = around;
  around.enter(node, otherwise);
  visit(node.body, std::move(around));
  visit(node.otherwise, std::move(otherwise));
  if (node.isFor() && node.marks.simd)
    dropUnsafeSimd(node, program);
}

void AccumulatorPass::visit(Nodes &nodes, Surroundings around) {
  around.addAccessed(nodes);
  Nodes result;
  for (LoopNode &node : nodes) {
    for (LoopNode &part : rewritten(std::move(node), around)) {
      if (part.kind == Kind::Local)
        around.define(part);
      visitInside(part, around);
      result.push_back(std::move(part));
    }
  }
  nodes = std::move(result);
}

} // namespace

void addAccumulators(LoopAst &ast, const Program &program) {
  AccumulatorPass(program).visit(ast.body, Surroundings(ast, program));
  joinAccumulators(ast.body);
}

} // namespace sparsec
