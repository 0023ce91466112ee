//===- FeaturesTests.cpp - numbers that tell matrices apart ---------------===//
#include "sparsec/Matrix/Features.h"

#include "gtest/gtest.h"

namespace sparsec::bench {
namespace {

TEST(Features, OfASmallMatrix) {
  Coordinates entries;
  entries.rows = 3;
  entries.columns = 5;
  for (auto [row, column] : {std::pair(0, 0), {0, 1}, {0, 4}, {2, 2}})
    entries.add(row, column, 1.0);
  std::map<std::string, double> features = featuresOf(toCsr(entries));
  EXPECT_EQ(features["matrix.rows"], 3);
  EXPECT_EQ(features["matrix.columns"], 5);
  EXPECT_EQ(features["matrix.entries"], 4);
  EXPECT_DOUBLE_EQ(features["matrix.row_mean"], 4.0 / 3);
  EXPECT_EQ(features["matrix.row_longest"], 3);
  // Lengths 3, 0, 1.
  EXPECT_NEAR(features["matrix.row_deviation"], 1.2472, 1e-4);
  EXPECT_DOUBLE_EQ(features["matrix.diagonal_distance"], 5.0 / 4);
  EXPECT_EQ(features["matrix.diagonals"], 3);
  // Blocks (0,0), (0,2), (1,1) of 2x2; (0,0), (0,1) of 3x3.
  EXPECT_DOUBLE_EQ(features["matrix.fill_2"], 3.0);
  EXPECT_DOUBLE_EQ(features["matrix.fill_3"], 4.5);
  EXPECT_DOUBLE_EQ(features["matrix.fill_8"], 16.0);
}

TEST(Features, OfAnEmptyOne) {
  for (const auto &[name, value] : featuresOf(CsrMatrix()))
    EXPECT_EQ(value, 0) << name;
}

} // namespace
} // namespace sparsec::bench
