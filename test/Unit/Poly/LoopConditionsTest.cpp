//===- LoopConditionsTest.cpp - what printed bounds say -------------------===//

#include "sparsec/Poly/LoopConditions.h"

#include "gtest/gtest.h"

using namespace sparsec;

namespace {

class LoopConditionsTest : public testing::Test {
protected:
  isl::set set(const char *text) { return isl::set(session.ctx(), text); }

  /// Whether the last dimension of \p values has the bounds \p text, which say
  /// \p within.
  void check(const char *values, const char *text, const char *within) {
    poly::LoopInterval interval = poly::intervalOf(set(values), {"i", "j"});
    EXPECT_EQ(interval.text, text);
    EXPECT_TRUE(interval.within.is_equal(set(within)))
        << poly::text(interval.within);
  }

  Session session;
};

TEST_F(LoopConditionsTest, DivisionsHaveValuesWhereTheyLeaveARest) {
  check("[k] -> { L[i, j] : i mod 2 = 1 and 2j >= i - 1 and 0 < i and j < k }",
        "[(i + 1) / 2 - 1, k - 1]",
        "[k] -> { L[i, j] : j >= floor((i + 1) / 2) - 1 and j < k }");
}

TEST_F(LoopConditionsTest, RemaindersAreOfNegativeValuesToo) {
  check("[n] -> { L[i] : 0 <= i < n and i mod 3 = 0 }",
        "[0, -((n - 1) % 3) + n - 1]",
        "[n] -> { L[i] : 0 <= i <= 3 * floor((n - 1) / 3) }");
}

TEST_F(LoopConditionsTest, TheLastOfSeveralPiecesHasNoCondition) {
  check("[n] -> { L[i] : 0 <= i < n and (i = 0 or i >= 2) }",
        "[0, n <= 2 ? 0 : n - 1]",
        "[n] -> { L[i] : 0 <= i and ((n <= 2 and i = 0) or (n > 2 and i < n)) "
        "}");
}

TEST_F(LoopConditionsTest, LoopsWithoutBoundsOrValues) {
  check("{ L[i, j] : j >= i }", "all values", "{ L[i, j] }");
  check("{ L[i, j] : false }", "no values", "{ L[i, j] : false }");
}

TEST_F(LoopConditionsTest, ConditionsAreWrittenOnce) {
  EXPECT_EQ(poly::conditionText(
                set("[m] -> { L[i] : (m >= 3 and i >= 4) or m >= 3 }"), {"i"}),
            "m >= 3");
  EXPECT_EQ(poly::conditionText(set("{ L[i] }"), {"i"}), "");
}

} // namespace
