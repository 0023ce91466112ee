//===- SortTest.cpp - iterations in the order of keys ---------------------===//

#include "sparsec/sort.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#ifdef _OPENMP
#include <omp.h>
static const int threadCounts[] = {1, 2, 3, 7};
static void setThreads(int count) { omp_set_num_threads(count); }
#else
static const int threadCounts[] = {1};
static void setThreads(int) {}
#endif

namespace {

using Keys = std::vector<long long>;

/// The order that a stable sort of every window gives.
std::vector<long long> expected(const Keys &key, size_t window,
                                bool descending) {
  std::vector<long long> order(key.size());
  std::iota(order.begin(), order.end(), 0LL);
  for (size_t begin = 0; begin < order.size(); begin += window)
    std::stable_sort(order.begin() + long(begin),
                     order.begin() +
                         long(std::min(begin + window, order.size())),
                     [&](long long a, long long b) {
                       return descending ? key[size_t(a)] > key[size_t(b)]
                                         : key[size_t(a)] < key[size_t(b)];
                     });
  return order;
}

void expectSorted(const Keys &key, size_t window) {
  for (bool descending : {false, true}) {
    const std::vector<long long> sorted = expected(key, window, descending);
    for (int threads : threadCounts) {
      setThreads(threads);
      std::vector<int> order(key.size());
      std::iota(order.begin(), order.end(), 0);
      std::vector<long long> wide(order.begin(), order.end());
      ASSERT_EQ(sparsec_sort_by_key_int(int(order.size()), order.data(),
                                        key.data(), (long long)window,
                                        descending),
                SPARSEC_OK);
      EXPECT_TRUE(std::equal(order.begin(), order.end(), sorted.begin()));
      ASSERT_EQ(sparsec_sort_by_key_long((long long)wide.size(), wide.data(),
                                         key.data(), (long long)window,
                                         descending),
                SPARSEC_OK);
      EXPECT_EQ(wide, sorted);
    }
  }
}

Keys randomKeys(size_t count, long long least, long long most) {
  std::mt19937_64 random(count);
  std::uniform_int_distribution<long long> value(least, most);
  Keys keys(count);
  for (long long &key : keys)
    key = value(random);
  return keys;
}

} // namespace

TEST(Sort, NothingAndOne) {
  EXPECT_EQ(sparsec_sort_by_key_int(0, nullptr, nullptr, 8, 1), SPARSEC_OK);
  expectSorted({5}, 1);
  expectSorted({5}, 1000);
}

TEST(Sort, EqualKeysKeepTheirOrder) {
  expectSorted({2, 1, 2, 1, 2, 3, 0, 3}, 8);
  expectSorted(Keys(300, 7), 300);
}

TEST(Sort, WindowsAreSortedApart) {
  for (size_t window : {1, 3, 64, 65, 100, 999, 1000, 1001})
    expectSorted(randomKeys(1000, 0, 50), window);
}

TEST(Sort, LargeWindowsAreTheSameForAnyThreads) {
  expectSorted(randomKeys(70003, 0, 200), 70003);
  expectSorted(randomKeys(70003, 0, 70000), 70003);
  expectSorted(randomKeys(140003, 0, 3000), 70000);
}

TEST(Sort, KeysAreAnyNumbers) {
  expectSorted(randomKeys(5000, LLONG_MIN, LLONG_MAX), 5000);
  expectSorted({LLONG_MAX, LLONG_MIN, 0, -1, LLONG_MAX, LLONG_MIN}, 6);
}
