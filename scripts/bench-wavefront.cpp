//===- bench-wavefront.cpp - what the wavefront runtime gains -------------===//
//
/// \file
/// Hand-written Gauss-Seidel sweeps over runtime/sparsec/wavefront.h against
/// the serial sweep, without the compiler. Every schedule's result is compared
/// with the serial one, bit by bit.
///
///     g++ -O3 -march=native -fopenmp -Iruntime -o /tmp/bench-wavefront
///         scripts/bench-wavefront.cpp && /tmp/bench-wavefront
///
/// An argument is the number of rounds (10); the best times are printed.
//
//===----------------------------------------------------------------------===//

#include "sparsec/progress.h"
#include "sparsec/waits.h"
#include "sparsec/wavefront.h"

#include <omp.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <random>
#include <vector>

namespace {

struct Matrix {
  int n = 0;
  std::vector<int> rowptr{0}, col;
  std::vector<double> value, idiag;
};

Matrix fromRows(const std::vector<std::vector<int>> &rows) {
  Matrix matrix;
  matrix.n = int(rows.size());
  for (const std::vector<int> &row : rows) {
    for (int col : row) {
      matrix.col.push_back(col);
      matrix.value.push_back(-1.0 - 0.001 * (col % 7));
    }
    matrix.rowptr.push_back(int(matrix.col.size()));
    matrix.idiag.push_back(1.0 / (2.0 * double(row.size())));
  }
  return matrix;
}

/// Points of a box that differ by at most 1 in each dimension, and in at most
/// \p most of them.
Matrix stencil(int nx, int ny, int nz, int most) {
  std::vector<std::vector<int>> rows;
  for (int z = 0; z < nz; z++)
    for (int y = 0; y < ny; y++)
      for (int x = 0; x < nx; x++) {
        std::vector<int> &row = rows.emplace_back();
        for (int d = 0; d < 27; d++) {
          const int a = d % 3 - 1, b = d / 3 % 3 - 1, c = d / 9 - 1;
          const int u = x + a, v = y + b, w = z + c;
          const bool inside =
              u >= 0 && u < nx && v >= 0 && v < ny && w >= 0 && w < nz;
          if (inside && abs(a) + abs(b) + abs(c) <= most)
            row.push_back((w * ny + v) * nx + u);
        }
      }
  return fromRows(rows);
}

Matrix renumbered(const Matrix &matrix, unsigned seed) {
  std::vector<int> place(matrix.n);
  std::iota(place.begin(), place.end(), 0);
  std::shuffle(place.begin(), place.end(), std::mt19937(seed));
  std::vector<std::vector<int>> rows(matrix.n);
  for (int i = 0; i < matrix.n; i++) {
    std::vector<int> &row = rows[place[i]];
    for (int k = matrix.rowptr[i]; k < matrix.rowptr[i + 1]; k++)
      row.push_back(place[matrix.col[k]]);
    std::sort(row.begin(), row.end());
  }
  return fromRows(rows);
}

struct Schedule {
  int waves = 0, tasks = 0, slots = 0;
  std::vector<int> perm, task_of, wave_of, task_first, row_first;
  std::vector<int> need, wait_first, wait_slot, wait_wave;
  double findTime = 0, waitTime = 0;
};

void check(int status) {
  if (status == SPARSEC_OK)
    return;
  fprintf(stderr, "error: %s\n", sparsec_last_error());
  exit(1);
}

Schedule inspect(const Matrix &m, int threads) {
  Schedule s;
  std::vector<long long> work(m.n);
  for (int i = 0; i < m.n; i++)
    work[i] = m.rowptr[i + 1] - m.rowptr[i];
  s.perm.resize(m.n);
  s.task_of.resize(m.n);
  s.wave_of.resize(m.n);
  double start = omp_get_wtime();
  check(sparsec_find_waves_int(
      m.n, m.rowptr.data(), m.col.data(), work.data(), threads, &s.waves,
      &s.tasks, &s.slots, s.perm.data(), s.task_of.data(), s.wave_of.data()));
  s.task_first.resize(s.waves + 1);
  s.row_first.resize(s.tasks + 1);
  check(sparsec_wave_bounds_int(m.n, s.waves, s.tasks, s.perm.data(),
                                s.task_of.data(), s.wave_of.data(),
                                s.task_first.data(), s.row_first.data()));
  s.findTime = omp_get_wtime() - start;
  start = omp_get_wtime();
  s.need.resize(size_t(s.tasks) * s.slots);
  s.wait_first.resize(s.tasks + 1);
  check(sparsec_count_waits_int(m.n, m.rowptr.data(), m.col.data(), s.waves,
                                s.tasks, s.slots, s.task_of.data(),
                                s.wave_of.data(), s.task_first.data(),
                                s.need.data(), s.wait_first.data()));
  s.wait_slot.resize(s.wait_first[s.tasks]);
  s.wait_wave.resize(s.wait_first[s.tasks]);
  check(sparsec_list_waits_int(s.tasks, s.slots, s.wave_of.data(),
                               s.need.data(), s.wait_first.data(),
                               s.wait_slot.data(), s.wait_wave.data()));
  s.waitTime = omp_get_wtime() - start;
  return s;
}

void relax(const Matrix &m, const double *b, double *x, int i) {
  double sum = b[i];
  for (int k = m.rowptr[i]; k < m.rowptr[i + 1]; k++)
    sum -= m.value[k] * x[m.col[k]];
  x[i] += sum * m.idiag[i];
}

void serial(const Matrix &m, const double *b, double *x) {
  for (int i = 0; i < m.n; i++)
    relax(m, b, x, i);
}

void runTask(const Matrix &m, const Schedule &s, int k, const double *b,
             double *x) {
  for (int p = s.row_first[k]; p < s.row_first[k + 1]; p++)
    relax(m, b, x, s.perm[p]);
}

void withBarriers(const Matrix &m, const Schedule &s, int threads,
                  const double *b, double *x) {
#pragma omp parallel num_threads(std::min(threads, s.slots))
  for (int w = 0; w < s.waves; w++) {
    for (int k = s.task_first[w] + sparsec_thread(); k < s.task_first[w + 1];
         k += omp_get_num_threads())
      runTask(m, s, k, b, x);
#pragma omp barrier
  }
}

void pointToPoint(const Matrix &m, const Schedule &s, int threads,
                  const double *b, double *x) {
  sparsec_progress *progress = nullptr;
  check(sparsec_progress_make(&progress, s.slots));
#pragma omp parallel num_threads(std::min(threads, s.slots))
  for (int w = 0; w < s.waves; w++)
    for (int k = s.task_first[w] + sparsec_thread(); k < s.task_first[w + 1];
         k += omp_get_num_threads()) {
      sparsec_wait_for_int(progress, s.wait_slot.data(), s.wait_wave.data(),
                           s.wait_first[k], s.wait_first[k + 1]);
      runTask(m, s, k, b, x);
      sparsec_task_done(progress, k - s.task_first[w], w + 1);
    }
  sparsec_progress_free(progress);
}

double timeOf(int rounds, const std::function<void()> &run) {
  double best = 1e9;
  for (int round = 0; round < rounds; round++) {
    const double start = omp_get_wtime();
    run();
    best = std::min(best, omp_get_wtime() - start);
  }
  return best;
}

void report(const char *name, const Matrix &m, int threads, int rounds) {
  std::vector<double> b(m.n), start(m.n), expected;
  for (int i = 0; i < m.n; i++) {
    b[i] = 0.25 * (i % 11) - 1;
    start[i] = 0.125 * (i % 5) - 0.25;
  }
  using Run = std::function<void(double *)>;
  auto measure = [&](const Run &run) {
    std::vector<double> x = start;
    run(x.data());
    if (expected.empty())
      expected = x;
    if (x != expected) {
      fprintf(stderr, "error: %s: wrong result\n", name);
      exit(1);
    }
    return timeOf(rounds, [&] { run(x.data()); });
  };
  const double base = measure([&](double *x) { serial(m, b.data(), x); });
  Schedule s;
  double find = 1e9, wait = 1e9;
  for (int round = 0; round < rounds; round++) {
    s = inspect(m, threads);
    find = std::min(find, s.findTime);
    wait = std::min(wait, s.waitTime);
  }
  const double barrier =
      measure([&](double *x) { withBarriers(m, s, threads, b.data(), x); });
  const double direct =
      measure([&](double *x) { pointToPoint(m, s, threads, b.data(), x); });
  printf("%-14s %2d thr %8.2f ms serial | barrier %.2fx, p2p %.2fx | inspect "
         "%.2f + %.2f sweeps | %d waves, %d tasks, %zu waits\n",
         name, threads, 1e3 * base, base / barrier, base / direct, find / base,
         wait / base, s.waves, s.tasks, s.wait_slot.size());
}

} // namespace

int main(int argc, char **argv) {
  const int rounds = argc > 1 ? atoi(argv[1]) : 10;
  const int most = omp_get_max_threads();
  const std::pair<const char *, Matrix> matrices[] = {
      {"27pt_64^3", stencil(64, 64, 64, 3)},
      {"27pt_50^3", stencil(50, 50, 50, 3)},
      {"7pt_100^3", stencil(100, 100, 100, 1)},
      {"5pt_1000^2", stencil(1000, 1000, 1, 1)},
      {"5pt_shuffled", renumbered(stencil(1000, 1000, 1, 1), 1)},
      {"tridiagonal", stencil(1000000, 1, 1, 1)},
      {"5pt_thin", stencil(20, 50000, 1, 1)},
      {"5pt_100^2", stencil(100, 100, 1, 1)}};
  for (const auto &[name, matrix] : matrices)
    for (int threads = 2; threads <= std::max(most, 2); threads *= 2)
      report(name, matrix, threads, rounds);
  return 0;
}
