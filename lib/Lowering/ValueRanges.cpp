//===- ValueRanges.cpp - what is known of integers at one place -----------===//

#include "sparsec/Lowering/ValueRanges.h"

#include "sparsec/LoopIR/ExprPrinter.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CheckedArithmetic.h"

#include <algorithm>

namespace sparsec {

ConstantBounds::ConstantBounds(const Program &program)
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

namespace {

using Bound = std::optional<long>;

Bound sum(Bound a, Bound b) {
  return a && b ? llvm::checkedAdd(*a, *b) : std::nullopt;
}

Bound product(Bound a, Bound b) {
  return a && b ? llvm::checkedMul(*a, *b) : std::nullopt;
}

bool isNotNegative(Bound least) { return least && *least >= 0; }

Interval operator+(const Interval &a, const Interval &b) {
  return {sum(a.least, b.least), sum(a.most, b.most)};
}

/// \p values times \p factor.
Interval scaled(const Interval &values, long factor) {
  Interval result{product(values.least, factor), product(values.most, factor)};
  if (factor < 0)
    std::swap(result.least, result.most);
  return result;
}

Interval operator*(const Interval &a, const Interval &b) {
  if (a.least && a.least == a.most)
    return scaled(b, *a.least);
  if (isNotNegative(a.least) && isNotNegative(b.least))
    return {product(a.least, b.least), product(a.most, b.most)};
  return {};
}

} // namespace

void ConstantBounds::define(const std::string &variable, Interval values) {
  known[variable] = values;
}

Interval ConstantBounds::ofVariable(const std::string &name) const {
  if (auto found = known.find(name); found != known.end())
    return found->second;
  if (!program.findParameter(name))
    return {};
  auto [bound, isNew] = parameters->try_emplace(name);
  if (isNew)
    bound->second = leastOf(program, name);
  return {bound->second, std::nullopt};
}

Interval ConstantBounds::of(const LoopExpr &expr) const {
  using E = LoopExpr::Kind;
  switch (expr.kind) {
  case E::Integer:
    return {expr.value, expr.value};
  case E::Variable:
    return ofVariable(expr.name);
  case E::Widen:
    return of(expr.operands[0]);
  case E::Load:
    return ofLoad(expr);
  case E::Add:
  case E::Mul: {
    Interval result = of(expr.operands[0]);
    for (const LoopExpr &operand : llvm::drop_begin(expr.operands))
      result =
          expr.kind == E::Add ? result + of(operand) : result * of(operand);
    return result;
  }
  case E::FloorDiv:
  case E::Div:
  case E::Mod:
    return ofQuotient(expr);
  case E::Max:
  case E::Min:
    return ofExtremum(expr);
  default:
    return {};
  }
}

Interval ConstantBounds::ofLoad(const LoopExpr &expr) const {
  for (const Fact *fact : program.factsAbout(expr.name, Fact::Kind::Range))
    if (fact->lower)
      return {poly::constantValue(*fact->lower), std::nullopt};
  return {};
}

/// Division and remainder by a number; of other divisors it is only known that
/// C's operators stand where the dividend is not negative.
Interval ConstantBounds::ofQuotient(const LoopExpr &expr) const {
  using E = LoopExpr::Kind;
  const bool isFloor = expr.kind == E::FloorDiv;
  Interval result;
  if (!isFloor)
    result.least = 0;
  const LoopExpr &divisor = expr.operands[1];
  if (!divisor.isInteger() || divisor.value <= 0)
    return result;
  if (expr.kind == E::Mod)
    return {0, divisor.value - 1};
  auto quotient = [&](long value) {
    const long toZero = value / divisor.value;
    return value % divisor.value < 0 ? toZero - 1 : toZero;
  };
  const Interval dividend = of(expr.operands[0]);
  if (dividend.least && (isFloor || *dividend.least > 0))
    result.least = quotient(*dividend.least);
  if (dividend.most)
    result.most = quotient(*dividend.most);
  return result;
}

Interval ConstantBounds::ofExtremum(const LoopExpr &expr) const {
  const bool isMax = expr.kind == LoopExpr::Kind::Max;
  Interval result = of(expr.operands[0]);
  // One operand bounds it on one side, all together on the other.
  auto join = [](Bound a, Bound b, bool greater, bool isEnough) -> Bound {
    if (!a || !b)
      return isEnough ? (a ? a : b) : std::nullopt;
    return greater ? std::max(*a, *b) : std::min(*a, *b);
  };
  for (const LoopExpr &operand : llvm::drop_begin(expr.operands)) {
    const Interval other = of(operand);
    result.least = join(result.least, other.least, isMax, isMax);
    result.most = join(result.most, other.most, isMax, !isMax);
  }
  return result;
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
  return isNotNegative(bounds.of(expr).least) ||
         llvm::any_of(nonNegative, [&](const LoopExpr &known) {
           return isNotNegative(bounds.of(expr - known).least);
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
  Interval values{bounds.of(loop.lower).least, std::nullopt};
  for (const LoopExpr &upper : loop.upper)
    if (Bound most = sum(bounds.of(upper).most, -1))
      values.most = values.most ? std::min(*values.most, *most) : *most;
  bounds.define(loop.name, values);
  limits.erase(loop.name);
  if (loop.lower.kind == LoopExpr::Kind::Max)
    for (const LoopExpr &lower : loop.lower.operands)
      nonNegative.push_back(iterator - lower);
  else
    nonNegative.push_back(iterator - loop.lower);
  for (const LoopExpr &upper : loop.upper) {
    addBelow(iterator, upper);
    // p < index[i + 1] and index[i + 1] < limit: p + 1 < limit.
    for (const LoopExpr &limit : limitsOf(upper))
      addBelow(iterator, limit - LoopExpr::integer(1));
  }
}

void ValueRanges::define(const LoopNode &local) {
  if (!local.isConst)
    return; // what it is here is not what it stays
  bounds.define(local.name, bounds.of(local.value));
  limits.erase(local.name);
  const LoopExpr *load = &local.value;
  if (load->kind == LoopExpr::Kind::Widen)
    load = &load->operands[0];
  if (load->kind != LoopExpr::Kind::Load)
    return;
  LoopExpr variable = LoopExpr::variable(local.name, local.type.isWide());
  order(variable, *load);
  addElement(variable, *load);
  limits[local.name] = limitsOfElement(*load);
}

void ValueRanges::addElement(const LoopExpr &value, const LoopExpr &load) {
  for (const Fact *fact : program.factsAbout(load.name, Fact::Kind::Range)) {
    if (std::optional<LoopExpr> upper = lowered(program, fact->upper))
      addBelow(value, *upper);
    if (std::optional<LoopExpr> lower = lowered(program, fact->lower))
      nonNegative.push_back(value - *lower);
  }
}

std::vector<LoopExpr> ValueRanges::limitsOf(const LoopExpr &value) const {
  if (value.kind == LoopExpr::Kind::Widen)
    return limitsOf(value.operands[0]);
  if (value.kind == LoopExpr::Kind::Load)
    return limitsOfElement(value);
  auto found = limits.find(value.name);
  return value.isVariable() && found != limits.end() ? found->second
                                                     : std::vector<LoopExpr>();
}

std::vector<LoopExpr> ValueRanges::limitsOfElement(const LoopExpr &load) const {
  std::vector<LoopExpr> result;
  if (!made.count(load.name))
    for (const Fact *fact : program.factsAbout(load.name, Fact::Kind::Range))
      if (std::optional<LoopExpr> upper = lowered(program, fact->upper))
        result.push_back(*upper);
  return result;
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

/// At least \p expr: c * (a / c), which is a at most, is a.
static LoopExpr withoutQuotients(const LoopExpr &expr) {
  using E = LoopExpr::Kind;
  if (expr.kind == E::Add) {
    LoopExpr result = withoutQuotients(expr.operands[0]);
    for (const LoopExpr &operand : llvm::drop_begin(expr.operands))
      result = result + withoutQuotients(operand);
    return result;
  }
  if (expr.kind != E::Mul || expr.operands.size() != 2 ||
      !expr.operands[0].isInteger() || expr.operands[0].value <= 0)
    return expr;
  const LoopExpr &quotient = expr.operands[1];
  const bool divides =
      (quotient.kind == E::Div || quotient.kind == E::FloorDiv) &&
      quotient.operands[1].isInteger() && quotient.operands[1].value > 0 &&
      expr.operands[0].value % quotient.operands[1].value == 0;
  return divides ? LoopExpr::integer(expr.operands[0].value /
                                     quotient.operands[1].value) *
                       quotient.operands[0]
                 : expr;
}

/// value < upper, and c * value <= a - c where upper is a / c.
void ValueRanges::addBelow(const LoopExpr &value, const LoopExpr &upper) {
  nonNegative.push_back(upper - value - LoopExpr::integer(1));
  if (LoopExpr more = withoutQuotients(upper); more != upper)
    nonNegative.push_back(more - value - LoopExpr::integer(1));
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
  std::vector<LoopExpr> elements;
  for (const LoopExpr &subscript : load.operands)
    subscript.walk([&](const LoopExpr &part) {
      if (part.kind == LoopExpr::Kind::Load && !part.operands.empty())
        elements.push_back(part);
    });
  if (elements.empty())
    return areInside(found->second, load.operands);
  ValueRanges inner = *this;
  for (const LoopExpr &element : elements) {
    if (made.count(element.name) || !isInside(element))
      return false;
    inner.addElement(element, element);
  }
  return inner.areInside(found->second, load.operands);
}

bool ValueRanges::areInside(const Array &array,
                            const ExprList &subscripts) const {
  for (size_t dim = 0; dim < subscripts.size(); ++dim) {
    const LoopExpr &subscript = subscripts[dim];
    std::optional<LoopExpr> extent = lowered(program, array.extents[dim]);
    // The extra elements are those behind the last row.
    const bool isLast = dim + 1 == subscripts.size();
    const long beyond = isLast ? array.extraElements : 0;
    if (!extent || !isNonNegative(subscript) ||
        !isNonNegative(*extent - subscript - LoopExpr::integer(1 - beyond)))
      return false;
  }
  return true;
}

} // namespace sparsec
