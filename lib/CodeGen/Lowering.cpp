//===- Lowering.cpp - one phase to loops ----------------------------------===//
///
/// \file
/// Runs isl's AST generator on the schedule of LoweringSchedule.h and turns the
/// result into LoopAst. Calls are loaded where their mark is; loops get the
/// user's names from the marks above them.
///
//===----------------------------------------------------------------------===//

#include "sparsec/CodeGen/Lowering.h"

#include "LoopPasses.h"
#include "LoweringExprs.h"
#include "LoweringSchedule.h"
#include "sparsec/CodeGen/ExprPrinter.h"
#include "sparsec/CodeGen/Unroll.h"
#include "sparsec/Poly/AstBuild.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

#include <set>

namespace sparsec {
namespace {

class Lowerer {
public:
  Lowerer(const Program &program, const IslSchedule &schedule)
      : program(program), schedule(schedule) {
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
  LoopExpr value(const isl::pw_aff &value, const isl::ast_build &build,
                 const Resolver &resolver) const;
  LoopNode loadCall(const SharedCall &call, const isl::ast_build &build) const;

  LoopNode convert(const isl::ast_node &node);
  LoopNode convertFor(const isl::ast_node_for &loop);
  LoopNode convertMark(const isl::ast_node_mark &mark);
  LoopExpr expr(const isl::ast_expr &expr) const {
    return convertExpr(expr,
                       [&](const std::string &name) { return resolve(name); });
  }

  const Program &program;
  const IslSchedule &schedule;
  std::map<std::string, const SharedCall *> sharedCalls;
  std::set<std::string> reserved;
  /// What the callbacks made; annotations are positions in these.
  std::vector<std::vector<LoopNode>> loads;
  std::vector<LoopNode> leaves;
  /// Schedule dimension => the loop whose mark is open.
  std::map<unsigned, const ScheduleTree *> openLoops;
  unsigned renamings = 0;
  std::string unsupported;
};

/// Lowers the body of one statement at its place in the AST.
class LeafLowerer {
public:
  LeafLowerer(const Program &program, const Statement &statement,
              const std::map<std::string, std::string> &ids,
              const isl::ast_build &build, Resolver outer)
      : program(program), statement(statement), ids(ids), build(build),
        outer(std::move(outer)) {
    // { S[..] -> [t..] } reversed.
    isl::map reverse;
    build.schedule().foreach_map([&](isl::map map) {
      if (map.domain_tuple_id().name() == statement.name)
        reverse = map.reverse();
    });
    instance = reverse.as_pw_multi_aff();
  }

  LoopNode lower() {
    LoopNode node;
    node.name = statement.name;
    if (statement.action)
      return lowerAction(node);
    node.kind = LoopNode::Kind::Assign;
    node.target = lowerExpr(statement.assignment->target);
    node.op = statement.assignment->op;
    node.value = lowerExpr(statement.assignment->value);
    return node;
  }

private:
  LoopNode lowerAction(LoopNode node) {
    node.kind = LoopNode::Kind::Action;
    const Action &action = *statement.action;
    for (const isl::pw_aff &value : action.values)
      node.values.push_back(integer(value));
    if (action.outer)
      node.values.push_back(integer(*action.outer));
    if (action.key)
      node.values.push_back(integer(*action.key));
    return node;
  }

  /// The value `{ S[..] -> [v] }` in terms of the loops.
  LoopExpr integer(const isl::pw_aff &value) {
    isl::pw_aff renamed = value;
    for (const auto &entry : ids)
      renamed = poly::renameParam(renamed, entry.first, entry.second);
    isl::pw_aff onLoops = renamed.pullback(instance).coalesce();
    return convertExpr(build.expr_from(onLoops), [&](const std::string &name) {
      auto call = statement.calls.find(name);
      return call == statement.calls.end() ? outer(name) : load(call->second);
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

  LoopExpr access(const Expr &expr) {
    const Array &array = program.arrays.at(expr.text);
    std::vector<LoopExpr> subscripts = integers(expr.subscripts);
    if (subscripts.size() < 2 || !isFlat(program, array))
      return LoopExpr::load(expr.text, std::move(subscripts));
    llvm::Expected<LoopExpr> position =
        flatPosition(program, array, std::move(subscripts));
    if (!position)
      throw std::runtime_error(llvm::toString(position.takeError()));
    return LoopExpr::load(expr.text, {*position});
  }

  LoopExpr lowerExpr(const Expr &expr) {
    if (expr.kind == Expr::Kind::Access)
      return access(expr);
    if (expr.kind == Expr::Kind::Affine)
      return integer(expr.subscripts[0]);
    std::vector<LoopExpr> operands;
    for (const Expr &operand : expr.operands)
      operands.push_back(lowerExpr(operand));
    switch (expr.kind) {
    case Expr::Kind::Constant:
      return LoopExpr::literal(expr.text);
    case Expr::Kind::Unary:
      return LoopExpr::node(LoopExpr::Kind::Unary, expr.text, operands);
    case Expr::Kind::Binary:
      return LoopExpr::node(LoopExpr::Kind::Binary, expr.text, operands);
    case Expr::Kind::Select:
      return LoopExpr::node(LoopExpr::Kind::Select, "", operands);
    case Expr::Kind::Call:
      return LoopExpr::node(LoopExpr::Kind::Call, expr.text, operands);
    default:
      return LoopExpr::node(LoopExpr::Kind::Cast, expr.type.spelling, operands);
    }
  }

  const Program &program;
  const Statement &statement;
  const std::map<std::string, std::string> &ids;
  const isl::ast_build &build;
  Resolver outer;
  isl::pw_multi_aff instance;
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

LoopExpr Lowerer::value(const isl::pw_aff &value, const isl::ast_build &build,
                        const Resolver &resolver) const {
  return convertExpr(build.expr_from(value), resolver);
}

/// `const int id = array[argument]`, guarded where not every statement below
/// makes the call.
LoopNode Lowerer::loadCall(const SharedCall &call,
                           const isl::ast_build &build) const {
  Resolver resolver = [&](const std::string &name) { return resolve(name); };
  std::vector<LoopExpr> subscripts;
  for (const isl::pw_aff &argument : call.arguments)
    subscripts.push_back(value(argument, build, resolver));
  LoopExpr load = integerLoad(program, call.function, std::move(subscripts));
  if (!call.always)
    load = LoopExpr::select(convertExpr(build.expr_from(call.active), resolver),
                            load, LoopExpr::integer(0));
  return LoopNode::local("int", call.id, std::move(load));
}

std::string Lowerer::atMark(const std::string &mark,
                            const isl::ast_build &build) {
  std::optional<unsigned> group = markNumber(mark, "calls:");
  if (!group)
    return "";
  std::vector<LoopNode> made;
  for (const SharedCall &call : schedule.groups[*group])
    made.push_back(loadCall(call, build));
  loads.push_back(std::move(made));
  return std::to_string(loads.size() - 1);
}

std::string Lowerer::atStatement(const isl::ast_build &build) {
  std::string name;
  build.schedule().foreach_map(
      [&](isl::map map) { name = map.domain_tuple_id().name(); });
  LeafLowerer leaf(program, program.statement(name), schedule.ids.at(name),
                   build, [&](const std::string &id) { return resolve(id); });
  leaves.push_back(leaf.lower());
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

LoopNode Lowerer::convertFor(const isl::ast_node_for &loop) {
  std::string iterator = loop.iterator().as<isl::ast_expr_id>().id().name();
  unsigned depth = unsigned(std::stoul(iterator.substr(1)));
  const ScheduleTree &source = *openLoops.at(depth);
  LoopNode node;
  node.name = source.name;
  while (reserved.count(node.name))
    node.name += "_";
  node.lower = expr(loop.init());
  LoopNode body =
      convert(loop.body()).substitute(iterator, LoopExpr::variable(node.name));
  if (loop.is_degenerate()) {
    LoopNode local = LoopNode::local("int", node.name, node.lower);
    return LoopNode::block({local, body});
  }
  node.kind = LoopNode::Kind::For;
  node.type = "int";
  node.marks = source.marks;
  node.step = expr(loop.inc()).value;
  auto condition = loop.cond().as<isl::ast_expr_op>();
  bool inclusive = poly::opOf(condition) == poly::AstOp::LessEqual;
  node.upper = upperBounds(expr(condition.arg(1)), inclusive);
  node.body = {std::move(body)};
  return node;
}

LoopNode Lowerer::convertMark(const isl::ast_node_mark &mark) {
  std::string name = mark.id().name();
  if (std::optional<unsigned> number = markNumber(name, "loop:")) {
    auto [loop, depth] = schedule.loops[*number];
    const ScheduleTree *outer = openLoops[depth];
    openLoops[depth] = loop;
    LoopNode body = convert(mark.node());
    openLoops[depth] = outer;
    return body;
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
    isl::set context = program.context;
    isl::ast_node root =
        poly::buildAst(schedule.schedule, context, std::move(callbacks));
    return std::vector<LoopNode>{convert(root)};
  } catch (const isl::exception &) {
    throw;
  } catch (const std::runtime_error &failure) {
    return llvm::createStringError(failure.what());
  }
}

/// Loops of \p nodes, innermost ones, that hold a condition, and how many
/// statements there are in all.
struct Shape {
  unsigned guards = 0, statements = 0;
};

bool hasLoop(const LoopNode &node) {
  bool found = false;
  for (const LoopNode &child : node.body)
    child.walk([&](const LoopNode &inner) { found |= inner.isFor(); });
  return found;
}

Shape shapeOf(const std::vector<LoopNode> &nodes) {
  Shape shape;
  for (const LoopNode &root : nodes)
    root.walk([&](const LoopNode &node) {
      shape.statements += node.kind == LoopNode::Kind::Assign;
      if (!node.isFor() || hasLoop(node))
        return;
      node.walk([&](const LoopNode &inner) {
        shape.guards += inner.kind == LoopNode::Kind::If;
      });
    });
  return shape;
}

llvm::Expected<std::vector<LoopNode>>
lowerShape(const Program &program, const Phase &phase, LoopShape shape) {
  return poly::tryIsl([&]() -> llvm::Expected<std::vector<LoopNode>> {
    llvm::Expected<IslSchedule> schedule =
        buildIslSchedule(program, phase, shape);
    if (!schedule)
      return schedule.takeError();
    llvm::Expected<std::vector<LoopNode>> nodes =
        Lowerer(program, *schedule).run();
    if (nodes) {
      flatten(*nodes);
      inferWidths(*nodes);
    }
    return nodes;
  });
}

/// Each loop once, unless splitting loops frees innermost bodies of guards.
llvm::Expected<std::vector<LoopNode>> lowerTightest(const Program &program,
                                                    const Phase &phase) {
  auto atomic = lowerShape(program, phase, LoopShape::Atomic);
  if (!atomic)
    return atomic.takeError();
  Shape rolled = shapeOf(*atomic);
  if (rolled.guards == 0)
    return atomic;
  auto separate = lowerShape(program, phase, LoopShape::Separate);
  if (!separate) {
    llvm::consumeError(separate.takeError());
    return atomic;
  }
  Shape split = shapeOf(*separate);
  bool better =
      split.guards < rolled.guards && split.statements <= 3 * rolled.statements;
  return better ? std::move(separate) : std::move(atomic);
}

/// Pseudo-code of an action, for print() and tests.
llvm::Expected<std::vector<std::string>>
pseudoAction(const Program &, const Statement &statement,
             const ActionValues &values) {
  const Action &action = *statement.action;
  if (action.kind == Action::Kind::RuntimeCall)
    return std::vector<std::string>{action.callee + "(" +
                                    llvm::join(action.operands, ", ") + ");"};
  return std::vector<std::string>{"append(" + action.target + ", " +
                                  llvm::join(values.values, ", ") + ");"};
}

/// Turns every Action into lines.
llvm::Error expandActions(std::vector<LoopNode> &nodes, const Program &program,
                          const ActionLines &lines) {
  for (LoopNode &node : nodes) {
    if (llvm::Error error = expandActions(node.body, program, lines))
      return error;
    if (llvm::Error error = expandActions(node.otherwise, program, lines))
      return error;
    if (node.kind != LoopNode::Kind::Action)
      continue;
    const Statement &statement = program.statement(node.name);
    ActionValues values;
    std::vector<std::string> texts;
    for (const LoopExpr &value : node.values)
      texts.push_back(printExpr(value));
    if (statement.action->key) {
      values.key = texts.back();
      texts.pop_back();
    }
    if (statement.action->outer) {
      values.outer = texts.back();
      texts.pop_back();
    }
    values.values = std::move(texts);
    auto made = lines(program, statement, values);
    if (!made)
      return made.takeError();
    node.lines = std::move(*made);
  }
  return llvm::Error::success();
}

/// Workspace arrays with one copy per thread that \p node uses.
std::vector<std::string> perThreadArrays(const Program &program,
                                         const Phase &phase) {
  std::set<std::string> names;
  auto add = [&](const std::string &name) {
    auto found = program.arrays.find(name);
    if (found != program.arrays.end() && found->second.perThread)
      names.insert(name);
  };
  for (const std::string &name : phase.tree.statements()) {
    const Statement &statement = program.statement(name);
    for (const Access &access : statement.accesses())
      add(access.array);
    if (statement.action)
      for (const std::string *array :
           {&statement.action->target, &statement.action->counter,
            &statement.action->stamp})
        add(*array);
  }
  return {names.begin(), names.end()};
}

/// Puts outermost parallel loops that use per-thread arrays into regions.
void addRegions(LoopAst &ast, const Program &program, const Phase &phase,
                const RegionLines &lines) {
  std::vector<std::string> arrays = perThreadArrays(program, phase);
  if (arrays.empty())
    return;
  for (LoopNode &node : ast.body) {
    if (!node.isFor() || !node.marks.parallel)
      continue;
    LoopNode region;
    region.kind = LoopNode::Kind::ParallelRegion;
    if (lines)
      std::tie(region.prologue, region.epilogue) = lines(program, arrays);
    region.body = {std::move(node)};
    node = std::move(region);
  }
}

} // namespace

llvm::Expected<LoopAst> lowerPhase(const Program &program, const Phase &phase,
                                   const LoweringHooks &hooks) {
  LoopAst ast;
  if (phase.tree.statements().empty())
    return ast;
  auto nodes = lowerTightest(program, phase);
  if (!nodes)
    return nodes.takeError();
  ast.body = std::move(*nodes);
  simplifyDivisions(ast, program);
  cleanLocals(ast, program);
  if (llvm::Error error = unrollLoops(ast))
    return error;
  flatten(ast.body);
  cleanLocals(ast, program);
  addAccumulators(ast, program);
  declareLocals(ast, program);
  nameLocals(ast, program);
  ActionLines lines = hooks.actionLines ? hooks.actionLines : pseudoAction;
  if (llvm::Error error = expandActions(ast.body, program, lines))
    return error;
  addRegions(ast, program, phase, hooks.regionLines);
  return ast;
}

} // namespace sparsec
