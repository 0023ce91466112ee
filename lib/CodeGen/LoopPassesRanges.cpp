//===- LoopPassesRanges.cpp - what is known of integers -------------------===//
///
/// \file
/// Walks the loops with what their bounds, conditions and the facts about index
/// arrays say, and simplifies what follows from it: `sparsec_floord(a, c)` to
/// `a / c`, conditions that always hold, bounds that never count.
///
//===----------------------------------------------------------------------===//

#include "LoopPasses.h"

#include "sparsec/CodeGen/ExprPrinter.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <optional>

namespace sparsec {
namespace {

using Kind = LoopNode::Kind;

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

/// Everything known at one place.
class Knowledge {
public:
  explicit Knowledge(const Program &program)
      : program(program), bounds(program) {}

  std::optional<long> least(const LoopExpr &expr) const {
    return bounds.of(expr);
  }

  /// Whether \p expr >= 0 follows from the bounds or from one condition.
  bool isNonNegative(const LoopExpr &expr) const {
    std::optional<long> bound = bounds.of(expr);
    if (bound && *bound >= 0)
      return true;
    return llvm::any_of(nonNegative, [&](const LoopExpr &known) {
      LoopExpr rest = expr - known;
      return rest.isInteger() && rest.value >= 0;
    });
  }

  /// The condition as 0 or 1 where it is known, as it is otherwise.
  LoopExpr decided(LoopExpr condition) const {
    bool strict = condition.kind == LoopExpr::Kind::Less;
    if (!strict && condition.kind != LoopExpr::Kind::LessEqual)
      return condition;
    LoopExpr margin = condition.operands[1] - condition.operands[0];
    LoopExpr one = LoopExpr::integer(1), zero = LoopExpr::integer(0);
    if (isNonNegative(strict ? margin - one : margin))
      return one;
    if (isNonNegative(strict ? zero - margin : zero - margin - one))
      return zero;
    return condition;
  }

  void assume(const LoopExpr &condition) {
    if (condition.kind == LoopExpr::Kind::And)
      for (const LoopExpr &operand : condition.operands)
        assume(operand);
    if (condition.kind == LoopExpr::Kind::Less)
      addBelow(condition.operands[0], condition.operands[1]);
    if (condition.kind == LoopExpr::Kind::LessEqual)
      nonNegative.push_back(condition.operands[1] - condition.operands[0]);
  }

  void assumeNot(const LoopExpr &condition) {
    if (condition.kind == LoopExpr::Kind::Less)
      nonNegative.push_back(condition.operands[0] - condition.operands[1]);
    if (condition.kind == LoopExpr::Kind::LessEqual)
      addBelow(condition.operands[1], condition.operands[0]);
  }

  void enter(const LoopNode &loop) {
    LoopExpr iterator = LoopExpr::variable(loop.name, loop.type == "long long");
    bounds.define(loop.name, loop.lower);
    if (loop.lower.kind == LoopExpr::Kind::Max)
      for (const LoopExpr &lower : loop.lower.operands)
        nonNegative.push_back(iterator - lower);
    else
      nonNegative.push_back(iterator - loop.lower);
    for (const LoopExpr &upper : loop.upper)
      addBelow(iterator, upper);
  }

  void define(const LoopNode &local) {
    bounds.define(local.name, local.value);
    const LoopExpr *load = &local.value;
    if (load->kind == LoopExpr::Kind::Widen)
      load = &load->operands[0];
    if (load->kind != LoopExpr::Kind::Load)
      return;
    LoopExpr variable =
        LoopExpr::variable(local.name, local.type == "long long");
    for (const Fact *fact : program.factsAbout(load->name, Fact::Kind::Range)) {
      if (std::optional<LoopExpr> upper = lowered(fact->upper))
        addBelow(variable, *upper);
      if (std::optional<LoopExpr> lower = lowered(fact->lower))
        nonNegative.push_back(variable - *lower);
    }
  }

private:
  std::optional<LoopExpr>
  lowered(const std::optional<isl::pw_aff> &value) const {
    if (!value)
      return std::nullopt;
    llvm::Expected<LoopExpr> result = lowerParameterValue(program, *value);
    if (result)
      return *result;
    llvm::consumeError(result.takeError());
    return std::nullopt;
  }

  /// value < upper, and c * value <= a - c where upper is a / c.
  void addBelow(const LoopExpr &value, const LoopExpr &upper) {
    nonNegative.push_back(upper - value - LoopExpr::integer(1));
    bool quotient = upper.kind == LoopExpr::Kind::Div ||
                    upper.kind == LoopExpr::Kind::FloorDiv;
    if (quotient && upper.operands[1].isInteger())
      nonNegative.push_back(upper.operands[0] - upper.operands[1] -
                            upper.operands[1] * value);
  }

  const Program &program;
  LowerBounds bounds;
  std::vector<LoopExpr> nonNegative;
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

/// Drops upper bounds that another one never exceeds.
void dropBounds(LoopNode &loop, const Knowledge &known) {
  for (size_t pos = loop.upper.size(); pos-- > 0;)
    for (size_t other = 0; other < loop.upper.size(); ++other)
      if (other != pos &&
          known.isNonNegative(loop.upper[pos] - loop.upper[other])) {
        loop.upper.erase(loop.upper.begin() + long(pos));
        break;
      }
}

/// Below zero C's division too leaves a loop empty that starts at 0.
void simplifyBounds(LoopNode &loop, const Knowledge &known) {
  std::optional<long> first = known.least(loop.lower);
  for (LoopExpr &bound : loop.upper) {
    bound = mergedQuotient(bound);
    if (bound.kind == LoopExpr::Kind::FloorDiv && first && *first >= 0)
      bound = plainDiv(bound.operands[0], bound.operands[1]);
  }
  dropBounds(loop, known);
}

void simplify(std::vector<LoopNode> &nodes, Knowledge known) {
  auto rewrite = [&](LoopExpr expr) {
    if (expr.kind != LoopExpr::Kind::FloorDiv)
      return known.decided(std::move(expr));
    std::optional<long> least = known.least(expr.operands[0]);
    return least && *least >= 0 ? plainDiv(expr.operands[0], expr.operands[1])
                                : expr;
  };
  for (LoopNode &node : nodes) {
    if (node.isFor())
      simplifyBounds(node, known);
    node.rewriteExprs([&](const LoopExpr &expr) { return expr.map(rewrite); });
    if (node.kind == Kind::Local)
      known.define(node);
    Knowledge inner = known, rest = known;
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
  simplify(ast.body, Knowledge(program));
  flatten(ast.body);
}

} // namespace sparsec
