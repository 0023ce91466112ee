//===- WavefrontTest.cpp - waves keep the order of pairs ------------------===//

#include "Waves.h"

#include "sparsec/waits.h"
#include "sparsec/wavefront.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#ifdef _OPENMP
#include <omp.h>
#endif

using namespace sparsec::test;

namespace {

const int threadCounts[] = {1, 2, 3, 5, 7, 16};

std::vector<long long> randomWork(int n, long long most) {
  std::mt19937 random(n);
  std::vector<long long> work(n);
  for (long long &here : work)
    here = (long long)(random() % unsigned(most));
  return work;
}

/// What iterations may take, as far as it matters: nothing said, little, so
/// much that waves pay.
std::vector<std::vector<long long>> someWork(int n) {
  return {{}, randomWork(n, 3), randomWork(n, 3000), randomWork(n, 300000)};
}

std::vector<int> numbers(int n) {
  std::vector<int> result(n);
  std::iota(result.begin(), result.end(), 0);
  return result;
}

} // namespace

TEST(Wavefront, EveryPairKeepsItsOrder) {
  for (const Pairs &pairs : manyPairs())
    for (const std::vector<long long> &work : someWork(pairs.n))
      for (int threads : threadCounts) {
        SCOPED_TRACE(pairs.name + ", " + std::to_string(pairs.other.size()) +
                     " listed, " + std::to_string(threads) + " threads");
        const Schedule s = schedule(pairs, work, threads);
        expectWellFormed(pairs, s, threads);
        ASSERT_FALSE(HasFatalFailure());
        expectOrderKept(pairs, s);
        EXPECT_EQ(valuesByWaves(pairs, s), serialValues(pairs));
        expectSame(s, longSchedule(pairs, work, threads));
        ASSERT_FALSE(HasFailure());
      }
}

TEST(Wavefront, BackwardsTheMirroredOrderIsKept) {
  for (const Pairs &pairs : manyPairs())
    for (const std::vector<long long> &work : someWork(pairs.n))
      for (int threads : threadCounts) {
        const Pairs down = mirrored(pairs);
        SCOPED_TRACE(down.name + ", " + std::to_string(threads) + " threads");
        const Schedule up = schedule(pairs, work, threads), s = reversed(up);
        expectWellFormed(down, s, threads);
        ASSERT_FALSE(HasFatalFailure());
        expectOrderKept(down, s);
        EXPECT_EQ(valuesByWaves(down, s), serialValues(down));
        for (int i = 0; i < pairs.n; i++)
          EXPECT_EQ(s.slotOf(s.taskOf[pairs.n - 1 - i]),
                    up.slotOf(up.taskOf[i]));
        ASSERT_FALSE(HasFailure());
      }
}

TEST(Wavefront, NoIterations) {
  const Schedule s = schedule(Pairs(), {}, 4);
  EXPECT_EQ(s.waves, 0);
  EXPECT_EQ(s.tasks, 0);
  EXPECT_EQ(s.slots, 0);
}

TEST(Wavefront, IndependentIterationsAreOneWave) {
  const Pairs pairs = listed("", 4000, {}, Listed::Both);
  const Schedule s = schedule(pairs, std::vector<long long>(4000, 10), 7);
  EXPECT_EQ(s.waves, 1);
  EXPECT_EQ(s.tasks, 7);
  for (int k = 0; k < 7; k++)
    EXPECT_NEAR(s.rowFirst[k + 1] - s.rowFirst[k], 4000 / 7, 52);
}

TEST(Wavefront, WorkIsShared) {
  std::vector<long long> work(4000, 100);
  std::fill(work.begin(), work.begin() + 1000, 1500);
  const Pairs pairs = listed("", 4000, {}, Listed::Both);
  const Schedule s = schedule(pairs, work, 4);
  ASSERT_EQ(s.tasks, 4);
  for (int k = 0; k < 4; k++) {
    long long sum = 0;
    for (int p = s.rowFirst[k]; p < s.rowFirst[k + 1]; p++)
      sum += work[s.perm[p]];
    EXPECT_NEAR(double(sum), 450000, 2000);
  }
}

TEST(Wavefront, LevelsOfAGridAreWaves) {
  const Pairs pairs = grid(20, 30, Listed::Later);
  const Schedule s = schedule(pairs, std::vector<long long>(600, 20000), 5);
  EXPECT_LE(s.waves, 20 + 30 - 1);
  EXPECT_EQ(s.slots, 5);
}

TEST(Wavefront, PiecesOfLinesNeedFewerWaves) {
  const Pairs pairs = grid(2000, 200, Listed::Both);
  const Schedule s = schedule(pairs, {}, 3);
  EXPECT_EQ(s.slots, 3);
  EXPECT_LT(s.waves, 400) << "single points have 2199 levels";
  int runs = 1;
  for (int p = 1; p < pairs.n; p++)
    runs += s.perm[p] != s.perm[p - 1] + 1;
  EXPECT_LT(runs, pairs.n / 100) << "pieces are in one place";
}

TEST(Wavefront, WhatDoesNotPayIsTheLoopItself) {
  std::vector<std::pair<int, int>> chain;
  for (int i = 1; i < 100000; i++)
    chain.push_back({i - 1, i});
  for (const Pairs &pairs :
       {listed("chain", 100000, chain, Listed::Both),
        grid(30, 4000, Listed::Both), grid(40, 40, Listed::Earlier)}) {
    const Schedule s = schedule(pairs, {}, 4);
    EXPECT_EQ(s.waves, 1);
    EXPECT_EQ(s.tasks, 1);
    EXPECT_EQ(s.perm, numbers(pairs.n));
  }
}

TEST(Wavefront, SmallLevelsAreJoined) {
  // 300 iterations in a chain, then 300 independent ones behind its end.
  std::vector<std::pair<int, int>> pairs;
  for (int i = 1; i < 300; i++)
    pairs.push_back({i - 1, i});
  for (int i = 300; i < 600; i++)
    pairs.push_back({299, i});
  std::vector<long long> work(600, 5);
  std::fill(work.begin() + 300, work.end(), 2000);
  const Schedule s = schedule(listed("", 600, pairs, Listed::Later), work, 3);
  EXPECT_EQ(s.waves, 2);
  EXPECT_EQ(s.tasks, 4);
  EXPECT_EQ(s.rowFirst[1], 300);
}

TEST(Wavefront, AnyAmountOfWork) {
  const Pairs pairs = grid(30, 30, Listed::Both);
  std::vector<long long> work(900, 3000);
  work[450] = LLONG_MAX / 8;
  const Schedule uneven = schedule(pairs, work, 3);
  expectWellFormed(pairs, uneven, 3);
  expectOrderKept(pairs, uneven);
  work.assign(900, LLONG_MAX / 8 / 900);
  const Schedule even = schedule(pairs, work, 3);
  expectWellFormed(pairs, even, 3);
  EXPECT_EQ(even.slots, 3);
  work.assign(900, -5);
  EXPECT_EQ(schedule(pairs, work, 3).tasks, 1);
}

TEST(Wavefront, MoreWorkThanCanBeAdded) {
  const Pairs pairs = grid(3, 3, Listed::Both);
  const std::vector<long long> work(9, LLONG_MAX / 2);
  int waves, tasks, slots, perm[9], taskOf[9], waveOf[9];
  EXPECT_EQ(sparsec_find_waves_int(9, pairs.first.data(), pairs.other.data(),
                                   work.data(), 2, &waves, &tasks, &slots, perm,
                                   taskOf, waveOf),
            SPARSEC_OVERFLOW);
}

TEST(Wavefront, OneThreadNeedsNoLists) {
  EXPECT_FALSE(sparsec_may_pay(1));
  EXPECT_TRUE(sparsec_may_pay(2));
  int waves, tasks, slots, perm[9], taskOf[9], waveOf[9];
  ASSERT_EQ(sparsec_find_waves_int(9, nullptr, nullptr, nullptr, 1, &waves,
                                   &tasks, &slots, perm, taskOf, waveOf),
            SPARSEC_OK);
  EXPECT_EQ(tasks, 1);
  EXPECT_EQ(perm[8], 8);
  int taskFirst[2], rowFirst[2], need[1], waitFirst[2];
  ASSERT_EQ(sparsec_wave_bounds_int(9, waves, tasks, perm, taskOf, waveOf,
                                    taskFirst, rowFirst),
            SPARSEC_OK);
  EXPECT_EQ(rowFirst[1], 9);
  ASSERT_EQ(sparsec_count_waits_int(9, nullptr, nullptr, waves, tasks, slots,
                                    taskOf, waveOf, taskFirst, need, waitFirst),
            SPARSEC_OK);
  EXPECT_EQ(waitFirst[1], 0);
}

#ifdef _OPENMP
TEST(Wavefront, AnyNumberOfInspectingThreadsFindsTheSame) {
  std::vector<Pairs> all = {grid(150, 300, Listed::Both),
                            grid(150, 300, Listed::Either)};
  std::mt19937 random(1);
  std::vector<std::pair<int, int>> ends;
  for (int e = 0; e < 200000; e++)
    ends.push_back({int(random() % 50000), int(random() % 50000)});
  all.push_back(listed("random", 50000, ends, Listed::Either));
  for (const Pairs &pairs : all) {
    omp_set_num_threads(1);
    const std::vector<long long> work(pairs.n, 100);
    const Schedule one = schedule(pairs, work, 40);
    EXPECT_GT(one.slots, 1);
    for (int threads : {2, 7}) {
      omp_set_num_threads(threads);
      expectSame(one, schedule(pairs, work, 40));
    }
    expectOrderKept(pairs, one);
  }
}
#endif
