//===- LoopTests.cpp - directions, strides, conditions --------------------===//

#include "Parsed.h"

using namespace sparsec;
using namespace sparsec::test;

namespace {

TEST(Loops, CountDown) {
  Parsed parsed(R"(
void back(int n, const int *index, const double *a, double *x) {
  for (int i = n - 1; i >= 0; --i)
    for (int j = index[i + 1] - 1; j > index[i]; j--)
      x[i] -= a[j];
})");
  EXPECT_TRUE(parsed.hasDomain("S0", "[n] -> { S0[i,j] : 0 <= i < n }"));
  EXPECT_TRUE(parsed.hasValue("S0", "i", "[n] -> { S0[i,j] -> [(-i)] }"));
  EXPECT_TRUE(
      parsed.hasConstraints("S0", "[lo, hi] -> { S0[i,j] : lo < j < hi }",
                            {{"index(i)", "lo"}, {"index(i + 1)", "hi"}}));
}

TEST(Loops, StridesBecomeConstraints) {
  Parsed parsed(R"(
void even(int n, double *y) {
  for (int i = 0; i < n; i += 2) y[i] = 1;
  for (int i = n; i > 0; i = i - 3) y[i] = 2;
})");
  EXPECT_TRUE(
      parsed.hasDomain("S0", "[n] -> { S0[i] : 0 <= i < n and i mod 2 = 0 }"));
  EXPECT_TRUE(parsed.hasDomain(
      "S1", "[n] -> { S1[i] : 0 < i <= n and (n - i) mod 3 = 0 }"));
}

TEST(Loops, StridesFromIndexArraysCountIterations) {
  Parsed parsed(R"(
void fourth(int n, const int *index, const double *a, double *y) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j += 4) y[i] += a[j];
})");
  EXPECT_TRUE(
      parsed.hasConstraints("S0", "[lo, hi] -> { S0[i,j] : lo + 4j < hi }",
                            {{"index(i)", "lo"}, {"index(i + 1)", "hi"}}));
  isl::pw_aff read =
      parsed.program->statement("S0").assignment->value.subscripts[0];
  EXPECT_TRUE(
      poly::renameParam(read, "index(i)", "lo")
          .plain_is_equal(isl::pw_aff(
              parsed.session.ctx(), "[n, lo] -> { S0[i,j] -> [(lo + 4j)] }")));
}

TEST(Loops, MinimaAndSeveralBounds) {
  Parsed parsed(R"(
#define MIN(a, b) ((a) < (b) ? (a) : (b))
void tiles(int n, int m, double *y) {
  for (int t = 0; t < n; t += 32)
    for (int i = t; i < MIN(t + 32, n) && i < m; i++) y[i] = 0;
})");
  EXPECT_TRUE(parsed.hasDomain(
      "S0", "[n, m] -> { S0[t,i] : t mod 32 = 0 and 0 <= t < n and "
            "t <= i < t + 32 and i < n and i < m }"));
}

TEST(Loops, BranchesAreConstraintsAndComplements) {
  Parsed parsed(R"(
void split(int n, const int *col, const double *a, double *y, double *d) {
  for (int i = 0; i < n; i++)
    if (i > 3 && col[i] < i) y[i] = a[i];
    else d[i] = a[i];
})");
  EXPECT_TRUE(parsed.hasDomain("S0", "[n] -> { S0[i] : 3 < i < n }"));
  EXPECT_TRUE(parsed.hasConstraints("S0", "[c] -> { S0[i] : c < i }",
                                    {{"col(i)", "c"}}));
  EXPECT_TRUE(parsed.hasConstraints("S1", "[c] -> { S1[i] : i <= 3 or c >= i }",
                                    {{"col(i)", "c"}}));
}

TEST(Loops, NotEqualNeedsOrderedBounds) {
  Parsed ordered(R"(
void spmv(int n, const int *index, const double *a, double *y) {
  for (int i = 0; i != n; i++)
    for (int j = index[i]; j != index[i + 1]; j++) y[i] += a[j];
})");
  ASSERT_TRUE(ordered.program) << ordered.diagnostics;
  EXPECT_FALSE(
      ordered.program->factsAbout("index", Fact::Kind::Monotonic).empty());
  EXPECT_TRUE(ordered.program->context.is_equal(
      isl::set(ordered.session.ctx(), "[n] -> { : n >= 0 }")));
  Parsed unordered(R"(
void spmv(int n, const int *p, const int *q, double *y) {
  for (int i = 0; i < n; i++)
    for (int j = p[i]; j != q[p[i]]; j++) y[j] = 0;
})");
  EXPECT_FALSE(unordered.program);
  EXPECT_TRUE(unordered.says("'!=' ends this loop only if p(i) <= q(p(i))"));
  Parsed byRule(R"(
void spmv(int n, const int *p, const int *q, double *y) {
  for (int i = 0; i < n; i++)
    for (int j = p[i]; j != q[i]; j++) y[j] = 0;
})");
  ASSERT_TRUE(byRule.program) << byRule.diagnostics;
  EXPECT_EQ(byRule.program->facts.back().kind, Fact::Kind::Rule);
}

TEST(Loops, ShadowedNamesStayApart) {
  Parsed parsed(R"(
void shadow(int n, double *y) {
  for (int i = 0; i < n; i++)
    for (int i = 0; i < n; i++) y[i] = 0;
})");
  EXPECT_EQ(parsed.program->statement("S0").iterators,
            (std::vector<std::string>{"i", "i_2"}));
}

TEST(Loops, UnsignedWrapIsAssertedOrRefused) {
  Parsed guarded("void f(unsigned n, double *y) {"
                 "  for (unsigned i = 0; i < n - 1; i++) y[i] = 0; }");
  ASSERT_TRUE(guarded.program) << guarded.diagnostics;
  EXPECT_TRUE(guarded.says("wraps around unless n - 1 >= 0"));
  EXPECT_TRUE(guarded.program->context.is_equal(
      isl::set(guarded.session.ctx(), "[n] -> { : n >= 1 }")));
  Parsed endless("void f(unsigned n, double *y) {"
                 "  for (unsigned i = n; i >= 0; i--) y[i] = 0; }");
  EXPECT_TRUE(endless.says("the loop never ends"));
}

} // namespace
