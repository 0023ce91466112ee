//===- Ranges.cpp - what is known of integers -----------------------------===//
///
/// \file
/// Walks the loops with what their bounds, conditions and the facts about index
/// arrays say, and simplifies what follows from it: `sparsec_floord(a, c)` to
/// `a / c`, conditions that always hold, bounds that never count.
///
//===----------------------------------------------------------------------===//

#include "sparsec/LoopIR/UnusedLocals.h"
#include "sparsec/LoopPasses/LoopPasses.h"
#include "sparsec/Lowering/ValueRanges.h"

namespace sparsec {
namespace {

using Kind = LoopNode::Kind;

/// `q + k` with q = a / c as `(a + k*c) / c`, the natural bound of a tile loop;
/// C's division rounds it up where k makes the dividend negative.
LoopExpr mergedQuotient(const LoopExpr &bound) {
  using E = LoopExpr::Kind;
  if (bound.kind != E::Add || bound.operands.size() != 2 ||
      !bound.operands[1].isInteger())
    return bound;
  const LoopExpr &quotient = bound.operands[0];
  if (quotient.kind != E::FloorDiv && quotient.kind != E::Div)
    return bound;
  if (!quotient.operands[1].isInteger())
    return bound;
  LoopExpr dividend =
      quotient.operands[0] + bound.operands[1] * quotient.operands[1];
  bool isPlain = quotient.kind == E::Div && bound.operands[1].value >= 0;
  return isPlain ? plainDiv(dividend, quotient.operands[1])
                 : floorDiv(dividend, quotient.operands[1]);
}

/// Drops upper bounds that another one never exceeds.
void dropBounds(LoopNode &loop, const ValueRanges &known) {
  for (size_t pos = loop.upper.size(); pos-- > 0;)
    for (size_t other = 0; other < loop.upper.size(); ++other)
      if (other != pos &&
          known.isNonNegative(loop.upper[pos] - loop.upper[other])) {
        loop.upper.erase(loop.upper.begin() + long(pos));
        break;
      }
}

/// A minimum or maximum without the operands that another one never lets
/// through.
LoopExpr withoutBeaten(const LoopExpr &expr, const ValueRanges &known) {
  bool isMin = expr.kind == LoopExpr::Kind::Min;
  std::vector<LoopExpr> list = expr.operands.toVector();
  for (size_t pos = list.size(); pos-- > 0 && list.size() > 1;)
    for (size_t other = 0; other < list.size(); ++other) {
      LoopExpr margin = list[other] - list[pos];
      if (other != pos &&
          known.isNonNegative(isMin ? LoopExpr::integer(-1) * margin
                                    : margin)) {
        list.erase(list.begin() + long(pos));
        break;
      }
    }
  if (list.size() == 1)
    return list[0];
  LoopExpr rest = expr;
  rest.operands = std::move(list);
  return rest;
}

/// The greater of a number and a quotient, neither of which is negative then,
/// as one division that is C's: max(b, floor(a / c)) is max(b * c, a) / c.
LoopExpr withOneDivision(const LoopExpr &expr) {
  if (expr.kind != LoopExpr::Kind::Max || expr.operands.size() != 2)
    return expr;
  const bool isFirst = expr.operands[0].isInteger();
  const LoopExpr &number = expr.operands[isFirst ? 0 : 1],
                 &quotient = expr.operands[isFirst ? 1 : 0];
  if (!number.isInteger() || number.value < 0 ||
      quotient.kind != LoopExpr::Kind::FloorDiv ||
      !quotient.operands[1].isInteger() || quotient.operands[1].value <= 0)
    return expr;
  return plainDiv(maxOf(number * quotient.operands[1], quotient.operands[0]),
                  quotient.operands[1]);
}

/// Whether \p condition holds by what is \p known.
bool alwaysHolds(const LoopExpr &condition, const ValueRanges &known) {
  if (condition.kind == LoopExpr::Kind::And)
    return llvm::all_of(condition.operands, [&](const LoopExpr &part) {
      return alwaysHolds(part, known);
    });
  return known.decided(condition).isInteger(1);
}

/// `c && (c ? a : b) > 2` as `c && a > 2`.
LoopExpr withoutAskedAgain(const LoopExpr &expr, ValueRanges known) {
  using E = LoopExpr::Kind;
  LoopExpr result = expr;
  std::vector<LoopExpr> list = expr.operands.toVector();
  for (LoopExpr &operand : list) {
    operand = operand.map([&](LoopExpr part) {
      const bool isKnown =
          part.kind == E::Select && alwaysHolds(part.operands[0], known);
      return isKnown ? part.operands[1] : part;
    });
    known.assume(operand);
  }
  result.operands = std::move(list);
  return result;
}

bool hasChoice(const LoopExpr &expr) {
  bool found = false;
  expr.walk([&](const LoopExpr &part) {
    found |= part.kind == LoopExpr::Kind::Select;
  });
  return found;
}

/// Below zero C's division too leaves a loop empty that starts at 0.
void simplifyBounds(LoopNode &loop, const ValueRanges &known) {
  std::optional<long> first = known.least(loop.lower);
  for (LoopExpr &bound : loop.upper) {
    bound = mergedQuotient(bound);
    if (bound.kind == LoopExpr::Kind::FloorDiv && first && *first >= 0)
      bound = plainDiv(bound.operands[0], bound.operands[1]);
  }
  dropBounds(loop, known);
}

void simplify(std::vector<LoopNode> &nodes, ValueRanges known) {
  auto rewrite = [&](LoopExpr expr) {
    using E = LoopExpr::Kind;
    if (expr.kind == E::Min || expr.kind == E::Max)
      return withOneDivision(withoutBeaten(std::move(expr), known));
    if (expr.kind == E::And && hasChoice(expr))
      return withoutAskedAgain(expr, known);
    if (expr.kind != E::FloorDiv)
      return known.decided(std::move(expr));
    return known.isNonNegative(expr.operands[0])
               ? plainDiv(expr.operands[0], expr.operands[1])
               : expr;
  };
  for (LoopNode &node : nodes) {
    if (node.isFor())
      simplifyBounds(node, known);
    node.rewriteExprs([&](const LoopExpr &expr) { return expr.map(rewrite); });
    if (node.kind == Kind::Local)
      known.define(node);
    ValueRanges inner = known, rest = known;
    if (node.isFor())
      inner.enter(node);
    if (node.kind == Kind::If) {
      inner.assume(node.condition);
      rest.assumeNot(node.condition);
    }
    simplify(node.body, inner);
    simplify(node.otherwise, rest);
  }
}

} // namespace

void simplifyByRanges(LoopAst &ast, const Program &program) {
  simplify(ast.body, ValueRanges(program));
  flatten(ast.body);
  // What is read only where nothing runs, and then the bounds of loops without
  // a body.
  while (dropUnusedLocals(ast.body))
    flatten(ast.body);
}

} // namespace sparsec
