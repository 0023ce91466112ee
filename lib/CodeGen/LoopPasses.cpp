//===- LoopPasses.cpp - structure, widths, divisions, names ---------------===//

#include "LoopPasses.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <map>
#include <optional>
#include <set>

namespace sparsec {

using Kind = LoopNode::Kind;

namespace {

void append(std::vector<LoopNode> &list, std::vector<LoopNode> more) {
  for (LoopNode &node : more)
    list.push_back(std::move(node));
}

/// Trip count when it is constant, negative counts as 0.
std::optional<long> tripCount(const LoopNode &loop) {
  if (loop.upper.size() != 1)
    return std::nullopt;
  LoopExpr difference = loop.upper[0] - loop.lower;
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
    if (trips == 1)
      return {LoopNode::block(node.body).substitute(node.name, node.lower)};
  }
  return {std::move(node)};
}

} // namespace

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
    if (isWide) {
      node.type = "long long";
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

namespace {

/// Lower bounds of integers, where they are known.
class LowerBounds {
public:
  explicit LowerBounds(const Program &program) : program(program) {
    isl::ctx ctx = program.context.ctx();
    for (const Parameter &parameter : program.parameters) {
      isl::space space =
          isl::space::unit(ctx).add_param(poly::makeId(ctx, parameter.name));
      isl::pw_aff value(
          space.param_aff_on_domain(poly::makeId(ctx, parameter.name)));
      isl::val least = value.intersect_domain(program.context).min_val();
      if (least.is_int())
        known[parameter.name] = least.num_si();
    }
  }

  void define(const std::string &variable, const LoopExpr &least) {
    if (std::optional<long> bound = of(least))
      known[variable] = *bound;
    else
      known.erase(variable);
  }

  std::optional<long> of(const LoopExpr &expr) const {
    using E = LoopExpr::Kind;
    switch (expr.kind) {
    case E::Integer:
      return expr.value;
    case E::Variable: {
      auto found = known.find(expr.name);
      return found == known.end() ? std::nullopt : std::optional(found->second);
    }
    case E::Widen:
      return of(expr.operands[0]);
    case E::Load:
      return ofLoad(expr);
    case E::Add:
      return ofSum(expr);
    case E::Mul:
      return ofProduct(expr);
    case E::Div:
    case E::Mod:
      return 0;
    case E::Max:
      return ofMax(expr);
    case E::Min:
      return ofMin(expr);
    default:
      return std::nullopt;
    }
  }

private:
  std::optional<long> ofLoad(const LoopExpr &expr) const {
    for (const Fact *fact : program.factsAbout(expr.name, Fact::Kind::Range))
      if (fact->lower)
        return poly::constantValue(*fact->lower);
    return std::nullopt;
  }

  std::optional<long> ofSum(const LoopExpr &expr) const {
    long sum = 0;
    for (const LoopExpr &operand : expr.operands) {
      std::optional<long> bound = of(operand);
      if (!bound)
        return std::nullopt;
      sum += *bound;
    }
    return sum;
  }

  std::optional<long> ofProduct(const LoopExpr &expr) const {
    std::optional<long> a = of(expr.operands[0]), b = of(expr.operands[1]);
    if (!a || !b || *a < 0 || *b < 0)
      return std::nullopt;
    return *a * *b;
  }

  std::optional<long> ofMax(const LoopExpr &expr) const {
    std::optional<long> best;
    for (const LoopExpr &operand : expr.operands)
      if (std::optional<long> bound = of(operand))
        best = best ? std::max(*best, *bound) : *bound;
    return best;
  }

  std::optional<long> ofMin(const LoopExpr &expr) const {
    std::optional<long> best;
    for (const LoopExpr &operand : expr.operands) {
      std::optional<long> bound = of(operand);
      if (!bound)
        return std::nullopt;
      best = best ? std::min(*best, *bound) : *bound;
    }
    return best;
  }

  const Program &program;
  std::map<std::string, long> known;
};

/// `q + k` with q = a / c as `(a + k*c) / c`, the natural bound of a tile loop.
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
  return quotient.kind == E::Div ? plainDiv(dividend, quotient.operands[1])
                                 : floorDiv(dividend, quotient.operands[1]);
}

void simplify(std::vector<LoopNode> &nodes, LowerBounds bounds) {
  auto plain = [&](LoopExpr expr) {
    if (expr.kind != LoopExpr::Kind::FloorDiv)
      return expr;
    std::optional<long> least = bounds.of(expr.operands[0]);
    return least && *least >= 0 ? plainDiv(expr.operands[0], expr.operands[1])
                                : expr;
  };
  for (LoopNode &node : nodes) {
    if (node.isFor()) {
      // Below zero both divisions leave a loop that starts at 0 empty.
      std::optional<long> first = bounds.of(node.lower);
      for (LoopExpr &bound : node.upper) {
        bound = mergedQuotient(bound);
        if (bound.kind == LoopExpr::Kind::FloorDiv && first && *first >= 0)
          bound = plainDiv(bound.operands[0], bound.operands[1]);
      }
    }
    node.rewriteExprs([&](const LoopExpr &expr) { return expr.map(plain); });
    if (node.isFor()) {
      LowerBounds inner = bounds;
      inner.define(node.name, node.lower);
      simplify(node.body, inner);
      continue;
    }
    if (node.kind == Kind::Local)
      bounds.define(node.name, node.value);
    simplify(node.body, bounds);
    simplify(node.otherwise, bounds);
  }
}

} // namespace

void simplifyDivisions(LoopAst &ast, const Program &program) {
  simplify(ast.body, LowerBounds(program));
}

std::vector<std::string> reservedNames(const Program &program) {
  std::vector<std::string> names;
  for (const auto &entry : program.arrays)
    names.push_back(entry.first);
  for (const Parameter &parameter : program.parameters)
    names.push_back(parameter.name);
  for (const SourceFunction::Argument &argument : program.function.arguments)
    names.push_back(argument.name);
  return names;
}

std::string identifierFor(const std::string &text) {
  std::string name;
  for (char letter : text) {
    if (letter == '#')
      break;
    if (llvm::isAlnum(letter) || letter == '_')
      name += letter;
    else if (!name.empty() && name.back() != '_')
      name += '_';
  }
  while (!name.empty() && name.back() == '_')
    name.pop_back();
  if (name.empty() || llvm::isDigit(name[0]))
    name = "v" + name;
  return name;
}

namespace {

void nameScope(std::vector<LoopNode> &nodes, std::set<std::string> taken) {
  for (size_t pos = 0; pos < nodes.size(); ++pos) {
    LoopNode &node = nodes[pos];
    if (node.kind == Kind::Local && llvm::StringRef(node.name).contains('#')) {
      std::string stem = identifierFor(node.name), name = stem;
      for (unsigned number = 2; taken.count(name); ++number)
        name = stem + "_" + std::to_string(number);
      LoopExpr local = LoopExpr::variable(name, node.type == "long long");
      for (size_t later = pos + 1; later < nodes.size(); ++later)
        nodes[later] = nodes[later].substitute(node.name, local);
      for (size_t later = pos + 1; later < nodes.size(); ++later)
        if (nodes[later].isFor())
          for (std::string &reduction : nodes[later].reductions)
            if (llvm::StringRef(reduction).ends_with(":" + node.name))
              reduction = reduction.substr(0, reduction.find(':') + 1) + name;
      node.name = name;
      taken.insert(name);
    }
    nameScope(node.body, taken);
    nameScope(node.otherwise, taken);
  }
}

} // namespace

void nameLocals(LoopAst &ast, const Program &program) {
  std::set<std::string> taken;
  for (const std::string &name : reservedNames(program))
    taken.insert(name);
  ast.walk([&](const LoopNode &node) {
    if (node.isFor())
      taken.insert(node.name);
  });
  nameScope(ast.body, taken);
}

} // namespace sparsec
