//===- MatrixTests.cpp - generators, corpus and adaptation ----------------===//
#include "sparsec/Bench/Corpus.h"
#include "sparsec/Bench/Generators.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

using namespace sparsec::bench;

namespace {

CsrMatrix generated(const std::string &spec) {
  llvm::Expected<CsrMatrix> matrix = generateMatrix(spec);
  if (matrix)
    return *matrix;
  ADD_FAILURE() << llvm::toString(matrix.takeError());
  return {};
}

std::string refusal(const std::string &spec) {
  llvm::Expected<CsrMatrix> matrix = generateMatrix(spec);
  return matrix ? "accepted" : llvm::toString(matrix.takeError());
}

/// Columns of one row.
std::vector<int32_t> row(const CsrMatrix &m, int64_t r) {
  return {m.column.begin() + m.pointer[r], m.column.begin() + m.pointer[r + 1]};
}

TEST(Generators, StencilsHaveTheirNeighbours) {
  CsrMatrix five = generated("stencil2d:3");
  EXPECT_EQ(five.rows, 9);
  EXPECT_EQ(row(five, 4), (std::vector<int32_t>{1, 3, 4, 5, 7}));
  EXPECT_EQ(row(five, 0), (std::vector<int32_t>{0, 1, 3}));
  EXPECT_EQ(row(generated("stencil2d9:3"), 0),
            (std::vector<int32_t>{0, 1, 3, 4}));
  CsrMatrix seven = generated("stencil3d:3");
  EXPECT_EQ(row(seven, 13), (std::vector<int32_t>{4, 10, 12, 13, 14, 16, 22}));
  EXPECT_EQ(generated("stencil3d27:3").maxRowLength(), 27);
  EXPECT_EQ(generated("stencil3d27:64").entries(), 6859000);
}

TEST(Generators, BandedAndBlocks) {
  CsrMatrix band = generated("banded:6,1");
  EXPECT_EQ(band.entries(), 16);
  EXPECT_EQ(row(band, 5), (std::vector<int32_t>{4, 5}));
  CsrMatrix blocks = generated("blocks:4,2,3,2");
  EXPECT_EQ(blocks.rows, 8);
  EXPECT_EQ(blocks.columns, 12);
  EXPECT_EQ(blocks.entries(), 4 * 2 * 3 * 2);
  EXPECT_EQ(row(blocks, 0), row(blocks, 1));
  EXPECT_EQ(row(blocks, 0)[0] % 3, 0);
}

TEST(Generators, RandomOnesAreReproducibleSortedAndUnique) {
  for (const char *spec :
       {"rmat:8,6", "uniform:50,7", "mesh:90,3,0.5", "scattered:80,5.5,0.7,9",
        "rmatshuffled:7,4.5,0.45,0.22,0.22", "powerlaw:60,4,0.6",
        "ratings:50,30,400", "pruned:60,40,80"}) {
    CsrMatrix a = generated(spec), b = generated(spec);
    EXPECT_EQ(a.column, b.column);
    EXPECT_EQ(a.value, b.value);
    EXPECT_TRUE(hasShape(a, {.sorted = true, .unique = true}));
  }
  EXPECT_EQ(generated("uniform:50,7").entries(), 350);
  EXPECT_EQ(generated("uniform:3,7").entries(), 9);
}

TEST(Generators, MeshesHaveFullSymmetricBlocks) {
  CsrMatrix mesh = generated("mesh:300,3,0.4");
  EXPECT_EQ(mesh.rows, 900);
  EXPECT_TRUE(hasShape(mesh, {.square = true, .symmetric = true}));
  for (int64_t r = 0; r < mesh.rows; ++r)
    EXPECT_EQ(row(mesh, r), row(mesh, r - r % 3));
  // Of at most 26 neighbours, 40 %.
  EXPECT_LT(mesh.maxRowLength(), 3 * 24);
  EXPECT_GT(mesh.entries(), 900 * 3 * 4);
}

TEST(Generators, RowLengthsFollowTheirLaws) {
  CsrMatrix scattered = generated("scattered:4000,6.2,0.7,100");
  double mean = static_cast<double>(scattered.entries()) / 4000;
  EXPECT_NEAR(mean, 6.2, 0.4);
  EXPECT_GT(scattered.maxRowLength(), 20);
  CsrMatrix graph = generated("powerlaw:4000,4,0.6");
  EXPECT_TRUE(hasShape(graph, {.symmetric = true}));
  EXPECT_GT(graph.maxRowLength(), 40);
}

/// How many rows have so few entries.
int64_t rowsOf(const CsrMatrix &m, int64_t length) {
  int64_t count = 0;
  for (int64_t r = 0; r < m.rows; ++r)
    count += m.pointer[r + 1] - m.pointer[r] == length;
  return count;
}

TEST(Generators, RatingsAreAsManyAsAskedFor) {
  const CsrMatrix m = generated("ratings:400,90,6000");
  EXPECT_EQ(m.rows, 400);
  EXPECT_EQ(m.columns, 90);
  EXPECT_EQ(m.entries(), 6000);
  EXPECT_GT(m.maxRowLength(), 60);
  EXPECT_EQ(generated("ratings:7,5,1000").entries(), 35);
  EXPECT_EQ(generated("ratings:7,5,34,2,0.1,9").entries(), 34);
  EXPECT_EQ(rowsOf(generated("ratings:7,5,34,2,0.1,9"), 5), 6);
  EXPECT_EQ(generated("ratings:0,5,9").entries(), 0);
  EXPECT_EQ(generated("ratings:5,0,9").rows, 5);
  EXPECT_GT(rowsOf(generated("ratings:900,90,600,1,0,2"), 0), 300);
}

TEST(Generators, RatingsWithoutNoiseHaveTheirRank) {
  const CsrMatrix one = generated("ratings:5,4,20,1,0,0");
  for (int64_t e = 1; e < 20; ++e) {
    const int64_t r = e / 4, c = e % 4;
    EXPECT_NEAR(one.value[e] * one.value[0], one.value[4 * r] * one.value[c],
                1e-12);
  }
  const CsrMatrix two = generated("ratings:5,4,20,2,0,0");
  EXPECT_GT(std::abs(two.value[5] * two.value[0] - two.value[4] * two.value[1]),
            1e-3);
  double sum = 0, squares = 0;
  const CsrMatrix many = generated("ratings:300,200,20000,16,0.1,0.5");
  for (double value : many.value) {
    sum += value;
    squares += value * value;
  }
  const double mean = sum / 20000;
  EXPECT_NEAR(mean, 4, 0.2);
  EXPECT_NEAR(std::sqrt(squares / 20000 - mean * mean), 0.89, 0.1);
}

TEST(Generators, PrunedWeightsAreAnywhere) {
  const CsrMatrix m = generated("pruned:400,250,80");
  EXPECT_EQ(m.rows, 400);
  EXPECT_EQ(m.columns, 250);
  EXPECT_NEAR(static_cast<double>(m.entries()), 20000, 600);
  EXPECT_GT(m.maxRowLength(), 60);
  EXPECT_NE(row(m, 0), row(m, 1));
  EXPECT_EQ(generated("pruned:9,7,0").entries(), 63);
  EXPECT_EQ(generated("pruned:9,7,100").entries(), 0);
  EXPECT_EQ(generated("pruned:0,7,50").entries(), 0);
  EXPECT_EQ(generated("pruned:9,0,50").rows, 9);
}

TEST(Generators, PrunedWeightsInABandOfARectangle) {
  const CsrMatrix m = generated("pruned:100,400,95,0.1,8");
  EXPECT_NEAR(static_cast<double>(m.entries()), 2000, 250);
  for (int64_t r = 0; r < m.rows; ++r) {
    EXPECT_EQ(row(m, r), row(m, r - r % 8));
    // 40 columns around the group's middle, which is 4 * (its row + 4).
    for (int32_t c : row(m, r))
      EXPECT_LE(std::abs(c + 0.5 - 4 * static_cast<double>(r - r % 8 + 4)), 40);
  }
  const std::vector<int32_t> first =
      row(generated("pruned:50,40,75,0.25,1"), 0);
  EXPECT_EQ(first, (std::vector<int32_t>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
}

TEST(Generators, ShufflingKeepsDegrees) {
  auto degrees = [](const CsrMatrix &m) {
    std::multiset<int64_t> lengths;
    for (int64_t r = 0; r < m.rows; ++r)
      lengths.insert(m.pointer[r + 1] - m.pointer[r]);
    return lengths;
  };
  CsrMatrix plain = generated("rmat:8,6"),
            shuffled = generated("rmatshuffled:8,6,0.57,0.19,0.19");
  EXPECT_EQ(degrees(plain), degrees(shuffled));
  EXPECT_NE(plain.pointer, shuffled.pointer);
}

TEST(Generators, ValuesHaveBothSigns) {
  CsrMatrix m = generated("stencil2d:5");
  std::set<bool> signs;
  for (double value : m.value)
    signs.insert(value < 0);
  EXPECT_EQ(signs.size(), 2u);
}

TEST(Generators, RefuseWithWhatThereIs) {
  EXPECT_NE(refusal("hexagon:3").find("there are stencil2d:N"),
            std::string::npos);
  EXPECT_NE(refusal("banded:5").find("the sizes are N,B"), std::string::npos);
  EXPECT_NE(refusal("uniform:x,2").find("'x' is not a size"),
            std::string::npos);
  EXPECT_NE(refusal("uniform:5.5,2").find("'5.5' is not a size"),
            std::string::npos);
  EXPECT_NE(refusal("mesh:5,3,0,5").find("the sizes are NODES,B,coupled"),
            std::string::npos);
  EXPECT_NE(refusal("rmat:5,3,0.5").find("the sizes are SCALE,degree[,a,b,c]"),
            std::string::npos);
  EXPECT_NE(refusal("ratings:5,3,9,2").find("the sizes are USERS,ITEMS"),
            std::string::npos);
  EXPECT_NE(refusal("pruned:8,8,101").find("over 100 percent"),
            std::string::npos);
  EXPECT_NE(refusal("pruned:8,8,50,0.4,1").find("the band is too narrow"),
            std::string::npos);
  EXPECT_NE(refusal("pruned:8,8,50,1.5,1").find("at most 1"),
            std::string::npos);
  EXPECT_NE(refusal("pruned:8,8,50,1,0").find("at least 1 row"),
            std::string::npos);
  EXPECT_NE(refusal("rmat:60,1").find("over 2000000000"), std::string::npos);
}

TEST(Matrix, CsrKeepsTheOrderWithinRows) {
  Coordinates entries;
  entries.rows = 3;
  entries.columns = 3;
  entries.add(2, 1, 1);
  entries.add(0, 2, 2);
  entries.add(2, 0, 3);
  CsrMatrix m = toCsr(entries);
  EXPECT_EQ(m.pointer, (std::vector<int64_t>{0, 1, 1, 3}));
  EXPECT_EQ(m.column, (std::vector<int32_t>{2, 1, 0}));
}

TEST(Matrix, AdaptGivesTheShape) {
  CsrMatrix m = generated("rmat:5,6");
  for (const MatrixShape &shape :
       {MatrixShape{.lower = true, .diagonal = true},
        MatrixShape{.upper = true, .strict = true},
        MatrixShape{.symmetric = true},
        MatrixShape{.sorted = true, .maxRowLength = 2}}) {
    EXPECT_FALSE(hasShape(m, shape));
    EXPECT_TRUE(hasShape(adaptTo(m, shape), shape));
  }
}

TEST(Matrix, AdaptKeepsBothPartsOfComplexEntries) {
  CsrMatrix m = generated("rmat:5,6");
  for (double value : m.value)
    m.imaginary.push_back(3 * value);
  for (const MatrixShape &shape :
       {MatrixShape{.lower = true, .diagonal = true},
        MatrixShape{.symmetric = true},
        MatrixShape{.sorted = true, .maxRowLength = 2}}) {
    const CsrMatrix adapted = adaptTo(m, shape);
    ASSERT_EQ(adapted.imaginary.size(), adapted.value.size());
    for (int64_t r = 0; r < adapted.rows; ++r)
      for (int64_t e = adapted.pointer[r]; e < adapted.pointer[r + 1]; ++e)
        EXPECT_EQ(adapted.imaginary[e], shape.diagonal && adapted.column[e] == r
                                            ? 0
                                            : 3 * adapted.value[e]);
  }
}

TEST(Matrix, TheDiagonalDominates) {
  CsrMatrix m = adaptTo(generated("uniform:20,5"), {.diagonal = true});
  for (int64_t r = 0; r < m.rows; ++r) {
    double diagonal = 0, others = 0;
    for (int64_t e = m.pointer[r]; e < m.pointer[r + 1]; ++e)
      (m.column[e] == r ? diagonal : others) += std::abs(m.value[e]);
    EXPECT_GT(diagonal, others);
  }
}

TEST(Matrix, TheDiagonalOfATriangleDominatesBothWays) {
  for (bool isLower : {false, true}) {
    CsrMatrix m =
        adaptTo(generated("uniform:20,5"),
                {.lower = isLower, .upper = !isLower, .diagonal = true});
    std::vector<double> diagonal(m.rows), others(m.rows);
    for (int64_t r = 0; r < m.rows; ++r)
      for (int64_t e = m.pointer[r]; e < m.pointer[r + 1]; ++e)
        if (m.column[e] == r) {
          diagonal[r] += std::abs(m.value[e]);
        } else {
          others[r] += std::abs(m.value[e]);
          others[m.column[e]] += std::abs(m.value[e]);
        }
    for (int64_t r = 0; r < m.rows; ++r)
      EXPECT_GT(diagonal[r], others[r]);
  }
}

TEST(Corpus, HoldsTheEdges) {
  bool empty = false, unsorted = false, duplicates = false, wide = false;
  for (const CsrMatrix &m : corpus({})) {
    empty |= m.rows == 0 && m.columns == 0;
    unsorted |= !hasShape(m, {.sorted = true});
    duplicates |= !hasShape(m, {.unique = true});
    wide |= m.columns > 4 * m.rows && m.rows > 1;
  }
  EXPECT_TRUE(empty && unsorted && duplicates && wide);
}

TEST(Corpus, SatisfiesTheFacts) {
  MatrixShape shape{.sorted = true,
                    .unique = true,
                    .square = true,
                    .lower = true,
                    .diagonal = true};
  std::vector<CsrMatrix> matrices = corpus(shape);
  EXPECT_GT(matrices.size(), 10u);
  for (const CsrMatrix &m : matrices)
    EXPECT_TRUE(hasShape(m, shape)) << m.name;
}

TEST(Matrix, IsResizedByCuttingAndRepeating) {
  Coordinates entries;
  entries.rows = 2;
  entries.columns = 3;
  entries.add(0, 2, 1.0);
  entries.add(1, 0, 2.0);
  const CsrMatrix matrix = toCsr(entries);
  const CsrMatrix cut = resizedTo(matrix, 1, 1);
  EXPECT_EQ(cut.rows, 1);
  EXPECT_EQ(cut.entries(), 0);
  const CsrMatrix repeated = resizedTo(matrix, 5, 7);
  EXPECT_EQ(repeated.pointer, (std::vector<int64_t>{0, 1, 2, 3, 4, 4}));
  EXPECT_EQ(repeated.column, (std::vector<int32_t>{2, 0, 5, 3}));
  EXPECT_EQ(resizedTo(toCsr({}), 3, 3).entries(), 0);
}

} // namespace
