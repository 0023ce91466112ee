//===- Nest.cpp - loop nests made by hand for the tests -------------------===//

#include "Nest.h"

#include "llvm/ADT/StringExtras.h"

namespace sparsec::test {

void Nest::parameter(const std::string &name, const std::string &condition) {
  program.parameters.push_back(
      {name, ElementType::int32(), Parameter::Owner::Argument});
  std::string names;
  for (const Parameter &parameter : program.parameters)
    names += (names.empty() ? "" : ",") + parameter.name;
  program.context = program.context.intersect(
      isl::set(session.ctx(), "[" + names + "] -> { : " + condition + " }"));
}

Array &Nest::array(const std::string &name, ElementType type, Texts extents) {
  Array array;
  array.name = name;
  array.type = type;
  for (const std::string &extent : extents)
    if (extent.empty())
      array.extents.emplace_back();
    else
      array.extents.emplace_back(value("", extent));
  return program.arrays[name] = array;
}

void Nest::range(const std::string &array, const std::string &lower,
                 const std::string &upper) {
  Fact fact;
  fact.kind = Fact::Kind::Range;
  fact.arrays = {array};
  if (!lower.empty())
    fact.lower = value("", lower);
  if (!upper.empty())
    fact.upper = value("", upper);
  program.facts.push_back(fact);
}

void Nest::monotonic(const std::string &array) {
  Fact fact;
  fact.kind = Fact::Kind::Monotonic;
  fact.arrays = {array};
  program.facts.push_back(fact);
}

/// Parameters and aliases: "[n,lo] -> ".
std::string Nest::header(const std::string &statement) const {
  std::string names;
  for (const Parameter &parameter : program.parameters)
    names += (names.empty() ? "" : ",") + parameter.name;
  auto found = aliases.find(statement);
  if (found != aliases.end())
    for (const CallText &call : found->second)
      names += (names.empty() ? "" : ",") + call.alias;
  return "[" + names + "] -> ";
}

static std::string tuple(const Statement &statement) {
  return statement.name + "[" + llvm::join(statement.iterators, ",") + "]";
}

isl::pw_aff Nest::value(const std::string &name, const std::string &text) {
  std::string domain =
      name.empty() ? "" : tuple(program.statement(name)) + " -> ";
  isl::pw_aff value(session.ctx(),
                    header(name) + "{ " + domain + "[(" + text + ")] }");
  for (const auto &[alias, callee] : names[name])
    value = poly::renameParam(value, alias, callee);
  return value;
}

isl::pw_aff Nest::value(const std::string &text) {
  return value(current, text);
}

void Nest::statement(const std::string &name, Texts iterators,
                     const std::string &domain, std::vector<CallText> calls,
                     const std::string &constraints) {
  current = name;
  std::string space = name + "[" + llvm::join(iterators, ",") + "]";
  isl::set affine(session.ctx(),
                  header("") + "{ " + space + " : " + domain + " }");
  Statement made{.name = name,
                 .iterators = iterators,
                 .domain = affine,
                 .constraints = isl::set::universe(affine.space()),
                 .calls = {},
                 .assignment = std::nullopt,
                 .action = std::nullopt,
                 .sharing = {},
                 .location = "",
                 .source = ""};
  Statement &statement =
      program.statements.insert_or_assign(name, made).first->second;
  for (const CallText &call : calls) {
    UninterpretedCall callee{call.function, {value(call.argument)}};
    addCall(statement.calls, callee, iterators, statement.space());
    names[name].emplace_back(call.alias, callName(callee, iterators));
    aliases[name].push_back(call);
  }
  if (constraints.empty())
    return;
  isl::set bounds(session.ctx(),
                  header(name) + "{ " + space + " : " + constraints + " }");
  for (const auto &[alias, callee] : names[name])
    bounds = poly::renameParam(bounds, alias, callee);
  statement.constraints = bounds;
}

Expr Nest::load(const std::string &array, Texts subscripts) {
  std::vector<isl::pw_aff> values;
  for (const std::string &text : subscripts)
    values.push_back(value(text));
  return Expr::access(array, values, program.arrays.at(array).type);
}

void Nest::assign(Expr target, const std::string &op, Expr value) {
  program.statement(current).assignment =
      Assignment{std::move(target), updateNamed(op), std::move(value)};
}

void Nest::act(Action work) {
  program.statement(current).assignment.reset();
  program.statement(current).action = std::move(work);
}

ScheduleTree Nest::loop(const std::string &name, const std::string &text,
                        ScheduleTree body, LoopMarks marks) {
  std::map<std::string, isl::pw_aff> values;
  for (const std::string &below : body.statements())
    values[below] = value(below, text);
  ScheduleTree tree = ScheduleTree::loop(name, values, std::move(body));
  tree.marks = std::move(marks);
  return tree;
}

std::string Nest::lower(ScheduleTree tree) {
  program.phases = {{Phase::Role::Execute, std::move(tree)}};
  EXPECT_EQ(verify(program), "");
  llvm::Expected<LoopAst> ast = lowerPhase(program, program.phases[0]);
  if (!ast)
    return "error: " + llvm::toString(ast.takeError());
  return printLoops(*ast, 0);
}

Expr times(Expr a, Expr b) {
  return Expr::binary(Operator::Multiply, std::move(a), std::move(b));
}

void makeSpmv(Nest &nest) {
  nest.parameter("n", "n >= 0");
  nest.parameter("m", "m >= 0");
  ElementType real = ElementType::float64(), integer = ElementType::int32();
  nest.array("y", real, {"n"});
  nest.array("a", real, {""});
  nest.array("x", real, {"m"});
  nest.array("index", integer, {"n + 1"}).isIndex = true;
  nest.array("col", integer, {""}).isIndex = true;
  nest.monotonic("index");
  nest.range("index", "0", "");
  nest.range("col", "0", "m");
  nest.statement(
      "S", {"i", "j"}, "0 <= i < n",
      {{"lo", "index", "i"}, {"hi", "index", "i + 1"}, {"c", "col", "j"}},
      "lo <= j < hi");
  nest.assign(nest.load("y", {"i"}),
              "+=", times(nest.load("a", {"j"}), nest.load("x", {"c"})));
}

static std::string stripped(llvm::StringRef text) {
  std::string result;
  llvm::SmallVector<llvm::StringRef, 16> lines;
  text.split(lines, '\n', -1, false);
  for (llvm::StringRef line : lines)
    if (!line.trim().empty())
      result += line.trim().str() + "\n";
  return result;
}

testing::AssertionResult isText(const std::string &text,
                                const std::string &expected) {
  if (stripped(text) == stripped(expected))
    return testing::AssertionSuccess();
  return testing::AssertionFailure() << "is:\n" << text;
}

} // namespace sparsec::test
