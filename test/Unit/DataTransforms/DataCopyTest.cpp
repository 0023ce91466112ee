//===- DataCopyTest.cpp - footprints, copies and refusals -----------------===//

#include "Kernels.h"

#include "sparsec/Analysis/Checker.h"
#include "sparsec/Transforms/Transform.h"

#include "gtest/gtest.h"

namespace sparsec {
extern const TransformSpec datacopySpec;
} // namespace sparsec

using namespace sparsec;

namespace {

class DataCopyTest : public testing::Test {
protected:
  Arguments arguments(const std::string &statement, const std::string &level,
                      const std::string &array) {
    Arguments args;
    args.set("statement", statement);
    args.set("level", level);
    args.set("array", array);
    return args;
  }
  /// What the checker says of a step: "" when it accepts.
  static std::string verdict(const Program &before, const StepResult &step) {
    return llvm::toString(checkStep(before, step));
  }
  Session session;
};

TEST_F(DataCopyTest, BlockOfYIsCopiedInAndOutOncePerBlockRow) {
  Program program = blockedSpmv(session.ctx());
  auto step = datacopySpec.apply(program, arguments("X", "p", "y"));
  ASSERT_TRUE(bool(step)) << llvm::toString(step.takeError());
  const Program &after = step->program;
  EXPECT_EQ(verify(after), "");
  EXPECT_EQ(verdict(program, *step), "");
  EXPECT_EQ(whyNotParallel(after, "X", "ii"), "");
  EXPECT_EQ(after.phases.back().tree.statements(),
            (std::vector<std::string>{"y_tmp_in", "X", "y_tmp_out"}));
  const Statement &in = after.statement("y_tmp_in");
  EXPECT_EQ(in.iterators, (std::vector<std::string>{"ii", "y_tmp_0"}));
  // The remainder: only rows below n, in every copy.
  EXPECT_TRUE(in.domain.is_equal(isl::set(
      session.ctx(), "[n] -> { y_tmp_in[ii, t] : 0 <= ii and 0 <= t < 3 and "
                     "3ii + t < n }")));
  EXPECT_TRUE(in.calls.count("offset(ii)"));
  // y_tmp[i]
  const Expr &target = after.statement("X").assignment->target;
  EXPECT_EQ(target.text, "y_tmp");
  EXPECT_TRUE(poly::equalOn(target.subscripts.at(0),
                            after.statement("X").iterator(2),
                            after.statement("X").domain));
}

TEST_F(DataCopyTest, CornerMayBeACallThatTheOuterLoopsFix) {
  Program program = blockedSpmv(session.ctx());
  auto step = datacopySpec.apply(program, arguments("X", "i", "x"));
  ASSERT_TRUE(bool(step)) << llvm::toString(step.takeError());
  const Statement &in = step->program.statement("x_tmp_in");
  EXPECT_EQ(in.assignment->value.text, "x");
  EXPECT_TRUE(poly::involvesParam(in.assignment->value.subscripts.at(0),
                                  "explicit(p)"));
  EXPECT_FALSE(step->program.statements.count("x_tmp_out"));
  EXPECT_EQ(verify(step->program), "");
  EXPECT_EQ(verdict(program, *step), "");
}

TEST_F(DataCopyTest, WhatIsAssignedFirstIsNotCopiedIn) {
  // for i: for t in [0, 4): { y[i] = 1; y[i] += y[i] }
  KernelBuilder kernel(session.ctx());
  kernel.parameter("n");
  kernel.array("y", {"[n] -> { [(n)] }"});
  Statement &s =
      kernel.statement("S", "[n] -> { S[i,t] : 0 <= i < n and 0 <= t < 4 }");
  s.assignment =
      Assignment{KernelBuilder::access("y", {s.iterator(0)}), Update::Set,
                 Expr::constant("1", ElementType::float64())};
  Statement &u =
      kernel.statement("U", "[n] -> { U[i,t] : 0 <= i < n and 0 <= t < 4 }");
  u.assignment =
      Assignment{KernelBuilder::access("y", {u.iterator(0)}), Update::Add,
                 KernelBuilder::access("y", {u.iterator(0)})};
  ScheduleTree both = ScheduleTree::sequence(
      {ScheduleTree::leaf("S"), ScheduleTree::leaf("U")});
  kernel.tree(kernel.loops({"i", "t"}, {"S", "U"}, both));
  auto step = datacopySpec.apply(kernel.program, arguments("U", "t", "y"));
  ASSERT_TRUE(bool(step)) << llvm::toString(step.takeError());
  EXPECT_EQ(step->program.phases.back().tree.statements(),
            (std::vector<std::string>{"S", "U", "y_tmp_out"}));
  // Only some are assigned first: everything read is copied in.
  kernel.program.statement("S").domain =
      isl::set(session.ctx(), "[n] -> { S[i,t] : 0 <= i < n and 1 <= t < 4 }");
  step = datacopySpec.apply(kernel.program, arguments("U", "t", "y"));
  ASSERT_TRUE(bool(step)) << llvm::toString(step.takeError());
  EXPECT_TRUE(step->program.statements.count("y_tmp_in"));
}

TEST_F(DataCopyTest, ATiledLoopOwnsItsTemporary) {
  // for it = floor(i/4): for i: for j in index(i)..: y[i] += a[j]
  KernelBuilder kernel(session.ctx());
  kernel.parameter("n");
  kernel.array("y", {"[n] -> { [(n)] }"});
  kernel.array("a", {""});
  Statement &s = kernel.statement("S", "[n] -> { S[i,j] : 0 <= i < n }");
  KernelBuilder::segment(s, "index", 0, 1);
  s.assignment =
      Assignment{KernelBuilder::access("y", {s.iterator(0)}), Update::Add,
                 KernelBuilder::access("a", {s.iterator(1)})};
  ScheduleTree nest = kernel.loops({"i", "j"}, {"S"}, ScheduleTree::leaf("S"));
  kernel.tree(ScheduleTree::loop(
      "it", {{"S", poly::floorDiv(s.iterator(0), 4)}}, nest));
  auto step = datacopySpec.apply(kernel.program, arguments("S", "i", "y"));
  ASSERT_TRUE(bool(step)) << llvm::toString(step.takeError());
  EXPECT_EQ(verify(step->program), "");
  EXPECT_EQ(verdict(kernel.program, *step), "");
  const Statement &tiled = step->program.statement("S");
  EXPECT_EQ(tiled.iterators, (std::vector<std::string>{"it", "i", "j"}));
  EXPECT_EQ(step->program.arrays.at("y_tmp").privateDepth, 1);
  EXPECT_EQ(whyNotParallel(step->program, "S", "it"), "");
  // Rows may be empty, so what is copied out was copied in, clipped to n.
  for (const char *copy : {"y_tmp_in", "y_tmp_out"})
    EXPECT_TRUE(step->program.statement(copy).instances().is_equal(
        isl::set(session.ctx(),
                 std::string("[n] -> { ") + copy +
                     "[it, t] : 0 <= it and 0 <= t < 4 and 4it + t < n }")))
        << poly::text(step->program.statement(copy).instances());
}

TEST_F(DataCopyTest, AFootprintWithoutConstantExtentsIsRefused) {
  Program program = blockedSpmv(session.ctx());
  auto step = datacopySpec.apply(program, arguments("X", "p", "x"));
  ASSERT_FALSE(bool(step));
  EXPECT_NE(llvm::toString(step.takeError()).find("no box of constant size"),
            std::string::npos);
}

TEST_F(DataCopyTest, FastestLoopAndPaddingShapeTheTemporary) {
  Program program = blockedSpmv(session.ctx());
  Arguments args = arguments("X", "i", "a");
  args.set("fastest", std::string("i"));
  args.set("pad", 2L);
  auto step = datacopySpec.apply(program, args);
  ASSERT_TRUE(bool(step)) << llvm::toString(step.takeError());
  EXPECT_EQ(verdict(program, *step), "");
  // a[p][i][k] -> a_tmp[0][k][i], the last dimension 3 + 2
  const Array &copy = step->program.arrays.at("a_tmp");
  EXPECT_EQ(poly::constantValue(*copy.extents.at(2)), 5);
  const Statement &x = step->program.statement("X");
  const Expr &read = x.assignment->value.operands.at(0);
  EXPECT_TRUE(poly::equalOn(read.subscripts.at(2), x.iterator(2), x.domain));
  EXPECT_TRUE(poly::equalOn(read.subscripts.at(1), x.iterator(3), x.domain));
}

} // namespace
