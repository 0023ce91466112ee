//===- SingleValuedTest.cpp - functions among relations -------------------===//

#include "sparsec/Poly/SingleValued.h"

#include <gtest/gtest.h>

namespace sparsec {
namespace {

class SingleValuedTest : public testing::Test {
protected:
  bool isFunction(const char *text) {
    return poly::isSingleValued(isl::map(session.ctx(), text));
  }

  Session session;
};

TEST_F(SingleValuedTest, ATileHasSeveralIterationsAlsoWhereItIsNotTheFirst) {
  EXPECT_FALSE(
      isFunction("[n] -> { [t] -> [i] : 0 <= i < n and 0 <= i - 4 t < 4 }"));
  EXPECT_FALSE(isFunction("{ [t] -> [i] : t >= 3 and t <= i <= t + 1 }"));
  EXPECT_FALSE(isFunction("{ [t, u] -> [i] : t = 7 and 0 <= i <= u <= 5 }"));
}

TEST_F(SingleValuedTest, OneValueAtZeroSaysNothingOfOtherPoints) {
  EXPECT_FALSE(isFunction("{ [t] -> [i] : 0 <= i <= t <= 9 }"));
  EXPECT_TRUE(isFunction("{ [t] -> [i] : i = t and 0 <= t <= 9 }"));
}

TEST_F(SingleValuedTest, TilesAndThePlaceInThemAreOneIteration) {
  EXPECT_TRUE(isFunction("[n] -> { [t, u] -> [i] : i = 4 t + u and 0 <= u < 4 "
                         "and 0 <= i < n }"));
  EXPECT_TRUE(isFunction("{ [t] -> [i] : false }"));
  EXPECT_TRUE(isFunction("{ [] -> [i] : i = 3 }"));
}

TEST_F(SingleValuedTest, ASubsetIsOneHoweverItIsWritten) {
  isl::set part(session.ctx(), "{ [i] : 0 <= i < 4 }");
  EXPECT_TRUE(poly::isSubset(part, part));
  EXPECT_TRUE(poly::isSubset(part, isl::set(session.ctx(), "{ [i] : i < 9 }")));
  EXPECT_FALSE(
      poly::isSubset(isl::set(session.ctx(), "{ [i] : i < 9 }"), part));
}

} // namespace
} // namespace sparsec
