//===- OrderTests.cpp - permute, tile, skew, shift ------------------------===//

#include "Kernels.h"

namespace sparsec {
extern const TransformSpec permuteSpec, tileSpec, skewSpec, shiftSpec;
}

using namespace sparsec;
using namespace sparsec::test;
using Texts = std::vector<std::string>;
using Numbers = std::vector<long>;

namespace {

Arguments tileArgs(const std::string &statement, Texts loops, Texts sizes) {
  Arguments args = on(statement);
  args.set("loops", std::move(loops));
  args.set("sizes", std::move(sizes));
  return args;
}

Arguments permuteArgs(const std::string &statement, Texts order) {
  Arguments args = on(statement);
  args.set("loops", std::move(order));
  return args;
}

TEST(Permute, OrdersTheNamedLoopsInTheirOwnPlaces) {
  Kernel kernel;
  makeDense(kernel);
  StepResult all =
      run(kernel.program, permuteSpec, permuteArgs("S", {"j", "i", "k"}));
  EXPECT_EQ(loops(all.program, "S"), "j, i, k");
  EXPECT_FALSE(keepsOrder(kernel.program, all));
  StepResult some =
      run(kernel.program, permuteSpec, permuteArgs("S", {"j", "i"}));
  EXPECT_EQ(loops(some.program, "S"), "j, k, i");
  EXPECT_TRUE(hasValue(some.program, "S", "i", "{ S[i,k,j] -> [(i)] }"));
}

TEST(Permute, WarnsWhenNothingChanges) {
  Kernel kernel;
  makeDense(kernel);
  StepResult same =
      run(kernel.program, permuteSpec, permuteArgs("S", {"i", "k"}));
  EXPECT_EQ(same.warnings.size(), 1u);
}

TEST(Permute, RefusesAnImperfectNest) {
  Kernel kernel;
  makeImperfect(kernel);
  std::string why =
      refusal(kernel.program, permuteSpec, permuteArgs("S1", {"j", "i"}));
  EXPECT_NE(why.find("not perfectly nested"), std::string::npos) << why;
}

TEST(Permute, NamesTheLoopsThereAre) {
  Kernel kernel;
  makeSpmv(kernel);
  EXPECT_EQ(refusal(kernel.program, permuteSpec, permuteArgs("S", {"q", "i"})),
            "no loop 'q' around 'S'; the loops are: i, j");
}

TEST(Tile, CountsTilesAndPoints) {
  Kernel kernel;
  makeSpmv(kernel);
  StepResult tiled =
      run(kernel.program, tileSpec, tileArgs("S", {"j"}, {"32"}));
  EXPECT_EQ(loops(tiled.program, "S"), "i, jj, j");
  EXPECT_TRUE(
      hasValue(tiled.program, "S", "jj", "{ S[i,j] -> [(floor(j/32))] }"));
  EXPECT_TRUE(hasValue(tiled.program, "S", "j", "{ S[i,j] -> [(j mod 32)] }"));
  EXPECT_TRUE(keepsOrder(kernel.program, tiled));
  EXPECT_TRUE(tiled.warnings.empty());
}

TEST(Tile, StridedKeepsTheValues) {
  Kernel kernel;
  makeSpmv(kernel);
  Arguments args = tileArgs("S", {"i"}, {"4"});
  args.set("method", std::string("strided"));
  args.set("outer", Texts{"block"});
  StepResult tiled = run(kernel.program, tileSpec, args);
  EXPECT_EQ(loops(tiled.program, "S"), "block, i, j");
  EXPECT_TRUE(
      hasValue(tiled.program, "S", "block", "{ S[i,j] -> [(4*floor(i/4))] }"));
  EXPECT_TRUE(hasValue(tiled.program, "S", "i", "{ S[i,j] -> [(i)] }"));
}

TEST(Tile, SeveralLoopsPutTilesFirst) {
  Kernel kernel;
  makeDense(kernel);
  StepResult tiled =
      run(kernel.program, tileSpec, tileArgs("S", {"i", "j"}, {"8", "16"}));
  EXPECT_EQ(loops(tiled.program, "S"), "ii, jj, i, k, j");
  EXPECT_FALSE(keepsOrder(kernel.program, tiled));
}

TEST(Tile, LevelMovesTheTileLoopOutward) {
  Kernel kernel;
  makeSpmv(kernel);
  Arguments args = tileArgs("S", {"j"}, {"32"});
  args.set("level", 1L);
  StepResult tiled = run(kernel.program, tileSpec, args);
  EXPECT_EQ(loops(tiled.program, "S"), "jj, i, j");
  EXPECT_TRUE(keepsOrder(kernel.program, tiled)) << "rows are in order";
  Kernel dense;
  makeDense(dense);
  EXPECT_FALSE(keepsOrder(dense.program, run(dense.program, tileSpec, args)));
}

TEST(Tile, EditsTheLoopOfAllStatements) {
  Kernel kernel;
  makeImperfect(kernel);
  StepResult tiled =
      run(kernel.program, tileSpec, tileArgs("S1", {"i"}, {"4"}));
  EXPECT_EQ(loops(tiled.program, "S0"), "ii, i");
  EXPECT_EQ(loops(tiled.program, "S1"), "ii, i, j");
  EXPECT_TRUE(
      hasValue(tiled.program, "S2", "ii", "{ S2[i] -> [(floor(i/4))] }"));
}

TEST(Tile, WarnsOfASingleTile) {
  Kernel kernel;
  makeDense(kernel);
  StepResult tiled =
      run(kernel.program, tileSpec, tileArgs("S", {"j"}, {"100"}));
  ASSERT_EQ(tiled.warnings.size(), 1u);
  EXPECT_EQ(tiled.warnings[0],
            "loop 'jj' has a single trip: 'j' stays below 100");
  EXPECT_TRUE(run(kernel.program, tileSpec, tileArgs("S", {"j"}, {"99"}))
                  .warnings.empty());
}

TEST(Tile, ParameterNeedsAProof) {
  Kernel kernel;
  makeSpmv(kernel);
  std::string why =
      refusal(kernel.program, tileSpec, tileArgs("S", {"j"}, {"M"}));
  EXPECT_NE(why.find("cannot prove 0 <= j < M"), std::string::npos) << why;

  // The same loop relative to its row, with row_length(index) <= M.
  Program &program = kernel.program;
  ScheduleTree *loop = program.executePhase().tree.findLoop("S", "j");
  isl::space space = program.statement("S").space();
  loop->values["S"] = loop->values["S"].sub(poly::parameter(space, "index(i)"));
  EXPECT_NE(refusal(program, tileSpec, tileArgs("S", {"j"}, {"M"})), "");
  Fact fact;
  fact.kind = Fact::Kind::RowLength;
  fact.arrays = {"index"};
  fact.upper = isl::pw_aff(program.context.ctx(), "[M] -> { [(M)] }");
  program.facts.push_back(fact);
  StepResult tiled = run(program, tileSpec, tileArgs("S", {"j"}, {"M"}));
  EXPECT_TRUE(hasValue(tiled.program, "S", "jj", "{ S[i,j] -> [(0)] }"));
}

TEST(Tile, RefusesBadSizesAndNames) {
  Kernel kernel;
  makeDense(kernel);
  EXPECT_EQ(refusal(kernel.program, tileSpec, tileArgs("S", {"j"}, {"0"})),
            "a tile size must be at least 1, not 0");
  EXPECT_NE(refusal(kernel.program, tileSpec, tileArgs("S", {"j"}, {"Q"})), "");
  Arguments args = tileArgs("S", {"j"}, {"4"});
  args.set("outer", Texts{"i"});
  EXPECT_NE(refusal(kernel.program, tileSpec, args).find("already called 'i'"),
            std::string::npos);
  args.set("outer", Texts{"n"});
  EXPECT_NE(refusal(kernel.program, tileSpec, args), "");
}

TEST(Skew, AddsAMultipleOfAnOuterLoop) {
  Kernel kernel;
  makeDense(kernel);
  Arguments args = on("S");
  args.set("loop", std::string("k"));
  args.set("by", Texts{"i"});
  args.set("factors", Numbers{-1});
  StepResult skewed = run(kernel.program, skewSpec, args);
  EXPECT_TRUE(hasValue(skewed.program, "S", "k", "{ S[i,k,j] -> [(k - i)] }"));
  EXPECT_TRUE(keepsOrder(kernel.program, skewed));
  args.set("by", Texts{"j"});
  EXPECT_FALSE(keepsOrder(kernel.program, run(kernel.program, skewSpec, args)));
}

TEST(Skew, RefusesALoopThatIsNotAroundAll) {
  Kernel kernel;
  makeImperfect(kernel);
  Arguments args = on("S1");
  args.set("loop", std::string("i"));
  args.set("by", Texts{"j"});
  args.set("factors", Numbers{1});
  EXPECT_EQ(refusal(kernel.program, skewSpec, args),
            "loop 'j' is not around statement 'S0', which loop 'i' also holds");
}

TEST(Shift, MovesTheValuesOfAllStatements) {
  Kernel kernel;
  makeImperfect(kernel);
  Arguments args = on("S0");
  args.set("loop", std::string("i"));
  args.set("by", -3L);
  StepResult shifted = run(kernel.program, shiftSpec, args);
  EXPECT_TRUE(hasValue(shifted.program, "S1", "i", "{ S1[i,j] -> [(i - 3)] }"));
  EXPECT_TRUE(keepsOrder(kernel.program, shifted));
}

} // namespace
