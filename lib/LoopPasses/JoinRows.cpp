//===- JoinRows.cpp - two loops over all elements of rows are one ---------===//
///
/// \file
/// A nest that names the elements of rows only by their position, row after
/// row, is a loop over the positions:
///
///     for (i < n)                         for (i < n * m)
///       for (k < m)                =>       y[i] = 0
///         y[i * m + k] = 0
///
/// Rows may be short, and loops to a product of parameters were one loop in the
/// source (Frontend/ProductBounds.h).
///
//===----------------------------------------------------------------------===//

#include "sparsec/LoopPasses/LoopPasses.h"

#include "llvm/ADT/STLExtras.h"

#include <array>
#include <optional>

namespace sparsec {
namespace {

using Kind = LoopNode::Kind;

/// Whether \p loop, with \p marks, goes from 0 to a bound in steps of one.
bool isPlain(const LoopNode &loop, const LoopMarks &marks) {
  return loop.isFor() && loop.lower.isInteger(0) && loop.upper.size() == 1 &&
         loop.step == 1 && !loop.stride && !loop.goesOn && !loop.parallelIf &&
         !loop.descending && loop.reductions.empty() && marks == LoopMarks();
}

/// \p loop's marks but for OpenMP's threads, which run the one loop, too; their
/// chunks, `schedule`, are of rows.
LoopMarks marksBesideThreads(const LoopNode &loop) {
  LoopMarks marks = loop.marks;
  marks.parallel = false;
  return marks;
}

/// Whether \p extent, of rows, is a number or a parameter that is not negative.
bool isExtent(const LoopExpr &extent, const Program &program) {
  if (extent.isInteger())
    return extent.value > 0;
  if (!extent.isVariable())
    return false;
  const isl::space space = program.context.space();
  return program.context.is_subset(
      poly::parameter(space, extent.name).ge_set(poly::constant(space, 0)));
}

/// Positions `row * extent + place`.
struct Positions {
  std::string row, place;
  LoopExpr extent;

  bool isPlace(const LoopExpr &expr) const {
    return expr.isVariable() && expr.name == place;
  }
  bool isRow(const LoopExpr &expr) const {
    const LoopExpr &plain =
        expr.kind == LoopExpr::Kind::Widen ? expr.operands[0] : expr;
    return plain.isVariable() && plain.name == row;
  }
  bool isRowStart(const LoopExpr &expr) const {
    return expr.kind == LoopExpr::Kind::Mul && expr.operands.size() == 2 &&
           ((isRow(expr.operands[0]) && expr.operands[1] == extent) ||
            (isRow(expr.operands[1]) && expr.operands[0] == extent));
  }

  /// \p sum with the variable \p at in place of a position.
  LoopExpr replaced(const LoopExpr &sum, const LoopExpr &at) const {
    const auto isStart = [&](const LoopExpr &one) { return isRowStart(one); };
    const auto isIn = [&](const LoopExpr &one) { return isPlace(one); };
    if (sum.kind != LoopExpr::Kind::Add ||
        llvm::count_if(sum.operands, isStart) != 1 ||
        llvm::count_if(sum.operands, isIn) != 1)
      return sum;
    std::vector<LoopExpr> rest;
    for (const LoopExpr &operand : sum.operands)
      if (!isStart(operand) && !isIn(operand))
        rest.push_back(operand);
    LoopExpr result = rest.empty() ? at : rest.front();
    for (size_t pos = 1; pos < rest.size(); ++pos)
      result = result + rest[pos];
    return rest.empty() ? at : result + at;
  }

  bool isUsed(const std::vector<LoopNode> &nodes) const {
    bool found = false;
    for (const LoopNode &node : nodes)
      node.visitExprs([&](const LoopExpr &expr, bool) {
        expr.walk([&](const LoopExpr &part) {
          found |=
              part.isVariable() && (part.name == row || part.name == place);
        });
      });
    return found;
  }
};

/// \p outer and the loop in it as one, if they are over all positions and
/// name nothing else.
std::optional<LoopNode> joined(const LoopNode &outer, const Program &program) {
  if (!isPlain(outer, marksBesideThreads(outer)) || outer.body.size() != 1)
    return std::nullopt;
  const LoopNode &inner = outer.body.front();
  if (!isPlain(inner, inner.marks) || !isExtent(inner.upper[0], program) ||
      !llvm::all_of(inner.body, [](const LoopNode &node) {
        return node.kind == Kind::Assign;
      }))
    return std::nullopt;
  const Positions positions{outer.name, inner.name, inner.upper[0]};
  LoopNode result = outer;
  const bool isShort = llvm::all_of(
      std::array{outer.upper[0], inner.upper[0]}, [](const LoopExpr &bound) {
        return bound.isInteger() && bound.value <= 1024;
      });
  if (!isShort)
    result.type = LoopType::int64();
  result.upper = {(isShort ? outer.upper[0] : LoopExpr::widen(outer.upper[0])) *
                  inner.upper[0]};
  result.body = inner.body;
  const LoopExpr at = LoopExpr::variable(outer.name + "_position", !isShort);
  for (LoopNode &node : result.body)
    node.rewriteExprs([&](const LoopExpr &expr) {
      return expr.map(
          [&](LoopExpr part) { return positions.replaced(part, at); });
    });
  if (positions.isUsed(result.body))
    return std::nullopt;
  for (LoopNode &node : result.body)
    node = node.substitute(at.name, LoopExpr::variable(outer.name, !isShort));
  return result;
}

} // namespace

void joinRows(std::vector<LoopNode> &nodes, const Program &program) {
  for (LoopNode &node : nodes) {
    joinRows(node.body, program);
    joinRows(node.otherwise, program);
    if (node.isFor())
      if (std::optional<LoopNode> one = joined(node, program))
        node = std::move(*one);
  }
}

} // namespace sparsec
