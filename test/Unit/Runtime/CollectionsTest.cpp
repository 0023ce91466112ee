//===- CollectionsTest.cpp - buffers, prefix sums and groups --------------===//

#include "sparsec/buffer.h"
#include "sparsec/group.h"
#include "sparsec/scan.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <vector>

#ifdef _OPENMP
#include <omp.h>
static const int threadCounts[] = {1, 2, 3, 7};
static void setThreads(int count) { omp_set_num_threads(count); }
#else
static const int threadCounts[] = {1};
static void setThreads(int) {}
#endif

TEST(Buffer, GrowsAndIsTaken) {
  sparsec_buffer_int buffer = {};
  for (int i = 0; i < 5000; i++)
    ASSERT_EQ(sparsec_push_int(&buffer, 3 * i), SPARSEC_OK);
  int *array = nullptr;
  ASSERT_EQ(sparsec_take_int(&buffer, "list", &array), SPARSEC_OK);
  for (int i = 0; i < 5000; i++)
    EXPECT_EQ(array[i], 3 * i);
  EXPECT_EQ(buffer.data, nullptr);
  EXPECT_EQ(buffer.size, 0);
  free(array);
}

TEST(Buffer, EmptyOnesAreTaken) {
  sparsec_buffer_long buffer = {};
  long long *array = nullptr;
  ASSERT_EQ(sparsec_take_long(&buffer, "list", &array), SPARSEC_OK);
  EXPECT_NE(array, nullptr);
  free(array);
}

TEST(Buffer, RefusesMoreThanTheMachineHas) {
  sparsec_buffer_long buffer = {};
  ASSERT_EQ(sparsec_push_long(&buffer, 1LL << 40), SPARSEC_OK);
  EXPECT_EQ(sparsec_reserve_long(&buffer, 1LL << 58), SPARSEC_NO_MEMORY);
  EXPECT_EQ(buffer.data[0], 1LL << 40);
  free(buffer.data);
}

TEST(Scan, Small) {
  int values[] = {3, 0, 2, 0};
  ASSERT_EQ(sparsec_exclusive_scan_int(values, 4), SPARSEC_OK);
  EXPECT_EQ(std::vector<int>(values, values + 4),
            (std::vector<int>{0, 3, 3, 5}));
  int again[] = {3, 0, 2};
  ASSERT_EQ(sparsec_inclusive_scan_int(again, 3), SPARSEC_OK);
  EXPECT_EQ(std::vector<int>(again, again + 3), (std::vector<int>{3, 3, 5}));
  EXPECT_EQ(sparsec_exclusive_scan_int(nullptr, 0), SPARSEC_OK);
}

TEST(Scan, LargeIsTheSameForAnyThreads) {
  std::vector<long long> values(200003);
  std::mt19937 random(1);
  for (long long &value : values)
    value = random() % 100;
  std::vector<long long> expected(values);
  long long sum = 0;
  for (long long &value : expected)
    value = (sum += value) - value;
  for (int threads : threadCounts) {
    setThreads(threads);
    std::vector<long long> result(values);
    ASSERT_EQ(sparsec_exclusive_scan_long(result.data(), 200003), SPARSEC_OK);
    EXPECT_EQ(result, expected);
  }
}

TEST(Scan, OverflowLeavesTheValues) {
  int values[] = {INT_MAX - 1, 1, 1};
  EXPECT_EQ(sparsec_exclusive_scan_int(values, 3), SPARSEC_OVERFLOW);
  EXPECT_EQ(values[1], 1);
  long long wide[] = {LLONG_MAX - 1, 1, 1};
  EXPECT_EQ(sparsec_inclusive_scan_long(wide, 3), SPARSEC_OVERFLOW);
  int fits[] = {INT_MAX - 1, 1};
  EXPECT_EQ(sparsec_inclusive_scan_int(fits, 2), SPARSEC_OK);
  EXPECT_EQ(fits[1], INT_MAX);
}

/// Compares with sets: \p outer and \p inner keys of each instance.
static void expectGroups(const std::vector<int> &outer,
                         const std::vector<int> &inner, int outers) {
  std::map<int, std::set<int>> expected;
  for (size_t i = 0; i < outer.size(); i++)
    expected[outer[i]].insert(inner[i]);
  sparsec_groups_int groups;
  ASSERT_EQ(sparsec_group_int(int(outer.size()), outer.data(), inner.data(),
                              outers, &groups),
            SPARSEC_OK);
  EXPECT_EQ(groups.offset[0], 0);
  for (int o = 0; o < outers; o++) {
    std::vector<int> keys(groups.key + groups.offset[o],
                          groups.key + groups.offset[o + 1]);
    EXPECT_EQ(keys, std::vector<int>(expected[o].begin(), expected[o].end()));
  }
  for (size_t i = 0; i < outer.size(); i++) {
    EXPECT_EQ(groups.key[groups.slot[i]], inner[i]);
    EXPECT_GE(groups.slot[i], groups.offset[outer[i]]);
    EXPECT_LT(groups.slot[i], groups.offset[outer[i] + 1]);
  }
  sparsec_free_groups_int(&groups);
  EXPECT_EQ(groups.offset, nullptr);
}

TEST(Group, Nothing) {
  expectGroups({}, {}, 0);
  expectGroups({}, {}, 5);
}

TEST(Group, UnsortedDuplicatesAndNegativeKeys) {
  expectGroups({2, 0, 2, 2, 0}, {7, -3, 7, -9, INT_MAX}, 4);
}

TEST(Group, LongRowsAreSortedByRadix) {
  std::mt19937 random(2);
  for (int range : {3, 300, 100000, INT_MAX}) {
    std::vector<int> outer(20000), inner(20000);
    for (size_t i = 0; i < outer.size(); i++) {
      outer[i] = int(random() % 7);
      inner[i] = int(random() % unsigned(range)) - range / 2;
    }
    for (int threads : threadCounts) {
      setThreads(threads);
      expectGroups(outer, inner, 7);
    }
  }
}

TEST(Group, ExtremeLongKeys) {
  const long long outer[] = {0, 0, 0};
  const long long inner[] = {LLONG_MAX, LLONG_MIN, 0};
  sparsec_groups_long groups;
  ASSERT_EQ(sparsec_group_long(3, outer, inner, 1, &groups), SPARSEC_OK);
  EXPECT_EQ(groups.key[0], LLONG_MIN);
  EXPECT_EQ(groups.key[2], LLONG_MAX);
  EXPECT_EQ(groups.slot[0], 2);
  sparsec_free_groups_long(&groups);
}
