//===- WaveWindowsTest.cpp - tasks of several levels keep the order -------===//

#include "Waves.h"

#include "sparsec/wavefront.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#ifdef _OPENMP
#include <omp.h>
#endif

using namespace sparsec::test;

namespace {

using Ends = std::vector<std::pair<int, int>>;

/// \p chains chains of \p length iterations, which take turns; from iteration
/// \p tied on each iteration depends on the one before, too.
Pairs braided(int chains, int length, Listed where, int tied = -1) {
  Ends pairs;
  const int n = chains * length;
  for (int i = chains; i < n; i++)
    pairs.push_back({i - chains, i});
  for (int i = tied; tied >= 0 && i < n; i++)
    pairs.push_back({i - 1, i});
  return listed("braided", n, pairs, where);
}

std::vector<long long> longWork(const Pairs &pairs) {
  return std::vector<long long>(size_t(pairs.n), 400);
}

/// How many pairs are in one task.
int pairsInTasks(const Pairs &pairs, const Schedule &s) {
  int count = 0;
  for (int i = 0; i < pairs.n; i++)
    for (int e = pairs.first[i]; e < pairs.first[i + 1]; e++)
      count += pairs.other[e] != i && s.taskOf[i] == s.taskOf[pairs.other[e]];
  return count;
}

/// Small graphs of a few shapes in which components join late or never.
Pairs smallGraph(std::mt19937 &random) {
  const int n = int(random() % 60), kind = int(random() % 5);
  const int parts = 1 + int(random() % 6);
  Ends pairs;
  for (int i = 1; i < n; i++)
    switch (kind) {
    case 0: // anything
      pairs.push_back({int(random() % unsigned(n)), i});
      break;
    case 1: // parts that take turns
      if (i >= parts)
        pairs.push_back(
            {i - parts * (1 + int(random() % unsigned(i / parts))), i});
      break;
    case 2: // trees: each iteration goes into one after it
      if (random() % 8)
        pairs.push_back({i - 1, i + int(random() % unsigned(n - i))});
      break;
    case 3: // parts behind each other, of random pairs
      if (i % 10)
        pairs.push_back({i - 1 - int(random() % unsigned(i % 10)), i});
      break;
    default: // none
      break;
    }
  const Listed where[] = {Listed::Later, Listed::Earlier, Listed::Both,
                          Listed::Either};
  return listed("small " + std::to_string(kind), n, pairs, where[random() % 4],
                random() % 3 == 0);
}

std::vector<long long> someWork(int n, std::mt19937 &random) {
  const unsigned most[] = {3, 300, 3000, 300000};
  const unsigned limit = most[random() % 4];
  std::vector<long long> work(size_t(n), 0);
  for (long long &here : work)
    here = (long long)(random() % limit);
  return work;
}

} // namespace

TEST(WaveWindows, ComponentsAreTasksOfOneWave) {
  for (Listed where :
       {Listed::Later, Listed::Earlier, Listed::Both, Listed::Either}) {
    const Pairs pairs = braided(8, 500, where);
    for (int threads : {4, 8}) {
      const Schedule s = schedule(pairs, longWork(pairs), threads);
      // Windows grow by what the lists of later ends say.
      if (where == Listed::Later || where == Listed::Both) {
        EXPECT_EQ(s.waves, 1);
        EXPECT_EQ(s.tasks, threads);
      }
      expectWellFormed(pairs, s, threads);
      expectOrderKept(pairs, s);
    }
  }
}

TEST(WaveWindows, EndWhereComponentsJoin) {
  const Pairs pairs = braided(8, 1000, Listed::Both, 7200);
  const Schedule s = schedule(pairs, longWork(pairs), 8);
  ASSERT_EQ(s.waves, 2);
  ASSERT_EQ(s.tasks, 9);
  EXPECT_EQ(s.rowFirst[8], 7200);
  expectWellFormed(pairs, s, 8);
  expectOrderKept(pairs, s);
}

TEST(WaveWindows, ManySmallGraphsKeepTheOrder) {
  std::mt19937 random(7);
  int inTasks = 0, parallel = 0;
  for (int round = 0; round < 3000; round++) {
    const Pairs pairs = smallGraph(random);
    const std::vector<long long> work = someWork(pairs.n, random);
    const int threads = 2 + int(random() % 9);
    SCOPED_TRACE(pairs.name + ", round " + std::to_string(round));
    const Schedule s = schedule(pairs, work, threads);
    expectWellFormed(pairs, s, threads);
    ASSERT_FALSE(HasFatalFailure());
    expectOrderKept(pairs, s);
    EXPECT_EQ(valuesByWaves(pairs, s), serialValues(pairs));
    expectSame(s, longSchedule(pairs, work, threads));
    ASSERT_FALSE(HasFailure());
    parallel += s.slots > 1;
    inTasks += s.slots > 1 && pairsInTasks(pairs, s) > 0;
  }
  EXPECT_GT(parallel, 500);
  EXPECT_GT(inTasks, 150);
}

#ifdef _OPENMP
TEST(WaveWindows, AnyNumberOfInspectingThreadsFindsTheSame) {
  for (Listed where : {Listed::Later, Listed::Both, Listed::Either}) {
    const Pairs pairs = braided(40, 4000, where, 100000);
    omp_set_num_threads(1);
    const Schedule one = schedule(pairs, longWork(pairs), 16);
    EXPECT_GT(pairsInTasks(pairs, one), 0);
    for (int threads : {2, 5, 16}) {
      omp_set_num_threads(threads);
      expectSame(one, schedule(pairs, longWork(pairs), 16));
    }
    expectOrderKept(pairs, one);
  }
}
#endif
