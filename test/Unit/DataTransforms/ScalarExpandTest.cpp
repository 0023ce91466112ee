//===- ScalarExpandTest.cpp - private scalars and split statements --------===//

#include "Kernels.h"

#include "sparsec/Analysis/Checker.h"
#include "sparsec/Transforms/Transform.h"

#include "gtest/gtest.h"

namespace sparsec {
extern const TransformSpec scalar_expandSpec;
} // namespace sparsec

using namespace sparsec;

namespace {

class ScalarExpandTest : public testing::Test {
protected:
  llvm::Expected<StepResult> expand(const Program &program,
                                    const std::string &statement,
                                    std::vector<std::string> loops,
                                    const std::string &what) {
    Arguments args;
    args.set("statement", statement);
    args.set("loops", std::move(loops));
    args.set("what", what);
    return scalar_expandSpec.apply(program, args);
  }
  Session session;
};

TEST_F(ScalarExpandTest, PrivateScalarGetsAnElementPerRow) {
  Program program = rowSums(session.ctx());
  auto step = expand(program, "S1", {"i"}, "sum");
  ASSERT_TRUE(bool(step)) << llvm::toString(step.takeError());
  const Program &after = step->program;
  EXPECT_EQ(verify(after), "");
  EXPECT_EQ(llvm::toString(checkStep(program, *step)), "");
  EXPECT_FALSE(after.arrays.count("sum"));
  const Array &array = after.arrays.at("sum_expanded");
  EXPECT_EQ(array.owner, Array::Owner::Workspace);
  EXPECT_EQ(affineText(*array.extents.at(0), {}), "n");
  for (const char *user : {"S0", "S1", "S2"}) {
    const Statement &statement = after.statement(user);
    const Expr &element = std::string(user) == "S2"
                              ? statement.assignment->value
                              : statement.assignment->target;
    EXPECT_EQ(element.text, "sum_expanded");
    EXPECT_TRUE(poly::equalOn(element.subscripts.at(0), statement.iterator(0),
                              statement.domain));
  }
}

TEST_F(ScalarExpandTest, AScalarThatIsNotReassignedIsRefused) {
  Program program = rowSums(session.ctx());
  // sum = sum + .. in S0: a value is carried from row to row
  program.statement("S0").assignment->op = Update::Add;
  auto step = expand(program, "S1", {"i"}, "sum");
  ASSERT_FALSE(bool(step));
  EXPECT_NE(llvm::toString(step.takeError()).find("carries a value"),
            std::string::npos);
}

TEST_F(ScalarExpandTest, AnAssignmentOnlyInSomeIterationsIsNotEnough) {
  Program program = rowSums(session.ctx());
  Statement &s0 = program.statement("S0");
  s0.domain = isl::set(session.ctx(), "[n] -> { S0[i] : 1 <= i < n }");
  auto step = expand(program, "S1", {"i"}, "sum");
  ASSERT_FALSE(bool(step));
  llvm::consumeError(step.takeError());
}

TEST_F(ScalarExpandTest, ALoopWithoutABoundIsRefused) {
  auto step = expand(rowSums(session.ctx()), "S1", {"i", "j"}, "rhs");
  ASSERT_FALSE(bool(step));
  EXPECT_NE(llvm::toString(step.takeError()).find("row_length"),
            std::string::npos);
}

TEST_F(ScalarExpandTest, ATileOwnsItsRightHandSides) {
  // for i: for kt = floor(k/8): for k: y[i] += a[k]
  KernelBuilder kernel(session.ctx());
  kernel.parameter("n");
  kernel.array("y", {"[n] -> { [(n)] }"});
  kernel.array("a", {"[n] -> { [(n)] }"});
  Statement &s =
      kernel.statement("S", "[n] -> { S[i,k] : 0 <= i < n and 0 <= k < n }");
  s.assignment =
      Assignment{KernelBuilder::access("y", {s.iterator(0)}), Update::Add,
                 KernelBuilder::access("a", {s.iterator(1)})};
  ScheduleTree inner = ScheduleTree::loop(
      "k", {{"S", poly::modulo(s.iterator(1), 8)}}, ScheduleTree::leaf("S"));
  ScheduleTree tiles = ScheduleTree::loop(
      "kt", {{"S", poly::floorDiv(s.iterator(1), 8)}}, inner);
  kernel.tree(kernel.loops({"i"}, {"S"}, tiles));
  auto step = expand(kernel.program, "S", {"k"}, "rhs");
  ASSERT_TRUE(bool(step)) << llvm::toString(step.takeError());
  EXPECT_EQ(llvm::toString(checkStep(kernel.program, *step)), "");
  EXPECT_EQ(step->program.arrays.at("S_rhs").privateDepth, 2);
  EXPECT_EQ(step->program.statement("S").iterators,
            (std::vector<std::string>{"i", "kt", "k"}));
}

TEST_F(ScalarExpandTest, RightHandSideIsComputedJustBeforeItsUse) {
  Program program = blockedSpmv(session.ctx());
  auto step = expand(program, "X", {"i", "k"}, "rhs");
  ASSERT_TRUE(bool(step)) << llvm::toString(step.takeError());
  const Program &after = step->program;
  EXPECT_EQ(verify(after), "");
  EXPECT_EQ(llvm::toString(checkStep(program, *step)), "");
  EXPECT_EQ(after.phases.back().tree.statements(),
            (std::vector<std::string>{"X_rhs_of", "X"}));
  const Array &array = after.arrays.at("X_rhs");
  EXPECT_EQ(array.owner, Array::Owner::Local);
  EXPECT_EQ(array.privateDepth, 2);
  EXPECT_EQ(poly::constantValue(*array.extents.at(1)), 3);
  EXPECT_EQ(after.statement("X").assignment->op, Update::Add);
  EXPECT_EQ(after.statement("X").assignment->value.text, "X_rhs");
}

} // namespace
