// A grid's points in the order of a sequential loop, each of the ones before:
// inspected and run in waves by 1, 3 and 5 threads, with barriers and without.
#include "sparsec/wavefront.h"
#include "sparsec/levels.h"
#include "sparsec/progress.h"
#include "sparsec/waits.h"

#include <stdio.h>

enum { SIDE = 160, N = SIDE * SIDE, THREADS = 5 };

static int first[N + 1], other[4 * N], perm[N], task_of[N], wave_of[N];
static int task_first[N + 1], row_first[N + 1], wait_first[N + 1];
static int need[N * THREADS], wait_slot[N * THREADS], wait_wave[N * THREADS];
static long long work[N];
static double x[N], expected[N];
static int waves, tasks, slots;

static void run(int i) {
  for (int e = first[i]; e < first[i + 1]; e++)
    x[i] += 0.3 * x[other[e]];
}

static void listNeighbours(void) {
  int end = 0;
  for (int i = 0; i < N; i++) {
    const int column = i % SIDE, row = i / SIDE;
    if (row > 0)
      other[end++] = i - SIDE;
    if (column > 0)
      other[end++] = i - 1;
    if (column < SIDE - 1)
      other[end++] = i + 1;
    if (row < SIDE - 1)
      other[end++] = i + SIDE;
    first[i + 1] = end;
    work[i] = 100;
  }
}

static void fill(void) {
  for (int i = 0; i < N; i++)
    x[i] = 1 + i % 3;
}

static int inspect(void) {
  return sparsec_level_sets_int(N, first, other, &waves, perm, row_first) ||
         sparsec_find_waves_int(N, first, other, work, THREADS, &waves, &tasks,
                                &slots, perm, task_of, wave_of) ||
         sparsec_wave_bounds_int(N, waves, tasks, perm, task_of, wave_of,
                                 task_first, row_first) ||
         sparsec_count_waits_int(N, first, other, waves, tasks, slots, task_of,
                                 wave_of, task_first, need, wait_first) ||
         sparsec_list_waits_int(tasks, slots, wave_of, need, wait_first,
                                wait_slot, wait_wave);
}

static void execute(int threads, int barriers, sparsec_progress *progress) {
#pragma omp parallel num_threads(threads)
  for (int w = 0; w < waves; w++) {
#pragma omp for schedule(static, 1) nowait
    for (int k = task_first[w]; k < task_first[w + 1]; k++) {
#ifndef NOBODY_WAITS
      if (!barriers)
        sparsec_wait_for_int(progress, wait_slot, wait_wave, wait_first[k],
                             wait_first[k + 1]);
#endif
      for (int p = row_first[k]; p < row_first[k + 1]; p++)
        run(perm[p]);
      sparsec_task_done(progress, k - task_first[w], w + 1);
    }
    if (barriers) {
#pragma omp barrier
    }
  }
}

static int isRight(int threads, int barriers) {
  sparsec_progress *progress;
  if (sparsec_progress_make(&progress, slots))
    return 0;
  fill();
  execute(threads, barriers, progress);
  sparsec_progress_free(progress);
  return memcmp(x, expected, sizeof x) == 0;
}

int main(void) {
  listNeighbours();
  fill();
  for (int i = 0; i < N; i++)
    run(i);
  memcpy(expected, x, sizeof x);
  omp_set_num_threads(3);
  if (inspect())
    return 2;
  printf("%d waves, %d tasks, %d waits\n", waves, tasks, wait_first[tasks]);
  for (int threads = 1; threads <= THREADS; threads += 2)
    if (!isRight(threads, 1) || !isRight(threads, 0))
      return 1;
  return slots == THREADS ? 0 : 3;
}
