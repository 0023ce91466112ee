//===- SplitTests.cpp - split, split_with_alignment, peel -----------------===//

#include "Kernels.h"

namespace sparsec {
extern const TransformSpec splitSpec, split_with_alignmentSpec, peelSpec;
}

using namespace sparsec;
using namespace sparsec::test;

namespace {

Arguments splitArgs(const std::string &statement, const std::string &loop,
                    const std::string &condition) {
  Arguments args = on(statement);
  args.set("loop", loop);
  args.set("condition", condition);
  return args;
}

Arguments countArgs(const std::string &statement, const std::string &loop,
                    const std::string &name, long count) {
  Arguments args = on(statement);
  args.set("loop", loop);
  args.set(name, count);
  return args;
}

/// The instances of all new statements that come from \p old, `{ S[..] }`, must
/// be disjoint and make up those of \p old.
void expectPartition(const Program &before, const StepResult &step,
                     const std::string &old) {
  isl::set all = before.statement(old).instances();
  isl::set covered = isl::set::empty(all.space());
  for (const InstanceMap &map : step.instanceMaps) {
    if (map.oldStatement != old)
      continue;
    isl::set image = step.program.statement(map.newStatement)
                         .instances()
                         .apply(map.map.as_map());
    EXPECT_TRUE(covered.intersect(image).is_empty());
    covered = covered.unite(image);
  }
  EXPECT_TRUE(covered.is_equal(all)) << poly::text(covered);
}

TEST(Split, MakesTwoLoopsInOrder) {
  Kernel kernel;
  makeSpmv(kernel);
  StepResult step =
      run(kernel.program, splitSpec, splitArgs("S", "j", "j < 8"));
  EXPECT_EQ(step.program.executePhase().tree.statements(),
            (std::vector<std::string>{"S_first", "S_second"}));
  EXPECT_EQ(loops(step.program, "S_first"), "i, j");
  EXPECT_TRUE(keepsOrder(kernel.program, step));
  ASSERT_EQ(step.made.size(), 2u);
  EXPECT_EQ(step.made[0].role, "first");
  EXPECT_EQ(step.program.statements.count("S"), 0u);
  expectPartition(kernel.program, step, "S");
}

TEST(Split, KnowsWhenTheOrderChanges) {
  Kernel kernel;
  makeSpmv(kernel);
  auto keeps = [&](const std::string &loop, const std::string &condition) {
    return keepsOrder(kernel.program, run(kernel.program, splitSpec,
                                          splitArgs("S", loop, condition)));
  };
  EXPECT_FALSE(keeps("j", "j >= 8"));
  EXPECT_FALSE(keeps("i", "i mod 2 = 0"));
  EXPECT_TRUE(keeps("j", "j < i"));
}

TEST(Split, SplitsAllStatementsOfASharedLoop) {
  Kernel kernel;
  makeImperfect(kernel);
  StepResult step =
      run(kernel.program, splitSpec, splitArgs("S1", "i", "i < 10"));
  EXPECT_TRUE(keepsOrder(kernel.program, step));
  EXPECT_EQ(step.made[0].statement, "S1_first");
  EXPECT_EQ(step.program.executePhase().tree.statements(),
            (std::vector<std::string>{"S0_first", "S1_first", "S2_first",
                                      "S0_second", "S1_second", "S2_second"}));
  for (const char *name : {"S0", "S1", "S2"})
    expectPartition(kernel.program, step, name);
}

TEST(Split, RefusesWhatItCannotReadAndEmptyParts) {
  Kernel kernel;
  makeDense(kernel);
  std::string why =
      refusal(kernel.program, splitSpec, splitArgs("S", "k", "j < 3"));
  EXPECT_NE(why.find("the loops i, k and the parameters n, m"),
            std::string::npos)
      << why;
  EXPECT_EQ(refusal(kernel.program, splitSpec, splitArgs("S", "j", "j < 100")),
            "the part 'second' of loop 'j' has no iterations: there is nothing "
            "to split");
}

TEST(SplitWithAlignment, CutsBetweenIndexArrayBounds) {
  Kernel kernel;
  makeSpmv(kernel);
  StepResult step = run(kernel.program, split_with_alignmentSpec,
                        countArgs("S", "j", "multiple", 4));
  EXPECT_TRUE(keepsOrder(kernel.program, step));
  expectPartition(kernel.program, step, "S");
  isl::set main = step.program.statement("S_main").instances();
  isl::set expected(
      kernel.session.ctx(),
      "[n, lo, hi] -> { S_main[i, j] : 0 <= i < n and lo <= j < lo + "
      "4*floor((hi - lo)/4) }");
  expected = poly::renameParam(expected, "lo", "index(i)");
  expected = poly::renameParam(expected, "hi", "index(i + 1)");
  EXPECT_TRUE(main.is_equal(
      expected.intersect(step.program.statement("S_main").instances())));
  EXPECT_TRUE(expected.is_subset(main)) << poly::text(main);
}

TEST(Peel, TakesTheFirstOrLastIterations) {
  Kernel kernel;
  makeImperfect(kernel);
  StepResult first =
      run(kernel.program, peelSpec, countArgs("S1", "i", "count", 2));
  EXPECT_TRUE(keepsOrder(kernel.program, first));
  EXPECT_EQ(first.made[0].statement, "S1_peeled");
  isl::set peeled = first.program.statement("S0_peeled").instances();
  EXPECT_TRUE(peeled.is_equal(isl::set(
      kernel.session.ctx(), "[n] -> { S0_peeled[i] : 0 <= i < n and i < 2 }")));

  Arguments args = countArgs("S1", "j", "count", 1);
  args.set("side", std::string("last"));
  StepResult last = run(kernel.program, peelSpec, args);
  EXPECT_TRUE(keepsOrder(kernel.program, last));
  EXPECT_EQ(last.made[0].statement, "S1_rest");
  EXPECT_EQ(last.made[1].statement, "S1_peeled");
  expectPartition(kernel.program, last, "S1");
}

} // namespace
