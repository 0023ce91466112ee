//===- LoopExprTest.cpp - folding and printing of expressions -------------===//

#include "sparsec/LoopIR/ExprPrinter.h"

#include "gtest/gtest.h"

#include <climits>

using namespace sparsec;

namespace {

LoopExpr number(long value) { return LoopExpr::integer(value); }
LoopExpr var(const std::string &name) { return LoopExpr::variable(name); }

TEST(LoopExpr, SumsAreLinear) {
  LoopExpr i = var("i"), n = var("n");
  EXPECT_EQ(printExpr(i + number(1) - i), "1");
  EXPECT_EQ(printExpr(number(3) * (i + number(1)) - n), "3 * i - n + 3");
  EXPECT_EQ(printExpr(number(1) - n), "1 - n");
  EXPECT_EQ(printExpr(number(-1) * n), "-n");
  EXPECT_EQ(printExpr((i + n) * (i - n)), "(i + n) * (i - n)");
}

TEST(LoopExpr, DivisionsFoldWhereTheyAreExact) {
  LoopExpr i = var("i"), k = var("k"), three = number(3);
  EXPECT_EQ(printExpr(plainDiv(three * i + number(2), three)), "i");
  EXPECT_EQ(printExpr(plainMod(three * i + number(2), three)), "2");
  EXPECT_EQ(printExpr(plainDiv(three * i + k, three)), "(3 * i + k) / 3");
  EXPECT_EQ(printExpr(floorDiv(number(-1), three)), "-1");
  EXPECT_EQ(printExpr(floorDiv(three * i + k, three)),
            "i + sparsec_floord_int(k, 3)");
}

TEST(LoopExpr, ExtremaDropWhatNeverCounts) {
  LoopExpr n = var("n");
  EXPECT_EQ(printExpr(minOf(n, n + number(1))), "n");
  EXPECT_EQ(printExpr(maxOf(minOf(n, number(3)), number(0))),
            "sparsec_max_int(sparsec_min_int(n, 3), 0)");
}

TEST(LoopExpr, ComparisonsReadForwards) {
  LoopExpr i = var("i"), n = var("n");
  EXPECT_EQ(printExpr(lessEqual(number(3), n - number(3) * i)),
            "3 * i + 3 <= n");
  EXPECT_EQ(printExpr(lessEqual(number(1), n)), "n >= 1");
  EXPECT_EQ(printExpr(less(i, i + number(1))), "1");
}

TEST(LoopExpr, SubstitutionFolds) {
  LoopExpr access = LoopExpr::load("a", {number(9) * var("p") + var("k")});
  EXPECT_EQ(printExpr(access.substitute("k", number(4))), "a[9 * p + 4]");
}

TEST(LoopExpr, SubstitutionHappensOnce) {
  LoopExpr i = var("i");
  EXPECT_EQ(printExpr((i - number(1)).substitute("i", i + number(1))), "i");
  EXPECT_EQ(printExpr((number(-1) * i).substitute("i", number(-1) * i)), "i");
}

TEST(LoopExpr, ProductsHaveAllFactors) {
  const auto product = [](std::vector<LoopExpr> factors) {
    return LoopExpr::node(LoopExpr::Kind::Mul, "", std::move(factors));
  };
  LoopExpr i = var("i"), n = var("n");
  EXPECT_EQ(printExpr(product({number(2), i, n})), "2 * i * n");
  EXPECT_EQ(printExpr(product({number(-1), i, n + i})), "-1 * i * (n + i)");
}

TEST(LoopExpr, LeastNumberIsAConstant) {
  EXPECT_EQ(printExpr(number(LONG_MIN)), "(-9223372036854775807LL - 1)");
  EXPECT_EQ(printExpr(var("n") + number(LONG_MIN)),
            "n + (-9223372036854775807LL - 1)");
}

TEST(LoopExpr, OperatorsKeepTheirParentheses) {
  auto op = LoopExpr::binary;
  LoopExpr a = var("a"), b = var("b"), c = var("c");
  EXPECT_EQ(printExpr(op(Operator::Subtract, a, op(Operator::Subtract, b, c))),
            "a - (b - c)");
  EXPECT_EQ(printExpr(op(Operator::Subtract, op(Operator::Subtract, a, b), c)),
            "a - b - c");
  EXPECT_EQ(printExpr(op(Operator::Multiply, op(Operator::Add, a, b), c)),
            "(a + b) * c");
  EXPECT_EQ(printExpr(op(Operator::Divide, a, op(Operator::Multiply, b, c))),
            "a / (b * c)");
  EXPECT_EQ(printExpr(LoopExpr::unary(Operator::Negate,
                                      LoopExpr::unary(Operator::Negate, a))),
            "-(-a)");
  EXPECT_EQ(printExpr(logicalOr(logicalAnd(a, b), c)), "(a && b) || c");
  EXPECT_EQ(printExpr(logicalOr(logicalOr(a, b), c)), "a || b || c");
  EXPECT_EQ(printExpr(logicalOr(a, logicalOr(b, c))), "a || b || c");
}

TEST(LoopExpr, AlternativesAskForWhatTheyShareOnce) {
  LoopExpr a = var("a"), b = var("b"), c = var("c"), d = var("d");
  LoopExpr load = LoopExpr::load("p", {a}), other = LoopExpr::load("q", {a});
  auto both = [](const LoopExpr &x, const LoopExpr &y) {
    return logicalAnd(x, y);
  };
  EXPECT_EQ(printExpr(logicalOr(both(a, b), both(c, a))), "a && (b || c)");
  EXPECT_EQ(printExpr(logicalOr(both(a, b), a)), "a");
  EXPECT_EQ(printExpr(logicalOr(logicalOr(both(a, b), both(a, c)), d)),
            "(a && (b || c)) || d");
  EXPECT_EQ(printExpr(logicalOr(logicalOr(both(a, b), d), both(c, b))),
            "((a || c) && b) || d");
  // Loads stay behind what guards them.
  EXPECT_EQ(printExpr(logicalOr(both(b, load), both(c, load))),
            "(b || c) && p[a]");
  EXPECT_EQ(printExpr(logicalOr(both(load, b), both(load, c))),
            "p[a] && (b || c)");
  EXPECT_EQ(
      printExpr(logicalOr(both(both(b, load), other), both(both(c, load), d))),
      "(b && p[a] && q[a]) || (c && p[a] && d)");
}

TEST(LoopExpr, AlternativesOfWhichOneAlwaysHoldsAreNotAsked) {
  LoopExpr r = var("r"), n = var("n"), a = var("a");
  auto atMost = [](const LoopExpr &x, const LoopExpr &y) {
    return LoopExpr::node(LoopExpr::Kind::LessEqual, "", {x, y});
  };
  LoopExpr low = atMost(r, LoopExpr::integer(2)),
           high = atMost(LoopExpr::integer(3), r),
           higher = atMost(LoopExpr::integer(4), r);
  EXPECT_EQ(printExpr(logicalOr(low, high)), "1");
  EXPECT_EQ(printExpr(logicalOr(logicalOr(low, a), high)), "1");
  EXPECT_EQ(printExpr(logicalOr(logicalAnd(a, low), logicalAnd(a, high))), "a");
  // 3 is left out; n says nothing of r.
  EXPECT_EQ(printExpr(logicalOr(low, higher)), "r <= 2 || r >= 4");
  EXPECT_EQ(printExpr(logicalOr(low, atMost(n, r))), "r <= 2 || n <= r");
}

} // namespace
