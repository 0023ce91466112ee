//===- Merge.cpp - unrolled updates of one element ------------------------===//
///
/// \file
/// Unrolling of a reduction leaves a chain of updates,
///
///     sum += a[0] * x[0];              sum += a[0] * x[0] + a[1] * x[1]
///     sum += a[1] * x[1];     =>              + a[2] * x[2];
///     sum += a[2] * x[2];
///
/// each waiting for the one before. Where the recipe says allow_reassociation()
/// one update by their sum will do: the products are independent of each other.
/// C compilers do so by themselves with integers, where it is exact; values
/// narrower than the element keep their own updates, which are wider.
///
//===----------------------------------------------------------------------===//

#include "sparsec/LoopPasses/LoopPasses.h"

namespace sparsec {
namespace {

using Kind = LoopNode::Kind;
using Nodes = std::vector<LoopNode>;

/// Whether the values of two updates \p op become one by an operator.
bool isJoined(Update op) {
  return op == Update::Add || op == Update::Subtract || op == Update::Multiply;
}

bool isUpdate(const LoopNode &node, const Program &program) {
  if (node.kind != Kind::Assign || !isJoined(node.op))
    return false;
  auto found = program.statements.find(node.name);
  if (found == program.statements.end() || !found->second.assignment)
    return false;
  const Assignment &update = *found->second.assignment;
  return update.isReduction() && update.target.type.isFloating() &&
         update.value.type == update.target.type;
}

/// Instances of one statement that update one element, next to each other.
bool canMerge(const LoopNode &first, const LoopNode &second,
              const Program &program) {
  return isUpdate(first, program) && second.kind == Kind::Assign &&
         first.name == second.name && first.op == second.op &&
         first.target == second.target;
}

} // namespace

void mergeReductions(Nodes &nodes, const Program &program) {
  if (!program.allowReassociation)
    return;
  Nodes merged;
  for (LoopNode &node : nodes) {
    mergeReductions(node.body, program);
    mergeReductions(node.otherwise, program);
    if (merged.empty() || !canMerge(merged.back(), node, program)) {
      merged.push_back(std::move(node));
      continue;
    }
    LoopNode &last = merged.back();
    last.value =
        LoopExpr::binary(operatorOf(joinOf(last.op)), last.value, node.value);
  }
  nodes = std::move(merged);
}

} // namespace sparsec
