//===- IslTest.cpp - the isl that is linked, and the helpers on it --------===//
///
/// \file
/// Sets are written as text and compared by equality. A UF call is a parameter
/// with a name that isl's parser does not accept, so those tests write a plain
/// name and rename it.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Poly/Isl.h"

#include "gtest/gtest.h"

using namespace sparsec;

namespace {

class IslTest : public testing::Test {
protected:
  isl::set set(const char *text) { return isl::set(session.ctx(), text); }
  isl::pw_aff value(const char *text) {
    return isl::pw_aff(session.ctx(), text);
  }
  isl::space space(unsigned dims) {
    return poly::tupleSpace(session.ctx(), "S", dims);
  }

  Session session;
};

TEST_F(IslTest, IsTheIslOfTheHeadersNotPollys) {
  // Of a release, which has no commits behind it; LLVM's copy is of between.
  const std::string version = poly::islVersion();
  EXPECT_TRUE(version == "isl-0.25-GMP" || version == "isl-0.25-IMath-32")
      << version;
}

TEST_F(IslTest, TryIslTurnsAnExceptionIntoAnError) {
  llvm::Expected<isl::set> result = poly::tryIsl(
      [&]() -> llvm::Expected<isl::set> { return set("{ [i] : 0 <= }"); });
  ASSERT_FALSE(bool(result));
  EXPECT_EQ(llvm::toString(result.takeError()).substr(0, 5), "isl: ");
}

TEST_F(IslTest, AnIdMayHaveAnyName) {
  EXPECT_EQ(poly::makeId(session.ctx(), "index(i + 1)").name(), "index(i + 1)");
}

TEST_F(IslTest, NamesOfDimensionsAndParameters) {
  isl::set s = set("[n, m] -> { S[i, j] : 0 <= i < n and j < m }");
  EXPECT_EQ(poly::dimNames(s), (std::vector<std::string>{"i", "j"}));
  EXPECT_EQ(poly::paramNames(s.space()), (std::vector<std::string>{"n", "m"}));
  EXPECT_EQ(poly::dimNames(poly::withDimNames(s, {"a", "b"})),
            (std::vector<std::string>{"a", "b"}));
}

TEST_F(IslTest, ValuesOnASpace) {
  isl::set everywhere = isl::set::universe(space(2));
  EXPECT_TRUE(poly::equalOn(poly::dimension(space(2), 1),
                            value("{ S[i, j] -> [(j)] }"), everywhere));
  EXPECT_TRUE(poly::equalOn(poly::parameter(space(2), "n"),
                            value("[n] -> { S[i, j] -> [(n)] }"), everywhere));
  EXPECT_TRUE(poly::equalOn(poly::constant(space(2), -3),
                            value("{ S[i, j] -> [(-3)] }"), everywhere));
}

TEST_F(IslTest, FloorDivisionAndModuloOfNegativeNumbers) {
  isl::pw_aff j = poly::dimension(space(1), 0);
  isl::set minusSeven = set("{ S[-7] }");
  EXPECT_TRUE(poly::equalOn(poly::floorDiv(j, 4), poly::constant(space(1), -2),
                            minusSeven));
  EXPECT_TRUE(poly::equalOn(poly::modulo(j, 4), poly::constant(space(1), 1),
                            minusSeven));
}

TEST_F(IslTest, MakeMapGathersValuesIntoATuple) {
  isl::pw_aff i = poly::dimension(space(2), 0);
  isl::pw_aff j = poly::dimension(space(2), 1);
  isl::map map =
      poly::makeMap(space(2), "T", {j, poly::floorDiv(i, 2)}).as_map();
  EXPECT_TRUE(
      map.is_equal(isl::map(session.ctx(), "{ S[i, j] -> T[j, floor(i/2)] }")));
  EXPECT_TRUE(poly::makeMap(space(2), "T", {})
                  .as_map()
                  .is_equal(isl::map(session.ctx(), "{ S[i, j] -> T[] }")));
}

TEST_F(IslTest, KeepParamsProjectsOutTheOthers) {
  isl::set s = set("[n, lo] -> { S[i] : lo <= i < n and 0 <= lo }");
  EXPECT_TRUE(
      poly::keepParams(s, {"n"}).is_equal(set("[n] -> { S[i] : 0 <= i < n }")));
}

TEST_F(IslTest, RenameParamEquatesWhenBothOccur) {
  isl::set s = set("[a, b] -> { S[i] : a <= i < b }");
  EXPECT_TRUE(poly::renameParam(s, "b", "c")
                  .is_equal(set("[a, c] -> { S[i] : a <= i < c }")));
  EXPECT_TRUE(poly::renameParam(s, "b", "a").is_empty());
  isl::pw_aff renamed =
      poly::renameParam(value("[a] -> { S[i] -> [(i - a)] }"), "a", "lo(i)");
  EXPECT_TRUE(poly::involvesParam(renamed, "lo(i)"));
  EXPECT_FALSE(poly::involvesParam(renamed, "a"));
}

TEST_F(IslTest, InvolvementIsOfConstraintsNotOfTheSpace) {
  isl::set s = set("[n, m] -> { S[i, j] : 0 <= i < n }");
  EXPECT_TRUE(poly::involvesParam(s, "n"));
  EXPECT_FALSE(poly::involvesParam(s, "m"));
  EXPECT_FALSE(poly::involvesParam(s, "absent"));
  EXPECT_TRUE(poly::involvesDim(s, 0));
  EXPECT_FALSE(poly::involvesDim(s, 1));
  EXPECT_TRUE(poly::involvesDim(value("{ S[i, j] -> [(2j + 1)] }"), 1));
  EXPECT_FALSE(poly::involvesDim(value("{ S[i, j] -> [(2j + 1)] }"), 0));
}

TEST_F(IslTest, ProjectOutDimsKeepsTheTuple) {
  isl::set s = set("[n] -> { S[i, j, k] : 0 <= i <= j < k < n }");
  EXPECT_TRUE(poly::projectOutDims(s, 1, 2, "T")
                  .is_equal(set("[n] -> { T[i] : 0 <= i <= n - 2 }")));
}

TEST_F(IslTest, ConstantValue) {
  EXPECT_EQ(poly::constantValue(value("{ S[i] -> [(7)] }")), 7);
  EXPECT_EQ(poly::constantValue(value("{ S[i] -> [(i)] }")), std::nullopt);
  EXPECT_EQ(poly::constantValue(value("[n] -> { S[i] -> [(n)] }")),
            std::nullopt);
}

TEST_F(IslTest, ParameterBounds) {
  auto bounds = poly::parameterBounds(
      set("[n] -> { V[i, j] : 0 <= i < n and 1 <= j < 4 }"), 0);
  ASSERT_TRUE(bounds.has_value());
  EXPECT_TRUE(bounds->first.plain_is_equal(value("[n] -> { [(0)] }")));
  EXPECT_TRUE(bounds->second.plain_is_equal(value("[n] -> { [(-1 + n)] }")));
  EXPECT_FALSE(poly::parameterBounds(set("{ V[i] : i >= 0 }"), 0).has_value());
}

TEST_F(IslTest, EqualOnComparesOnlyWithinTheContext) {
  isl::pw_aff a = value("{ S[i] -> [(0)] }");
  isl::pw_aff b = value("{ S[i] -> [(floor(i/4))] }");
  EXPECT_TRUE(poly::equalOn(a, b, set("{ S[i] : 0 <= i < 4 }")));
  EXPECT_FALSE(poly::equalOn(a, b, set("{ S[i] : 0 <= i <= 4 }")));
  // Of sums, which isl is not asked about where they are the same.
  isl::pw_aff sum = value("[n, m] -> { S[i] -> [(2n + i - m)] }");
  isl::pw_aff other = value("[m, n] -> { S[i] -> [(i + 3n - m)] }");
  isl::set all = set("{ S[i] }"), onlyZero = set("[n] -> { S[i] : n = 0 }");
  EXPECT_TRUE(poly::equalOn(
      sum, value("[m, n] -> { S[i] -> [(i - m + n + n)] }"), all));
  EXPECT_FALSE(poly::equalOn(sum, other, all));
  EXPECT_TRUE(poly::equalOn(sum, other, onlyZero));
}

} // namespace
