//===- EvenOddTests.cpp - the model of docs/guide/writing-a-transformation ===//

#include "Kernels.h"

namespace sparsec {
extern const TransformSpec even_oddSpec;
}

using namespace sparsec;
using namespace sparsec::test;

namespace {

Arguments onLoop(const std::string &statement, const std::string &loop) {
  Arguments args = on(statement);
  args.set("loop", loop);
  return args;
}

/// for i in [1, n): y[i] = y[i - distance]
void makeChain(Kernel &kernel, int distance) {
  kernel.parameter("n");
  kernel.array("y", 1);
  Statement &chain =
      kernel.statement("S", {"i"}, "[n] -> { S[i] : 2 <= i < n }", "{ S[i] }");
  isl::pw_aff i = chain.iterator(0);
  chain.assignment = Assignment{
      Expr::access("y", {i}, ElementType::float64()), Update::Set,
      Expr::access("y", {i.add_constant(-distance)}, ElementType::float64())};
  kernel.execute(kernel.loop("i", ScheduleTree::leaf("S")));
}

TEST(EvenOdd, MakesTwoLoopsThatTheCheckerAccepts) {
  Kernel kernel;
  makeImperfect(kernel);
  Arguments args = onLoop("S1", "i");
  auto step = applyChecked(even_oddSpec, kernel.program, args);
  ASSERT_TRUE(bool(step)) << llvm::toString(step.takeError());
  EXPECT_EQ(verify(step->program), "");
  EXPECT_EQ(step->program.executePhase().tree.statements(),
            (std::vector<std::string>{"S0_even", "S1_even", "S2_even", "S0_odd",
                                      "S1_odd", "S2_odd"}));
  ASSERT_EQ(step->made.size(), 6u);
  EXPECT_EQ(step->made[0].role, "even");
}

TEST(EvenOdd, FollowsDependencesOfIterationsOfOneParity) {
  Kernel kernel;
  makeChain(kernel, 2);
  auto step = applyChecked(even_oddSpec, kernel.program, onLoop("S", "i"));
  EXPECT_TRUE(bool(step)) << llvm::toString(step.takeError());
}

TEST(EvenOdd, IsRefusedWhereOddIterationsComeBefore) {
  Kernel kernel;
  makeChain(kernel, 1);
  auto step = applyChecked(even_oddSpec, kernel.program, onLoop("S", "i"));
  ASSERT_FALSE(bool(step));
  EXPECT_EQ(llvm::toString(step.takeError()),
            "'y': S[i'] reads what an earlier S[i] writes (carried by loop "
            "'i'), but would no longer run after it");
}

TEST(EvenOdd, NamesTheLoopsThereAre) {
  Kernel kernel;
  makeSpmv(kernel);
  EXPECT_EQ(refusal(kernel.program, even_oddSpec, onLoop("S", "q")),
            "no loop 'q' around 'S'; the loops are: i, j");
}

} // namespace
