//===- LegalizeIntegers.cpp - sums that an int cannot hold ----------------===//
///
/// \file
/// C computes `1000 * i` with the width of i, whatever it is added to.
///
//===----------------------------------------------------------------------===//

#include "LargeValues.h"
#include "sparsec/LoopPasses/LoopPasses.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

namespace sparsec {
namespace {

using Kind = LoopExpr::Kind;
using Names = std::set<std::string>;

/// Whether \p expr loads from one of the arrays in \p names.
bool loadsAny(const LoopExpr &expr, const Names &names) {
  bool found = false;
  expr.walk([&](const LoopExpr &part) {
    found |= part.kind == Kind::Load && names.count(part.name) != 0;
  });
  return found;
}

/// `-1 * x`, which is printed as a subtraction.
bool isNegation(const LoopExpr &expr) {
  return expr.kind == Kind::Mul && expr.operands.size() == 2 &&
         expr.operands[0].isInteger(-1);
}

/// \p expr, a product or sum, computed in 64 bits from its parts on.
LoopExpr inLong(const LoopExpr &expr) {
  bool isSum = expr.kind == Kind::Add;
  if (!isSum && (expr.kind != Kind::Mul || expr.wide))
    return expr;
  LoopExpr result = expr;
  if (isSum)
    result.operands = expr.operands.mapped([](const LoopExpr &operand) {
      return isNegation(operand) ? operand : inLong(operand);
    });
  bool isWide = llvm::any_of(result.operands, [](const LoopExpr &operand) {
    return operand.wide && !operand.isInteger();
  });
  result.operands = result.operands.mapped([&](const LoopExpr &operand) {
    if (isWide || operand.isInteger())
      return operand;
    isWide = true;
    return LoopExpr::widen(operand);
  });
  result.wide = true;
  return result;
}

/// \p expr with the operands of sums and comparisons that are \p large, or
/// have a large constant, in 64 bits.
LoopExpr widened(const LoopExpr &expr, const LargeValues &large) {
  LoopExpr result = expr;
  result.operands = expr.operands.mapped(
      [&](const LoopExpr &operand) { return widened(operand, large); });
  auto hasWide = [&] {
    return llvm::any_of(result.operands,
                        [](const LoopExpr &operand) { return operand.wide; });
  };
  switch (expr.kind) {
  case Kind::Add:
    return large.needsLong(expr) ? inLong(result) : result;
  case Kind::Mul:
    // Before a negation a sum widens its first term.
    result.wide |= !isNegation(result) && hasWide();
    break;
  case Kind::FloorDiv:
  case Kind::Div:
  case Kind::Mod:
    if (large.needsLong(expr)) {
      result.operands = result.operands.mapped(inLong);
      result.wide |= result.operands[0].wide;
    }
    break;
  case Kind::Min:
  case Kind::Max:
  case Kind::Less:
  case Kind::LessEqual:
  case Kind::Equal:
    if (large.needsLong(expr)) {
      result.operands = result.operands.mapped(inLong);
      result.wide |= hasWide();
    }
    break;
  default:
    break;
  }
  return result;
}

/// \p expr with all that it computes, subscripts excepted, in 64 bits.
LoopExpr allInLong(const LoopExpr &expr) {
  switch (expr.kind) {
  case Kind::Add:
  case Kind::Mul:
  case Kind::FloorDiv:
  case Kind::Div:
  case Kind::Mod:
  case Kind::Min:
  case Kind::Max:
  case Kind::Select:
  case Kind::Less:
  case Kind::LessEqual:
  case Kind::Equal:
  case Kind::And:
  case Kind::Or:
    break;
  default:
    return expr;
  }
  LoopExpr result = expr;
  result.operands = expr.operands.mapped(allInLong);
  if (expr.kind == Kind::FloorDiv || expr.kind == Kind::Div ||
      expr.kind == Kind::Mod)
    result.wide |= result.operands[0].wide;
  return inLong(result);
}

/// Arrays of 64-bit integers that inspectors compute for themselves, as keys:
/// what is put there may be large where nothing else is.
Names longWorkspace(const Program &program) {
  Names names;
  for (const auto &[name, array] : program.arrays)
    if (array.owner == Array::Owner::Workspace && array.type.isInteger() &&
        array.type.bytes > 4)
      names.insert(name);
  return names;
}

/// Lets a loop that threads share end where it begins, if its end may be far
/// below that: OpenMP counts iterations in the iterator's type.
void endAtBegin(LoopNode &loop, const Program &program) {
  if (!loop.isFor() || !loop.marks.parallel || loop.type.isWide())
    return;
  for (LoopExpr &upper : loop.upper)
    if (mayBeFarApart(upper - loop.lower, program))
      upper = maxOf(loop.lower, upper);
}

void legalizeIntegers(std::vector<LoopNode> &nodes, LargeValues large,
                      const Names &longArrays) {
  Names &names = large.names;
  for (LoopNode &node : nodes) {
    endAtBegin(node, large.program);
    node.rewriteExprs(
        [&](const LoopExpr &expr) { return widened(expr, large); });
    if (node.kind == LoopNode::Kind::Assign && node.target.kind == Kind::Load &&
        longArrays.count(node.target.name))
      node.value = allInLong(node.value);
    if (node.kind == LoopNode::Kind::Local && loadsAny(node.value, names))
      names.insert(node.name);
    bool isNarrow = node.kind == LoopNode::Kind::Local && node.type.isWide() &&
                    !node.value.wide;
    if (node.exceedsInt || isNarrow) {
      names.insert(node.name);
      if (node.isFor())
        node.lower = inLong(node.lower);
      for (LoopExpr &upper : node.upper)
        upper = inLong(upper);
      if (node.kind == LoopNode::Kind::Local)
        node.value = inLong(node.value);
    }
    legalizeIntegers(node.body, large, longArrays);
    legalizeIntegers(node.otherwise, large, longArrays);
  }
}

} // namespace

void legalizeIntegers(LoopAst &ast, const Program &program) {
  legalizeIntegers(ast.body, {program, unboundedArrays(program)},
                   longWorkspace(program));
}

} // namespace sparsec
