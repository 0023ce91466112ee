//===- InvarianceTests.cpp - what permanents do not depend on -------------===//
#include "Reference.h"

#include <algorithm>
#include <numeric>

using namespace sparsec;
using namespace sparsec::permanent;

namespace {

/// A band with a few far entries, of 30 rows; too large for the definition.
bench::MarketMatrix sample(std::mt19937 &random) {
  std::uniform_real_distribution<double> values(0.5, 1.5);
  std::uniform_int_distribution<int> place(0, 29), sign(0, 1);
  bench::MarketMatrix file;
  file.entries.rows = file.entries.columns = 30;
  for (int row = 0; row < 30; ++row)
    for (int column = std::max(0, row - 2); column < std::min(30, row + 3);
         ++column)
      file.entries.add(row, column,
                       sign(random) ? values(random) : -values(random));
  for (int i = 0; i < 6; ++i)
    file.entries.add(place(random), place(random), values(random));
  return file;
}

ExactValue exactOf(const bench::MarketMatrix &file) {
  return std::get<ExactValue>(permanentOf(matrixOf(file, Arithmetic::Exact)));
}

/// Odd part and exponent, as several pairs mean the same number.
std::pair<mpz_class, int64_t> normal(ExactValue value) {
  while (sgn(value.number) != 0 && mpz_even_p(value.number.get_mpz_t())) {
    value.number /= 2;
    ++value.exponent;
  }
  return {value.number, value.exponent};
}

TEST(Invariance, PermutedRowsAndColumns) {
  std::mt19937 random(7);
  for (int round = 0; round < 20; ++round) {
    bench::MarketMatrix file = sample(random), permuted = file;
    std::vector<int> rows(30), columns(30);
    std::iota(rows.begin(), rows.end(), 0);
    std::iota(columns.begin(), columns.end(), 0);
    std::shuffle(rows.begin(), rows.end(), random);
    std::shuffle(columns.begin(), columns.end(), random);
    for (int32_t &row : permuted.entries.row)
      row = rows[row];
    for (int32_t &column : permuted.entries.column)
      column = columns[column];
    EXPECT_EQ(normal(exactOf(file)), normal(exactOf(permuted)));
  }
}

TEST(Invariance, Transposition) {
  std::mt19937 random(8);
  for (int round = 0; round < 20; ++round) {
    bench::MarketMatrix file = sample(random), across = file;
    std::swap(across.entries.row, across.entries.column);
    EXPECT_EQ(normal(exactOf(file)), normal(exactOf(across)));
  }
}

/// Rows times 2^400 each: 2^12000 in the end, far beyond a double.
TEST(Invariance, PowersOfTwoOnlyChangeTheExponent) {
  std::mt19937 random(9);
  for (int round = 0; round < 20; ++round) {
    bench::MarketMatrix file = sample(random), larger = file;
    for (double &value : larger.entries.value)
      value *= 0x1p400;
    auto one = std::get<RoundedValue>(permanentOf(matrixOf(file)));
    auto two = std::get<RoundedValue>(permanentOf(matrixOf(larger)));
    EXPECT_EQ(
        std::ldexp(one.number.value.real(), int(one.exponent)),
        std::ldexp(two.number.value.real(), int(two.exponent - 30 * 400)));
    auto [number, exponent] = normal(exactOf(file));
    EXPECT_EQ(normal(exactOf(larger)), std::pair(number, exponent + 30 * 400));
  }
}

TEST(Invariance, ConstantMatricesGiveFactorials) {
  mpz_class factorial = 1;
  for (int n = 1; n <= 16; ++n) {
    factorial *= n;
    bench::MarketMatrix file;
    file.entries.rows = file.entries.columns = n;
    for (int row = 0; row < n; ++row)
      for (int column = 0; column < n; ++column)
        addInteger(file, row, column, -7);
    mpz_class power;
    mpz_ui_pow_ui(power.get_mpz_t(), 7, n);
    EXPECT_EQ(std::get<ExactValue>(permanentOf(matrixOf(file))).number,
              mpz_class(factorial * power * (n % 2 ? -1 : 1)));
  }
}

} // namespace
