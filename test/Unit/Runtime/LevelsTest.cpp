//===- LevelsTest.cpp - level sets, and levels packed for blocks ----------===//

#include "Waves.h"

#include "sparsec/key_facts.h"
#include "sparsec/levels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#ifdef _OPENMP
#include <omp.h>
#endif

using namespace sparsec::test;

namespace {

struct Levels {
  int count = -1;
  std::vector<int> perm, first;
};

Levels levelsOf(const Pairs &pairs) {
  Levels result;
  result.perm.resize(size_t(pairs.n));
  result.first.resize(size_t(pairs.n) + 1);
  EXPECT_EQ(SPARSEC_OK,
            sparsec_level_sets_int(pairs.n, pairs.first.data(),
                                   pairs.other.data(), &result.count,
                                   result.perm.data(), result.first.data()));
  return result;
}

/// The longest chain before each iteration, by relaxation in the loop's order.
std::vector<int> depths(const Pairs &pairs) {
  std::vector<std::vector<int>> before(size_t(pairs.n));
  for (int i = 0; i < pairs.n; i++)
    for (int e = pairs.first[i]; e < pairs.first[i + 1]; e++)
      before[size_t(std::max(i, pairs.other[e]))].push_back(
          std::min(i, pairs.other[e]));
  std::vector<int> depth(size_t(pairs.n));
  for (int i = 0; i < pairs.n; i++)
    for (int u : before[size_t(i)])
      if (u != i)
        depth[size_t(i)] = std::max(depth[size_t(i)], depth[size_t(u)] + 1);
  return depth;
}

TEST(Levels, AreTheLongestChainsBefore) {
  for (const Pairs &pairs : manyPairs()) {
    SCOPED_TRACE(pairs.name);
    const Levels levels = levelsOf(pairs);
    const std::vector<int> depth = depths(pairs);
    const int most =
        depth.empty() ? -1 : *std::max_element(depth.begin(), depth.end());
    ASSERT_EQ(levels.count, most + 1);
    EXPECT_EQ(levels.first[0], 0);
    EXPECT_EQ(levels.first[size_t(levels.count)], pairs.n);
    std::vector<int> seen(size_t(pairs.n));
    for (int l = 0; l < levels.count; l++)
      for (int p = levels.first[l]; p < levels.first[l + 1]; p++) {
        EXPECT_EQ(depth[size_t(levels.perm[p])], l);
        EXPECT_TRUE(p == levels.first[l] || levels.perm[p - 1] < levels.perm[p])
            << "the loop's order";
        seen[size_t(levels.perm[p])]++;
      }
    EXPECT_EQ(seen, std::vector<int>(size_t(pairs.n), 1));
  }
}

#ifdef _OPENMP
TEST(Levels, AnyNumberOfThreadsFindsTheSame) {
  std::mt19937 random(3);
  std::vector<std::pair<int, int>> chain, mixed;
  for (int i = 1; i < 80000; i++)
    chain.push_back({i - 1, i});
  for (int e = 0; e < 100000; e++) {
    const int u = int(random() % 40000);
    mixed.push_back({u, int(random() % 40000)});
    if (u > 0 && u % 5)
      mixed.push_back({u - 1, u});
  }
  for (Listed where :
       {Listed::Later, Listed::Earlier, Listed::Both, Listed::Either})
    for (const Pairs &pairs :
         {grid(300, 300, where), listed("chain", 80000, chain, where),
          listed("mixed", 40000, mixed, where, true)}) {
      SCOPED_TRACE(pairs.name + " " + std::to_string(int(where)));
      omp_set_num_threads(1);
      const Levels one = levelsOf(pairs);
      for (int threads : {2, 4, 7}) {
        omp_set_num_threads(threads);
        const Levels more = levelsOf(pairs);
        EXPECT_EQ(one.count, more.count);
        EXPECT_EQ(one.perm, more.perm);
        EXPECT_TRUE(std::equal(one.first.begin(),
                               one.first.begin() + one.count + 1,
                               more.first.begin()));
      }
    }
}
#endif

/// What the inspector makes of \p keys for iterations in the loop's order.
Levels levelsByKey(const std::vector<long long> &keys) {
  const int n = int(keys.size());
  Levels result;
  result.perm.resize(keys.size());
  std::iota(result.perm.begin(), result.perm.end(), 0);
  result.first.resize(keys.size() + 1);
  EXPECT_EQ(SPARSEC_OK,
            sparsec_key_levels_int(n, keys.data(), &result.count,
                                   result.perm.data(), result.first.data()));
  result.first.resize(size_t(result.count) + 1);
  return result;
}

int checkKeys(const Pairs &pairs, const std::vector<long long> &keys,
              long long begin = 0, long long step = 1) {
  return sparsec_check_keys("order", sparsec_view_of("key", keys.data(), 8),
                            sparsec_view_of("first", pairs.first.data(), 4),
                            sparsec_view_of("other", pairs.other.data(), 4),
                            pairs.n, begin, step);
}

TEST(Levels, OfKeysAreOneForEachThatOccurs) {
  const Levels levels =
      levelsByKey({5, LLONG_MIN, LLONG_MAX, -7, 5, LLONG_MIN, 1LL << 40, 5});
  EXPECT_EQ(levels.perm, (std::vector<int>{1, 5, 3, 0, 4, 7, 6, 2}));
  EXPECT_EQ(levels.first, (std::vector<int>{0, 2, 3, 6, 7, 8}));
  EXPECT_EQ(levelsByKey({}).first, std::vector<int>{0});
  EXPECT_EQ(levelsByKey({-3}).first, (std::vector<int>{0, 1}));
}

TEST(Levels, OfTheLongestChainsAreTheLevelSets) {
  for (const Pairs &pairs : manyPairs()) {
    SCOPED_TRACE(pairs.name);
    Levels levels = levelsOf(pairs);
    levels.first.resize(size_t(levels.count) + 1);
    std::vector<long long> keys;
    for (int depth : depths(pairs))
      keys.push_back(depth * 1000000000000LL - 5);
    EXPECT_EQ(checkKeys(pairs, keys), SPARSEC_OK);
    const Levels given = levelsByKey(keys);
    EXPECT_EQ(given.count, levels.count);
    EXPECT_EQ(given.perm, levels.perm);
    EXPECT_EQ(given.first, levels.first);
  }
}

TEST(Levels, KeysHaveToRiseFromTheEarlierIterationToTheLaterOne) {
  for (Listed where : {Listed::Later, Listed::Earlier, Listed::Both}) {
    const Pairs pairs =
        listed("pairs", 5, {{1, 2}, {2, 2}, {0, 4}, {3, 4}}, where);
    EXPECT_EQ(SPARSEC_OK, checkKeys(pairs, {0, -9, 7, 0, 1}));
    EXPECT_EQ(SPARSEC_FACT_VIOLATED, checkKeys(pairs, {0, 7, 7, 0, 1}, 10, 2));
    EXPECT_STREQ("order does not hold: iteration 12 has to come before "
                 "iteration 14, but their keys are 7 and 7",
                 sparsec_last_error());
    EXPECT_EQ(SPARSEC_FACT_VIOLATED, checkKeys(pairs, {0, 1, 2, 1, 0}, 0, -1));
    EXPECT_NE(std::string(sparsec_last_error()).find("before iteration -4"),
              std::string::npos);
  }
}

#ifdef _OPENMP
TEST(Levels, AnyNumberOfThreadsFindsTheSameWrongKeys) {
  const Pairs pairs = grid(300, 300, Listed::Later);
  std::vector<long long> keys;
  for (int depth : depths(pairs))
    keys.push_back(depth);
  keys[45678] = keys[81234] = -1;
  omp_set_num_threads(1);
  ASSERT_EQ(SPARSEC_FACT_VIOLATED, checkKeys(pairs, keys));
  const std::string message = sparsec_last_error();
  for (int threads : {2, 4, 7}) {
    omp_set_num_threads(threads);
    ASSERT_EQ(SPARSEC_FACT_VIOLATED, checkKeys(pairs, keys));
    EXPECT_EQ(message, sparsec_last_error());
  }
}
#endif

struct Packing {
  int waves = -1, tasks = -1, steps = -1;
  std::vector<int> taskFirst, stepFirst, rowFirst;
};

Packing packed(const std::vector<int> &levelFirst, int most) {
  Packing p;
  const int levels = int(levelFirst.size()) - 1;
  sparsec_count_packed_int(levels, levelFirst.data(), most, &p.waves, &p.tasks,
                           &p.steps);
  p.taskFirst.resize(size_t(p.waves) + 1);
  p.stepFirst.resize(size_t(p.tasks) + 1);
  p.rowFirst.resize(size_t(p.steps) + 1);
  sparsec_pack_levels_int(levels, levelFirst.data(), most, p.taskFirst.data(),
                          p.stepFirst.data(), p.rowFirst.data());
  return p;
}

TEST(Levels, PackSmallLevelsIntoOneTaskAndCutLargeOnes) {
  // Levels of 2, 3, 10, 1, 4, 9 and 8 iterations, for blocks of 4.
  const Packing p = packed({0, 2, 5, 15, 16, 20, 29, 37}, 4);
  EXPECT_EQ(p.taskFirst, (std::vector<int>{0, 1, 4, 5, 8, 10}));
  EXPECT_EQ(p.stepFirst,
            (std::vector<int>{0, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12}));
  EXPECT_EQ(p.rowFirst,
            (std::vector<int>{0, 2, 5, 9, 13, 15, 16, 20, 24, 28, 29, 33, 37}));
}

TEST(Levels, CutIntoTasksOfOneLevel) {
  // Levels of 2, 3, 10, 1 and 4 iterations, for blocks of 4.
  const std::vector<int> first = {0, 2, 5, 15, 16, 20};
  ASSERT_EQ(7, sparsec_count_cut_int(5, first.data(), 4));
  std::vector<int> rows(8, -1);
  sparsec_cut_levels_int(5, first.data(), 4, rows.data());
  EXPECT_EQ(rows, (std::vector<int>{0, 2, 5, 9, 13, 15, 16, 20}));
  EXPECT_EQ(20, sparsec_count_cut_int(5, first.data(), 1));
  int none = -1;
  const int nothing = 0;
  ASSERT_EQ(0, sparsec_count_cut_int(0, &nothing, 4));
  sparsec_cut_levels_int(0, &nothing, 4, &none);
  EXPECT_EQ(0, none);
}

TEST(Levels, PackNothing) {
  const Packing p = packed({0}, 4);
  EXPECT_EQ(p.taskFirst, std::vector<int>{0});
  EXPECT_EQ(p.stepFirst, std::vector<int>{0});
  EXPECT_EQ(p.rowFirst, std::vector<int>{0});
}

TEST(Levels, StepsOfOneWaveHaveOneTaskOrOneLevel) {
  for (const Pairs &pairs : manyPairs())
    for (int most : {1, 2, 7, 64, 1000}) {
      SCOPED_TRACE(pairs.name + ", blocks of " + std::to_string(most));
      Levels levels = levelsOf(pairs);
      levels.first.resize(size_t(levels.count) + 1);
      const Packing p = packed(levels.first, most);
      const std::vector<int> depth = depths(pairs);
      int before = -1; // the last level of the wave before
      for (int w = 0; w < p.waves; w++) {
        const int tasks = p.taskFirst[w + 1] - p.taskFirst[w];
        ASSERT_GT(tasks, 0);
        int last = before;
        for (int k = p.taskFirst[w]; k < p.taskFirst[w + 1]; k++) {
          ASSERT_LT(p.stepFirst[k], p.stepFirst[k + 1]);
          for (int s = p.stepFirst[k]; s < p.stepFirst[k + 1]; s++) {
            const int begin = p.rowFirst[s], end = p.rowFirst[s + 1];
            ASSERT_LT(begin, end);
            EXPECT_LE(end - begin, most);
            const int level = depth[size_t(levels.perm[begin])];
            EXPECT_EQ(level, depth[size_t(levels.perm[end - 1])]);
            EXPECT_EQ(level, tasks > 1 ? before + 1 : last + 1);
            last = level;
          }
        }
        before = last;
      }
      EXPECT_EQ(before, levels.count - 1);
    }
}

} // namespace
