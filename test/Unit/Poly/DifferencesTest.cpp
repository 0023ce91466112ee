//===- DifferencesTest.cpp ------------------------------------------------===//

#include "sparsec/Poly/Differences.h"

#include "gtest/gtest.h"

using namespace sparsec;

namespace {

/// The tightest bound of left - right in \p system.
std::optional<long> boundOf(const poly::Differences &system,
                            const std::string &left, const std::string &right) {
  std::optional<long> bound;
  for (const poly::Difference &one : system.all)
    if (one.left == left && one.right == right)
      bound = bound ? std::min(*bound, one.bound) : one.bound;
  return bound;
}

class DifferencesTest : public testing::Test {
protected:
  Session session;
};

TEST_F(DifferencesTest, ReadsBoundsOfPairs) {
  isl::set set(session.ctx(), "[n] -> { S[i, j] : 0 <= i < n and j = i + 3 }");
  std::vector<poly::Differences> parts = poly::differencesOf(set);
  ASSERT_EQ(parts.size(), 1u);
  EXPECT_TRUE(parts[0].isExact);
  EXPECT_EQ(boundOf(parts[0], "", "#0"), 0);
  EXPECT_EQ(boundOf(parts[0], "#0", "n"), -1);
  EXPECT_EQ(boundOf(parts[0], "#1", "#0"), 3);
  EXPECT_EQ(boundOf(parts[0], "#0", "#1"), -3);
}

TEST_F(DifferencesTest, LeavesOutOtherForms) {
  isl::set sum(session.ctx(), "{ S[i, j] : i + j >= 0 and i <= 2 }");
  EXPECT_FALSE(poly::differencesOf(sum)[0].isExact);
  EXPECT_EQ(boundOf(poly::differencesOf(sum)[0], "#0", ""), 2);
  isl::set tiles(session.ctx(), "{ S[i, j] : 4i <= j }");
  EXPECT_FALSE(poly::differencesOf(tiles)[0].isExact);
}

TEST_F(DifferencesTest, ReadsSumsThatAreKnown) {
  isl::set set(session.ctx(), "[n] -> { S[i, j] : i = j - n and i >= 0 }");
  const std::string sum = "#1 + -1 * n";
  auto isKnown = [&](const std::string &name, const poly::Terms &terms) {
    return name == sum && terms.factors.size() == 2;
  };
  const poly::Differences without = poly::differencesOf(set)[0];
  EXPECT_EQ(boundOf(without, "#0", sum), std::nullopt);
  const poly::Differences with =
      poly::differencesOf(set, poly::Sums::None, isKnown)[0];
  EXPECT_FALSE(with.isExact);
  EXPECT_TRUE(with.isWhole);
  EXPECT_EQ(boundOf(with, "#0", sum), 0);
  EXPECT_EQ(boundOf(with, sum, "#0"), 0);
  // Of a pattern all such sums are read.
  const poly::Differences all = poly::differencesOf(set, poly::Sums::All)[0];
  EXPECT_TRUE(all.isWhole);
  EXPECT_EQ(boundOf(all, "#0", sum), 0);
}

TEST_F(DifferencesTest, RoundsTowardsThePoints) {
  isl::set set(session.ctx(), "{ S[i] : 2i <= 5 }");
  EXPECT_EQ(boundOf(poly::differencesOf(set)[0], "#0", ""), 2);
}

TEST_F(DifferencesTest, FindsPlaces) {
  isl::pw_aff next(session.ctx(), "{ S[i] -> [(i + 1)] }");
  std::optional<poly::Place> place = poly::placeOf(next);
  ASSERT_TRUE(place);
  EXPECT_EQ(place->variable, "#0");
  EXPECT_EQ(place->offset, 1);
  EXPECT_FALSE(poly::placeOf(isl::pw_aff(session.ctx(), "{ S[i] -> [(2i)] }")));
  isl::pw_aff five(session.ctx(), "{ S[i] -> [(5)] }");
  EXPECT_EQ(poly::placeOf(five)->variable, "");
}

TEST_F(DifferencesTest, FindsPlacesOnParametersAndPartsOfADomain) {
  auto placeOf = [&](const std::string &text) {
    std::optional<poly::Place> place =
        poly::placeOf(isl::pw_aff(session.ctx(), text));
    return place ? place->variable + "," + std::to_string(place->offset)
                 : "none";
  };
  EXPECT_EQ(placeOf("[n, m] -> { [(m - 2)] }"), "m,-2");
  EXPECT_EQ(placeOf("[n] -> { S[i] -> [(n)] }"), "n,0");
  EXPECT_EQ(placeOf("[n] -> { S[i] -> [(i - 1)] : 0 < i < n }"), "#0,-1");
  EXPECT_EQ(placeOf("[n] -> { S[i] -> [(i)] : 2i < n }"), "none");
  EXPECT_EQ(placeOf("[n] -> { S[i] -> [(n + i)] }"), "none");
  EXPECT_EQ(placeOf("{ S[i] -> [(-i)] }"), "none");
  EXPECT_EQ(placeOf("{ S[i] -> [(floor(i/2))] }"), "none");
  EXPECT_EQ(placeOf("{ S[i, j] -> [(i + floor(j/2))] }"), "none");
  EXPECT_EQ(placeOf("{ S[i] -> [(i)] : i > 0; S[i] -> [(0)] : i <= 0 }"),
            "none");
}

} // namespace
