//===- SampledSetTest.cpp -------------------------------------------------===//

#include "sparsec/Poly/SampledSet.h"

#include "gtest/gtest.h"

using namespace sparsec;
using Kind = poly::Comparison::Kind;

namespace {

class SampledSetTest : public testing::Test {
protected:
  isl::pw_aff value(const std::string &text) const {
    return isl::pw_aff(session.ctx(),
                       "[n, m] -> { S[i, j] -> [" + text + "] }");
  }
  isl::set set(const std::string &text) const {
    return isl::set(session.ctx(), "[n] -> { S[i, j] : " + text + " }");
  }

  Session session;
  isl::space space = isl::space(session.ctx(), "[m, n] -> { S[i, j] }");
  poly::Comparisons all{space};
};

/// What a set answers, before and after it has samples, is what isl does.
TEST_F(SampledSetTest, AnswersAsIslDoes) {
  const std::vector<isl::set> sets = {
      set("0 <= i < j < n"),
      set("0 <= i < n and j = 2 * floor(i / 2)"),
      set("0 <= i < n and exists e : j = 3e and i < j < i + 3"),
      set("(i = j and n = 3) or (0 <= i < j)"),
      set("0 <= i < j < n and n < 2"),
      set("2i = 2j + 1"),
  };
  const std::vector<isl::pw_aff> values = {
      value("i"),         value("j"),
      value("n"),         value("i + 1"),
      value("n + m"),     value("2 * floor(i / 2)"),
      value("i - j + n"), value("3 * floor((i + n) / 3)")};
  for (const isl::set &points : sets) {
    poly::SampledSet sampled(points, all);
    EXPECT_EQ(sampled.isEmpty(), points.is_empty());
    for (const isl::pw_aff &a : values)
      for (const isl::pw_aff &b : values)
        for (Kind kind : {Kind::Less, Kind::LessEqual, Kind::Equal}) {
          const poly::Comparison &one = all.get(kind, a, b);
          EXPECT_EQ(sampled.isWithin(one), points.is_subset(one.set()));
          EXPECT_EQ(sampled.isDisjoint(one), points.is_disjoint(one.set()));
          poly::SampledSet less = sampled;
          less.intersect(one);
          EXPECT_EQ(less.isEmpty(), points.intersect(one.set()).is_empty());
          EXPECT_EQ(less.isSubset(one.set()), true);
        }
  }
}

/// An answer about points that were left since is not given again.
TEST_F(SampledSetTest, AsksAgainOfWhatIsLeft) {
  const isl::set even = set("exists e : i = 2e"),
                 first = set("exists e : j = 3e"),
                 around = set("exists e, f : i = 2e and j = 6f");
  poly::SampledSet points(set("0 <= i < 9 and 0 <= j < 9"), all);
  EXPECT_FALSE(points.isSubset(even));
  EXPECT_FALSE(points.isSubset(first));
  points.intersect(even);
  EXPECT_TRUE(points.isSubset(even));
  EXPECT_FALSE(points.isSubset(first));
  poly::SampledSet copy = points;
  copy.intersect(around);
  EXPECT_TRUE(copy.isSubset(first));
  EXPECT_FALSE(points.isSubset(first));
  EXPECT_FALSE(points.isSubset(around));
}

/// A sample is a set of one point of the set it comes from.
TEST_F(SampledSetTest, GivesSamplesOfItsPoints) {
  poly::SampledSet points(set("0 <= i < j < n"), all);
  const poly::Comparison &isBefore =
      all.get(Kind::Less, value("i"), value("j"));
  const poly::Comparison &isAfter = all.get(Kind::Less, value("j"), value("i"));
  std::vector<poly::SampledSet> samples = points.samples();
  ASSERT_FALSE(samples.empty());
  for (poly::SampledSet &sample : samples) {
    EXPECT_TRUE(sample.isWithin(isBefore));
    EXPECT_TRUE(sample.isDisjoint(isAfter));
    EXPECT_FALSE(sample.isEmpty());
    sample.intersect(isAfter);
    EXPECT_TRUE(sample.isEmpty());
  }
  EXPECT_TRUE(poly::SampledSet(set("i < j < i"), all).samples().empty());
}

/// A case has points that answer all questions alike, and goes on to others of
/// them where one is excluded.
TEST_F(SampledSetTest, NarrowsToOneCase) {
  const isl::set whole = set("0 <= i < 4 and 0 <= j < 4 and n = 4");
  const poly::SampledSet points(whole, all);
  const isl::pw_aff i = value("i"), j = value("j");
  poly::SampledSet one = points.oneCase();
  for (Kind kind : {Kind::Less, Kind::LessEqual, Kind::Equal}) {
    const poly::Comparison &asked = all.get(kind, i, j);
    const bool isWithin = one.isWithin(asked);
    EXPECT_EQ(one.isDisjoint(asked), !isWithin);
    EXPECT_EQ(one.set().is_subset(asked.set()), isWithin);
  }
  EXPECT_EQ(one.isSubset(set("i = 0")), !one.isDisjoint(set("i = 0")));
  EXPECT_FALSE(one.isEmpty());
  EXPECT_TRUE(one.set().is_subset(whole));
  poly::SampledSet other = points.oneCase();
  for (const char *excluding : {"i + j > 2", "i > 1", "j > 2", "i + j < 6"}) {
    other.intersect(set(excluding));
    ASSERT_FALSE(other.isEmpty());
  }
  const std::vector<poly::SampledSet> samples = points.samplesOf(other);
  ASSERT_EQ(samples.size(), 1u);
  EXPECT_TRUE(samples[0].isSubset(set("i = 2 and j = 3")));
  other.intersect(set("i = 0"));
  EXPECT_TRUE(other.isEmpty());
  EXPECT_TRUE(points.samplesOf(other).empty());
}

/// What was shown of a set stays so of what becomes of it, not of others.
TEST_F(SampledSetTest, RemembersWhatItLiesIn) {
  const isl::set around = set("i < j"), half = set("i < 1");
  poly::SampledSet points(set("0 <= i < j < n"), all);
  EXPECT_TRUE(points.isSubset(around));
  EXPECT_FALSE(points.isSubset(half));
  poly::SampledSet part = points;
  part.intersect(half);
  EXPECT_TRUE(part.isSubset(half));
  EXPECT_TRUE(part.isSubset(around));
  EXPECT_FALSE(points.isSubset(half));
}

/// Parameters that samples lack are asked of isl.
TEST_F(SampledSetTest, KnowsOtherParameters) {
  isl::pw_aff k(session.ctx(), "[k] -> { S[i, j] -> [k] }");
  poly::SampledSet points(set("0 <= i < j < n"), all);
  EXPECT_FALSE(points.isEmpty());
  EXPECT_FALSE(points.isWithin(all.get(Kind::Less, k, value("i"))));
  EXPECT_FALSE(points.isDisjoint(all.get(Kind::Less, k, value("i"))));
  points.intersect(all.get(Kind::Less, k, value("i")));
  EXPECT_FALSE(points.isEmpty());
  EXPECT_TRUE(points.isWithin(all.get(Kind::Less, k, value("j"))));
}

/// The same values give the same object.
TEST_F(SampledSetTest, MakesEachComparisonOnce) {
  isl::pw_aff i = value("i"), j = value("j");
  EXPECT_EQ(&all.get(Kind::Less, i, j), &all.get(Kind::Less, i, j));
  EXPECT_NE(&all.get(Kind::Less, i, j), &all.get(Kind::Equal, i, j));
  EXPECT_EQ(&all.difference(i, j), &all.difference(i, j));
  EXPECT_EQ(all.shifted(i, 2).get(), all.shifted(i, 2).get());
  EXPECT_EQ(all.shifted(i, 0).get(), i.get());
}

} // namespace
