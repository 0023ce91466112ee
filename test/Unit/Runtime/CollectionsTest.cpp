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

/// Entries by sets: \p outer and \p inner keys of each instance.
static void expectSorted(const std::vector<int> &outer,
                         const std::vector<int> &inner, int outers) {
  std::map<int, std::set<int>> expected;
  for (size_t i = 0; i < outer.size(); i++)
    expected[outer[i]].insert(inner[i]);
  std::vector<int> slot = outer, offset(size_t(outers) + 1);
  ASSERT_EQ(sparsec_group_by_key_int(int(outer.size()), slot.data(),
                                     inner.data(), outers, offset.data()),
            SPARSEC_OK);
  EXPECT_EQ(offset[0], 0);
  for (int o = 0; o < outers; o++)
    EXPECT_EQ(size_t(offset[o + 1] - offset[o]), expected[o].size());
  std::map<int, std::map<int, int>> rank;
  for (const auto &[group, keys] : expected)
    for (int key : keys)
      rank[group].emplace(key, int(rank[group].size()));
  for (size_t i = 0; i < outer.size(); i++)
    EXPECT_EQ(slot[i], offset[outer[i]] + rank[outer[i]].at(inner[i]));
}

/// Entries opened one by one: \p slot as sparsec_group takes it.
static void expectGroups(const std::vector<int> &slot, int groups) {
  std::vector<int> count(size_t(groups) + 1), found = slot;
  for (int group : slot)
    if (group >= 0)
      count[size_t(group)]++;
  std::vector<int> begin(size_t(groups) + 1), offset(size_t(groups) + 1, -1);
  for (int g = 0; g < groups; g++)
    begin[size_t(g) + 1] = begin[size_t(g)] + count[size_t(g)];
  ASSERT_EQ(
      sparsec_group_int(int(slot.size()), found.data(), groups, offset.data()),
      SPARSEC_OK);
  EXPECT_EQ(offset, begin);
  for (size_t i = 0; i < slot.size(); i++)
    ASSERT_EQ(found[i],
              slot[i] >= 0 ? begin[slot[i]]++ : begin[-1 - slot[i]] - 1);
}

TEST(Group, MoreThanAnInt) {
  int slot = 0, key = 0, offset = 0;
  EXPECT_EQ(sparsec_group_int(1, &slot, 1LL << 33, &offset), SPARSEC_OVERFLOW);
  EXPECT_STREQ(sparsec_last_error(),
               "8589934592 groups of entries do not fit their type");
  EXPECT_NE(sparsec_group_by_key_int(1, &slot, &key, 1LL << 33, &offset),
            SPARSEC_OK);
}

TEST(Group, Nothing) {
  expectSorted({}, {}, 0);
  expectSorted({}, {}, 5);
  expectGroups({}, 0);
  expectGroups({}, 5);
}

TEST(Group, InstancesKeepTheirOrder) {
  expectGroups({2, 0, 2, -3, 2, -1, 3}, 4);
}

TEST(Group, PartsOfThreadsContinueEntries) {
  std::mt19937 random(3);
  for (int groups : {1, 9, 20000}) {
    std::vector<int> slot(100000);
    std::vector<bool> opened(size_t(groups), false);
    for (int &instance : slot) {
      const int group = int(random() % unsigned(groups));
      const bool joins = opened[size_t(group)] && random() % 3 == 0;
      instance = joins ? -1 - group : group;
      opened[size_t(group)] = true;
    }
    for (int threads : threadCounts) {
      setThreads(threads);
      expectGroups(slot, groups);
    }
  }
}

TEST(Group, UnsortedDuplicatesAndNegativeKeys) {
  expectSorted({2, 0, 2, 2, 0}, {7, -3, 7, -9, INT_MAX}, 4);
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
      expectSorted(outer, inner, 7);
    }
  }
}

TEST(Group, ExtremeLongKeys) {
  const long long key[] = {LLONG_MAX, LLONG_MIN, 0};
  long long slot[] = {0, 0, 0}, offset[2];
  ASSERT_EQ(sparsec_group_by_key_long(3, slot, key, 1, offset), SPARSEC_OK);
  EXPECT_EQ(slot[0], 2);
  EXPECT_EQ(slot[1], 0);
  EXPECT_EQ(slot[2], 1);
  EXPECT_EQ(offset[1], 3);
}
