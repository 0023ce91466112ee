//===- DigitOrderTests.cpp - which digit changes how often ----------------===//

#include "sparsec/Matrix/DigitOrder.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <random>

using namespace sparsec;

namespace {

/// Additions and multiplications of a walk through all numbers in Gray order.
DigitCost counted(const DigitRows &rows, const std::vector<unsigned> &places) {
  unsigned digits = unsigned(places.size());
  DigitCost cost;
  for (unsigned long step = 0; step < 1UL << digits; ++step) {
    unsigned changed = step ? unsigned(__builtin_ctzl(step)) : digits - 1;
    for (const std::vector<unsigned> &row : rows) {
      unsigned least = digits;
      for (unsigned digit : row) {
        cost.additions += step && places[digit] == changed;
        least = std::min(least, places[digit]);
      }
      cost.multiplications += least <= changed && !row.empty();
    }
  }
  cost.additions /= double(1UL << digits);
  cost.multiplications /= double(1UL << digits);
  return cost;
}

DigitRows randomRows(unsigned seed, unsigned digits) {
  std::mt19937 random(seed);
  DigitRows rows(digits + 1);
  for (std::vector<unsigned> &row : rows)
    for (unsigned digit = 0; digit < digits; ++digit)
      if (random() % 4 == 0)
        row.push_back(digit);
  return rows;
}

const DigitOrder allOrders[] = {DigitOrder::Source, DigitOrder::Degree,
                                DigitOrder::NewRows, DigitOrder::Search};

TEST(DigitOrder, OrdersArePermutations) {
  const DigitRows rows = randomRows(1, 11);
  for (DigitOrder order : allOrders) {
    std::vector<unsigned> places = orderDigits(rows, 11, order);
    std::sort(places.begin(), places.end());
    for (unsigned place = 0; place < 11; ++place)
      EXPECT_EQ(places[place], place);
  }
}

TEST(DigitOrder, CostsAreThoseOfTheWalk) {
  for (unsigned seed = 0; seed < 5; ++seed) {
    const DigitRows rows = randomRows(seed, 12);
    for (DigitOrder order : allOrders) {
      std::vector<unsigned> places = orderDigits(rows, 12, order);
      DigitCost cost = costOf(rows, places), walk = counted(rows, places);
      EXPECT_NEAR(cost.additions, walk.additions, 0.02);
      EXPECT_NEAR(cost.multiplications, walk.multiplications, 0.02);
    }
  }
}

TEST(DigitOrder, SearchIsNeverWorse) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    const DigitRows rows = randomRows(seed, 20);
    auto cost = [&](DigitOrder order) {
      return costOf(rows, orderDigits(rows, 20, order)).sum();
    };
    for (DigitOrder order : allOrders)
      EXPECT_LE(cost(DigitOrder::Search), cost(order) * (1 + 1e-9));
  }
}

/// One row {0, 3}: multiplied in each step, or for both values of digit 0 where
/// digit 3 changes, and picked where 0 does.
TEST(DigitOrder, TablesCostWhatOtherDigitsChange) {
  const DigitRows rows = {{0, 3}, {0, 3}};
  const std::vector<unsigned> places = {0, 1, 2, 3};
  DigitCost flat = costOf(rows, places), table = costOf(rows, places, 1);
  EXPECT_EQ(flat.multiplications, 2.0);
  EXPECT_EQ(flat.additions, 2 * (1 / 2.0 + 1 / 16.0));
  EXPECT_EQ(table.multiplications, 2 * 2 / 8.0 + 1);
  EXPECT_EQ(table.additions, 2 * (1 / 16.0 + 1 / 8.0));
}

TEST(DigitOrder, TablesAreTakenWhereTheyPay) {
  // Digit 1 changes half as often as 0: both values cost as much as each.
  EXPECT_EQ(costOf({{0, 1}}, {0, 1}, 2).sum(), costOf({{0, 1}}, {0, 1}).sum());
  for (unsigned seed = 0; seed < 10; ++seed) {
    const DigitRows rows = randomRows(seed, 16);
    double before =
        costOf(rows, orderDigits(rows, 16, DigitOrder::Search)).sum();
    for (unsigned tabled : {1, 3, 8}) {
      double cost =
          costOf(rows, orderDigits(rows, 16, DigitOrder::Search, tabled),
                 tabled)
              .sum();
      EXPECT_LT(cost, before);
    }
  }
}

TEST(DigitOrder, RowsOfNothingCostNothing) {
  const DigitRows rows = {{}, {0, 0}, {}};
  DigitCost cost = costOf(rows, {0});
  EXPECT_EQ(cost.multiplications, 1);
  EXPECT_EQ(orderDigits(rows, 1, DigitOrder::Search), std::vector<unsigned>{0});
}

} // namespace
