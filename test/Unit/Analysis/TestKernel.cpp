//===- TestKernel.cpp - programs from short texts -------------------------===//

#include "TestKernel.h"

#include "llvm/ADT/StringExtras.h"

#include "gtest/gtest.h"

namespace sparsec::test {

/// One isl context for all tests: kernels are compared with each other.
static Session &sharedSession() {
  static Session session;
  return session;
}

TestKernel::TestKernel(std::vector<std::string> parameters)
    : session(sharedSession()), program(session.ctx()) {
  for (const std::string &name : parameters) {
    program.parameters.push_back(
        {name, ElementType::int32(), Parameter::Owner::Argument});
    program.context = program.context.intersect(
        isl::set(session.ctx(), "[" + name + "] -> { : 0 <= " + name + " }"));
  }
}

static Array makeArray(const std::string &name, ElementType type,
                       unsigned dims) {
  Array array;
  array.name = name;
  array.type = type;
  array.extents.resize(dims);
  return array;
}

void TestKernel::integers(const std::string &name, unsigned dims) {
  program.arrays.emplace(name, makeArray(name, ElementType::int32(), dims));
  program.arrays.at(name).isIndex = true;
}

void TestKernel::reals(const std::string &name, unsigned dims) {
  program.arrays.emplace(name, makeArray(name, ElementType::float64(), dims));
}

void TestKernel::scalar(const std::string &name, int privateDepth) {
  reals(name, 0);
  program.arrays.at(name).owner = Array::Owner::Local;
  program.arrays.at(name).privateDepth = privateDepth;
}

std::string TestKernel::tuple(const std::string &statement) const {
  return statement + "[" +
         llvm::join(program.statement(statement).iterators, ", ") + "]";
}

std::string
TestKernel::header(const std::map<std::string, std::string> &names) const {
  std::vector<std::string> all;
  for (const Parameter &parameter : program.parameters)
    all.push_back(parameter.name);
  for (const auto &entry : names)
    all.push_back(entry.first);
  return "[" + llvm::join(all, ", ") + "] -> ";
}

std::string
TestKernel::withoutCalls(const std::string &statement, std::string text,
                         std::map<std::string, std::string> &names) {
  Statement &owner = program.statement(statement);
  // The last '<' with a letter behind it starts an innermost call; comparisons
  // have a blank or '=' there.
  auto lastCall = [&] {
    size_t at = text.size();
    while (at-- > 0)
      if (text[at] == '<' && isalpha(text[at + 1]))
        return at;
    return std::string::npos;
  };
  for (size_t open; (open = lastCall()) != std::string::npos;) {
    size_t close = text.find(")>", open);
    size_t bracket = text.find('(', open);
    std::string function = text.substr(open + 1, bracket - open - 1);
    std::string argument = text.substr(bracket + 1, close - bracket - 1);
    isl::pw_aff parsed(session.ctx(), header(names) + "{ " + tuple(statement) +
                                          " -> [(" + argument + ")] }");
    for (const auto &[placeholder, call] : names)
      parsed = poly::renameParam(parsed, placeholder, call);
    UninterpretedCall call{function, {parsed}};
    addCall(owner.calls, call, owner.iterators, owner.space());
    std::string placeholder = "u" + std::to_string(names.size());
    names[placeholder] = callName(call, owner.iterators);
    text.replace(open, close + 2 - open, placeholder);
  }
  return text;
}

isl::pw_aff TestKernel::value(const std::string &statement,
                              const std::string &text) {
  std::map<std::string, std::string> names;
  std::string plain = withoutCalls(statement, text, names);
  isl::pw_aff result(session.ctx(), header(names) + "{ " + tuple(statement) +
                                        " -> [(" + plain + ")] }");
  for (const auto &[placeholder, call] : names)
    result = poly::renameParam(result, placeholder, call);
  return result;
}

isl::set TestKernel::set(const std::string &statement,
                         const std::string &condition) {
  std::map<std::string, std::string> names;
  std::string plain = withoutCalls(statement, condition, names);
  isl::set result(session.ctx(), header(names) + "{ " + tuple(statement) +
                                     " : " + plain + " }");
  for (const auto &[placeholder, call] : names)
    result = poly::renameParam(result, placeholder, call);
  return result;
}

void TestKernel::statement(const std::string &name,
                           const std::vector<std::string> &iterators,
                           const std::string &domain,
                           const std::string &constraints) {
  isl::set universe = isl::set::universe(
      poly::tupleSpace(session.ctx(), name, unsigned(iterators.size())));
  Statement made{.name = name,
                 .iterators = iterators,
                 .domain = universe,
                 .constraints = universe,
                 .calls = {},
                 .assignment = std::nullopt,
                 .action = std::nullopt,
                 .sharing = {},
                 .location = "kernel.c:1:1",
                 .source = ""};
  program.statements.insert_or_assign(name, made);
  Statement &placed = program.statement(name);
  placed.domain = set(name, domain);
  if (!constraints.empty())
    placed.constraints = set(name, constraints);
}

Expr TestKernel::access(const std::string &statement, const std::string &text) {
  llvm::StringRef rest(text);
  auto [array, subscripts] = rest.split('[');
  std::vector<isl::pw_aff> values;
  llvm::SmallVector<llvm::StringRef> parts;
  subscripts.drop_back(subscripts.empty() ? 0 : 1)
      .split(parts, ',', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef part : parts)
    values.push_back(value(statement, part.trim().str()));
  return Expr::access(array.str(), values, ElementType::float64());
}

void TestKernel::body(const std::string &name, const std::string &target,
                      const std::string &op,
                      const std::vector<std::string> &reads) {
  Expr product = Expr::constant("1.0", ElementType::float64());
  for (const std::string &read : reads)
    product = Expr::binary(Operator::Multiply, product, access(name, read));
  program.statement(name).assignment =
      Assignment{access(name, target), updateNamed(op), product};
}

ScheduleTree TestKernel::leaf(const std::string &name) {
  return ScheduleTree::leaf(name);
}

ScheduleTree TestKernel::sequence(std::vector<ScheduleTree> children) {
  return ScheduleTree::sequence(std::move(children));
}

ScheduleTree TestKernel::loop(const std::string &name, ScheduleTree body,
                              const std::string &text) {
  std::map<std::string, isl::pw_aff> values;
  for (const std::string &below : body.statements())
    values.emplace(below, value(below, text.empty() ? name : text));
  return ScheduleTree::loop(name, values, std::move(body));
}

void TestKernel::execute(ScheduleTree tree) {
  program.phases = {{Phase::Role::Execute, std::move(tree)}};
  ASSERT_EQ(verify(program), "");
}

void TestKernel::facts(const std::string &text) {
  llvm::Error failure =
      addFacts(program, text, Fact::Origin::Declared, "kernel.c:1:1");
  EXPECT_FALSE(bool(failure)) << llvm::toString(std::move(failure));
}

isl::pw_multi_aff TestKernel::map(const std::string &from,
                                  const std::string &to,
                                  const std::vector<std::string> &values) {
  std::vector<isl::pw_aff> parts;
  for (const std::string &text : values)
    parts.push_back(value(from, text));
  return poly::makeMap(program.statement(from).space(), to, parts);
}

std::string TestKernel::check(const TestKernel &before,
                              std::vector<InstanceMap> maps) const {
  StepResult step{program, std::move(maps), {}, {}, std::nullopt, {}};
  return llvm::toString(checkStep(before.program, step));
}

static void addRow(TestKernel &kernel, const std::string &name) {
  kernel.statement(name, {"i", "j"}, "0 <= i < n",
                   "<index(i)> <= j < <index(i + 1)>");
}

static TestKernel makeCsr() {
  TestKernel kernel({"n", "m"});
  kernel.integers("index");
  kernel.integers("col");
  kernel.reals("a");
  kernel.reals("x");
  kernel.facts("csr(n, m, index, col, a)");
  return kernel;
}

TestKernel makeSpmv() {
  TestKernel kernel = makeCsr();
  kernel.reals("y");
  addRow(kernel, "S");
  kernel.body("S", "y[i]", "+=", {"a[j]", "x[<col(j)>]"});
  kernel.execute(kernel.loop("i", kernel.loop("j", kernel.leaf("S"))));
  return kernel;
}

TestKernel makeTransposed() {
  TestKernel kernel = makeCsr();
  kernel.reals("y");
  addRow(kernel, "S");
  kernel.body("S", "y[<col(j)>]", "+=", {"a[j]", "x[i]"});
  kernel.execute(kernel.loop("i", kernel.loop("j", kernel.leaf("S"))));
  return kernel;
}

TestKernel makeSweep() {
  TestKernel kernel = makeCsr();
  kernel.reals("b");
  kernel.scalar("sum", 1);
  kernel.statement("S0", {"i"}, "0 <= i < n", "");
  kernel.body("S0", "sum", "=", {"b[i]"});
  addRow(kernel, "S1");
  kernel.body("S1", "sum", "-=", {"a[j]", "x[<col(j)>]"});
  kernel.statement("S2", {"i"}, "0 <= i < n", "");
  kernel.body("S2", "x[i]", "=", {"sum"});
  kernel.execute(kernel.loop(
      "i",
      kernel.sequence({kernel.leaf("S0"), kernel.loop("j", kernel.leaf("S1")),
                       kernel.leaf("S2")})));
  return kernel;
}

TestKernel makeMatmul() {
  TestKernel kernel({"n"});
  for (const char *name : {"A", "B", "C"})
    kernel.reals(name, 2);
  kernel.statement("S", {"i", "j", "k"},
                   "0 <= i < n and 0 <= j < n and 0 <= k < n", "");
  kernel.body("S", "C[i, j]", "+=", {"A[i, k]", "B[k, j]"});
  kernel.execute(
      kernel.loop("i", kernel.loop("j", kernel.loop("k", kernel.leaf("S")))));
  return kernel;
}

} // namespace sparsec::test
