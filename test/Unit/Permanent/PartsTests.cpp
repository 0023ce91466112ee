//===- PartsTests.cpp - ranks, blocks, costs, digits, refusals ------------===//
#include "Reference.h"

#include "sparsec/Permanent/SubsetRank.h"

#include <bit>

using namespace sparsec;
using namespace sparsec::permanent;

namespace {

/// Narrow and wide masks, the latter with more than two groups of bits.
TEST(SubsetRank, NumbersSubsetsAsTheyRise) {
  for (Bits mask : {Bits{0}, Bits{1}, Bits{0x5b6d}, Bits{0x8000000000000001},
                    Bits{0xf00f00f00f00f001}, ~Bits{0}}) {
    int places = std::popcount(mask);
    for (int k : {0, 1, 2, 3, places}) {
      if (k > places)
        continue;
      SubsetRank rank(mask, k);
      ASSERT_EQ(double(rank.count()), binomial(places, k));
      Bits subset = rank.unrank(0);
      for (uint64_t at = 0; at < rank.count(); ++at) {
        ASSERT_EQ(subset & ~mask, 0u);
        ASSERT_EQ(std::popcount(subset), k);
        ASSERT_EQ(rank(subset), at);
        ASSERT_EQ(rank.unrank(at), subset);
        if (at + 1 == rank.count())
          break;
        Bits following = rank.next(subset);
        ASSERT_GT(following, subset);
        subset = following;
      }
    }
  }
}

TEST(Blocks, TriangularMatricesAreBlocksOfOneRow) {
  Pattern lower = {{0}, {0, 1}, {0, 1, 2}};
  std::vector<int> columnOf = maximumMatching(lower);
  EXPECT_EQ(columnOf, (std::vector<int>{0, 1, 2}));
  std::vector<int> block = diagonalBlocks(lower, columnOf);
  std::sort(block.begin(), block.end());
  EXPECT_EQ(block, (std::vector<int>{0, 1, 2}));
}

TEST(Blocks, AMatchingIsFoundByLongPaths) {
  Pattern chain = {{0, 1}, {1, 2}, {2, 3}, {0}};
  EXPECT_EQ(maximumMatching(chain), (std::vector<int>{1, 2, 3, 0}));
  Pattern singular = {{0}, {0}, {1, 2}};
  std::vector<int> columnOf = maximumMatching(singular);
  EXPECT_EQ(std::count(columnOf.begin(), columnOf.end(), -1), 1);
}

Matrix allOnes(int n) {
  bench::MarketMatrix file;
  file.entries.rows = file.entries.columns = n;
  for (int row = 0; row < n; ++row)
    for (int column = 0; column < n; ++column)
      addInteger(file, row, column, 1);
  return matrixOf(file);
}

/// Whatever the order, 40 full rows pass C(40, 20) states at least.
TEST(Plan, RefusesWhatDoesNotFitWithItsCost) {
  Resources resources;
  resources.search.leastVisits = resources.search.mostVisits = 1e5;
  llvm::Expected<Plan> plan = Plan::make(allOnes(40), resources);
  ASSERT_FALSE(static_cast<bool>(plan));
  std::string text = llvm::toString(plan.takeError());
  EXPECT_NE(text.find("a block of 40 rows with 1600 entries would take"),
            std::string::npos)
      << text;
}

TEST(Plan, AFrontierBeyondAWordIsRefused) {
  Resources resources;
  resources.search.leastVisits = resources.search.mostVisits = 1e5;
  llvm::Expected<Plan> plan = Plan::make(allOnes(70), resources);
  ASSERT_FALSE(static_cast<bool>(plan));
  std::string text = llvm::toString(plan.takeError());
  EXPECT_NE(text.find("frontier of more than 64"), std::string::npos) << text;
}

TEST(Plan, StructurallySingularIsZeroAtOnce) {
  bench::MarketMatrix file;
  file.entries.rows = file.entries.columns = 3;
  file.entries.add(0, 0, 1.5);
  file.entries.add(1, 0, 2.5);
  file.entries.add(2, 1, 1);
  file.entries.add(2, 2, 1);
  Plan plan = llvm::cantFail(Plan::make(matrixOf(file), {}));
  EXPECT_EQ(plan.structuralRank(), 2);
  Value value = llvm::cantFail(plan.run());
  EXPECT_EQ(decimal(value), "0");
  EXPECT_TRUE(isExact(value));
}

TEST(Value, Digits) {
  EXPECT_EQ(decimal(ExactValue{-1000}), "-1000");
  EXPECT_EQ(decimal(ExactValue{3, -3}), "0.375");
  EXPECT_EQ(decimal(ExactValue{3, 100}), "3802951800684688204490109616128");
  EXPECT_EQ(decimal(ExactValue{-5, -1}), "-2.5");
  EXPECT_EQ(decimalError(ExactValue{3, -3}), "0");
  // 2^-300 = 4.9e-91 has more digits than the 60 that are printed.
  EXPECT_EQ(decimal(ExactValue{1, -300}).substr(0, 8), "4.909093");
  EXPECT_EQ(decimalError(ExactValue{1, -300}), "5e-151");
  EXPECT_EQ(decimal(RoundedValue{{0.1, 0.1}}), "0.10000000000000001");
  EXPECT_EQ(decimal(RoundedValue{{1, 1}, 4000}), "1.3182040934309431e1204");
  EXPECT_EQ(decimal(RoundedValue{{{1, -2}, 3}, -4, 0, true}), "0.0625-0.125i");
}

} // namespace
