//===- LinearTest.cpp - sums of values, and what isl spends on floors -----===//

#include "sparsec/Poly/Linear.h"

#include "sparsec/Poly/AstBuild.h"

#include "gtest/gtest.h"

using namespace sparsec;

namespace {

class LinearTest : public testing::Test {
protected:
  isl::pw_aff value(const std::string &text) {
    return isl::pw_aff(session.ctx(), text);
  }
  /// Digits of `j` to the base 2: \p count loops over tiles of tiles.
  std::vector<isl::pw_aff> digits(unsigned count) {
    isl::pw_aff j = value("{ S[i, j] -> [(j)] }");
    std::vector<isl::pw_aff> loops = {value("{ S[i, j] -> [(i)] }")};
    for (unsigned place = 0; place < count; ++place)
      loops.push_back(poly::modulo(poly::floorDiv(j, 1L << place), 2));
    loops.push_back(poly::floorDiv(j, 1L << count));
    return loops;
  }

  Session session;
};

TEST_F(LinearTest, AddsUpTiles) {
  isl::pw_aff j = value("{ S[j] -> [(j)] }");
  isl::pw_aff tile = value("{ S[j] -> [(floor((j)/4))] }");
  isl::pw_aff point = value("{ S[j] -> [((j) mod 4)] }");
  EXPECT_TRUE(poly::isSumOf({tile, point}, j, {}));
  EXPECT_FALSE(poly::isSumOf({tile}, j, {}));
  EXPECT_FALSE(poly::isSumOf({point}, j, {}));
  EXPECT_TRUE(poly::isSumOf({tile, j}, point, {}));
  EXPECT_FALSE(
      poly::isSumOf({tile, point}, value("{ S[j] -> [(2j)/3] }").floor(), {}));
}

TEST_F(LinearTest, KeepsUnknownParametersApart) {
  isl::pw_aff moved = value("[c] -> { S[j] -> [(j + c)] }");
  isl::pw_aff j = value("{ S[j] -> [(j)] }");
  EXPECT_TRUE(poly::isSumOf({moved}, j, {}));
  EXPECT_FALSE(poly::isSumOf({moved}, j, {"c"}));
  EXPECT_TRUE(
      poly::isSumOf({moved, value("[c] -> { S[j] -> [(2c)] }")}, j, {"c"}));
}

TEST_F(LinearTest, KnowsNothingOfPieces) {
  isl::pw_aff pieces =
      value("{ S[j] -> [(j)] : j > 0; S[j] -> [(-j)] : j <= 0 }");
  EXPECT_FALSE(poly::isSumOf({pieces}, value("{ S[j] -> [(j)] }"), {}));
}

/// isl counts its operations, which are the same on every machine.
TEST_F(LinearTest, GrowsSlowlyWithTiles) {
  poly::OperationLimit limit(session.ctx(), 100'000);
  std::vector<isl::pw_aff> loops = digits(16);
  EXPECT_TRUE(poly::isSumOf(loops, value("{ S[i, j] -> [(j)] }"), {}));
  isl::pw_multi_aff times =
      poly::makeMap(loops[0].domain().space(), "T", loops);
  EXPECT_EQ(times.range_tuple_id().name(), "T");
  EXPECT_EQ(times.size(), 18u);
}

TEST_F(LinearTest, BoundsTilesInFewOperations) {
  isl::set domain(session.ctx(), "[n] -> { S[i, j] : 0 <= i, j < n }");
  std::vector<isl::pw_aff> loops = digits(6);
  isl::set image = domain.apply(
      poly::makeMap(domain.space(), "T", {loops.begin(), loops.end() - 1})
          .as_map());
  poly::OperationLimit limit(session.ctx(), 20'000);
  for (unsigned pos = 0; pos < loops.size() - 1; ++pos)
    EXPECT_TRUE(poly::isBounded(image, pos)) << pos;
}

TEST_F(LinearTest, SeesThroughHiddenDimensions) {
  // t = 2e + f for any e: only f has bounds.
  isl::set open(session.ctx(),
                "{ T[t, f] : exists (e : t = 2e + f and 0 <= f <= 1) }");
  EXPECT_FALSE(poly::isBounded(open, 0));
  EXPECT_TRUE(poly::isBounded(open, 1));
  isl::set closed(session.ctx(), "[n] -> { T[t] : exists (e : t = 3e + 1 and "
                                 "0 <= e < n) }");
  EXPECT_TRUE(poly::isBounded(closed, 0));
}

} // namespace
