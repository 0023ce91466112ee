//===- Waves.h - schedules under test ---------------------------*- C++ -*-===//
#ifndef SPARSEC_TEST_UNIT_RUNTIME_WAVES_H
#define SPARSEC_TEST_UNIT_RUNTIME_WAVES_H

#include <string>
#include <vector>

namespace sparsec::test {

/// Iterations and, in lists of one or both ends, the pairs that keep order.
struct Pairs {
  std::string name;
  int n = 0;
  std::vector<int> first{0}, other;
};

/// Which of its ends list a pair.
enum class Listed { Later, Earlier, Both, Either };

/// \p pairs {u, v} of iterations below \p n; with duplicates and selves if
/// \p isUntidy.
Pairs listed(std::string name, int n,
             const std::vector<std::pair<int, int>> &pairs, Listed listed,
             bool isUntidy = false);

Pairs grid(int nx, int ny, Listed where);

/// Graphs of many shapes: no iterations, one, chains, stars, dense, grids,
/// random ones.
std::vector<Pairs> manyPairs();

struct Schedule {
  int waves = -1, tasks = -1, slots = -1;
  std::vector<int> perm, taskOf, waveOf, taskFirst, rowFirst;
  std::vector<int> need, waitFirst, waitSlot, waitWave;

  int slotOf(int task) const { return task - taskFirst[waveOf[task]]; }
};

/// What the inspector finds; \p work may be empty.
Schedule schedule(const Pairs &pairs, const std::vector<long long> &work,
                  int threads);

/// The same by the functions for long long.
Schedule longSchedule(const Pairs &pairs, const std::vector<long long> &work,
                      int threads);

/// \p pairs of a loop that runs from the last iteration to the first, by the
/// numbers that iterations have there; and \p forward for it, backwards.
Pairs mirrored(Pairs pairs);
Schedule reversed(const Schedule &forward);

/// A loop that notices every change of the order of a pair.
class Loop {
public:
  explicit Loop(const Pairs &pairs);
  void run(int i);
  void runTask(const Schedule &schedule, int task);
  const std::vector<double> &values() const { return x; }

private:
  std::vector<std::vector<int>> neighbours;
  std::vector<double> x;
};

/// What the loop computes in its own order.
std::vector<double> serialValues(const Pairs &pairs);

/// Waves, tasks and iterations are numbered as the runtime says, for \p threads
/// threads.
void expectWellFormed(const Pairs &pairs, const Schedule &s, int threads);

/// Each pair is in one task, whose iterations ascend, or in two waves.
void expectOrderKept(const Pairs &pairs, const Schedule &s);

void expectSame(const Schedule &a, const Schedule &b);

/// Runs every wave's tasks one by one, the last one first.
std::vector<double> valuesByWaves(const Pairs &pairs, const Schedule &s);

} // namespace sparsec::test

#endif // SPARSEC_TEST_UNIT_RUNTIME_WAVES_H
