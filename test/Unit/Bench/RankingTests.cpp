//===- RankingTests.cpp - which candidate is the fastest ------------------===//
#include "sparsec/Bench/Ranking.h"

#include <gtest/gtest.h>

using namespace sparsec::bench;

namespace {

TEST(Ranking, CountsTheNamesThatItLeavesOut) {
  EXPECT_EQ(listOf({"a", "b", "c", "d"}), "a, b, c, d");
  EXPECT_EQ(listOf({"a", "b", "c", "d", "e"}), "a, b, c, d and 1 other");
  EXPECT_EQ(listOf({"a", "b", "c", "d", "e", "f"}), "a, b, c, d and 2 others");
}

} // namespace
