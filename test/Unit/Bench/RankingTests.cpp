//===- RankingTests.cpp - which candidate is the fastest ------------------===//
#include "sparsec/Bench/Ranking.h"

#include <gtest/gtest.h>

using namespace sparsec::bench;

namespace {

Measured measured(const std::string &recipe, double median, bool isDropped) {
  Measured one;
  one.row.recipe = recipe;
  one.row.timing.execute = {median, median, median};
  one.row.timing.isDropped = isDropped;
  return one;
}

TEST(Ranking, TellsAnOutlierFromADifference) {
  const Sample fast = {1, 0.95, 1.05};
  EXPECT_TRUE(isDifferent(fast, {2, 1.9, 2.1}));
  EXPECT_FALSE(isDifferent(fast, {1.08, 1.06, 1.1}));
  // Three of five rounds were disturbed: the least is from the others.
  EXPECT_FALSE(isDifferent(fast, {20, 1, 22}));
  EXPECT_FALSE(isDifferent({1, 1, 21}, {20, 19, 22}));
  // All rounds take as long as one disturbed round of the other.
  EXPECT_FALSE(isDifferent({1, 0.95, 2}, {3, 2, 3.1}));
  EXPECT_TRUE(isDifferent({1, 0.95, 1.5}, {3, 2, 3.1}));
}

TEST(Ranking, ComparesNothingThatWasDropped) {
  const Measured stayed = measured("a", 2, false), out = measured("b", 1, true);
  EXPECT_EQ(describeGroup({stayed, out}, 0),
            "only a was timed to the end; dropped early: b");
  EXPECT_EQ(describeGroup({out, out}, 0),
            "none was timed to the end; dropped early: b, b");
  EXPECT_EQ(describeGroup({stayed, measured("c", 3, false), out}, 0),
            "a is the fastest, c takes 50.0% longer (spread 0.0%); dropped "
            "early: b");
}

TEST(Ranking, CountsTheNamesThatItLeavesOut) {
  EXPECT_EQ(listOf({"a", "b", "c", "d"}), "a, b, c, d");
  EXPECT_EQ(listOf({"a", "b", "c", "d", "e"}), "a, b, c, d and 1 other");
  EXPECT_EQ(listOf({"a", "b", "c", "d", "e", "f"}), "a, b, c, d and 2 others");
}

} // namespace
