//===- Kernels.cpp - programs made by hand for the tests ------------------===//

#include "Kernels.h"

#include "sparsec/Transforms/LoopUtils.h"

#include <algorithm>

namespace sparsec::test {

void Kernel::parameter(const std::string &name) {
  program.parameters.push_back(
      {name, ElementType::int32(), Parameter::Owner::Argument});
}

void Kernel::array(const std::string &name, unsigned dims, bool isIndex) {
  Array array;
  array.name = name;
  array.type = isIndex ? ElementType::int32() : ElementType::float64();
  array.isIndex = isIndex;
  array.extents.resize(dims);
  program.arrays[name] = array;
}

Statement &Kernel::statement(const std::string &name,
                             const std::vector<std::string> &iterators,
                             const std::string &domain,
                             const std::string &constraints) {
  isl::set affine(session.ctx(), domain);
  Statement made{.name = name,
                 .iterators = iterators,
                 .domain = affine,
                 .constraints = isl::set(session.ctx(), constraints),
                 .calls = {},
                 .assignment = std::nullopt,
                 .action = std::nullopt,
                 .sharing = {},
                 .location = "kernel.c:1:1",
                 .source = ""};
  isl::pw_aff subscript = poly::dimension(affine.space(), 0);
  made.assignment =
      Assignment{Expr::access("y", {subscript}, ElementType::float64()),
                 Update::Add, Expr::constant("1.0", ElementType::float64())};
  return program.statements.insert_or_assign(name, made).first->second;
}

void Kernel::call(const std::string &name, const std::string &function,
                  const std::string &argument) {
  Statement &owner = program.statement(name);
  UninterpretedCall call{function, {isl::pw_aff(session.ctx(), argument)}};
  addCall(owner.calls, call, owner.iterators, owner.space());
}

ScheduleTree Kernel::loop(const std::string &name, ScheduleTree body) {
  std::map<std::string, isl::pw_aff> values;
  for (const std::string &below : body.statements()) {
    const Statement &statement = program.statement(below);
    auto found =
        std::find(statement.iterators.begin(), statement.iterators.end(), name);
    values[below] =
        statement.iterator(unsigned(found - statement.iterators.begin()));
  }
  return ScheduleTree::loop(name, values, std::move(body));
}

void Kernel::execute(ScheduleTree tree) {
  program.phases.push_back({Phase::Role::Execute, std::move(tree)});
  ASSERT_EQ(verify(program), "");
}

void makeDense(Kernel &kernel) {
  kernel.parameter("n");
  kernel.parameter("m");
  kernel.array("y", 1);
  kernel.statement(
      "S", {"i", "k", "j"},
      "[n,m] -> { S[i,k,j] : 0 <= i < n and 0 <= k < m and 0 <= j < 100 }",
      "{ S[i,k,j] }");
  kernel.execute(kernel.loop(
      "i", kernel.loop("k", kernel.loop("j", ScheduleTree::leaf("S")))));
}

static void addRow(Kernel &kernel, const std::string &name) {
  kernel.statement(name, {"i", "j"},
                   "[n] -> { " + name + "[i,j] : 0 <= i < n }",
                   "{ " + name + "[i,j] }");
  kernel.call(name, "index", "{ " + name + "[i,j] -> [(i)] }");
  kernel.call(name, "index", "{ " + name + "[i,j] -> [(i + 1)] }");
  Statement &row = kernel.program.statement(name);
  isl::pw_aff j = row.iterator(1);
  row.constraints =
      j.ge_set(poly::parameter(row.space(), "index(i)"))
          .intersect(j.lt_set(poly::parameter(row.space(), "index(i + 1)")));
}

static void addRowFacts(Kernel &kernel) {
  kernel.parameter("n");
  kernel.parameter("M");
  kernel.array("y", 1);
  kernel.array("index", 1, true);
  Fact fact;
  fact.kind = Fact::Kind::Monotonic;
  fact.arrays = {"index"};
  kernel.program.facts.push_back(fact);
}

void makeSpmv(Kernel &kernel) {
  addRowFacts(kernel);
  addRow(kernel, "S");
  kernel.execute(kernel.loop("i", kernel.loop("j", ScheduleTree::leaf("S"))));
}

void makeImperfect(Kernel &kernel) {
  addRowFacts(kernel);
  kernel.statement("S0", {"i"}, "[n] -> { S0[i] : 0 <= i < n }", "{ S0[i] }");
  addRow(kernel, "S1");
  kernel.statement("S2", {"i"}, "[n] -> { S2[i] : 0 <= i < n }", "{ S2[i] }");
  kernel.execute(kernel.loop(
      "i", ScheduleTree::sequence({ScheduleTree::leaf("S0"),
                                   kernel.loop("j", ScheduleTree::leaf("S1")),
                                   ScheduleTree::leaf("S2")})));
}

StepResult run(const Program &program, const TransformSpec &spec,
               const Arguments &args) {
  auto result = spec.apply(program, args);
  if (!result) {
    ADD_FAILURE() << spec.name.str() << ": "
                  << llvm::toString(result.takeError());
    return startStep(program);
  }
  EXPECT_EQ(verify(result->program), "");
  return std::move(*result);
}

std::string refusal(const Program &program, const TransformSpec &spec,
                    const Arguments &args) {
  auto result = spec.apply(program, args);
  return result ? "" : llvm::toString(result.takeError());
}

Arguments on(const std::string &statement) {
  Arguments args;
  args.set("statement", statement);
  return args;
}

std::string loops(const Program &program, const std::string &statement) {
  return loopsText(program, statement);
}

testing::AssertionResult hasValue(const Program &program,
                                  const std::string &statement,
                                  const std::string &loop,
                                  const std::string &value) {
  const ScheduleTree *found =
      program.phaseOf(statement)->tree.findLoop(statement, loop);
  if (!found)
    return testing::AssertionFailure() << "no loop " << loop;
  isl::pw_aff is = found->values.at(statement);
  isl::pw_aff expected(is.ctx(), value);
  if (poly::equalOn(is, expected, isl::set::universe(is.space().domain())))
    return testing::AssertionSuccess();
  return testing::AssertionFailure() << poly::text(is);
}

} // namespace sparsec::test
