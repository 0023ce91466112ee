//===- ValueRanges.cpp - what is known of integers at one place -----------===//

#include "sparsec/Lowering/ValueRanges.h"

#include "sparsec/LoopIR/ExprPrinter.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

LowerBounds::LowerBounds(const Program &program)
    : program(program),
      parameters(
          std::make_shared<std::map<std::string, std::optional<long>>>()) {}

/// The least value of \p parameter, if there is one.
static std::optional<long> leastOf(const Program &program,
                                   const std::string &parameter) {
  isl::ctx ctx = program.context.ctx();
  isl::set context = program.context;
  // The positions of calls such as index[n] are checked before they are made.
  for (const auto &entry : program.calls)
    for (const isl::pw_aff &position : entry.second.arguments)
      if (poly::isOnParameters(position))
        context = context.intersect(
            position.ge_set(poly::constant(position.domain().space(), 0)));
  isl::id id = poly::makeId(ctx, parameter);
  isl::space space = isl::space::unit(ctx).add_param(id);
  isl::pw_aff value(space.param_aff_on_domain(id));
  isl::val least = poly::leastValue(value.intersect_domain(context));
  return least.is_int() ? std::optional<long>(least.num_si()) : std::nullopt;
}

std::optional<long> LowerBounds::ofVariable(const std::string &name) const {
  if (auto found = known.find(name); found != known.end())
    return found->second;
  if (!program.findParameter(name))
    return std::nullopt;
  auto [bound, isNew] = parameters->try_emplace(name);
  if (isNew)
    bound->second = leastOf(program, name);
  return bound->second;
}

void LowerBounds::define(const std::string &variable, const LoopExpr &least) {
  known[variable] = of(least);
}

std::optional<long> LowerBounds::of(const LoopExpr &expr) const {
  using E = LoopExpr::Kind;
  switch (expr.kind) {
  case E::Integer:
    return expr.value;
  case E::Variable:
    return ofVariable(expr.name);
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

std::optional<long> LowerBounds::ofLoad(const LoopExpr &expr) const {
  for (const Fact *fact : program.factsAbout(expr.name, Fact::Kind::Range))
    if (fact->lower)
      return poly::constantValue(*fact->lower);
  return std::nullopt;
}

std::optional<long> LowerBounds::ofSum(const LoopExpr &expr) const {
  long sum = 0;
  for (const LoopExpr &operand : expr.operands) {
    std::optional<long> bound = of(operand);
    if (!bound)
      return std::nullopt;
    sum += *bound;
  }
  return sum;
}

std::optional<long> LowerBounds::ofProduct(const LoopExpr &expr) const {
  std::optional<long> a = of(expr.operands[0]), b = of(expr.operands[1]);
  if (!a || !b || *a < 0 || *b < 0)
    return std::nullopt;
  return *a * *b;
}

std::optional<long> LowerBounds::ofMax(const LoopExpr &expr) const {
  std::optional<long> best;
  for (const LoopExpr &operand : expr.operands)
    if (std::optional<long> bound = of(operand))
      best = best ? std::max(*best, *bound) : *bound;
  return best;
}

std::optional<long> LowerBounds::ofMin(const LoopExpr &expr) const {
  std::optional<long> best;
  for (const LoopExpr &operand : expr.operands) {
    std::optional<long> bound = of(operand);
    if (!bound)
      return std::nullopt;
    best = best ? std::min(*best, *bound) : *bound;
  }
  return best;
}

namespace {

std::optional<LoopExpr> lowered(const Program &program,
                                const std::optional<isl::pw_aff> &value) {
  if (!value)
    return std::nullopt;
  llvm::Expected<LoopExpr> result = lowerParameterValue(program, *value);
  if (result)
    return *result;
  llvm::consumeError(result.takeError());
  return std::nullopt;
}

} // namespace

bool ValueRanges::isNonNegative(const LoopExpr &expr) const {
  std::optional<long> bound = bounds.of(expr);
  if (bound && *bound >= 0)
    return true;
  return llvm::any_of(nonNegative, [&](const LoopExpr &known) {
    LoopExpr rest = expr - known;
    return rest.isInteger() && rest.value >= 0;
  });
}

LoopExpr ValueRanges::decided(LoopExpr condition) const {
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

void ValueRanges::assume(const LoopExpr &condition) {
  if (condition.kind == LoopExpr::Kind::And)
    for (const LoopExpr &operand : condition.operands)
      assume(operand);
  if (condition.kind == LoopExpr::Kind::Less)
    addBelow(condition.operands[0], condition.operands[1]);
  if (condition.kind == LoopExpr::Kind::LessEqual)
    nonNegative.push_back(condition.operands[1] - condition.operands[0]);
}

void ValueRanges::assumeNot(const LoopExpr &condition) {
  if (condition.kind == LoopExpr::Kind::Less)
    nonNegative.push_back(condition.operands[0] - condition.operands[1]);
  if (condition.kind == LoopExpr::Kind::LessEqual)
    addBelow(condition.operands[1], condition.operands[0]);
}

void ValueRanges::enter(const LoopNode &loop) {
  LoopExpr iterator = LoopExpr::variable(loop.name, loop.type.isWide());
  bounds.define(loop.name, loop.lower);
  if (loop.lower.kind == LoopExpr::Kind::Max)
    for (const LoopExpr &lower : loop.lower.operands)
      nonNegative.push_back(iterator - lower);
  else
    nonNegative.push_back(iterator - loop.lower);
  for (const LoopExpr &upper : loop.upper)
    addBelow(iterator, upper);
}

void ValueRanges::define(const LoopNode &local) {
  if (!local.isConst)
    return; // what it is here is not what it stays
  bounds.define(local.name, local.value);
  const LoopExpr *load = &local.value;
  if (load->kind == LoopExpr::Kind::Widen)
    load = &load->operands[0];
  if (load->kind != LoopExpr::Kind::Load)
    return;
  LoopExpr variable = LoopExpr::variable(local.name, local.type.isWide());
  order(variable, *load);
  for (const Fact *fact : program.factsAbout(load->name, Fact::Kind::Range)) {
    if (std::optional<LoopExpr> upper = lowered(program, fact->upper))
      addBelow(variable, *upper);
    if (std::optional<LoopExpr> lower = lowered(program, fact->lower))
      nonNegative.push_back(variable - *lower);
  }
}

/// index[i] <= index[i + 1].
void ValueRanges::order(const LoopExpr &variable, const LoopExpr &load) {
  if (load.operands.size() != 1 ||
      program.factsAbout(load.name, Fact::Kind::Monotonic).empty())
    return;
  for (const auto &[other, position] : loads[load.name]) {
    LoopExpr distance = load.operands[0] - position;
    if (distance.isInteger())
      nonNegative.push_back(distance.value >= 0 ? variable - other
                                                : other - variable);
  }
  loads[load.name].push_back({variable, load.operands[0]});
}

/// value < upper, and c * value <= a - c where upper is a / c.
void ValueRanges::addBelow(const LoopExpr &value, const LoopExpr &upper) {
  nonNegative.push_back(upper - value - LoopExpr::integer(1));
  bool quotient = upper.kind == LoopExpr::Kind::Div ||
                  upper.kind == LoopExpr::Kind::FloorDiv;
  if (quotient && upper.operands[1].isInteger())
    nonNegative.push_back(upper.operands[0] - upper.operands[1] -
                          upper.operands[1] * value);
}

bool ValueRanges::runs(const LoopNode &loop) const {
  std::vector<LoopExpr> lowers = {loop.lower};
  if (loop.lower.kind == LoopExpr::Kind::Max)
    lowers = loop.lower.operands.toVector();
  return llvm::all_of(loop.upper, [&](const LoopExpr &upper) {
    return llvm::all_of(lowers, [&](const LoopExpr &lower) {
      const LoopExpr least = lower + LoopExpr::integer(1);
      bool divides = (upper.kind == LoopExpr::Kind::FloorDiv ||
                      upper.kind == LoopExpr::Kind::Div) &&
                     upper.operands[1].isInteger() &&
                     upper.operands[1].value > 0;
      // a / c >= least where a >= c * least.
      return divides
                 ? isNonNegative(upper.operands[0] - upper.operands[1] * least)
                 : isNonNegative(upper - least);
    });
  });
}

bool ValueRanges::isInside(const LoopExpr &load) const {
  auto found = program.arrays.find(load.name);
  if (found == program.arrays.end() ||
      found->second.extents.size() != load.operands.size())
    return false;
  for (size_t dim = 0; dim < load.operands.size(); ++dim) {
    const LoopExpr &subscript = load.operands[dim];
    std::optional<LoopExpr> extent =
        lowered(program, found->second.extents[dim]);
    // The extra elements are those behind the last row.
    const bool isLast = dim + 1 == load.operands.size();
    const long beyond = isLast ? found->second.extraElements : 0;
    if (!extent || !isNonNegative(subscript) ||
        !isNonNegative(*extent - subscript - LoopExpr::integer(1 - beyond)))
      return false;
  }
  return true;
}

} // namespace sparsec
