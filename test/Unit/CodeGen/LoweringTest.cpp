//===- LoweringTest.cpp - phases to C loops -------------------------------===//

#include "Nest.h"

using namespace sparsec;
using namespace sparsec::test;

namespace {

TEST(Lowering, SpmvReadsLikeTheSource) {
  Nest nest;
  makeSpmv(nest);
  EXPECT_TRUE(isText(
      nest.lower(nest.loop("i", "i", nest.loop("j", "j", nest.leaf("S")))), R"(
    for (int i = 0; i < n; i++) {
      double sum = y[i];
      for (int j = index[i]; j < index[i + 1]; j++)
        sum += a[j] * x[col[j]];
      y[i] = sum;
    })"));
}

TEST(Lowering, CountedTileIsRelative) {
  Nest nest;
  makeSpmv(nest);
  EXPECT_TRUE(isText(
      nest.lower(nest.loop(
          "ii", "floor(i/64)",
          nest.loop("i", "i mod 64", nest.loop("j", "j", nest.leaf("S"))))),
      R"(
    )"));
}

TEST(Lowering, TiledInner) {
  Nest nest;
  makeSpmv(nest);
  EXPECT_TRUE(isText(
      nest.lower(nest.loop(
          "i", "i",
          nest.loop("jj", "floor(j/32)", nest.loop("j", "j", nest.leaf("S"))))),
      R"(
    )"));
}

TEST(Lowering, TiledInnerRelative) {
  Nest nest;
  makeSpmv(nest);
  EXPECT_TRUE(
      isText(nest.lower(nest.loop(
                 "i", "i",
                 nest.loop("jj", "floor((j-lo)/32)",
                           nest.loop("j", "(j - lo) mod 32", nest.leaf("S"))))),
             R"(
    )"));
}

TEST(Lowering, Moved) {
  Nest nest;
  makeSpmv(nest);
  EXPECT_TRUE(isText(
      nest.lower(nest.loop("j", "j", nest.loop("i", "i", nest.leaf("S")))), R"(
    )"));
}

} // namespace
