//===- PathsTests.cpp - shortest paths and what they rest on --------------===//

#include "DifferencePaths.h"

#include "gtest/gtest.h"

using namespace sparsec;

namespace {

TEST(DifferencePaths, BoundsAddUpWithTheirReasons) {
  DifferencePaths paths(4);
  paths.add(1, 2, 3, 0b001);
  paths.add(2, 3, -1, 0b010);
  EXPECT_EQ(paths.bound(1, 3), 2);
  EXPECT_EQ(paths.why(1, 3), 0b011u);
  EXPECT_EQ(paths.bound(3, 1), DifferencePaths::unbounded);
  paths.add(1, 3, 5, 0b100);
  EXPECT_EQ(paths.why(1, 3), 0b011u) << "a weaker bound says nothing";
}

TEST(DifferencePaths, ACycleBelowZeroNamesItsFacts) {
  DifferencePaths paths(4);
  paths.add(1, 2, -1, 0b0001);
  paths.add(0, 3, 7, 0b1000);
  paths.add(2, 3, 0, 0b0010);
  EXPECT_FALSE(paths.isEmpty());
  paths.add(3, 1, 0, 0b0100);
  EXPECT_TRUE(paths.isEmpty());
  EXPECT_EQ(paths.conflict(), 0b0111u);
}

TEST(DifferencePaths, ASumBoundsEachDifference) {
  // x + y <= z + w, w <= y - 2: x <= z - 2.
  DifferencePaths paths(5);
  paths.add(4, 2, -2, 0b01);
  paths.addSum({1, 0}, {2, 0}, {3, 0}, {4, 0}, 0b10);
  EXPECT_EQ(paths.bound(1, 3), -2);
  EXPECT_EQ(paths.why(1, 3), 0b11u);
  EXPECT_EQ(paths.bound(2, 3), DifferencePaths::unbounded);
}

TEST(DifferencePaths, RangesKnowTheirSign) {
  DifferencePaths paths(3);
  paths.add(1, 2, -1, 0b1);
  DifferencePaths::Range range = paths.range({1, 0}, {2, 0});
  EXPECT_EQ(range.sign(), -1);
  EXPECT_EQ(range.whySign(), 0b1u);
  EXPECT_EQ(paths.range({1, 1}, {2, 0}).sign(), 0);
  EXPECT_EQ(paths.range({2, 0}, {1, 0}).sign(), 1);
  EXPECT_TRUE(paths.range({2, 4}, {2, 4}).isZero());
}

TEST(DifferencePaths, NewsLastsForTwoRounds) {
  constexpr unsigned count = 70; // two words
  auto nodes = [](std::initializer_list<unsigned> all) {
    NodePairs::Nodes result(NodePairs::wordsFor(count));
    for (unsigned node : all)
      NodePairs::insert(result, node);
    return result;
  };
  DifferencePaths paths(count);
  EXPECT_FALSE(paths.beginRound());
  paths.add(1, 2, 0, 0);
  ASSERT_TRUE(paths.beginRound());
  paths.add(2, 68, 0, 0); // and 1 - 68
  EXPECT_TRUE(paths.isNews(nodes({1}), nodes({2}))) << "of the round before";
  EXPECT_TRUE(paths.isNews(nodes({1}), nodes({68}))) << "by the path over 2";
  EXPECT_FALSE(paths.isNews(nodes({1}), nodes({67})));
  ASSERT_TRUE(paths.beginRound());
  EXPECT_FALSE(paths.isNews(nodes({1}), nodes({2}))) << "drawn by now";
  EXPECT_TRUE(paths.isNews(nodes({2, 68}), nodes({}))) << "both of one call";
  paths.add(1, 2, 5, 0);
  EXPECT_FALSE(paths.beginRound()) << "a weaker bound says nothing";
}

TEST(DifferencePaths, ThatAVariableExistsIsNews) {
  DifferencePaths paths(2);
  NodePairs::Nodes one(1);
  NodePairs::insert(one, 1);
  paths.activate(1, 0);
  ASSERT_TRUE(paths.beginRound());
  EXPECT_TRUE(paths.isNews(one, one));
  paths.activate(1, 0);
  EXPECT_FALSE(paths.beginRound());
}

} // namespace
