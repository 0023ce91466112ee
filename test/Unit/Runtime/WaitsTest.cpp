//===- WaitsTest.cpp - tasks wait for what they need, and no more ---------===//

#include "Waves.h"

#include "sparsec/progress.h"

#include <gtest/gtest.h>

#include <set>
#include <thread>

using namespace sparsec::test;

namespace {

using Tasks = std::set<int>;

/// The waits of a schedule, and the slot's task before, as sets of tasks.
class Waits {
public:
  explicit Waits(const Schedule &schedule)
      : schedule(schedule), before(schedule.tasks) {
    for (int k = 0; k < schedule.tasks; k++)
      before[k] = impliedBy(edges(k));
  }

  /// The tasks that are done before task \p k begins.
  const Tasks &doneBefore(int k) const { return before[k]; }

  /// The task before in the slot, then the tasks that \p k waits for.
  std::vector<int> edges(int k) const {
    std::vector<int> result;
    for (int other = k - 1; other >= 0 && result.empty(); other--)
      if (schedule.slotOf(other) == schedule.slotOf(k))
        result.push_back(other);
    for (int e = schedule.waitFirst[k]; e < schedule.waitFirst[k + 1]; e++)
      result.push_back(schedule.taskFirst[schedule.waitWave[e] - 1] +
                       schedule.waitSlot[e]);
    return result;
  }

  Tasks impliedBy(const std::vector<int> &tasks) const {
    Tasks result;
    for (int task : tasks) {
      result.insert(task);
      result.insert(before[task].begin(), before[task].end());
    }
    return result;
  }

private:
  const Schedule &schedule;
  std::vector<Tasks> before;
};

/// The tasks of other slots that each task needs, by its pairs; the last wave
/// of each slot only.
size_t unreducedWaits(const Pairs &pairs, const Schedule &s) {
  std::set<std::pair<int, int>> slots;
  for (int i = 0; i < pairs.n; i++)
    for (int e = pairs.first[i]; e < pairs.first[i + 1]; e++) {
      const int u = s.taskOf[std::min(i, pairs.other[e])];
      const int v = s.taskOf[std::max(i, pairs.other[e])];
      if (u != v && s.slotOf(u) != s.slotOf(v))
        slots.insert({v, s.slotOf(u)});
    }
  return slots.size();
}

void expectImplied(const Pairs &pairs, const Schedule &s, const Waits &waits) {
  for (int i = 0; i < pairs.n; i++)
    for (int e = pairs.first[i]; e < pairs.first[i + 1]; e++) {
      const int u = s.taskOf[std::min(i, pairs.other[e])];
      const int v = s.taskOf[std::max(i, pairs.other[e])];
      EXPECT_TRUE(u == v || waits.doneBefore(v).count(u))
          << "task " << v << " does not wait for " << u;
    }
}

void expectNoneImplied(const Schedule &s, const Waits &waits) {
  for (int k = 0; k < s.tasks; k++) {
    const std::vector<int> edges = waits.edges(k);
    const size_t own =
        edges.size() - size_t(s.waitFirst[k + 1]) + size_t(s.waitFirst[k]);
    for (size_t e = own; e < edges.size(); e++) {
      std::vector<int> others = edges;
      others.erase(others.begin() + long(e));
      EXPECT_FALSE(waits.impliedBy(others).count(edges[e]))
          << "task " << k << " waits for " << edges[e];
    }
  }
}

/// Runs \p s with \p threads threads that only wait for each other's tasks.
std::vector<double> valuesByThreads(const Pairs &pairs, const Schedule &s,
                                    int threads) {
  Loop loop(pairs);
  sparsec_progress *progress = nullptr;
  EXPECT_EQ(sparsec_progress_make(&progress, s.slots), SPARSEC_OK);
  auto run = [&](int thread) {
    for (int w = 0; w < s.waves; w++)
      for (int k = s.taskFirst[w] + thread; k < s.taskFirst[w + 1];
           k += threads) {
        sparsec_wait_for_int(progress, s.waitSlot.data(), s.waitWave.data(),
                             s.waitFirst[k], s.waitFirst[k + 1]);
        loop.runTask(s, k);
        sparsec_task_done(progress, s.slotOf(k), w + 1);
      }
  };
  std::vector<std::thread> team;
  for (int thread = 0; thread < threads; thread++)
    team.emplace_back(run, thread);
  for (std::thread &thread : team)
    thread.join();
  sparsec_progress_free(progress);
  return loop.values();
}

/// Iterations so long that each level is worth a wave.
Schedule parallel(const Pairs &pairs, int threads) {
  return schedule(pairs, std::vector<long long>(pairs.n, 30000), threads);
}

} // namespace

TEST(Waits, EveryPairIsImpliedAndNoWaitIs) {
  size_t reduced = 0, unreduced = 0;
  for (const Pairs &pairs : manyPairs())
    for (int threads : {2, 3, 7, 16}) {
      SCOPED_TRACE(pairs.name + ", " + std::to_string(threads) + " threads");
      const Schedule s = parallel(pairs, threads);
      const Waits waits(s);
      expectImplied(pairs, s, waits);
      expectNoneImplied(s, waits);
      ASSERT_FALSE(HasFailure());
      reduced += s.waitSlot.size();
      unreduced += unreducedWaits(pairs, s);
      EXPECT_LE(s.waitSlot.size(), unreducedWaits(pairs, s));
    }
  EXPECT_GT(reduced, 0u);
  EXPECT_LT(10 * reduced, 9 * unreduced);
}

TEST(Waits, BackwardsThoseAreTurnedRound) {
  for (const Pairs &pairs : manyPairs())
    for (int threads : {2, 3, 7, 16}) {
      const Pairs down = mirrored(pairs);
      SCOPED_TRACE(down.name + ", " + std::to_string(threads) + " threads");
      const Schedule up = parallel(pairs, threads), s = reversed(up);
      const Waits waits(s);
      expectImplied(down, s, waits);
      expectNoneImplied(s, waits);
      EXPECT_EQ(s.waitSlot.size(), up.waitSlot.size());
      EXPECT_EQ(valuesByThreads(down, s, 3), serialValues(down));
      ASSERT_FALSE(HasFailure());
    }
}

TEST(Waits, OneThreadWaitsForNothing) {
  EXPECT_TRUE(parallel(grid(20, 20, Listed::Both), 1).waitSlot.empty());
  EXPECT_TRUE(schedule(Pairs(), {}, 3).waitSlot.empty());
}

TEST(Waits, ThreadsGiveWhatTheLoopGives) {
  for (const Pairs &pairs : manyPairs())
    for (int scheduled : {2, 3, 7})
      for (int threads : {1, 2, 3, 5, 7, 9}) {
        SCOPED_TRACE(pairs.name + ", scheduled for " +
                     std::to_string(scheduled) + ", run by " +
                     std::to_string(threads));
        EXPECT_EQ(valuesByThreads(pairs, parallel(pairs, scheduled), threads),
                  serialValues(pairs));
      }
}

TEST(Waits, ManySlots) {
  const Pairs pairs = grid(45, 45, Listed::Either);
  const Schedule s = parallel(pairs, 40);
  EXPECT_EQ(s.slots, 40);
  expectImplied(pairs, s, Waits(s));
  EXPECT_EQ(valuesByThreads(pairs, s, 5), serialValues(pairs));
}

TEST(Progress, SlotsAreApart) {
  sparsec_progress *progress = nullptr;
  ASSERT_EQ(sparsec_progress_make(&progress, 3), SPARSEC_OK);
  sparsec_task_done(progress, 2, 5);
  EXPECT_EQ(progress[0], 0);
  EXPECT_EQ(progress[SPARSEC_PROGRESS_STRIDE], 0);
  EXPECT_EQ(progress[2 * SPARSEC_PROGRESS_STRIDE], 5);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(progress) % SPARSEC_ALIGNMENT, 0u);
  const int slot[] = {2, 0};
  const long long wave[] = {5, 0};
  sparsec_wait_for_long(progress, slot, wave, 0, 2);
  sparsec_progress_free(progress);
  ASSERT_EQ(sparsec_progress_make(&progress, 0), SPARSEC_OK);
  sparsec_progress_free(progress);
}
