//===- Masks.cpp - conditions on data -------------------------------------===//
///
/// \file
/// Each statement under a condition on data comes with an `if` of its own, on
/// the scalar that holds the condition's value. Neighbours share one:
///
///     c = r < s;                       if (r < s) {
///     if (c) f[i] += r;        =>        f[i] += r;
///     if (c) f[j] -= r;                  f[j] -= r;
///                                      }
///
/// The scalar stays as long as passes ask what conditions say: of scalars they
/// take nothing for known that a store into an array would make untrue.
///
//===----------------------------------------------------------------------===//

#include "sparsec/LoopPasses/LoopPasses.h"

#include "sparsec/LoopIR/Statements.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <optional>

namespace sparsec {
namespace {

using Kind = LoopNode::Kind;
using Nodes = std::vector<LoopNode>;

bool isScalar(const LoopExpr &expr) {
  return expr.kind == LoopExpr::Kind::Load && expr.operands.empty();
}

/// Whether \p node is an `if` on scalars that statements set.
bool isMasked(const LoopNode &node) {
  bool hasScalar = false;
  if (node.kind == Kind::If)
    node.condition.walk(
        [&](const LoopExpr &part) { hasScalar |= isScalar(part); });
  return hasScalar;
}

bool isNegation(const LoopExpr &expr, const LoopExpr &of) {
  return expr == LoopExpr::unary(Operator::Not, of);
}

/// Whether \p nodes may change what \p condition is.
bool changes(const Nodes &nodes, const LoopExpr &condition) {
  const std::set<std::string> asked = namesIn(condition);
  bool found = false;
  for (const LoopNode &root : nodes)
    root.walk([&](const LoopNode &node) {
      if (node.kind == Kind::Assign)
        found |= asked.count(node.target.name) != 0;
      else
        found |= node.kind == Kind::Action || node.kind == Kind::Call;
    });
  return found;
}

/// Whether \p later may become part of \p first, before it.
bool joins(const LoopNode &first, const LoopNode &later) {
  if (!isMasked(first) || !isMasked(later) || !later.otherwise.empty() ||
      changes(first.body, first.condition))
    return false;
  if (!first.otherwise.empty())
    return isNegation(later.condition, first.condition) &&
           !changes(first.otherwise, first.condition);
  return later.condition == first.condition ||
         isNegation(later.condition, first.condition);
}

void join(LoopNode &first, LoopNode &&later) {
  Nodes &into =
      later.condition == first.condition ? first.body : first.otherwise;
  llvm::move(later.body, std::back_inserter(into));
}

/// `d = 0`, where \p before, an `if`, has nothing to do with d.
bool maySwap(const LoopNode &before, const LoopNode &node) {
  return isMasked(before) && node.kind == Kind::Assign &&
         node.op == Update::Set && isScalar(node.target) &&
         node.value.kind != LoopExpr::Kind::Load &&
         node.value.operands.empty() &&
         !namesIn({before}).count(node.target.name);
}

struct Uses {
  unsigned all = 0;    ///< reads
  unsigned folded = 0; ///< of those, in an `if` right behind the assignment
  unsigned written = 0;
};

/// The scalar that \p node, an `if`, asks for; "" where it asks for more.
std::string askedBy(const LoopNode &node) {
  if (node.kind != Kind::If)
    return "";
  if (isScalar(node.condition))
    return node.condition.name;
  const bool isNot = node.condition.operands.size() == 1 &&
                     isScalar(node.condition.operands[0]) &&
                     isNegation(node.condition, node.condition.operands[0]);
  return isNot ? node.condition.operands[0].name : "";
}

bool isSetFor(const LoopNode &set, const LoopNode &branch) {
  return set.kind == Kind::Assign && set.op == Update::Set &&
         isScalar(set.target) && set.target.name == askedBy(branch);
}

using ScalarUses = std::map<std::string, Uses>;

void count(const Nodes &nodes, ScalarUses &uses) {
  for (size_t pos = 0; pos < nodes.size(); ++pos) {
    const LoopNode &node = nodes[pos];
    node.visitExprs([&](const LoopExpr &expr, bool written) {
      if (written && isScalar(expr)) {
        Uses &own = uses[expr.name];
        own.written += 1;
        own.all += node.op != Update::Set;
        return;
      }
      expr.walk([&](const LoopExpr &part) {
        if (isScalar(part))
          uses[part.name].all += 1;
      });
    });
    if (pos > 0 && isSetFor(nodes[pos - 1], node))
      uses[askedBy(node)].folded += 1;
    count(node.body, uses);
    count(node.otherwise, uses);
  }
}

void fold(Nodes &nodes, const std::set<std::string> &scalars) {
  for (size_t pos = 0; pos + 1 < nodes.size(); ++pos) {
    LoopNode &branch = nodes[pos + 1];
    if (!isSetFor(nodes[pos], branch) || !scalars.count(askedBy(branch)))
      continue;
    branch.condition = isScalar(branch.condition)
                           ? nodes[pos].value
                           : LoopExpr::unary(Operator::Not, nodes[pos].value);
    nodes.erase(nodes.begin() + long(pos));
  }
  for (LoopNode &node : nodes) {
    fold(node.body, scalars);
    fold(node.otherwise, scalars);
  }
}

/// \p node before the `if` at the end, and before what is set for that.
void putBefore(Nodes &nodes, LoopNode node) {
  auto place = nodes.end() - 1;
  if (nodes.size() > 1 && isSetFor(*(place - 1), *place) &&
      !namesIn({*(place - 1)}).count(node.target.name))
    --place;
  nodes.insert(place, std::move(node));
}

} // namespace

void joinMasks(Nodes &nodes) {
  Nodes result;
  for (LoopNode &node : nodes) {
    joinMasks(node.body);
    joinMasks(node.otherwise);
    if (!result.empty() && joins(result.back(), node))
      join(result.back(), std::move(node));
    else if (!result.empty() && maySwap(result.back(), node))
      putBefore(result, std::move(node));
    else
      result.push_back(std::move(node));
  }
  nodes = std::move(result);
}

void foldMasks(LoopAst &ast, const Program &program) {
  ScalarUses uses;
  count(ast.body, uses);
  std::set<std::string> scalars;
  for (const auto &[name, found] : uses) {
    auto array = program.arrays.find(name);
    if (array != program.arrays.end() && array->second.isPrivate() &&
        !array->second.liveOut && array->second.type.isInteger() &&
        found.folded && found.folded == found.all &&
        found.folded == found.written)
      scalars.insert(name);
  }
  if (!scalars.empty())
    fold(ast.body, scalars);
}

} // namespace sparsec
