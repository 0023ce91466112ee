//===- LoweringLeaf.cpp - statements in terms of their loops --------------===//
///
/// \file
/// A statement's subscripts `{ S[..] -> [v] }` are pulled back through the
/// reversed schedule `{ [t..] -> S[..] }` and printed by the AST's build.
///
//===----------------------------------------------------------------------===//

#include "LoweringLeaf.h"

#include "sparsec/LoopIR/ExprPrinter.h"
#include "sparsec/LoopIR/Typing.h"
#include "sparsec/Poly/SingleValued.h"

#include <optional>
#include <stdexcept>

namespace sparsec {
namespace {

/// Lowers the body of one statement at its place in the AST.
class LeafLowerer {
public:
  explicit LeafLowerer(const LeafPlace &place)
      : program(place.program), statement(place.statement),
        ids(place.scheduled.ids), part(place.instances), build(place.build),
        outer(place.outer) {
    // isl leaves out loops whose values are fixed: mostly, but not always,
    // the innermost ones.
    if (!isPrefix(place.scheduled))
      if (auto inverse = scheduleInverse(place.scheduled.instances)) {
        instance = *inverse;
        return;
      }
    isl::pw_multi_aff times = flatTimes(build);
    unsigned depth = times.as_map().range_tuple_dim();
    llvm::Expected<isl::pw_multi_aff> found =
        instanceAt(place.scheduled, depth);
    if (!found)
      throw std::runtime_error(llvm::toString(found.takeError()));
    instance = found->pullback(times);
  }

  LoopNode lower() {
    LoopNode node;
    node.name = statement.name;
    if (statement.action)
      return lowerAction(node);
    if (hasTies(statement.assignment->op))
      node = lowerTuple();
    else
      node = lowerAssign(statement.assignment->target, statement.assignment->op,
                         statement.assignment->computed());
    if (const Expr *mask = statement.assignment->mask())
      node = LoopNode::ifThen(lowerExpr(*mask), {std::move(node)});
    return part ? LoopNode::ifThen(condition(*part), {std::move(node)}) : node;
  }

private:
  LoopNode lowerAssign(const Expr &target, Update op, const Expr &value) {
    LoopNode node;
    node.name = statement.name;
    node.kind = LoopNode::Kind::Assign;
    node.target = lowerExpr(target);
    node.op = op;
    node.value = lowerExpr(value);
    return node;
  }

  /// `if (v > t) { t = v; at = e; }`, which passes still know as one update. A
  /// value that is more than a scalar gets a name, to be computed once.
  LoopNode lowerTuple() {
    const Assignment &update = *statement.assignment;
    LoopNode take = lowerAssign(update.target, Update::Set, update.offered());
    std::vector<LoopNode> all;
    if (take.value.kind != LoopExpr::Kind::Load ||
        !take.value.operands.empty()) {
      all.push_back(LoopNode::local(update.target.type,
                                    "offered#" + statement.name,
                                    std::move(take.value)));
      all.back().isStatement = true;
      take.value =
          LoopExpr::variable(all.back().name, update.target.type.isWide());
    }
    const bool isFirst = tiesOf(update.op) == Ties::First;
    const Operator compare =
        isLeast(update.op)
            ? (isFirst ? Operator::Less : Operator::LessEqual)
            : (isFirst ? Operator::Greater : Operator::GreaterEqual);
    LoopExpr condition = LoopExpr::binary(compare, take.value, take.target);
    std::vector<LoopNode> body = {std::move(take)};
    for (const Companion &companion : update.companions())
      body.push_back(
          lowerAssign(*companion.cell, Update::Set, *companion.value));
    LoopNode branch = LoopNode::ifThen(std::move(condition), std::move(body));
    branch.op = update.op;
    branch.values = integers(update.computed().subscripts);
    all.push_back(std::move(branch));
    return all.size() == 1 ? std::move(all.front())
                           : LoopNode::block(std::move(all));
  }

  /// `{ S[..] -> T }`, the build's own schedule.
  std::optional<isl::map> buildSchedule() const {
    std::optional<isl::map> schedule;
    build.schedule().foreach_map([&](isl::map map) {
      if (map.domain_tuple_id().name() == statement.name)
        schedule = map;
    });
    return schedule;
  }

  /// Whether the loops that isl kept are the outermost ones.
  bool isPrefix(const ScheduledStatement &scheduled) const {
    std::optional<isl::map> schedule = buildSchedule();
    if (!schedule)
      return true;
    isl::pw_multi_aff kept = schedule->flatten_range().as_pw_multi_aff();
    // Where isl takes a loop apart it may have one more.
    if (kept.size() > scheduled.times.size())
      return false;
    for (unsigned pos = 0; pos < kept.size(); ++pos)
      if (!poly::equalOn(kept.at(int(pos)), scheduled.times[pos],
                         scheduled.instances))
        return false;
    return true;
  }

  /// `{ T -> S[..] }`, the build's schedule reversed, when the loops that are
  /// left tell the instances apart.
  std::optional<isl::pw_multi_aff>
  scheduleInverse(const isl::set &instances) const {
    isl::map back = buildSchedule()->intersect_domain(instances).reverse();
    if (!poly::isSingleValued(back))
      return std::nullopt;
    isl::pw_multi_aff inverse = back.as_pw_multi_aff();
    return inverse.gist(inverse.domain()).coalesce();
  }

  LoopNode lowerAction(LoopNode node) {
    node.kind = LoopNode::Kind::Action;
    for (const Expr &operand : statement.action->operands())
      node.values.push_back(lowerExpr(operand));
    return node;
  }

  /// Whether the instance is one of \p set, `{ S[..] }`.
  LoopExpr condition(isl::set set) {
    for (const auto &entry : ids)
      set = poly::renameParam(set, entry.first, entry.second);
    const isl::set times =
        set.gist(statement.domain).preimage(instance).coalesce();
    return convertExpr(build.expr_from(times), [&](const std::string &name) {
      auto call = statement.calls.find(name);
      return call == statement.calls.end() ? outer(name)
                                           : load(statement.loadOf(name));
    });
  }

  /// The value `{ S[..] -> [v] }` in terms of the loops.
  LoopExpr integer(const isl::pw_aff &value) {
    isl::pw_aff renamed = value;
    for (const auto &entry : ids)
      renamed = poly::renameParam(renamed, entry.first, entry.second);
    // Extents are over parameters alone.
    bool fixed = poly::isOnParameters(renamed);
    isl::ast_expr expr =
        fixed ? isl::ast_build::from_context(program.context).expr_from(renamed)
              : build.expr_from(renamed.pullback(instance).coalesce());
    return convertExpr(expr, [&](const std::string &name) {
      auto call = statement.calls.find(name);
      return call == statement.calls.end() ? outer(name)
                                           : load(statement.loadOf(name));
    });
  }

  LoopExpr load(const UninterpretedCall &call) {
    return integerLoad(program, call.function, integers(call.arguments));
  }

  std::vector<LoopExpr> integers(const std::vector<isl::pw_aff> &values) {
    std::vector<LoopExpr> result;
    for (const isl::pw_aff &value : values)
      result.push_back(integer(value));
    return result;
  }

  /// The array in which blocks with tickets find what \p read awaits, or its
  /// own.
  std::string arrayOf(const Expr &read) const {
    auto array = program.arrays.find(read.text);
    if (!read.isAwaited || array == program.arrays.end() ||
        array->second.publishedIn.empty())
      return read.text;
    const ScheduleTree &tree = program.phaseOf(statement.name)->tree;
    for (const ScheduleTree *loop : tree.loopsAround(statement.name))
      if (loop->marks.takesTickets())
        return array->second.publishedIn;
    return read.text;
  }

  /// Sums, multiples and minima of positions, as isl's are: passes fold them.
  /// They forget the types of C, so that what data says has 64 bits in them.
  LoopExpr lowerSubscript(const Expr &expr, bool isPart = false) {
    const bool isPosition =
        expr.type.isInteger() && expr.type.isSigned && expr.type.bytes >= 4;
    if (!isPosition || expr.kind == Expr::Kind::Access) {
      LoopExpr value = lowerExpr(expr);
      return isPart ? LoopExpr::widen(std::move(value)) : value;
    }
    auto part = [&](size_t pos) {
      return lowerSubscript(expr.operands[pos], /*isPart=*/true);
    };
    if (expr.kind == Expr::Kind::Select && isLesser(expr))
      return minOf(part(1), part(2));
    switch (expr.kind == Expr::Kind::Binary ? expr.op : Operator::None) {
    case Operator::Add:
      return part(0) + part(1);
    case Operator::Subtract:
      return part(0) - part(1);
    case Operator::Multiply:
      return part(0) * part(1);
    default:
      return isPart && expr.kind != Expr::Kind::Affine &&
                     expr.kind != Expr::Kind::Constant
                 ? LoopExpr::widen(lowerExpr(expr))
                 : lowerExpr(expr);
    }
  }

  /// Whether \p choice is `a <= b ? a : b`.
  static bool isLesser(const Expr &choice) {
    const Expr &condition = choice.operands[0];
    return condition.kind == Expr::Kind::Binary &&
           condition.op == Operator::LessEqual &&
           condition.operands[0].isSame(choice.operands[1]) &&
           condition.operands[1].isSame(choice.operands[2]);
  }

  LoopExpr lowerExpr(const Expr &expr) {
    if (expr.kind == Expr::Kind::Access && !expr.isOfData())
      return LoopExpr::load(arrayOf(expr), integers(expr.subscripts));
    if (expr.kind == Expr::Kind::Affine)
      return integer(expr.subscripts[0]);
    std::vector<LoopExpr> operands;
    for (const Expr &operand : expr.operands)
      operands.push_back(expr.isOfData() ? lowerSubscript(operand)
                                         : lowerExpr(operand));
    switch (expr.kind) {
    case Expr::Kind::Access:
      return LoopExpr::load(expr.text, std::move(operands));
    case Expr::Kind::Constant:
      return LoopExpr::literal(expr.text);
    case Expr::Kind::Unary:
      return LoopExpr::unary(expr.op, operands[0]);
    case Expr::Kind::Binary:
      return LoopExpr::binary(expr.op, operands[0], operands[1]);
    case Expr::Kind::Select:
      // So that a branch that is decided later is what C makes of it.
      for (size_t branch : {1, 2})
        if (commonType(expr.operands[branch].type, LoopType::int32()) !=
            LoopType(expr.type))
          operands[branch] =
              LoopExpr::cast(expr.type, std::move(operands[branch]));
      return LoopExpr::node(LoopExpr::Kind::Select, "", operands);
    case Expr::Kind::Call:
      return LoopExpr::node(LoopExpr::Kind::Call, expr.text, operands);
    default:
      return LoopExpr::cast(expr.type, operands[0]);
    }
  }

  const Program &program;
  const Statement &statement;
  const std::map<std::string, std::string> &ids;
  const isl::set *part;
  const isl::ast_build &build;
  const Resolver &outer;
  isl::pw_multi_aff instance;
};

} // namespace

isl::pw_multi_aff flatTimes(const isl::ast_build &build) {
  isl::set times;
  build.schedule().foreach_map(
      [&](isl::map map) { times = isl::set::universe(map.range().space()); });
  return times.identity().flatten_range().as_pw_multi_aff();
}

LoopNode lowerLeaf(const LeafPlace &place) {
  return LeafLowerer(place).lower();
}

} // namespace sparsec
