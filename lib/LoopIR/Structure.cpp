//===- Structure.cpp - blocks, conditions and what is empty ---------------===//

#include "sparsec/LoopIR/Structure.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <cassert>
#include <optional>
#include <set>
#include <utility>

namespace sparsec {

using Kind = LoopNode::Kind;

namespace {

void append(std::vector<LoopNode> &list, std::vector<LoopNode> more) {
  for (LoopNode &node : more)
    list.push_back(std::move(node));
}

/// Trip count when it is constant, negative counts as 0. Loops that may end
/// before, or whose step only kernels know, have none.
std::optional<long> tripCount(const LoopNode &loop) {
  if (loop.upper.size() != 1 || loop.goesOn || loop.stride)
    return std::nullopt;
  const LoopExpr difference =
      loop.descending ? loop.lower - loop.upper[0] + LoopExpr::integer(1)
                      : loop.upper[0] - loop.lower;
  if (!difference.isInteger())
    return std::nullopt;
  return std::max(0L, (difference.value + loop.step - 1) / loop.step);
}

/// What is left of \p node, whose children are flat.
std::vector<LoopNode> simplified(LoopNode node) {
  if (node.kind == Kind::Block)
    return std::move(node.body);
  if (node.kind == Kind::If) {
    if (node.condition.isInteger())
      return std::move(node.condition.value ? node.body : node.otherwise);
    if (node.body.empty() && node.otherwise.empty())
      return {};
  }
  if (node.isFor()) {
    std::optional<long> trips = tripCount(node);
    if (node.body.empty() || trips == 0)
      return {};
    // A grid of one block is a kernel all the same, and a thread that has one
    // part of a loop may have to do what others do in the other parts.
    if (trips == 1 && !node.marks.gpu.isMapped())
      return {LoopNode::block(node.body).substitute(node.name, node.lower)};
  }
  return {std::move(node)};
}

} // namespace

void renameVariable(LoopNode &node, const std::string &from,
                    const LoopExpr &to) {
  node.rewriteExprs(
      [&](const LoopExpr &expr) { return expr.substitute(from, to); });
  for (Reduction &reduction : node.reductions)
    if (reduction.variable == from)
      reduction.variable = to.name;
  for (LoopNode &child : node.body)
    renameVariable(child, from, to);
  for (LoopNode &child : node.otherwise)
    renameVariable(child, from, to);
}

void flatten(std::vector<LoopNode> &nodes) {
  std::vector<LoopNode> result;
  for (LoopNode &node : nodes) {
    flatten(node.body);
    flatten(node.otherwise);
    std::vector<LoopNode> left = simplified(std::move(node));
    if (left.size() == 1 && left[0].kind == Kind::Block)
      left = std::move(left[0].body);
    append(result, std::move(left));
  }
  nodes = std::move(result);
}

LoopExpr tripCondition(const LoopNode &loop) {
  assert(!loop.goesOn && "it may run not at all, whatever its bounds");
  if (loop.descending)
    return lessEqual(loop.upper[0], loop.lower);
  LoopExpr condition = less(loop.lower, loop.upper[0]);
  for (const LoopExpr &upper : llvm::drop_begin(loop.upper))
    condition = logicalAnd(condition, less(loop.lower, upper));
  return condition;
}

namespace {

/// Marks 64-bit variables in the expressions below.
void inferWidths(std::vector<LoopNode> &nodes, std::set<std::string> wide) {
  for (LoopNode &node : nodes) {
    node.rewriteExprs([&](const LoopExpr &expr) {
      return expr.map([&](LoopExpr leaf) {
        if (leaf.isVariable() && wide.count(leaf.name))
          leaf.wide = true;
        return leaf;
      });
    });
    bool isWide = false;
    if (node.isFor() || node.kind == Kind::Local)
      node.visitExprs([&](const LoopExpr &expr, bool) { isWide |= expr.wide; });
    if (isWide || node.exceedsInt) {
      node.type = LoopType::int64();
      wide.insert(node.name);
    }
    inferWidths(node.body, wide);
    inferWidths(node.otherwise, wide);
  }
}

} // namespace

void inferWidths(std::vector<LoopNode> &nodes) {
  inferWidths(nodes, std::set<std::string>());
}

} // namespace sparsec
