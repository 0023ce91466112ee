//===- BoundTests.cpp - shift_to, normalize, reverse, unroll --------------===//

#include "Kernels.h"

namespace sparsec {
extern const TransformSpec shift_toSpec, normalizeSpec, reverseSpec, unrollSpec,
    tileSpec;
}

using namespace sparsec;
using namespace sparsec::test;

namespace {

Arguments loopArgs(const std::string &statement, const std::string &loop) {
  Arguments args = on(statement);
  args.set("loop", loop);
  return args;
}

TEST(ShiftTo, MovesTheLowerBound) {
  Kernel kernel;
  makeImperfect(kernel);
  Arguments args = loopArgs("S1", "i");
  args.set("start", 5L);
  StepResult step = run(kernel.program, shift_toSpec, args);
  EXPECT_TRUE(hasValue(step.program, "S2", "i", "{ S2[i] -> [(i + 5)] }"));
  EXPECT_TRUE(hasValue(step.program, "S1", "i", "{ S1[i,j] -> [(i + 5)] }"));
  args.set("start", 0L);
  EXPECT_EQ(run(kernel.program, shift_toSpec, args).warnings.size(), 1u);
}

TEST(ShiftTo, RefusesABoundFromAnIndexArray) {
  Kernel kernel;
  makeSpmv(kernel);
  Arguments args = loopArgs("S", "j");
  args.set("start", 0L);
  EXPECT_EQ(refusal(kernel.program, shift_toSpec, args),
            "loop 'j' starts at index(i), which depends on an index array; use "
            "normalize(S, \"j\")");
}

TEST(Normalize, MakesInstancesRelativeToTheRow) {
  Kernel kernel;
  makeImperfect(kernel);
  StepResult step = run(kernel.program, normalizeSpec, loopArgs("S1", "j"));
  EXPECT_TRUE(keepsOrder(kernel.program, step));
  EXPECT_TRUE(hasValue(step.program, "S1", "j", "{ S1[i,j] -> [(j)] }"));
  const Statement &made = step.program.statement("S1");
  EXPECT_TRUE(made.domain.is_equal(isl::set(
      kernel.session.ctx(), "[n] -> { S1[i,j] : 0 <= i < n and 0 <= j }")))
      << poly::text(made.domain);
  isl::set image = made.instances().apply(step.instanceMaps[0].map.as_map());
  EXPECT_TRUE(image.is_equal(kernel.program.statement("S1").instances()));
}

TEST(Normalize, TakesTheRowLengthIntoTheDomain) {
  Kernel kernel;
  makeSpmv(kernel);
  Fact fact;
  fact.kind = Fact::Kind::RowLength;
  fact.arrays = {"index"};
  fact.upper = isl::pw_aff(kernel.session.ctx(), "[M] -> { [(M)] }");
  kernel.program.facts.push_back(fact);
  StepResult step = run(kernel.program, normalizeSpec, loopArgs("S", "j"));
  EXPECT_TRUE(step.program.statement("S").domain.is_equal(
      isl::set(kernel.session.ctx(),
               "[n, M] -> { S[i,j] : 0 <= i < n and 0 <= j < M }")))
      << poly::text(step.program.statement("S").domain);

  Arguments args = on("S");
  args.set("loops", std::vector<std::string>{"j"});
  args.set("sizes", std::vector<std::string>{"M"});
  StepResult tiled = run(step.program, tileSpec, args);
  EXPECT_TRUE(hasValue(tiled.program, "S", "jj", "{ S[i,j] -> [(0)] }"));
}

TEST(Normalize, WarnsWhenTheLoopStartsAtZero) {
  Kernel kernel;
  makeDense(kernel);
  EXPECT_EQ(
      run(kernel.program, normalizeSpec, loopArgs("S", "k")).warnings.size(),
      1u);
}

TEST(Reverse, NegatesTheValue) {
  Kernel kernel;
  makeDense(kernel);
  StepResult step = run(kernel.program, reverseSpec, loopArgs("S", "k"));
  EXPECT_TRUE(hasValue(step.program, "S", "k", "{ S[i,k,j] -> [(-k)] }"));
  EXPECT_FALSE(keepsOrder(kernel.program, step));
}

TEST(Unroll, FullNeedsAConstantNumberOfTrips) {
  Kernel kernel;
  makeDense(kernel);
  StepResult step = run(kernel.program, unrollSpec, loopArgs("S", "j"));
  EXPECT_EQ(step.program.executePhase().tree.findLoop("S", "j")->marks.unroll,
            0u);
  std::string why = refusal(kernel.program, unrollSpec, loopArgs("S", "k"));
  EXPECT_NE(why.find("no constant number of iterations"), std::string::npos)
      << why;
}

TEST(Unroll, FactorIsAMark) {
  Kernel kernel;
  makeSpmv(kernel);
  Arguments args = loopArgs("S", "j");
  args.set("factor", 4L);
  StepResult step = run(kernel.program, unrollSpec, args);
  EXPECT_EQ(step.program.executePhase().tree.findLoop("S", "j")->marks.unroll,
            4u);
}

TEST(Unroll, JamSplitsTilesAndSinksThePoints) {
  Kernel kernel;
  makeDense(kernel);
  Arguments args = loopArgs("S", "i");
  args.set("factor", 4L);
  args.set("jam", true);
  StepResult step = run(kernel.program, unrollSpec, args);
  EXPECT_FALSE(keepsOrder(kernel.program, step));
  EXPECT_EQ(loops(step.program, "S_main"), "i, k, j, ii");
  EXPECT_EQ(loops(step.program, "S_remainder"), "i, k, j");
  const ScheduleTree &tree = step.program.executePhase().tree;
  EXPECT_EQ(tree.findLoop("S_main", "ii")->marks.unroll, 0u);
  EXPECT_TRUE(hasValue(step.program, "S_main", "i",
                       "{ S_main[i,k,j] -> [(4*floor(i/4))] }"));
  // 100 is a multiple of 4: no remainder.
  args = loopArgs("S", "j");
  args.set("factor", 4L);
  args.set("jam", true);
  EXPECT_EQ(refusal(kernel.program, unrollSpec, args),
            "loop 'jj' is the innermost one: there is nothing to jam");
}

} // namespace
