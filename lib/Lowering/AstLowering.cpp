//===- AstLowering.cpp - from isl's AST to loops --------------------------===//
///
/// \file
/// Runs isl's AST generator on the schedule of LoweringSchedule.h and turns the
/// result into LoopAst. Calls are loaded where their mark is; loops get the
/// user's names from the marks above them.
///
//===----------------------------------------------------------------------===//

#include "AstLowering.h"

#include "LoweringExprs.h"
#include "LoweringLeaf.h"
#include "LoweringSchedule.h"
#include "sparsec/LoopIR/LocalNames.h"
#include "sparsec/LoopIR/MappedLoops.h"
#include "sparsec/LoopIR/Structure.h"
#include "sparsec/Poly/AstBuild.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

#include <set>

namespace sparsec {
namespace {

class Lowerer {
public:
  /// \p renamings counts the locals that got names of their own.
  Lowerer(const WholeProducts &products, const IslSchedule &schedule,
          unsigned &renamings)
      : program(products.program), products(products), schedule(schedule),
        renamings(renamings) {
    for (const auto &group : schedule.groups)
      for (const SharedCall &call : group)
        sharedCalls[call.id] = &call;
    for (const std::string &name : reservedNames(program))
      reserved.insert(name);
  }

  llvm::Expected<std::vector<LoopNode>> run();

private:
  std::string atMark(const std::string &mark, const isl::ast_build &build);
  std::string atStatement(const isl::ast_build &build);
  LoopExpr resolve(const std::string &name) const;
  isl::map timesInBuild(unsigned wanted, const isl::ast_build &build) const;
  LoopExpr valueOf(const ScheduledLoop &loop,
                   const isl::ast_build &build) const;
  LoopNode loadCall(const SharedCall &call, const isl::ast_build &build) const;

  LoopNode convert(const isl::ast_node &node);
  LoopNode oneIteration(const ScheduledLoop &scheduled, LoopExpr lower) const;
  LoopNode convertFor(const isl::ast_node_for &loop);
  LoopNode convertMark(const isl::ast_node_mark &mark);
  LoopExpr expr(const isl::ast_expr &expr) const {
    return convertExpr(expr,
                       [&](const std::string &name) { return resolve(name); });
  }

  const Program &program;
  const WholeProducts &products;
  const IslSchedule &schedule;
  std::map<std::string, const SharedCall *> sharedCalls;
  std::set<std::string> reserved;
  /// What the callbacks made; annotations are positions in these.
  std::vector<std::vector<LoopNode>> loads;
  std::vector<LoopNode> leaves;
  /// Of mapped loops, where their marks are.
  std::vector<LoopExpr> values;
  /// Schedule dimension => the loop whose mark is open.
  std::map<unsigned, const ScheduledLoop *> openLoops;
  /// Those of them that isl has made a loop of here.
  std::set<const ScheduledLoop *> madeLoops;
  unsigned &renamings;
  std::string unsupported;
};

/// "calls:3" => 3 for the prefix "calls:", nothing for other marks.
std::optional<unsigned> markNumber(llvm::StringRef mark,
                                   llvm::StringRef prefix) {
  unsigned number = 0;
  if (!mark.consume_front(prefix) || mark.getAsInteger(10, number))
    return std::nullopt;
  return number;
}

LoopExpr Lowerer::resolve(const std::string &name) const {
  if (name.front() == '@')
    return LoopExpr::variable(name);
  auto shared = sharedCalls.find(name);
  if (shared != sharedCalls.end())
    return LoopExpr::variable(name);
  if (std::optional<LoopExpr> known = resolveParameter(program, name))
    return *known;
  throw std::runtime_error("'" + name + "' is not known where it is used");
}

/// `{ build's loops -> [t0, .., td] }` of \p wanted loops. isl leaves out loops
/// with a single value; the times of the statements, each where it runs, give
/// them back.
isl::map Lowerer::timesInBuild(unsigned wanted,
                               const isl::ast_build &build) const {
  isl::map times = flatTimes(build).as_map();
  if (times.range_tuple_dim() == wanted)
    return times;
  std::optional<isl::map> found;
  build.schedule().foreach_map([&](isl::map map) {
    const ScheduledStatement &statement =
        schedule.statements.at(map.domain_tuple_id().name());
    std::vector<isl::pw_aff> values(statement.times.begin(),
                                    statement.times.begin() + wanted);
    isl::pw_multi_aff all =
        poly::makeMap(statement.domain.space(), "T", values);
    isl::map own = map.reverse().apply_range(
        isl::multi_pw_aff(all).reset_range_tuple_id().as_map());
    found = found ? found->unite(own) : own;
  });
  return found->coalesce();
}

/// `const int id = array[argument]`, guarded where not every statement below
/// makes the call.
LoopNode Lowerer::loadCall(const SharedCall &call,
                           const isl::ast_build &build) const {
  Resolver resolver = [&](const std::string &name) { return resolve(name); };
  std::vector<LoopExpr> subscripts;
  isl::map times = timesInBuild(call.active.tuple_dim(), build);
  for (const isl::pw_aff &argument : call.arguments) {
    // Elsewhere it may have another value for each statement.
    isl::map value =
        times.apply_range(argument.as_map().intersect_domain(call.active));
    if (value.is_empty())
      return LoopNode::local(LoopType::int32(), call.id, LoopExpr::integer(0));
    isl::pw_aff subscript = value.as_pw_multi_aff().at(0);
    subscript = subscript.gist(subscript.domain()).coalesce();
    subscripts.push_back(convertExpr(build.expr_from(subscript), resolver));
  }
  LoopExpr load = integerLoad(program, call.function, std::move(subscripts));
  if (!call.always)
    load = LoopExpr::select(
        convertExpr(build.expr_from(
                        times.reverse().intersect_domain(call.active).range()),
                    resolver),
        load, LoopExpr::integer(0));
  return LoopNode::local(LoopType::int32(), call.id, std::move(load));
}

/// The value of the mapped \p loop below whose mark \p build is.
LoopExpr Lowerer::valueOf(const ScheduledLoop &loop,
                          const isl::ast_build &build) const {
  isl::pw_aff value =
      timesInBuild(loop.depth + 1, build).as_pw_multi_aff().at(int(loop.depth));
  return expr(build.expr_from(value.gist(value.domain()).coalesce()));
}

std::string Lowerer::atMark(const std::string &mark,
                            const isl::ast_build &build) {
  if (std::optional<unsigned> mapped = markNumber(mark, "value:")) {
    values.push_back(build.schedule().is_empty()
                         ? LoopExpr::integer(0)
                         : valueOf(schedule.loops[*mapped], build));
    return std::to_string(values.size() - 1);
  }
  std::optional<unsigned> group = markNumber(mark, "calls:");
  if (!group)
    return "";
  std::vector<LoopNode> made;
  // Where nothing runs, nothing is loaded.
  if (!build.schedule().is_empty())
    for (const SharedCall &call : schedule.groups[*group])
      made.push_back(loadCall(call, build));
  loads.push_back(std::move(made));
  return std::to_string(loads.size() - 1);
}

std::string Lowerer::atStatement(const isl::ast_build &build) {
  std::string name;
  build.schedule().foreach_map(
      [&](isl::map map) { name = map.domain_tuple_id().name(); });
  const auto part = products.instances.find(name);
  leaves.push_back(
      lowerLeaf({program, program.statement(name), schedule.statements.at(name),
                 part == products.instances.end() ? nullptr : &part->second,
                 build, [&](const std::string &id) { return resolve(id); }}));
  return std::to_string(leaves.size() - 1);
}

LoopNode Lowerer::convert(const isl::ast_node &node) {
  if (node.isa<isl::ast_node_for>())
    return convertFor(node.as<isl::ast_node_for>());
  if (node.isa<isl::ast_node_mark>())
    return convertMark(node.as<isl::ast_node_mark>());
  if (node.isa<isl::ast_node_user>())
    return leaves[std::stoul(poly::annotation(node))];
  if (node.isa<isl::ast_node_if>()) {
    auto branch = node.as<isl::ast_node_if>();
    std::vector<LoopNode> otherwise;
    if (branch.has_else_node())
      otherwise.push_back(convert(branch.else_node()));
    return LoopNode::ifThen(expr(branch.cond()), {convert(branch.then_node())},
                            std::move(otherwise));
  }
  std::vector<LoopNode> children;
  isl::ast_node_list list = node.as<isl::ast_node_block>().children();
  for (unsigned pos = 0, end = list.size(); pos < end; ++pos)
    children.push_back(convert(list.at(int(pos))));
  return LoopNode::block(std::move(children));
}

/// Exclusive upper bounds of `iterator < a` or `iterator <= min(a, b)`.
std::vector<LoopExpr> upperBounds(const LoopExpr &bound, bool inclusive) {
  LoopExpr one = LoopExpr::integer(inclusive ? 1 : 0);
  if (bound.kind != LoopExpr::Kind::Min)
    return {bound + one};
  std::vector<LoopExpr> bounds;
  for (const LoopExpr &operand : bound.operands)
    bounds.push_back(operand + one);
  return bounds;
}

/// The loop of \p scheduled, whose only iteration has the value \p lower.
LoopNode Lowerer::oneIteration(const ScheduledLoop &scheduled,
                               LoopExpr lower) const {
  LoopNode node;
  node.kind = LoopNode::Kind::For;
  node.type = integerType(scheduled.exceedsInt);
  node.exceedsInt = scheduled.exceedsInt;
  node.name = node.loop = scheduled.loop->name;
  while (reserved.count(node.name))
    node.name += "_";
  node.marks = scheduled.loop->marks;
  node.source = scheduled.loop;
  node.upper = {lower + LoopExpr::integer(1)};
  node.lower = std::move(lower);
  return node;
}

LoopNode Lowerer::convertFor(const isl::ast_node_for &loop) {
  std::string iterator = loop.iterator().as<isl::ast_expr_id>().id().name();
  unsigned depth = unsigned(std::stoul(iterator.substr(1)));
  const ScheduledLoop &scheduled = *openLoops.at(depth);
  LoopNode node = oneIteration(scheduled, expr(loop.init()));
  madeLoops.insert(&scheduled);
  LoopNode body =
      convert(loop.body()).substitute(iterator, LoopExpr::variable(node.name));
  madeLoops.erase(&scheduled);
  if (loop.is_degenerate() && !node.marks.gpu.isMapped()) {
    LoopNode local = LoopNode::local(node.type, node.name, node.lower);
    local.exceedsInt = node.exceedsInt;
    return LoopNode::block({local, body});
  }
  node.body = {std::move(body)};
  if (loop.is_degenerate())
    return node;
  node.step = expr(loop.inc()).value;
  if (!loop.cond().isa<isl::ast_expr_op>())
    throw std::runtime_error("loop '" + node.name + "' has no upper bound");
  auto condition = loop.cond().as<isl::ast_expr_op>();
  bool inclusive = poly::opOf(condition) == poly::AstOp::LessEqual;
  node.upper = upperBounds(expr(condition.arg(1)), inclusive);
  return node;
}

LoopNode Lowerer::convertMark(const isl::ast_node_mark &mark) {
  std::string name = mark.id().name();
  if (std::optional<unsigned> number = markNumber(name, "loop:")) {
    const ScheduledLoop &scheduled = schedule.loops[*number];
    const ScheduledLoop *outer = openLoops[scheduled.depth];
    openLoops[scheduled.depth] = &scheduled;
    LoopNode body = convert(mark.node());
    openLoops[scheduled.depth] = outer;
    return withOneLoop(*scheduled.loop, std::move(body));
  }
  if (std::optional<unsigned> number = markNumber(name, "value:")) {
    const ScheduledLoop &scheduled = schedule.loops[*number];
    LoopNode body = convert(mark.node());
    if (madeLoops.count(&scheduled))
      return body;
    LoopNode node =
        oneIteration(scheduled, values[std::stoul(poly::annotation(mark))]);
    node.body = {std::move(body)};
    return node;
  }
  std::vector<LoopNode> nodes = loads[std::stoul(poly::annotation(mark))];
  nodes.push_back(convert(mark.node()));
  // isl may emit one mark twice in a scope: its locals get names of their own.
  LoopNode result = LoopNode::block({});
  for (size_t pos = 0; pos + 1 < nodes.size(); ++pos) {
    std::string id = nodes[pos].name;
    nodes[pos].name =
        sharedCalls.at(id)->text + "#" + std::to_string(renamings++);
    LoopExpr local = LoopExpr::variable(nodes[pos].name);
    for (LoopNode &other : nodes)
      other = other.substitute(id, local);
  }
  result.body = std::move(nodes);
  return result;
}

llvm::Expected<std::vector<LoopNode>> Lowerer::run() {
  poly::AstCallbacks callbacks;
  callbacks.atMark = [&](const std::string &mark, const isl::ast_build &build) {
    return atMark(mark, build);
  };
  callbacks.atStatement = [&](const isl::ast_build &build) {
    return atStatement(build);
  };
  try {
    isl::ast_node root = poly::buildAst(schedule.schedule, schedule.context,
                                        std::move(callbacks));
    return std::vector<LoopNode>{convert(root)};
  } catch (const isl::exception &) {
    throw;
  } catch (const std::runtime_error &failure) {
    return llvm::createStringError(failure.what());
  }
}

} // namespace

llvm::Expected<std::vector<LoopNode>>
lowerSchedule(const WholeProducts &products, const IslSchedule &schedule,
              unsigned &renamings) {
  return Lowerer(products, schedule, renamings).run();
}

} // namespace sparsec
