//===- MeetTest.cpp -------------------------------------------------------===//

#include "sparsec/Poly/Meet.h"

#include "gtest/gtest.h"

using namespace sparsec;

namespace {

class MeetTest : public testing::Test {
protected:
  isl::set set(const std::string &text) const {
    return isl::set(session.ctx(), text);
  }

  Session session;
};

/// Conjunctions, unions, the empty set and the whole space, with other
/// parameters in another order.
TEST_F(MeetTest, IsTheIntersection) {
  const std::vector<isl::set> sets = {
      set("[n, m] -> { S[i, j] : 0 <= i < n and j <= m }"),
      set("[m, k, n] -> { S[i, j] : j = k and i >= n - 1 }"),
      set("[n] -> { S[i, j] : exists e : i = 2e and j < n }"),
      set("[m] -> { S[i, j] : i < 0 or j > m }"),
      set("[k] -> { S[i, j] : i < 0 and j > k + 3 }"),
      set("[n] -> { S[i, j] : n > n }"),
      set("{ S[i, j] }")};
  for (const isl::set &a : sets)
    for (const isl::set &b : sets) {
      const isl::set both = poly::meet(a, b);
      EXPECT_TRUE(both.is_equal(a.intersect(b))) << poly::text(both);
      EXPECT_EQ(both.is_empty(), a.intersect(b).is_empty());
    }
}

TEST_F(MeetTest, IsTheIntersectionOfParameters) {
  const std::vector<isl::set> sets = {
      set("[n, m] -> { S[i] : 0 <= i < n and i <= m }"),
      set("[m] -> { S[i] : i < 0 or i > m }"), set("{ S[i] : false }"),
      set("{ S[i] }")};
  const std::vector<isl::set> params = {
      set("[m, n] -> { : n < m }"), set("[k, n] -> { : n > 0 or k > 0 }"),
      set("[n] -> { : n <= 0 }"), set("{ : }"), set("{ : false }")};
  for (const isl::set &a : sets)
    for (const isl::set &b : params) {
      const isl::set both = poly::meetParams(a, b);
      EXPECT_TRUE(both.is_equal(a.intersect_params(b))) << poly::text(both);
      EXPECT_EQ(both.is_empty(), a.intersect_params(b).is_empty());
    }
}

} // namespace
