//===- RowOrder.cpp - which elements rise with a loop ---------------------===//

#include "RowSearches.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

using Kind = LoopNode::Kind;

/// What may have another value in another iteration of \p loop.
static std::set<std::string> changedIn(const LoopNode &loop) {
  std::set<std::string> changed = {loop.name};
  loop.walk([&](const LoopNode &node) {
    if (node.kind == Kind::Assign)
      changed.insert(node.target.name);
    if (&node != &loop && (node.isFor() || node.kind == Kind::Local ||
                           node.kind == Kind::Declare))
      changed.insert(node.name);
  });
  return changed;
}

static bool isFreeOf(const LoopExpr &expr,
                     const std::set<std::string> &changed) {
  bool isFree = true;
  expr.walk([&](const LoopExpr &part) {
    const bool isNamed = part.isVariable() || part.kind == LoopExpr::Kind::Load;
    isFree &= !isNamed || !changed.count(part.name);
    isFree &= part.kind != LoopExpr::Kind::Call;
  });
  return isFree;
}

static const LoopExpr &withoutWidening(const LoopExpr &expr) {
  return expr.kind == LoopExpr::Kind::Widen ? expr.operands[0] : expr;
}

/// An element of an index array that bounds have; where a condition guards the
/// load, it counts as 0 elsewhere.
struct GuardedLoad {
  LoopExpr load;
  std::optional<LoopExpr> condition;
};

static std::optional<GuardedLoad> guardedLoad(const LoopExpr &expr) {
  using E = LoopExpr::Kind;
  const LoopExpr &plain = withoutWidening(expr);
  if (plain.kind == E::Load && plain.operands.size() == 1)
    return GuardedLoad{plain, std::nullopt};
  if (plain.kind != E::Select || !plain.operands[2].isInteger(0))
    return std::nullopt;
  std::optional<GuardedLoad> inner = guardedLoad(plain.operands[1]);
  if (!inner || inner->condition)
    return std::nullopt;
  return GuardedLoad{inner->load, plain.operands[0]};
}

/// The only load in \p expr, to which at most a constant is added.
static std::optional<LoopExpr> loadIn(const LoopExpr &expr) {
  std::optional<LoopExpr> load;
  expr.walk([&](const LoopExpr &part) {
    if (!load && part.kind == LoopExpr::Kind::Load)
      load = part;
  });
  if (!load || load->operands.size() != 1)
    return std::nullopt;
  return withoutWidening(expr) == *load || (expr - *load).isInteger()
             ? load
             : std::nullopt;
}

void RowOrder::define(const LoopNode &local) {
  known.define(local);
  if (!local.isConst)
    return;
  LoopExpr value = local.value;
  // What a condition guards may be a local itself.
  if (value.kind == LoopExpr::Kind::Select) {
    const LoopExpr chosen = withoutWidening(value.operands[1]);
    auto found = values.find(chosen.name);
    if (chosen.isVariable() && found != values.end())
      value = value.substitute(chosen.name, found->second);
  }
  values[local.name] = value;
  if (guardedLoad(value))
    loads.push_back(LoopExpr::variable(local.name, local.type.isWide()));
}

void RowOrder::enter(const LoopNode &loop) {
  known.enter(loop);
  std::vector<LoopExpr> bounds = loop.upper;
  bounds.push_back(loop.lower);
  for (const LoopExpr &bound : bounds)
    bound.walk([&](const LoopExpr &part) {
      if (guardedLoad(part) && !llvm::is_contained(loads, part))
        loads.push_back(part);
    });
}

LoopExpr RowOrder::outside(LoopExpr expr, const LoopNode &loop) const {
  // Each definition names earlier ones only.
  for (size_t pos = loop.body.size(); pos-- > 0;) {
    const LoopNode &node = loop.body[pos];
    if (node.kind == Kind::Local && node.isConst)
      expr = expr.substitute(node.name, node.value);
  }
  return expr;
}

bool RowOrder::isAtLeast(const LoopExpr &value, const LoopExpr &bound) const {
  if (value.kind == LoopExpr::Kind::Max)
    return llvm::any_of(value.operands, [&](const LoopExpr &part) {
      return isAtLeast(part, bound);
    });
  if (bound.kind == LoopExpr::Kind::Min)
    return llvm::any_of(bound.operands, [&](const LoopExpr &part) {
      return isAtLeast(value, part);
    });
  const LoopExpr margin = value - bound;
  return (margin.isInteger() && margin.value >= 0) ||
         known.isNonNegative(margin);
}

/// Whether \p rule says that pointers(v) <= array(v) wherever low <= v < high.
static bool pointsBehind(const Fact::Rule &rule, const std::string &array,
                         const std::string &pointers, const Fact &range) {
  const isl::space space = rule.premise.space();
  if (!range.lower || !range.upper || poly::dimNames(rule.premise).size() != 1)
    return false;
  const isl::pw_aff place = poly::dimension(space, 0);
  auto valueOf =
      [&](const std::string &function) -> std::optional<isl::pw_aff> {
    for (const auto &[name, call] : rule.calls)
      if (call.function == function && call.arguments.size() == 1 &&
          poly::constantValue(
              poly::dropUnusedParams(call.arguments[0].sub(place))) == 0)
        return poly::parameter(space, name);
    return std::nullopt;
  };
  const auto begin = valueOf(pointers), value = valueOf(array);
  const isl::set places =
      place.ge_set(poly::onSpace(*range.lower, space))
          .intersect(place.lt_set(poly::onSpace(*range.upper, space)));
  return begin && value && places.is_subset(rule.premise) &&
         rule.conclusion.is_subset(begin->le_set(*value));
}

/// Whether facts say that \p mark, which is array[v], is not before the row
/// that begins at pointers[v]: `index[i] <= diag[i]`.
bool RowOrder::isBehindBegin(const LoopExpr &mark,
                             const std::optional<LoopExpr> &condition,
                             const std::string &pointers) const {
  const LoopExpr &place = withoutWidening(mark.operands[0]);
  auto local = values.find(place.name);
  const bool isLocal = place.isVariable() && local != values.end();
  const std::optional<GuardedLoad> row =
      guardedLoad(isLocal ? local->second : place);
  if (!row || (row->condition && row->condition != condition) ||
      made.count(row->load.name) || made.count(mark.name))
    return false;
  return llvm::any_of(program.facts, [&](const Fact &fact) {
    return fact.kind == Fact::Kind::Rule &&
           llvm::any_of(program.factsAbout(row->load.name, Fact::Kind::Range),
                        [&](const Fact *range) {
                          return pointsBehind(*fact.rule, mark.name, pointers,
                                              *range);
                        });
  });
}

bool RowOrder::isInRow(const LoopExpr &first, const std::vector<LoopExpr> &ends,
                       const std::string &pointers) const {
  using Rows = std::vector<std::pair<LoopExpr, GuardedLoad>>;
  Rows rows, marks;
  auto add = [&](const LoopExpr &value) {
    auto local = values.find(value.name);
    const bool isLocal = value.isVariable() && local != values.end();
    if (std::optional<GuardedLoad> load =
            guardedLoad(isLocal ? local->second : value))
      (load->load.name == pointers ? rows : marks).push_back({value, *load});
  };
  for (const LoopExpr &load : loads)
    add(load);
  first.walk(add);
  for (const LoopExpr &end : ends)
    end.walk(add);
  // Under one condition both are loads, or both are 0, and the row is empty.
  auto isFrom = [&](const Rows::value_type &begin) {
    return isAtLeast(first, begin.first) &&
           llvm::any_of(rows, [&](const auto &end) {
             const LoopExpr distance =
                 end.second.load.operands[0] - begin.second.load.operands[0];
             return distance.isInteger(1) &&
                    end.second.condition == begin.second.condition &&
                    llvm::any_of(ends, [&](const LoopExpr &last) {
                      return isAtLeast(end.first, last);
                    });
           });
  };
  return llvm::any_of(rows, isFrom) ||
         llvm::any_of(marks, [&](const auto &mark) {
           return isFrom(mark) &&
                  isBehindBegin(mark.second.load, mark.second.condition,
                                pointers);
         });
}

bool RowOrder::rises(const LoopExpr &element, const LoopNode &loop,
                     bool strict) const {
  const LoopExpr iterator = LoopExpr::variable(loop.name, loop.type.isWide());
  if ((element - iterator).isInteger())
    return true;
  const std::optional<LoopExpr> load = loadIn(element);
  if (!load || made.count(load->name))
    return false;
  const LoopExpr shift = load->operands[0] - iterator;
  if (!shift.isInteger())
    return false;
  std::vector<LoopExpr> ends;
  for (const LoopExpr &upper : loop.upper)
    ends.push_back(upper + shift);
  for (const Fact *fact : program.factsAbout(load->name, Fact::Kind::Monotonic))
    if (fact->strict || !strict)
      return true;
  return llvm::any_of(
      program.factsAbout(load->name, Fact::Kind::Sorted),
      [&](const Fact *fact) {
        return fact->arrays[0] == load->name && (fact->strict || !strict) &&
               !made.count(fact->arrays[1]) &&
               isInRow(loop.lower + shift, ends, fact->arrays[1]);
      });
}

std::optional<RowSearch> RowOrder::searchIn(const LoopNode &loop) const {
  if (loop.body.empty() || loop.upper.empty() ||
      loop.body.back().kind != Kind::If || !loop.body.back().otherwise.empty())
    return std::nullopt;
  for (size_t pos = 0; pos + 1 < loop.body.size(); ++pos)
    if (loop.body[pos].kind != Kind::Local || !loop.body[pos].isConst)
      return std::nullopt;
  const LoopExpr &condition = loop.body.back().condition;
  std::vector<LoopExpr> parts = {condition};
  if (condition.kind == LoopExpr::Kind::And)
    parts = condition.operands.toVector();
  std::set<std::string> changed = changedIn(loop);
  for (const LoopExpr &part : parts) {
    if (part.kind != LoopExpr::Kind::Equal)
      continue;
    for (unsigned side : {0U, 1U}) {
      const LoopExpr element = outside(part.operands[side], loop);
      const LoopExpr value = outside(part.operands[1 - side], loop);
      const std::optional<LoopExpr> load = loadIn(element);
      if (load && !changed.count(load->name) && isFreeOf(value, changed) &&
          rises(element, loop, /*strict=*/true))
        return RowSearch{element, value, loop.lower, loop.upper, false};
    }
  }
  return std::nullopt;
}

bool RowOrder::searchGoesOn(RowSearch &search, const LoopNode &loop,
                            const LoopNode &around) const {
  const LoopExpr value = outside(search.value, around);
  const std::set<std::string> changed = changedIn(around);
  const std::optional<LoopExpr> load = loadIn(value);
  if ((load && changed.count(load->name)) ||
      !rises(value, around, /*strict=*/false))
    return false;
  search.findsOnce = rises(value, around, /*strict=*/true);
  search.lower = outside(loop.lower, around);
  for (LoopExpr &upper : search.upper)
    upper = outside(upper, around);
  return isFreeOf(search.lower, changed) &&
         llvm::all_of(search.upper, [&](const LoopExpr &upper) {
           return isFreeOf(upper, changed);
         });
}

} // namespace sparsec
