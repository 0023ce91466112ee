//===- Simd.cpp - what simd loops reduce into -----------------------------===//

#include "sparsec/LoopPasses/LoopPasses.h"

#include "sparsec/Analysis/Checker.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

namespace sparsec {

using Kind = LoopNode::Kind;

bool mayShareLanes(const Program &program, Update op, const ElementType &type) {
  return type.isInteger() ||
         (isChoice(op) ? program.assumeFinite : program.allowReassociation);
}

void takeSimdOff(LoopNode &loop, const std::string &why) {
  loop.marks.simd = false;
  loop.whyNotSimd = why;
}

static std::string reassociationAdvice(const std::string &sum) {
  return "its iterations update '" + sum +
         "' in turn; allow_reassociation() lets lanes do it in any order";
}

void addScalarReductions(LoopNode &loop, const Program &program) {
  // A scalar that iterations set is their own: it carries nothing.
  std::set<std::string> own;
  loop.walk([&](const LoopNode &node) {
    if (node.kind == Kind::Assign && node.op == Update::Set)
      own.insert(node.target.name);
  });
  for (const LoopNode &child : loop.body)
    child.walk([&](const LoopNode &node) {
      bool scalar = node.kind == Kind::Assign && node.op != Update::Set &&
                    node.target.kind == LoopExpr::Kind::Load &&
                    node.target.operands.empty() &&
                    !own.count(node.target.name);
      if (!scalar)
        return;
      if (!mayShareLanes(program, node.op,
                         program.arrays.at(node.target.name).type)) {
        takeSimdOff(loop, reassociationAdvice(node.target.name));
        return;
      }
      const Reduction clause(node.op, node.target.name);
      if (!llvm::is_contained(loop.reductions, clause))
        loop.reductions.push_back(clause);
    });
}

static void addReductionClause(LoopNode &simd, const std::string &local,
                               const ElementType &type,
                               const Program &program) {
  Update op = Update::None;
  simd.walk([&](const LoopNode &node) {
    if (node.kind == Kind::Assign && node.op != Update::Set &&
        node.target.isVariable() && node.target.name == local)
      op = node.op;
  });
  if (op != Update::None && !mayShareLanes(program, op, type))
    takeSimdOff(simd, reassociationAdvice(local));
  else if (op != Update::None)
    simd.reductions.push_back({op, local});
}

void addReductionClauses(LoopNode &node, const std::string &local,
                         const ElementType &type, const Program &program) {
  if (node.isFor() && node.marks.simd)
    addReductionClause(node, local, type, program);
  for (LoopNode &child : node.body)
    addReductionClauses(child, local, type, program);
  for (LoopNode &child : node.otherwise)
    addReductionClauses(child, local, type, program);
}

/// Whether another value of a variable in \p variant is another value of
/// \p expr, or of an index array where that is loaded: a quotient of it may
/// stay the same.
static bool moves(const LoopExpr &expr, const std::set<std::string> &variant) {
  using E = LoopExpr::Kind;
  if (expr.isVariable())
    return variant.count(expr.name) != 0;
  bool keepsApart = expr.kind == E::Add || expr.kind == E::Mul ||
                    expr.kind == E::Widen || expr.kind == E::Load;
  return keepsApart && llvm::any_of(expr.operands, [&](const LoopExpr &part) {
           return moves(part, variant);
         });
}

/// The variables that \p loop moves: its iterator and what follows from it.
static std::set<std::string> movedBy(const LoopNode &loop) {
  std::set<std::string> variant = {loop.name};
  for (const LoopNode &child : loop.body)
    child.walk([&](const LoopNode &node) {
      bool follows =
          node.isFor() ? moves(node.lower, variant)
                       : node.kind == Kind::Local && moves(node.value, variant);
      if (follows)
        variant.insert(node.name);
    });
  return variant;
}

void dropUnsafeSimd(LoopNode &loop, const Program &program) {
  const std::set<std::string> variant = movedBy(loop);
  // Where `col[j] == i` holds, y[col[j]] is one element, however it is spelled.
  std::set<std::string> shared;
  if (loop.source)
    shared = sharedBy(PartOwners::Lanes, program, *loop.source);
  for (const LoopNode &child : loop.body)
    child.walk([&](const LoopNode &node) {
      bool update = node.kind == Kind::Assign && node.op != Update::Set &&
                    node.target.kind == LoopExpr::Kind::Load &&
                    !node.target.operands.empty();
      if (update &&
          (!moves(node.target, variant) || shared.count(node.target.name) != 0))
        takeSimdOff(loop, "its iterations may update one element of '" +
                              node.target.name + "'");
    });
}

} // namespace sparsec
