//===- AtomicUpdates.cpp - elements that threads update together ----------===//
///
/// \file
/// LoopMarks::Updates::Atomic: iterations of a parallel loop may update one
/// element, and do so atomically.
///
///     parallel for e                #pragma omp parallel for
///       f[a[e]] += x[e]       =>    for e
///                                     #pragma omp atomic
///                                     f[a[e]] += x[e];
///
/// Before `accumulators`, which lets loops inside gather first. Updates of
/// arrays of which no element is shared stay as they are.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Analysis/Checker.h"
#include "sparsec/LoopPasses/LoopPasses.h"

namespace sparsec {

using Nodes = std::vector<LoopNode>;

/// \p shared: the arrays that threads update together.
static void markUpdates(Nodes &nodes, const std::set<std::string> &shared) {
  for (LoopNode &node : nodes) {
    if (node.kind == LoopNode::Kind::Assign && node.op != Update::Set &&
        shared.count(node.target.name))
      node.atomic = LoopNode::Atomic::Update;
    markUpdates(node.body, shared);
    markUpdates(node.otherwise, shared);
  }
}

static void markLoops(Nodes &nodes, const Program &program) {
  for (LoopNode &node : nodes) {
    if (node.isFor() && node.marks.isAtomic() && node.source)
      markUpdates(node.body, updatedTogether(program, *node.source));
    markLoops(node.body, program);
    markLoops(node.otherwise, program);
  }
}

void markAtomicUpdates(LoopAst &ast, const Program &program) {
  markLoops(ast.body, program);
}

} // namespace sparsec
