//===- VisitedHullTest.cpp - where generated loops may go -----------------===//

#include "sparsec/Poly/VisitedHull.h"

#include <gtest/gtest.h>

namespace sparsec {
namespace {

class VisitedHullTest : public testing::Test {
protected:
  void expectHull(const char *text, const char *hull) {
    isl::set visited = poly::visitedHull(isl::set(session.ctx(), text));
    EXPECT_TRUE(visited.is_equal(isl::set(session.ctx(), hull)))
        << poly::text(visited);
  }

  Session session;
};

TEST_F(VisitedHullTest, ConditionsOnParametersAndFloorsMayBeAskedInside) {
  expectHull("[n, m] -> { [i] : m >= 1 and 0 <= i < n and i mod 2 = 0 }",
             "[n, m] -> { [i] : 0 <= i < n }");
}

TEST_F(VisitedHullTest, TheBoundsOfOneIterationAreNone) {
  expectHull("[n] -> { [i] : i = 0 and i < n }", "[n] -> { [i] : i = 0 }");
  expectHull("[n] -> { [i] : 0 <= i <= 1 and i < n and i mod 2 = 0 }",
             "[n] -> { [i] : i = 0 }");
  expectHull("[n] -> { [i] : 0 <= i < n and n - 2 <= i and i mod 2 = 0 }",
             "[n] -> { [i] : n - 2 <= i < n and i mod 2 = 0 }");
}

TEST_F(VisitedHullTest, OneIterationOfEachTileLeavesTheTiles) {
  expectHull("[n] -> { [t, i] : 0 <= t < n and 4 t <= i < 4 t + 4 and "
             "i mod 4 = 0 and i < 4 n }",
             "[n] -> { [t, i] : 0 <= t < n and i = 4 t }");
}

} // namespace
} // namespace sparsec
