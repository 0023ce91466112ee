//===- AxiomTests.cpp - facts that say a little less than one needs -------===//
///
/// \file
/// Kernels whose conflicts hang on one axiom: were it a little stronger than
/// the fact, it would refute what happens.
///
//===----------------------------------------------------------------------===//

#include "Conflicts.h"
#include "Matrices.h"
#include "Parsed.h"

#include "gtest/gtest.h"

#include <stdexcept>

using namespace sparsec;
using namespace sparsec::test;

namespace {

/// All kernels have these parameters and the matrix index, col.
std::string kernel(const std::string &facts, const std::string &body) {
  return "#pragma sparsec csr(n, n, index, col, a); extent(y, n + 2)\n"
         "#pragma sparsec extent(x, n); extent(z, n, n)\n"
         "#pragma sparsec 0 <= r && r < n; " +
         facts +
         "\nvoid kernel(int n, int r, const int *index, const int *col,\n"
         "const int *q, const double *a, const double *x, double *y,\n"
         "double (*z)[n]) {\n" +
         body + "}\n";
}

class Axioms : public testing::Test {
protected:
  /// Whether conflicts occur on 60 matrices; fails the test where they
  /// contradict the analysis.
  bool conflict(const std::string &text,
                const Pattern &pattern = {"index", "col"}) {
    std::optional<Program> program = parsedText(text);
    if (!program)
      throw std::runtime_error("refused");
    auto loop = LoopUnderTest::make(*program, *outermostLoops(*program).at(0));
    for (uint64_t number = 0; number < 60; ++number) {
      stress::Random random(5, number);
      long n = random.between(1, 4);
      Numbers numbers;
      numbers.sizes = {{"n", n}, {"r", random.between(0, int(n) - 1)}};
      addMatrix(numbers, pattern, {n, n}, random);
      for (long i = 0; i < n; ++i)
        numbers.arrays["q"].push_back(i / 2);
      EXPECT_EQ(loop.value().contradiction(numbers), "") << text;
    }
    for (const CarriedRelation &one : loop->relations())
      isKept |= one.fate == CarriedRelation::Fate::Kept;
    return loop->conflictCount() > 0;
  }

  bool isKept = false;
};

TEST_F(Axioms, PointersRepeatWhereRowsAreEmpty) {
  EXPECT_TRUE(conflict(kernel("", R"(
    for (int i = 0; i < n; i++)
      y[index[i]] = x[i];
)")));
}

const char *const scatterRow = R"(
    for (int j = index[r]; j < index[r + 1]; j++)
      y[col[j]] = a[j];
)";

TEST_F(Axioms, ColumnsRepeatUnlessTheyRiseStrictly) {
  Pattern pattern{"index", "col", Pattern::All, Pattern::Rising};
  EXPECT_TRUE(conflict(kernel("sorted(col, index)", scatterRow), pattern));
  isKept = false;
  pattern.order = Pattern::StrictlyRising;
  EXPECT_FALSE(
      conflict(kernel("sorted(col, index, strict)", scatterRow), pattern));
  EXPECT_FALSE(isKept);
}

TEST_F(Axioms, ColumnsBeforeTheLastLeaveRoomForIt) {
  Pattern pattern{"index", "col", Pattern::Lower, Pattern::StrictlyRising};
  std::string facts =
      "sorted(col, index, strict); triangular(col, index, lower)";
  // The last but one column is at most i - 1: i + 1 is written later.
  EXPECT_TRUE(conflict(kernel(facts, R"(
    for (int i = 0; i < n; i++) {
      for (int j = index[i]; j < index[i + 1] - 1; j++)
        z[r][i] = y[col[j] + 2];
      y[i] = x[i];
    }
)"),
                       pattern));
  isKept = false;
  EXPECT_FALSE(conflict(kernel(facts, R"(
    for (int i = 0; i < n; i++) {
      for (int j = index[i]; j < index[i + 1] - 1; j++)
        if (i <= r)
          z[r][i] = y[col[j] + 1];
      if (i > r)
        y[i] = x[i];
    }
)"),
                        pattern));
  EXPECT_FALSE(isKept) << "the room is seen";
}

TEST_F(Axioms, ColumnsBehindTheFirstLeaveRoomForIt) {
  Pattern pattern{"index", "col", Pattern::Upper, Pattern::StrictlyRising};
  // The second column is at least i + 1, which i - 1 writes later.
  EXPECT_TRUE(
      conflict(kernel("sorted(col, index, strict); triangular(col, index, "
                      "upper)",
                      R"(
    for (int i = n - 1; i >= 0; i--) {
      for (int j = index[i] + 1; j < index[i + 1]; j++)
        z[r][i] = y[col[j]];
      y[i + 2] = x[i];
    }
)"),
               pattern));
}

TEST_F(Axioms, ARuleHoldsWhereItsPremiseDoes) {
  // q = 0, 0, 1, 1, 2, ..
  EXPECT_TRUE(conflict(kernel("range(q, 0, n); rule(forall i, j: i + 1 < j => "
                              "q[i] < q[j])",
                              R"(
    for (int i = 0; i < n; i++)
      y[q[i]] = x[i];
)")));
  isKept = false;
  EXPECT_FALSE(conflict(kernel("range(q, 0, n); rule(forall i, j: i + 1 < j => "
                               "q[i] < q[j])",
                               R"(
    for (int i = 0; i < n; i++) {
      if (i < 1)
        y[q[i]] = x[i];
      if (i >= 2)
        z[r][i] = y[q[i]];
    }
)")));
  EXPECT_FALSE(isKept);
}

TEST_F(Axioms, RowsWithADiagonalAreNotEmpty) {
  Pattern pattern{"index", "col", Pattern::All, Pattern::Any, true};
  EXPECT_FALSE(conflict(kernel("has_diagonal(col, index)", R"(
    for (int i = 0; i < n; i++)
      y[index[i]] = x[i];
)"),
                        pattern));
  EXPECT_FALSE(isKept);
}

TEST_F(Axioms, TheDiagonalIsTheLastEntryOfSortedLowerRowsOnly) {
  const char *body = R"(
    for (int i = 0; i < n; i++)
      for (int j = index[i]; j < index[i + 1]; j++)
        if (j + 1 >= index[i + 1])
          y[col[j]] = x[i];
)";
  std::string facts = "has_diagonal(col, index); triangular(col, index, lower)";
  Pattern pattern{"index", "col", Pattern::Lower, Pattern::Any, true};
  EXPECT_TRUE(conflict(kernel(facts, body), pattern));
  pattern = {"index", "col", Pattern::All, Pattern::Rising, true};
  EXPECT_TRUE(conflict(
      kernel("has_diagonal(col, index); sorted(col, index)", body), pattern));
  isKept = false;
  pattern.part = Pattern::Lower;
  EXPECT_FALSE(conflict(kernel(facts + "; sorted(col, index)", body), pattern));
  EXPECT_FALSE(isKept);
}

} // namespace
