//===- FactsTest.cpp - each checker accepts, and names what is wrong ------===//

#include "sparsec/row_facts.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace {

sparsec_view view(const char *name, const std::vector<int> &values) {
  return sparsec_view_of(name, values.data(), 4);
}

/// The message of a failed check; "" when it passed.
std::string messageOf(int status) {
  if (status == SPARSEC_OK)
    return "";
  EXPECT_EQ(status, SPARSEC_FACT_VIOLATED);
  return sparsec_last_error();
}

/// Rows {0: a b, 1: (none), 2: c} of a matrix with three rows.
struct Rows {
  std::vector<int> index, column;
  sparsec_rows get(long long base = 0) const {
    return sparsec_rows_of(view("col", column), view("index", index),
                           (long long)index.size() - 1, base);
  }
};

TEST(Facts, ReadsEveryType) {
  const unsigned char byte[] = {200};
  const signed char small[] = {-3};
  const unsigned short half[] = {60000};
  const short negative[] = {-5};
  const unsigned word[] = {4000000000u};
  const unsigned long long huge[] = {~0ULL};
  EXPECT_EQ(sparsec_at(sparsec_view_of("x", byte, -1), 0), 200);
  EXPECT_EQ(sparsec_at(sparsec_view_of("x", small, 1), 0), -3);
  EXPECT_EQ(sparsec_at(sparsec_view_of("x", half, -2), 0), 60000);
  EXPECT_EQ(sparsec_at(sparsec_view_of("x", negative, 2), 0), -5);
  EXPECT_EQ(sparsec_at(sparsec_view_of("x", word, -4), 0), 4000000000LL);
  EXPECT_EQ(sparsec_at(sparsec_view_of("x", huge, -8), 0), LLONG_MAX);
}

TEST(Facts, Boundary) {
  EXPECT_EQ(messageOf(sparsec_check_boundary("f", view("p", {0, 3}), 0, 0)),
            "");
  EXPECT_EQ(messageOf(sparsec_check_boundary("f", view("p", {0, 3}), 1, 2)),
            "f does not hold: p[1] = 3, expected 2");
  EXPECT_EQ(messageOf(sparsec_check_boundary(
                "f", sparsec_view_of("p", nullptr, 4), 0, 0)),
            "f does not hold: p is a null pointer");
}

TEST(Facts, Position) {
  EXPECT_EQ(messageOf(sparsec_check_position("f", view("p", {4}), 1, 0)), "");
  EXPECT_EQ(messageOf(sparsec_check_position("f", view("p", {4}), 1, 1)),
            "f does not hold: there is no p[1], p has 1 elements");
}

TEST(Facts, InjectiveWithValuesFarApart) {
  std::vector<int> values(3000);
  for (int i = 0; i < 3000; ++i)
    values[i] = (i % 2 ? 1 : -1) * 700000 * i;
  EXPECT_EQ(messageOf(sparsec_check_injective("f", view("p", values), 3000)),
            "");
  values[2000] = values[7];
  values[1000] = values[8];
  EXPECT_EQ(messageOf(sparsec_check_injective("f", view("p", values), 3000)),
            "f does not hold: p[8] and p[1000] are both -5600000");
}

TEST(Facts, RowsLieInTheirArray) {
  EXPECT_EQ(
      messageOf(sparsec_check_rows("f", Rows{{0, 2, 3}, {0, 1, 0}}.get(), 3)),
      "");
  EXPECT_EQ(
      messageOf(sparsec_check_rows("f", Rows{{0, 2, 4}, {0, 1, 0}}.get(), 3)),
      "f does not hold: index[2] = 4 is not in [0, 4)");
  EXPECT_EQ(
      messageOf(sparsec_check_rows("f", Rows{{1, 3, 2}, {1, 1, 1}}.get(1), 3)),
      "f does not hold: index[2] = 2 comes after index[1] = 3");
}

TEST(Facts, RangeNamesTheFirst) {
  std::vector<int> values(500000, 3);
  EXPECT_EQ(
      messageOf(sparsec_check_range("f", view("p", values), 500000, 3, 4)), "");
  values[400000] = 7;
  values[499999] = -1;
  EXPECT_EQ(
      messageOf(sparsec_check_range("f", view("p", values), 500000, 3, 4)),
      "f does not hold: p[400000] = 7 is not in [3, 4)");
  EXPECT_EQ(messageOf(sparsec_check_range("f", view("p", values), -5, 3, 4)),
            "");
}

TEST(Facts, RangeBoundsBeyondTheType) {
  std::vector<int> values = {INT_MIN, 0, INT_MAX};
  auto check = [&](long long lower, long long upper) {
    return messageOf(
        sparsec_check_range("f", view("p", values), 3, lower, upper));
  };
  EXPECT_EQ(check(LLONG_MIN, LLONG_MAX), "");
  EXPECT_EQ(check(INT_MIN, INT_MAX + 1LL), "");
  EXPECT_EQ(check(INT_MIN, INT_MAX),
            "f does not hold: p[2] = 2147483647 is not in [-2147483648, "
            "2147483647)");
  EXPECT_NE(check(1LL << 40, LLONG_MAX), "");
  EXPECT_NE(check(LLONG_MIN, -(1LL << 40)), "");
  EXPECT_NE(check(0, 0), "");
}

TEST(Facts, RangeOfOtherTypes) {
  const unsigned long long huge[] = {3, ~0ULL};
  EXPECT_EQ(sparsec_check_range("f", sparsec_view_of("p", huge, -8), 1, 0, 4),
            SPARSEC_OK);
  EXPECT_EQ(sparsec_check_range("f", sparsec_view_of("p", huge, -8), 2, 0, 4),
            SPARSEC_FACT_VIOLATED);
}

TEST(Facts, Monotonic) {
  auto check = [](const std::vector<int> &values, int strict) {
    return messageOf(sparsec_check_monotonic("f", view("p", values),
                                             (long long)values.size(), strict));
  };
  EXPECT_EQ(check({0, 2, 2, 5}, 0), "");
  EXPECT_EQ(check({0, 2, 2, 5}, 1), "f does not hold: p[2] = 2 comes after "
                                    "p[1] = 2");
  EXPECT_EQ(check({0, 2, 1, 0}, 0), "f does not hold: p[2] = 1 comes after "
                                    "p[1] = 2");
  EXPECT_EQ(check({}, 1), "");
}

TEST(Facts, RowLength) {
  auto check = [](long long most) {
    return messageOf(
        sparsec_check_row_length("f", view("p", {0, 2, 5, 9}), 3, most));
  };
  EXPECT_EQ(check(4), "");
  EXPECT_EQ(check(2), "f does not hold: p[1] = 2 and p[2] = 5 are more than 2 "
                      "apart");
}

TEST(Facts, InjectiveAndPermutation) {
  auto injective = [](const std::vector<int> &values) {
    return messageOf(sparsec_check_injective("f", view("p", values),
                                             (long long)values.size()));
  };
  auto permutation = [](const std::vector<int> &values) {
    return messageOf(sparsec_check_permutation("f", view("p", values),
                                               (long long)values.size()));
  };
  EXPECT_EQ(injective({5, -2, 9}), "");
  EXPECT_EQ(injective({}), "");
  EXPECT_EQ(injective({5, 9, -2, 9, 5}),
            "f does not hold: p[1] and p[3] are both 9");
  EXPECT_EQ(permutation({2, 0, 1}), "");
  EXPECT_EQ(permutation({2, 0, 3}), "f does not hold: p[2] = 3 is not in "
                                    "[0, 3)");
  EXPECT_EQ(permutation({2, 0, 2}), "f does not hold: p[0] and p[2] are both "
                                    "2");
}

TEST(Facts, InjectiveOverTheWholeRange) {
  const long long values[] = {LLONG_MIN, LLONG_MAX, LLONG_MIN};
  sparsec_view array = sparsec_view_of("p", values, 8);
  EXPECT_EQ(messageOf(sparsec_check_injective("f", array, 2)), "");
  EXPECT_EQ(messageOf(sparsec_check_injective("f", array, 3)),
            "f does not hold: p[0] and p[2] are both -9223372036854775808");
}

TEST(Facts, Inverse) {
  EXPECT_EQ(messageOf(sparsec_check_inverse("f", view("p", {2, 0, 1}), 3,
                                            view("q", {1, 2, 0}), 3)),
            "");
  EXPECT_EQ(messageOf(sparsec_check_inverse("f", view("p", {2, 0, 1}), 3,
                                            view("q", {1, 2}), 2)),
            "");
  EXPECT_EQ(messageOf(sparsec_check_inverse("f", view("p", {1, 0}), 2,
                                            view("q", {1, 0, 2}), 3)),
            "f does not hold: q[2] = 2 is not in [0, 2)");
  EXPECT_EQ(messageOf(sparsec_check_inverse("f", view("p", {2, 0, 1}), 3,
                                            view("q", {1, 0, 2}), 3)),
            "f does not hold: q[1] = 0, but p[0] = 2");
}

TEST(Facts, Sorted) {
  Rows good{{0, 2, 2, 3}, {1, 4, 0}};
  EXPECT_EQ(messageOf(sparsec_check_sorted("f", good.get(), 1)), "");
  Rows bad{{0, 2, 2, 4}, {1, 4, 3, 3}};
  EXPECT_EQ(messageOf(sparsec_check_sorted("f", bad.get(), 0)), "");
  EXPECT_EQ(messageOf(sparsec_check_sorted("f", bad.get(), 1)),
            "f does not hold: col[3] = 3 comes after col[2] = 3 in one segment "
            "of index");
  Rows based{{1, 3, 3, 4}, {2, 5, 1}};
  EXPECT_EQ(messageOf(sparsec_check_sorted("f", based.get(1), 1)), "");
}

/// Rows of random lengths, some empty, and columns that nearly ascend.
Rows randomRows(std::mt19937 &random) {
  Rows rows{{0}, {}};
  for (int row = 0; row < int(random() % 5); ++row) {
    int column = int(random() % 3);
    for (int left = int(random() % 5); left > 0; --left) {
      rows.column.push_back(column);
      column += int(random() % 6) - (random() % 4 ? 0 : 3);
    }
    rows.index.push_back(int(rows.column.size()));
  }
  return rows;
}

// Columns of four bytes are checked by loops of their own.
TEST(Facts, RowsOfAnyTypeAreCheckedAlike) {
  std::mt19937 random(1);
  for (int round = 0; round < 3000; ++round) {
    Rows narrow = randomRows(random);
    std::vector<long long> wide(narrow.column.begin(), narrow.column.end());
    sparsec_rows a = narrow.get(), b = a;
    b.column = sparsec_view_of("col", wide.data(), 8);
    for (int flag : {0, 1}) {
      EXPECT_EQ(messageOf(sparsec_check_sorted("f", a, flag)),
                messageOf(sparsec_check_sorted("f", b, flag)));
      for (int sign : {1, -1})
        EXPECT_EQ(messageOf(sparsec_check_triangular("f", a, sign, -flag)),
                  messageOf(sparsec_check_triangular("f", b, sign, -flag)));
    }
  }
}

TEST(Facts, Unique) {
  Rows good{{0, 2, 2, 4}, {4, 1, 4, 1}};
  EXPECT_EQ(messageOf(sparsec_check_unique("f", good.get())), "");
  Rows bad{{0, 2, 2, 5}, {4, 1, 3, 1, 3}};
  EXPECT_EQ(messageOf(sparsec_check_unique("f", bad.get())),
            "f does not hold: col[2] and col[4] are both 3 in segment 2 of "
            "index");
}

TEST(Facts, Triangular) {
  Rows lower{{0, 1, 3, 4}, {0, 0, 1, 2}};
  EXPECT_EQ(messageOf(sparsec_check_triangular("f", lower.get(), 1, 0)), "");
  EXPECT_EQ(messageOf(sparsec_check_triangular("f", lower.get(), 1, -1)),
            "f does not hold: col[0] = 0 in row 0");
  EXPECT_EQ(messageOf(sparsec_check_triangular("f", lower.get(), -1, 0)),
            "f does not hold: col[1] = 0 in row 1");
  Rows based{{1, 2, 4, 5}, {1, 1, 2, 3}};
  EXPECT_EQ(messageOf(sparsec_check_triangular("f", based.get(1), 1, 0)), "");
}

TEST(Facts, HasDiagonal) {
  Rows good{{0, 2, 3, 4}, {1, 0, 1, 2}};
  EXPECT_EQ(messageOf(sparsec_check_has_diagonal("f", good.get())), "");
  Rows bad{{0, 2, 3, 4}, {1, 0, 1, 0}};
  EXPECT_EQ(messageOf(sparsec_check_has_diagonal("f", bad.get())),
            "f does not hold: row 2, positions 3 to 3 of col, has no diagonal "
            "entry");
}

TEST(Facts, SymmetricPattern) {
  Rows good{{0, 2, 4, 5}, {0, 1, 0, 2, 1}};
  EXPECT_EQ(messageOf(sparsec_check_symmetric_pattern("f", good.get())), "");
  Rows bad{{0, 2, 3, 4}, {0, 1, 2, 1}};
  EXPECT_EQ(messageOf(sparsec_check_symmetric_pattern("f", bad.get())),
            "f does not hold: col[1] = 1 gives entry (0, 1), but there is none "
            "at (1, 0)");
  Rows empty{{0}, {}};
  EXPECT_EQ(messageOf(sparsec_check_symmetric_pattern("f", empty.get())), "");
}

} // namespace
