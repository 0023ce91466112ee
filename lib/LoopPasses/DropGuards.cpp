//===- DropGuards.cpp - conditions that a loop asks itself ----------------===//
///
/// \file
/// A condition that says no more than that the loop under it runs is dropped,
/// with what stands around the loop, if that does nothing without the loop:
///
///     if (begin < end) {                double t = y[i];
///       double t = y[i];                for (k = begin; k < end; k++)
///       for (k = begin; k < end; k++)     t += ..
///         t += ..                =>     y[i] = t;
///       y[i] = t;
///     }
///
/// Where the loop does not run, elements that exist are read, and get back the
/// value that they have; so no other thread may touch them. So is a condition
/// on an index that only such a loop uses:
///
///     const int c = k + 1 < end ? col[k] : 0;     const int c = col[k];
///     for (p = k + 1; p < end; p++)            => for (p = k + 1; p < end;
///     p++)
///       .. c ..                                     .. c ..
///
//===----------------------------------------------------------------------===//

#include "Surroundings.h"
#include "sparsec/LoopPasses/LoopPasses.h"

#include "sparsec/LoopIR/Structure.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <optional>

namespace sparsec {
namespace {

using Kind = LoopNode::Kind;
using Nodes = std::vector<LoopNode>;

/// The conditions that \p condition joins by and.
std::vector<LoopExpr> termsOf(const LoopExpr &condition) {
  if (condition.kind != LoopExpr::Kind::And)
    return {condition};
  std::vector<LoopExpr> terms;
  for (const LoopExpr &operand : condition.operands)
    llvm::append_range(terms, termsOf(operand));
  return terms;
}

/// What is not negative where the comparison \p term holds.
std::optional<LoopExpr> marginOf(const LoopExpr &term) {
  using E = LoopExpr::Kind;
  if (term.kind != E::Less && term.kind != E::LessEqual)
    return std::nullopt;
  const LoopExpr margin = term.operands[1] - term.operands[0];
  return term.kind == E::Less ? margin - LoopExpr::integer(1) : margin;
}

bool implies(const LoopExpr &stronger, const LoopExpr &term) {
  const std::optional<LoopExpr> own = marginOf(stronger),
                                other = marginOf(term);
  if (!own || !other)
    return stronger == term;
  const LoopExpr rest = *other - *own;
  return rest.isInteger() && rest.value >= 0;
}

/// Whether \p loop does not run where \p condition does not hold.
bool asks(const LoopNode &loop, const LoopExpr &condition) {
  if (loop.goesOn)
    return false;
  const std::vector<LoopExpr> own = termsOf(tripCondition(loop));
  return llvm::all_of(termsOf(condition), [&](const LoopExpr &term) {
    return llvm::any_of(
        own, [&](const LoopExpr &stronger) { return implies(stronger, term); });
  });
}

/// Whether to compute \p value is allowed where the source does not: it calls
/// nothing, divides by nothing but numbers, and reads what exists.
bool isHarmless(const LoopExpr &value, const Surroundings &around) {
  using E = LoopExpr::Kind;
  bool isHarmless = around.mayRead(value);
  value.walk([&](const LoopExpr &part) {
    const bool divides =
        part.kind == E::Div || part.kind == E::FloorDiv || part.kind == E::Mod;
    isHarmless &= part.kind != E::Call && part.kind != E::Binary &&
                  part.kind != E::Increment && part.kind != E::Arrow &&
                  (!divides || (part.operands[1].isInteger() &&
                                part.operands[1].value > 0));
  });
  return isHarmless;
}

/// Whether \p nodes, one loop and what stands around it, change nothing where
/// \p condition does not hold.
bool areIdle(const Nodes &nodes, const LoopExpr &condition,
             Surroundings around) {
  std::map<std::string, LoopExpr> copies;
  bool hasLoop = false;
  for (const LoopNode &node : nodes) {
    if (node.isFor()) {
      if (hasLoop || !asks(node, condition))
        return false;
      hasLoop = true;
    } else if (node.kind == Kind::Local && !hasLoop &&
               isHarmless(node.value, around)) {
      copies.insert_or_assign(node.name, node.value);
      around.define(node);
    } else {
      const bool givesBack =
          node.kind == Kind::Assign && hasLoop && node.op == Update::Set &&
          node.atomic == LoopNode::Atomic::None && !node.lanes.isMapped() &&
          node.value.isVariable() && copies.count(node.value.name) &&
          copies.at(node.value.name) == node.target;
      if (!givesBack || node.target.operands.empty() ||
          !around.exists(node.target))
        return false;
    }
  }
  return hasLoop;
}

/// Whether \p node does nothing where \p condition does not hold, whatever the
/// branches in it ask.
bool isIdle(const LoopNode &node, const LoopExpr &condition) {
  auto isIdleIn = [&](const LoopNode &child) {
    return isIdle(child, condition);
  };
  return (node.isFor() && asks(node, condition)) ||
         (node.kind == Kind::If && llvm::all_of(node.body, isIdleIn) &&
          llvm::all_of(node.otherwise, isIdleIn));
}

bool isUsedIn(const LoopNode &root, const std::string &name) {
  bool found = false;
  root.walk([&](const LoopNode &node) {
    node.visitExprs(
        [&](const LoopExpr &expr, bool) { found |= expr.mentions(name); });
  });
  return found;
}

/// Whether \p node is a local that only has a value of its own where
/// \p condition holds.
bool isUnder(const LoopNode &node, const LoopExpr &condition) {
  return node.kind == Kind::Local && node.isConst &&
         node.value.kind == LoopExpr::Kind::Select &&
         node.value.operands[0] == condition &&
         node.value.operands[2].isInteger(0);
}

/// Whether \p element is read in \p nodes from \p first on whenever these run.
bool isReadIn(const Nodes &nodes, size_t first, const LoopExpr &element) {
  bool found = false;
  for (const LoopNode &node : llvm::drop_begin(nodes, first))
    if (node.kind == Kind::Assign)
      node.visitExprs([&](const LoopExpr &expr, bool) {
        visitLoads(expr, true, [&](const LoopExpr &load, bool isCertain) {
          found |= isCertain && load == element;
        });
      });
  return found && !mayJump(nodes);
}

/// Lets the locals of \p nodes that have a value under the condition of
/// nodes[pos] have it in any case, where only loops that ask for that, and each
/// other, use them.
void dropChoices(Nodes &nodes, size_t pos, Surroundings around) {
  const LoopExpr condition = nodes[pos].value.operands[0];
  Nodes changed = nodes;
  std::vector<std::string> names;
  for (size_t at = pos; at < nodes.size(); ++at) {
    LoopNode &node = changed[at];
    const bool isOne = isUnder(node, condition);
    if (isOne) {
      names.push_back(node.name);
      node.value = LoopExpr(node.value.operands[1]);
      if (!isHarmless(node.value, around) &&
          !isReadIn(changed, at + 1, node.value))
        return;
      // What is known of the other variable is known of this one.
      if (node.value.isVariable())
        substituteIn(changed, at + 1, node.name, LoopExpr(node.value));
    } else if (!isIdle(nodes[at], condition) &&
               llvm::any_of(names, [&](const std::string &name) {
                 return isUsedIn(nodes[at], name);
               }))
      return;
    if (node.kind == Kind::Local)
      around.define(node);
  }
  nodes = std::move(changed);
}

void dropIn(Nodes &nodes, Surroundings around) {
  Surroundings sofar = around;
  for (size_t pos = 0; pos < nodes.size(); ++pos) {
    if (nodes[pos].kind != Kind::Local)
      continue;
    if (nodes[pos].value.kind == LoopExpr::Kind::Select &&
        isUnder(nodes[pos], nodes[pos].value.operands[0]))
      dropChoices(nodes, pos, sofar);
    sofar.define(nodes[pos]);
  }
  Nodes result;
  for (LoopNode &node : nodes) {
    const bool isGuard =
        node.kind == Kind::If && node.otherwise.empty() && !node.isVersion;
    Nodes parts;
    if (isGuard && areIdle(node.body, node.condition, around))
      parts = std::move(node.body);
    else
      parts.push_back(std::move(node));
    for (LoopNode &part : parts) {
      if (part.kind == Kind::Local)
        around.define(part);
      if (!part.body.empty() || !part.otherwise.empty()) {
        Surroundings inner = around, otherwise = around;
        inner.enter(part, otherwise);
        dropIn(part.body, std::move(inner));
        dropIn(part.otherwise, std::move(otherwise));
      }
      result.push_back(std::move(part));
    }
  }
  nodes = std::move(result);
}

} // namespace

void dropGuards(LoopAst &ast, const Program &program) {
  dropIn(ast.body, Surroundings(ast, program));
}

} // namespace sparsec
