//===- UnrollTest.cpp - unrolling, versions, jam --------------------------===//

#include "Kernels.h"

using namespace sparsec;
using namespace sparsec::test;

namespace {

size_t count(const std::string &text, const std::string &part) {
  size_t number = 0;
  for (size_t at = text.find(part); at != std::string::npos;
       at = text.find(part, at + 1))
    ++number;
  return number;
}

TEST(Unroll, PartialBlocksAreVersionsOfTheFullOne) {
  Nest nest;
  nest.program.allowReassociation = true;
  std::string text = nest.lower(makeBcsr(nest, unrolled(0)));
  // Rows: outside the loop over blocks. Columns: one branch per block.
  size_t rows = text.find("if (3 * ii + 2 < n)"),
         blocks = text.find("for (long long p"),
         columns = text.find("if (3 * explicit_kk_p + 2 < m)");
  EXPECT_LT(rows, blocks) << text;
  EXPECT_LT(blocks, columns) << text;
  EXPECT_NE(text.find("+ a_prime[9 * p + 8] * x[3 * explicit_kk_p + 2];"),
            std::string::npos)
      << text;
}

TEST(Unroll, ConstantTripCountsLeaveStraightLineCode) {
  Nest nest;
  nest.array("y", ElementType::float64(), {"4"});
  nest.statement("S", {"i"}, "0 <= i < 4");
  nest.assign(nest.load("y", {"i"}), "=",
              Expr::constant("0.0", ElementType::float64()));
  EXPECT_TRUE(
      isText(nest.lower(nest.loop("i", "i", nest.leaf("S"), unrolled(0))),
             "y[0] = 0.0;\ny[1] = 0.0;\ny[2] = 0.0;\ny[3] = 0.0;"));
}

TEST(Unroll, SumsKeepTheirOrderUnlessRoundingMayDiffer) {
  Nest nest;
  makeSpmv(nest);
  std::string text = nest.lower(
      nest.loop("i", "i", nest.loop("j", "j", nest.leaf("S"), unrolled(2))));
  EXPECT_NE(text.find("sum += a[j] * x[col[j]];"), std::string::npos) << text;
  EXPECT_NE(text.find("sum += a[j + 1] * x[col[j + 1]];"), std::string::npos)
      << text;
}

TEST(Unroll, ByAFactorHasACleanUpLoop) {
  Nest nest;
  nest.program.allowReassociation = true;
  makeSpmv(nest);
  EXPECT_TRUE(
      isText(nest.lower(nest.loop(
                 "i", "i", nest.loop("j", "j", nest.leaf("S"), unrolled(2)))),
             R"(
    for (int i = 0; i < n; i++) {
      const int j_begin = index[i];
      const int j_end = index[i + 1];
      const int j_main = j_begin + 2 * ((j_end - j_begin) / 2);
      double sum = y[i];
      for (int j = j_begin; j < j_main; j += 2)
        sum += a[j] * x[col[j]] + a[j + 1] * x[col[j + 1]];
      for (int j = j_main; j < j_end; j++)
        sum += a[j] * x[col[j]];
      y[i] = sum;
    })"));
}

TEST(Unroll, ConstantMainAndCleanUpLoopsShareNoLocals) {
  Nest nest;
  nest.array("y", ElementType::float64(), {"3"});
  nest.array("x", ElementType::float64(), {""});
  nest.array("col", ElementType::int32(), {"3"}).isIndex = true;
  nest.statement("S", {"i"}, "0 <= i < 3", {{"c", "col", "i"}});
  nest.assign(nest.load("y", {"i"}), "=",
              times(nest.load("x", {"c"}), nest.load("x", {"c"})));
  EXPECT_TRUE(
      isText(nest.lower(nest.loop("i", "i", nest.leaf("S"), unrolled(2))), R"(
    const int col_i = col[0];
    y[0] = x[col_i] * x[col_i];
    const int col_i_2 = col[1];
    y[1] = x[col_i_2] * x[col_i_2];
    const int col_i_3 = col[2];
    y[2] = x[col_i_3] * x[col_i_3];)"));
}

TEST(Unroll, JamFusesTheInnerLoops) {
  Nest nest;
  LoopMarks jam = unrolled(2);
  jam.jam = true;
  std::string text = nest.lower(makeMatmul(nest, jam));
  EXPECT_EQ(count(text, "for (int k"), 4u) << text;
  EXPECT_NE(text.find("sum_4 += A[(long long)(i + 1) * n + k] * "
                      "B[(long long)k * n + j + 1];"),
            std::string::npos)
      << text;
}

TEST(Unroll, RefusesFullUnrollingWithoutAConstant) {
  Nest nest;
  makeSpmv(nest);
  std::string text = nest.lower(
      nest.loop("i", "i", nest.loop("j", "j", nest.leaf("S"), unrolled(0))));
  EXPECT_NE(text.find("loop 'j' cannot be unrolled completely"),
            std::string::npos)
      << text;
}

TEST(Unroll, RefusesToJamLoopsWhoseBoundsVary) {
  Nest nest;
  makeSpmv(nest);
  LoopMarks jam = unrolled(2);
  jam.jam = true;
  std::string text =
      nest.lower(nest.loop("i", "i", nest.loop("j", "j", nest.leaf("S")), jam));
  EXPECT_NE(text.find("bounds of loop 'j' inside it depend on it"),
            std::string::npos)
      << text;
}

} // namespace
