//===- DivisionsTest.cpp --------------------------------------------------===//

#include "sparsec/Poly/Divisions.h"

#include "gtest/gtest.h"

using namespace sparsec;

namespace {

TEST(Divisions, KeepThePointsOfASet) {
  Session session;
  for (const char *text :
       {"[n] -> { S[i, j] : exists a, b : i = 8a + b and j = 8b + a and "
        "0 <= b < 8 and 0 <= a < n }",
        "[n] -> { S[i, j] : exists a : 3a <= i and 2a >= j and a < n }",
        "{ S[i, j] : exists a : 2a = i and 0 <= i < j }",
        "{ S[i, j] : i < j or exists a : i = 3a }", "{ S[i] : 1 = 0 }"}) {
    const isl::set whole(session.ctx(), text);
    EXPECT_TRUE(poly::withDivisions(whole).is_equal(whole)) << text;
  }
}

/// isl counts its operations, which are the same on every machine.
TEST(Divisions, MakeQuestionsCheap) {
  Session session;
  const isl::set tiled(
      session.ctx(),
      "[n] -> { S[r, c] : exists g, m, p, e : 0 <= g < 8 and 0 <= m < 4 and "
      "0 <= p < 2 and 0 <= e < 2 and r = g + 8p and c = 2m + e and "
      "8 * p + g < n }");
  const isl::set divided = poly::withDivisions(tiled);
  const isl::set rows(session.ctx(),
                      "[n] -> { S[r, c] : 0 <= r < 16 and r < n and "
                      "0 <= c < 8 }");
  poly::OperationLimit limit(session.ctx(), 20'000);
  EXPECT_TRUE(rows.is_subset(divided));
}

} // namespace
