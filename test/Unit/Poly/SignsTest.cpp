//===- SignsTest.cpp - signs of values, where some are 0 ------------------===//

#include "sparsec/Poly/Signs.h"

#include "gtest/gtest.h"

using namespace sparsec;
using Sign = poly::Signs::Sign;
using Likeness = poly::Signs::Likeness;

namespace {

class SignsTest : public testing::Test {
protected:
  isl::pw_aff value(const std::string &text) {
    return isl::pw_aff(session.ctx(),
                       "[n] -> { S[a, b, c, d] -> [(" + text + ")] }");
  }
  Sign of(const std::string &text) { return signs.of(value(text)); }
  Likeness compare(const std::string &text, const std::string &other) {
    return signs.compare(value(text), value(other));
  }

  Session session;
  poly::Signs signs;
};

TEST_F(SignsTest, KnowsNumbers) {
  EXPECT_EQ(of("n - n"), Sign::Zero);
  EXPECT_EQ(of("-2"), Sign::Negative);
  EXPECT_EQ(of("a + 3 - a"), Sign::Positive);
  EXPECT_EQ(of("n"), Sign::Unknown);
}

TEST_F(SignsTest, ReducesByWhatIsZero) {
  signs.setZero(value("a - b"));
  EXPECT_EQ(of("2b - 2a"), Sign::Zero);
  EXPECT_EQ(of("a - b - 1"), Sign::Negative);
  EXPECT_EQ(of("a + b"), Sign::Unknown);
  EXPECT_EQ(of("floor(a/3) - floor(b/3)"), Sign::Zero);
  EXPECT_EQ(of("floor((c + a)/3) - floor((c + b)/3)"), Sign::Zero);
  signs.setZero(value("b + n - 2c"));
  EXPECT_EQ(of("a + n - 2c + 5"), Sign::Positive);
}

TEST_F(SignsTest, ComparesMultiples) {
  EXPECT_EQ(compare("2a - 2b", "a - b"), Likeness::Same);
  EXPECT_EQ(compare("a - b", "3a - 3b"), Likeness::Same);
  EXPECT_EQ(compare("b - a", "a - b"), Likeness::Unknown);
  EXPECT_EQ(compare("a - b + 1", "a - b"), Likeness::Unknown);
  EXPECT_EQ(compare("a - b + c - d", "a - b"), Likeness::Unknown);
  signs.setZero(value("d - c"));
  EXPECT_EQ(compare("a - b + c - d", "a - b"), Likeness::Same);
}

TEST_F(SignsTest, FloorsFollowWhatIsInside) {
  EXPECT_EQ(compare("floor(a/4) - floor(b/4)", "a - b"), Likeness::SameOrZero);
  EXPECT_EQ(compare("floor(b/4) - floor(a/4)", "a - b"), Likeness::Unknown);
  EXPECT_EQ(compare("floor(-b/4) - floor(-a/4)", "a - b"),
            Likeness::SameOrZero);
  EXPECT_EQ(compare("a - b + floor(a/4) - floor(b/4)", "a - b"),
            Likeness::Same);
  EXPECT_EQ(compare("floor(a/4) - floor(b/3)", "a - b"), Likeness::Unknown);
  EXPECT_EQ(compare("floor(a/4) - floor((b + 1)/4)", "a - b"),
            Likeness::Unknown);
  EXPECT_EQ(compare("(a mod 4) - (b mod 4)", "a - b"), Likeness::Unknown);
  signs.setZero(value("floor(a/4) - floor(b/4)"));
  EXPECT_EQ(compare("(a mod 4) - (b mod 4)", "a - b"), Likeness::Same);
}

TEST_F(SignsTest, KnowsNothingOfPieces) {
  isl::pw_aff pieces(session.ctx(), "{ S[a, b, c, d] -> [(a)] : a > 0; "
                                    "S[a, b, c, d] -> [(0)] : a <= 0 }");
  EXPECT_EQ(signs.of(pieces), Sign::Unknown);
  EXPECT_EQ(signs.compare(pieces, pieces), Likeness::Unknown);
  signs.setZero(pieces);
  EXPECT_EQ(of("a"), Sign::Unknown);
}

} // namespace
