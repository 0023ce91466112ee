//===- SignsTest.cpp - signs of values, where some are 0 ------------------===//

#include "sparsec/Poly/Signs.h"

#include "gtest/gtest.h"

using namespace sparsec;
using Sign = poly::Signs::Sign;
using Likeness = poly::Signs::Likeness;

namespace {

class SignsTest : public testing::Test {
protected:
  poly::Signs::Value value(const std::string &text) {
    return signs.read(isl::pw_aff(
        session.ctx(), "[n] -> { S[a, b, c, d] -> [(" + text + ")] }"));
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

/// What is inside floors is made of the floors again.
TEST_F(SignsTest, EndsWhereFloorsAreInEachOther) {
  signs.setZero(value("a - 3*floor(a/3) - 3*floor(b/3)"));
  signs.setZero(value("b - 5*floor(b/3) - 2*floor(a/3)"));
  EXPECT_EQ(of("floor(a/3) - floor(b/3)"), Sign::Unknown);
  EXPECT_EQ(compare("floor(a/3) - floor(b/3)", "c - d"), Likeness::Unknown);
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

TEST_F(SignsTest, SubtractsValuesAndParameters) {
  isl::pw_aff half(session.ctx(), "[n] -> { S[a] -> [(floor(a/2) + n)] }");
  isl::pw_aff more(session.ctx(), "[m, n] -> { S[a] -> [(floor(a/2) + m)] }");
  EXPECT_EQ(signs.of(signs.difference(half, half.add_constant(1))),
            Sign::Negative);
  EXPECT_EQ(signs.of(signs.difference(half, more)), Sign::Unknown);
  signs.setZero(signs.difference("n", "m"));
  EXPECT_EQ(signs.of(signs.difference(half, more)), Sign::Zero);
}

TEST_F(SignsTest, KnowsNothingOfPieces) {
  const poly::Signs::Value pieces = signs.read(
      isl::pw_aff(session.ctx(), "{ S[a, b, c, d] -> [(a)] : a > 0; "
                                 "S[a, b, c, d] -> [(0)] : a <= 0 }"));
  EXPECT_EQ(signs.of(pieces), Sign::Unknown);
  EXPECT_EQ(signs.compare(pieces, pieces), Likeness::Unknown);
  signs.setZero(pieces);
  EXPECT_EQ(of("a"), Sign::Unknown);
}

} // namespace
