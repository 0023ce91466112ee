//===- IntSums.cpp - what is added to constants in int --------------------===//

#include "IntSums.h"

#include "sparsec/IR/Widths.h"

#include "llvm/ADT/STLExtras.h"

#include <climits>
#include <map>

namespace sparsec {
namespace {

using Kind = LoopExpr::Kind;
using Names = std::set<std::string>;

constexpr long mostInSums = INT_MAX - maxOffset;

/// The greatest value of an iterator or local: that of one of `names`, and
/// `offset` more.
struct Reach {
  Names names;
  long offset = 0;
};

class SumFinder {
public:
  Names take() { return std::move(found); }

  void visit(const std::vector<LoopNode> &nodes) {
    for (const LoopNode &node : nodes) {
      node.visitExprs([&](const LoopExpr &expr, bool) { addSums(expr); });
      if (node.isFor())
        enter(node);
      if (node.kind == LoopNode::Kind::Local)
        reaches[node.name] = reachOf(node.value);
      visit(node.body);
      visit(node.otherwise);
    }
  }

private:
  Reach reachOf(const LoopExpr &expr) const;
  void addSums(const LoopExpr &expr);
  void enter(const LoopNode &loop);

  Names found;
  std::map<std::string, Reach> reaches;
};

/// Quotients are far from INT_MAX, and what is multiplied is a tile's number.
Reach SumFinder::reachOf(const LoopExpr &expr) const {
  if (expr.wide)
    return {};
  if (expr.kind == Kind::Integer)
    return {{}, expr.value};
  if (expr.kind == Kind::Load)
    return {{expr.name}};
  if (expr.isVariable()) {
    auto known = reaches.find(expr.name);
    return known == reaches.end() ? Reach{{expr.name}} : known->second;
  }
  const bool isSum = expr.kind == Kind::Add;
  const bool isChoice = expr.kind == Kind::Min || expr.kind == Kind::Max ||
                        expr.kind == Kind::Select;
  if (!isSum && !isChoice)
    return {};
  Reach reach;
  for (const LoopExpr &operand : expr.operands) {
    Reach own = reachOf(operand);
    reach.names.merge(own.names);
    reach.offset =
        isSum ? reach.offset + own.offset : std::max(reach.offset, own.offset);
  }
  return reach;
}

void SumFinder::addSums(const LoopExpr &expr) {
  expr.walk([&](const LoopExpr &part) {
    if (part.kind != Kind::Add || part.wide)
      return;
    Reach reach = reachOf(part);
    if (reach.offset > 0)
      found.merge(reach.names);
  });
}

/// After its last iteration the iterator is as much as a step further on.
void SumFinder::enter(const LoopNode &loop) {
  if (loop.descending)
    return;
  Reach last;
  bool isFirst = true;
  for (const LoopExpr &upper : loop.upper) {
    Reach reach = reachOf(upper);
    if (isFirst || reach.offset < last.offset)
      last = std::move(reach);
    isFirst = false;
  }
  --last.offset;
  if (last.offset + loop.step > 0)
    found.insert(last.names.begin(), last.names.end());
  reaches[loop.name] = std::move(last);
}

bool isInt(const ElementType &type) {
  return type.isInteger() && type.isSigned && type.bytes == 4;
}

/// `{ : }` no element of \p array is above what sums in int need; the universe
/// where no fact says how great they are.
isl::set elementLimit(const Program &program, const std::string &array,
                      const isl::pw_aff &most) {
  for (const Fact *range : program.factsAbout(array, Fact::Kind::Range))
    if (range->upper)
      return range->upper->add_constant(-1).le_set(most);
  return isl::set::universe(most.space().domain());
}

/// Elements are read where their array is known to be there.
void addLimit(Program &program, const std::string &array,
              const isl::set &limit) {
  Fact fact;
  fact.kind = Fact::Kind::Condition;
  fact.condition = limit;
  fact.location = program.function.name;
  fact.text = array + "[..] <= " + std::to_string(mostInSums);
  for (const auto &[name, call] : program.calls)
    if (poly::involvesParam(limit, name))
      fact.arrays.push_back(call.function);
  if (fact.arrays.empty())
    program.context = program.context.intersect(limit);
  else
    program.facts.push_back(std::move(fact));
}

} // namespace

Names namesInIntSums(const std::vector<LoopNode> &nodes) {
  SumFinder finder;
  finder.visit(nodes);
  return finder.take();
}

Program withIntLimits(Program program, const Names &names) {
  const isl::space unit = isl::space::unit(program.context.ctx());
  const isl::pw_aff most = poly::constant(unit, mostInSums);
  for (const Parameter &parameter : program.parameters)
    if (parameter.owner == Parameter::Owner::Argument &&
        isInt(parameter.type) && names.count(parameter.name))
      program.context = program.context.intersect(
          poly::parameter(unit, parameter.name).le_set(most));
  for (const auto &[name, array] : program.arrays)
    if (array.owner == Array::Owner::Argument && isInt(array.type) &&
        names.count(name))
      addLimit(program, name, elementLimit(program, name, most));
  return program;
}

} // namespace sparsec
