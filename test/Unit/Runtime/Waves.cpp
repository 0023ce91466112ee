//===- Waves.cpp - schedules under test -----------------------------------===//

#include "Waves.h"

#include "sparsec/reversed_waves.h"
#include "sparsec/waits.h"
#include "sparsec/wavefront.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace sparsec::test {

using Ends = std::vector<std::pair<int, int>>;

Pairs listed(std::string name, int n, const Ends &pairs, Listed where,
             bool isUntidy) {
  std::vector<std::vector<int>> lists(n);
  std::mt19937 random(n);
  for (auto [u, v] : pairs) {
    const Listed here = where != Listed::Either ? where
                        : random() % 2          ? Listed::Later
                                                : Listed::Earlier;
    if (here != Listed::Earlier)
      lists[std::max(u, v)].push_back(std::min(u, v));
    if (here != Listed::Later)
      lists[std::min(u, v)].push_back(std::max(u, v));
    if (isUntidy && random() % 3 == 0)
      lists[u].insert(lists[u].end(), {u, v, v});
  }
  Pairs result;
  result.name = std::move(name);
  result.n = n;
  for (const std::vector<int> &list : lists) {
    result.other.insert(result.other.end(), list.begin(), list.end());
    result.first.push_back(int(result.other.size()));
  }
  return result;
}

Pairs grid(int nx, int ny, Listed where) {
  Ends pairs;
  for (int y = 0; y < ny; y++)
    for (int x = 0; x < nx; x++) {
      if (x > 0)
        pairs.push_back({y * nx + x - 1, y * nx + x});
      if (y > 0)
        pairs.push_back({(y - 1) * nx + x, y * nx + x});
    }
  return listed("grid", nx * ny, pairs, where);
}

static Ends randomEnds(int n, int count, int reach) {
  Ends pairs;
  std::mt19937 random(count);
  for (int e = 0; e < count; e++) {
    const int u = int(random() % unsigned(n));
    const int v = int(random() % unsigned(reach)) + u - reach / 2;
    pairs.push_back({u, std::clamp(v, 0, n - 1)});
  }
  return pairs;
}

std::vector<Pairs> manyPairs() {
  Ends chain, star, dense, layers;
  for (int i = 1; i < 200; i++) {
    chain.push_back({i - 1, i});
    star.push_back({0, i});
    layers.push_back({(i + 99) / 2, i}); // selves, and both directions
  }
  for (int i = 0; i < 40; i++)
    for (int k = 0; k < i; k++)
      dense.push_back({k, i});
  std::vector<Pairs> all = {listed("none", 0, {}, Listed::Both),
                            listed("one", 1, {}, Listed::Both),
                            listed("self", 1, {{0, 0}}, Listed::Both),
                            listed("no pairs", 300, {}, Listed::Both)};
  for (Listed where :
       {Listed::Later, Listed::Earlier, Listed::Both, Listed::Either}) {
    all.push_back(listed("chain", 200, chain, where));
    all.push_back(listed("star", 200, star, where));
    all.push_back(listed("dense", 40, dense, where));
    all.push_back(listed("layers", 200, layers, where, true));
    all.push_back(grid(31, 17, where));
    for (int count : {50, 400, 3000}) {
      all.push_back(
          listed("random", 500, randomEnds(500, count, 1000), where, true));
      all.push_back(
          listed("band", 700, randomEnds(700, count, 60), where, true));
    }
  }
  return all;
}

Schedule schedule(const Pairs &pairs, const std::vector<long long> &work,
                  int threads) {
  Schedule s;
  const int n = pairs.n, *const first = pairs.first.data();
  const int *const other = pairs.other.data();
  s.perm.assign(n, -1);
  s.taskOf.assign(n, -1);
  s.waveOf.assign(n, -1);
  EXPECT_EQ(sparsec_find_waves_int(
                n, first, other, work.empty() ? nullptr : work.data(), threads,
                &s.waves, &s.tasks, &s.slots, s.perm.data(), s.taskOf.data(),
                s.waveOf.data()),
            SPARSEC_OK);
  s.waveOf.resize(s.tasks);
  s.taskFirst.assign(s.waves + 1, -1);
  s.rowFirst.assign(s.tasks + 1, -1);
  EXPECT_EQ(sparsec_wave_bounds_int(n, s.waves, s.tasks, s.perm.data(),
                                    s.taskOf.data(), s.waveOf.data(),
                                    s.taskFirst.data(), s.rowFirst.data()),
            SPARSEC_OK);
  s.need.assign(size_t(s.tasks) * s.slots, -77);
  s.waitFirst.assign(s.tasks + 1, -1);
  EXPECT_EQ(sparsec_count_waits_int(n, first, other, s.waves, s.tasks, s.slots,
                                    s.taskOf.data(), s.waveOf.data(),
                                    s.taskFirst.data(), s.need.data(),
                                    s.waitFirst.data()),
            SPARSEC_OK);
  s.waitSlot.assign(s.waitFirst.back(), -1);
  s.waitWave.assign(s.waitFirst.back(), -1);
  EXPECT_EQ(sparsec_list_waits_int(s.tasks, s.slots, s.waveOf.data(),
                                   s.need.data(), s.waitFirst.data(),
                                   s.waitSlot.data(), s.waitWave.data()),
            SPARSEC_OK);
  return s;
}

Schedule longSchedule(const Pairs &pairs, const std::vector<long long> &work,
                      int threads) {
  using Longs = std::vector<long long>;
  const long long n = pairs.n;
  const Longs first(pairs.first.begin(), pairs.first.end());
  const Longs other(pairs.other.begin(), pairs.other.end());
  Longs perm(n), taskOf(n), waveOf(n);
  long long waves = 0, tasks = 0;
  Schedule s;
  EXPECT_EQ(sparsec_find_waves_long(n, first.data(), other.data(),
                                    work.empty() ? nullptr : work.data(),
                                    threads, &waves, &tasks, &s.slots,
                                    perm.data(), taskOf.data(), waveOf.data()),
            SPARSEC_OK);
  waveOf.resize(tasks);
  Longs taskFirst(waves + 1), rowFirst(tasks + 1), waitFirst(tasks + 1);
  EXPECT_EQ(sparsec_wave_bounds_long(n, waves, tasks, perm.data(),
                                     taskOf.data(), waveOf.data(),
                                     taskFirst.data(), rowFirst.data()),
            SPARSEC_OK);
  s.need.resize(size_t(tasks) * s.slots);
  EXPECT_EQ(sparsec_count_waits_long(n, first.data(), other.data(), waves,
                                     tasks, s.slots, taskOf.data(),
                                     waveOf.data(), taskFirst.data(),
                                     s.need.data(), waitFirst.data()),
            SPARSEC_OK);
  Longs waitWave(waitFirst.back());
  s.waitSlot.resize(waitFirst.back());
  EXPECT_EQ(sparsec_list_waits_long(tasks, s.slots, waveOf.data(),
                                    s.need.data(), waitFirst.data(),
                                    s.waitSlot.data(), waitWave.data()),
            SPARSEC_OK);
  auto narrow = [](const Longs &from) {
    return std::vector<int>(from.begin(), from.end());
  };
  s.waves = int(waves);
  s.tasks = int(tasks);
  s.perm = narrow(perm);
  s.taskOf = narrow(taskOf);
  s.waveOf = narrow(waveOf);
  s.taskFirst = narrow(taskFirst);
  s.rowFirst = narrow(rowFirst);
  s.waitFirst = narrow(waitFirst);
  s.waitWave = narrow(waitWave);
  return s;
}

Pairs mirrored(Pairs pairs) {
  Pairs result;
  result.name = pairs.name + ", mirrored";
  result.n = pairs.n;
  for (int i = pairs.n; i-- > 0;) {
    for (int e = pairs.first[i]; e < pairs.first[i + 1]; e++)
      result.other.push_back(pairs.n - 1 - pairs.other[e]);
    result.first.push_back(int(result.other.size()));
  }
  return result;
}

Schedule reversed(const Schedule &forward) {
  const int n = int(forward.perm.size());
  Schedule s = forward;
  sparsec_reverse_waves_int(n, forward.waves, forward.tasks,
                            forward.perm.data(), forward.taskFirst.data(),
                            forward.rowFirst.data(), s.perm.data(),
                            s.taskFirst.data(), s.rowFirst.data());
  sparsec_reverse_waits_int(forward.waves, forward.tasks,
                            forward.taskFirst.data(), forward.waitFirst.data(),
                            forward.waitSlot.data(), forward.waitWave.data(),
                            s.taskFirst.data(), s.waitFirst.data(),
                            s.waitSlot.data(), s.waitWave.data());
  for (int w = 0; w < s.waves; w++)
    for (int k = s.taskFirst[w]; k < s.taskFirst[w + 1]; k++) {
      s.waveOf[k] = w;
      for (int p = s.rowFirst[k]; p < s.rowFirst[k + 1]; p++) {
        s.perm[p] = n - 1 - s.perm[p];
        s.taskOf[s.perm[p]] = k;
      }
    }
  return s;
}

Loop::Loop(const Pairs &pairs) : neighbours(pairs.n), x(pairs.n) {
  for (int i = 0; i < pairs.n; i++) {
    x[i] = 1.0 + i % 7;
    for (int e = pairs.first[i]; e < pairs.first[i + 1]; e++) {
      neighbours[i].push_back(pairs.other[e]);
      neighbours[pairs.other[e]].push_back(i);
    }
  }
}

void Loop::run(int i) {
  double sum = 0.3 * x[i];
  for (int neighbour : neighbours[i])
    sum += x[neighbour] / 3.0;
  x[i] = sum / (1.0 + 0.4 * double(neighbours[i].size()));
}

void Loop::runTask(const Schedule &schedule, int task) {
  for (int p = schedule.rowFirst[task]; p < schedule.rowFirst[task + 1]; p++)
    run(schedule.perm[p]);
}

std::vector<double> serialValues(const Pairs &pairs) {
  Loop loop(pairs);
  for (int i = 0; i < pairs.n; i++)
    loop.run(i);
  return loop.values();
}

void expectWellFormed(const Pairs &pairs, const Schedule &s, int threads) {
  ASSERT_EQ(s.taskFirst.front(), 0);
  ASSERT_EQ(s.taskFirst.back(), s.tasks);
  ASSERT_EQ(s.rowFirst.front(), 0);
  ASSERT_EQ(s.rowFirst.back(), pairs.n);
  int most = 0;
  for (int w = 0; w < s.waves; w++) {
    ASSERT_LT(s.taskFirst[w], s.taskFirst[w + 1]);
    most = std::max(most, s.taskFirst[w + 1] - s.taskFirst[w]);
    for (int k = s.taskFirst[w]; k < s.taskFirst[w + 1]; k++)
      ASSERT_EQ(s.waveOf[k], w);
  }
  EXPECT_EQ(s.slots, most);
  EXPECT_LE(most, threads);
  std::vector<int> seen(pairs.n);
  for (int k = 0; k < s.tasks; k++) {
    ASSERT_LT(s.rowFirst[k], s.rowFirst[k + 1]);
    for (int p = s.rowFirst[k]; p < s.rowFirst[k + 1]; p++) {
      ASSERT_EQ(s.taskOf[s.perm[p]], k);
      EXPECT_TRUE(p == s.rowFirst[k] || s.perm[p - 1] < s.perm[p]);
      seen[s.perm[p]]++;
    }
  }
  EXPECT_EQ(seen, std::vector<int>(pairs.n, 1));
}

/// Iterations of a task ascend, so one task or a later wave is enough.
void expectOrderKept(const Pairs &pairs, const Schedule &s) {
  for (int i = 0; i < pairs.n; i++)
    for (int e = pairs.first[i]; e < pairs.first[i + 1]; e++) {
      const int u = s.taskOf[std::min(i, pairs.other[e])];
      const int v = s.taskOf[std::max(i, pairs.other[e])];
      EXPECT_TRUE(u == v || s.waveOf[u] < s.waveOf[v])
          << i << " and " << pairs.other[e];
    }
}

void expectSame(const Schedule &a, const Schedule &b) {
  EXPECT_EQ(a.perm, b.perm);
  EXPECT_EQ(a.taskOf, b.taskOf);
  EXPECT_EQ(a.waveOf, b.waveOf);
  EXPECT_EQ(a.taskFirst, b.taskFirst);
  EXPECT_EQ(a.rowFirst, b.rowFirst);
  EXPECT_EQ(a.waitFirst, b.waitFirst);
  EXPECT_EQ(a.waitSlot, b.waitSlot);
  EXPECT_EQ(a.waitWave, b.waitWave);
}

/// Runs every wave's tasks one by one, the last one first.
std::vector<double> valuesByWaves(const Pairs &pairs, const Schedule &s) {
  Loop loop(pairs);
  for (int w = 0; w < s.waves; w++)
    for (int k = s.taskFirst[w + 1]; k-- > s.taskFirst[w];)
      loop.runTask(s, k);
  return loop.values();
}

} // namespace sparsec::test
