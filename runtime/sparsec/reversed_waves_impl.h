//===- reversed_waves_impl.h - waves of SPARSEC_INDEX, backwards -*- C -*-===//
// No include guard: reversed_waves.h includes it once per index type.

/// Writes the schedule of task_first, row_first and \p perm, of \p waves waves
/// of \p tasks tasks, as one in which all runs backwards: the last wave first,
/// and in each task the last iteration first. A task keeps its number within
/// its wave. Extents as those of sparsec_wave_bounds and \p n.
static inline void SPARSEC_INDEX_NAME(sparsec_reverse_waves)(
    SPARSEC_INDEX n, SPARSEC_INDEX waves, SPARSEC_INDEX tasks,
    const SPARSEC_INDEX *perm, const SPARSEC_INDEX *task_first,
    const SPARSEC_INDEX *row_first, SPARSEC_INDEX *reversed_perm,
    SPARSEC_INDEX *reversed_task_first, SPARSEC_INDEX *reversed_row_first) {
  const int parts = n >= 65536 ? sparsec_threads() : 1;
#ifdef _OPENMP
#pragma omp parallel for num_threads(parts) schedule(static)
#endif
  for (SPARSEC_INDEX wave = 0; wave < waves; wave++) {
    const SPARSEC_INDEX begin = task_first[wave], end = task_first[wave + 1];
    SPARSEC_INDEX task = tasks - end, place = n - row_first[end];
    reversed_task_first[waves - 1 - wave] = task;
    for (SPARSEC_INDEX k = begin; k < end; k++, task++) {
      reversed_row_first[task] = place;
      for (SPARSEC_INDEX p = row_first[k + 1]; p > row_first[k]; p--)
        reversed_perm[place++] = perm[p - 1];
    }
  }
  reversed_task_first[waves] = tasks;
  reversed_row_first[tasks] = n;
  (void)parts;
}

/// Writes the waits of a schedule that sparsec_reverse_waves has reversed: a
/// task for which another one waits waits for that one. Wait e of the tasks in
/// their own order is until slot wait_slot[e] has done wait_wave[e] waves.
/// O(tasks + waits).
static inline void SPARSEC_INDEX_NAME(sparsec_reverse_waits)(
    SPARSEC_INDEX waves, SPARSEC_INDEX tasks, const SPARSEC_INDEX *task_first,
    const SPARSEC_INDEX *wait_first, const int *wait_slot,
    const SPARSEC_INDEX *wait_wave, const SPARSEC_INDEX *reversed_task_first,
    SPARSEC_INDEX *reversed_first, int *reversed_slot,
    SPARSEC_INDEX *reversed_wave) {
  memset(reversed_first, 0, ((size_t)tasks + 1) * sizeof *reversed_first);
  for (SPARSEC_INDEX e = 0; e < wait_first[tasks]; e++)
    reversed_first[reversed_task_first[waves - wait_wave[e]] + wait_slot[e] +
                   1]++;
  for (SPARSEC_INDEX k = 0; k < tasks; k++)
    reversed_first[k + 1] += reversed_first[k];
  for (SPARSEC_INDEX wave = 0; wave < waves; wave++)
    for (SPARSEC_INDEX k = task_first[wave]; k < task_first[wave + 1]; k++)
      for (SPARSEC_INDEX e = wait_first[k]; e < wait_first[k + 1]; e++) {
        const SPARSEC_INDEX task =
            reversed_task_first[waves - wait_wave[e]] + wait_slot[e];
        const SPARSEC_INDEX place = reversed_first[task]++;
        reversed_slot[place] = (int)(k - task_first[wave]);
        reversed_wave[place] = waves - wave;
      }
  // Each task's begin has become the next one's.
  for (SPARSEC_INDEX k = tasks; k > 0; k--)
    reversed_first[k] = reversed_first[k - 1];
  reversed_first[0] = 0;
}
