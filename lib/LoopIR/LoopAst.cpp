//===- LoopAst.cpp - walking and rewriting lowered loops ------------------===//

#include "sparsec/LoopIR/LoopAst.h"

#include <set>

namespace sparsec {

using Kind = LoopNode::Kind;

LoopNode LoopNode::block(std::vector<LoopNode> body) {
  LoopNode node;
  node.body = std::move(body);
  return node;
}

LoopNode LoopNode::ifThen(LoopExpr condition, std::vector<LoopNode> body,
                          std::vector<LoopNode> otherwise) {
  LoopNode node;
  node.kind = Kind::If;
  node.condition = std::move(condition);
  node.body = std::move(body);
  node.otherwise = std::move(otherwise);
  return node;
}

LoopNode LoopNode::local(LoopType type, std::string name, LoopExpr value) {
  LoopNode node;
  node.kind = Kind::Local;
  node.type = std::move(type);
  node.name = std::move(name);
  node.value = std::move(value);
  return node;
}

bool LoopNode::holdsBarrier() const {
  bool found = false;
  walk([&](const LoopNode &node) { found |= node.isBarrier(); });
  return found;
}

void LoopNode::walk(const std::function<void(const LoopNode &)> &visit) const {
  visit(*this);
  for (const auto *children : {&prologue, &body, &otherwise})
    for (const LoopNode &child : *children)
      child.walk(visit);
}

void LoopNode::visitExprs(
    const std::function<void(const LoopExpr &, bool)> &visit) const {
  switch (kind) {
  case Kind::For:
    visit(lower, false);
    for (const LoopExpr &bound : upper)
      visit(bound, false);
    for (const auto *condition : {&goesOn, &parallelIf})
      if (*condition)
        visit(**condition, false);
    break;
  case Kind::If:
    visit(condition, false);
    for (const LoopExpr &place : values)
      visit(place, false);
    break;
  case Kind::Assign:
    for (const auto *operands : {&before, &after})
      for (const LoopExpr &operand : *operands)
        visit(operand, false);
    visit(value, false);
    visit(target, true);
    break;
  case Kind::Local:
  case Kind::Call:
    visit(value, false);
    break;
  case Kind::Declare:
    for (const LoopExpr &extent : dimensions)
      visit(extent, false);
    [[fallthrough]];
  case Kind::Action:
  case Kind::Return:
    for (const LoopExpr &operand : values)
      visit(operand, false);
    break;
  case Kind::Region:
    if (team)
      visit(*team, false);
    break;
  case Kind::Block:
  case Kind::Check:
  case Kind::Label:
  case Kind::Break:
  case Kind::Continue:
  case Kind::Barrier:
    break;
  }
}

void LoopNode::rewriteExprs(
    const std::function<LoopExpr(const LoopExpr &)> &rewrite) {
  if (kind == Kind::For) {
    lower = rewrite(lower);
    LoopExpr least;
    for (size_t pos = 0; pos < upper.size(); ++pos)
      least = pos ? minOf(least, rewrite(upper[pos])) : rewrite(upper[pos]);
    upper = least.kind == LoopExpr::Kind::Min ? least.operands.toVector()
                                              : std::vector{least};
  }
  if (kind == Kind::If)
    condition = rewrite(condition);
  if (kind == Kind::Assign)
    target = rewrite(target);
  if (kind == Kind::Assign || kind == Kind::Local || kind == Kind::Call)
    value = rewrite(value);
  for (auto *operands : {&dimensions, &values, &before, &after})
    for (LoopExpr &operand : *operands)
      operand = rewrite(operand);
  for (auto *optional : {&team, &goesOn, &parallelIf})
    if (*optional)
      *optional = rewrite(**optional);
}

LoopNode LoopNode::substitute(const std::string &variable,
                              const LoopExpr &replacement) const {
  LoopNode copy = *this;
  if (isFor() && name == variable) {
    copy.lower = lower.substitute(variable, replacement);
    return copy;
  }
  copy.rewriteExprs([&](const LoopExpr &expr) {
    return expr.substitute(variable, replacement);
  });
  for (auto *children : {&copy.prologue, &copy.body, &copy.otherwise})
    substituteIn(*children, 0, variable, replacement);
  return copy;
}

void substituteIn(std::vector<LoopNode> &nodes, size_t first,
                  const std::string &variable, const LoopExpr &replacement) {
  for (size_t pos = first; pos < nodes.size(); ++pos) {
    nodes[pos] = nodes[pos].substitute(variable, replacement);
    if (nodes[pos].kind == LoopNode::Kind::Local && nodes[pos].name == variable)
      return;
  }
}

void LoopAst::walk(const std::function<void(const LoopNode &)> &visit) const {
  for (const LoopNode &node : body)
    node.walk(visit);
}

/// Calls \p visit on every expression node of \p ast.
static void walkExprs(const LoopAst &ast,
                      const std::function<void(const LoopExpr &)> &visit) {
  ast.walk([&](const LoopNode &node) {
    node.visitExprs([&](const LoopExpr &expr, bool) { expr.walk(visit); });
  });
}

std::vector<std::string> LoopAst::usedArrays() const {
  std::set<std::string> names;
  walkExprs(*this, [&](const LoopExpr &expr) {
    if (expr.kind == LoopExpr::Kind::Load)
      names.insert(expr.name);
  });
  walk([&](const LoopNode &node) {
    if (node.kind == Kind::Declare)
      names.erase(node.name);
  });
  return {names.begin(), names.end()};
}

std::vector<std::string> LoopAst::usedParameters() const {
  std::set<std::string> names;
  walkExprs(*this, [&](const LoopExpr &expr) {
    if (expr.isVariable())
      names.insert(expr.name);
  });
  walk([&](const LoopNode &node) {
    if (node.isFor() || node.kind == Kind::Local)
      names.erase(node.name);
  });
  return {names.begin(), names.end()};
}

} // namespace sparsec
