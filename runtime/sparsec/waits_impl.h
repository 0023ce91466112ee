//===- waits_impl.h - waits for SPARSEC_INDEX waves -------------*- C -*-===//
// No include guard: waits.h includes it once per index type.

/// A schedule, and per task k and slot s in need[k * slots + s] one more than
/// the last wave of slot s that task k depends on, 0 for none.
typedef struct SPARSEC_INDEX_NAME(sparsec_wave_needs) {
  SPARSEC_INDEX waves, tasks;
  int slots;
  const SPARSEC_INDEX *task_of, *wave_of, *task_first;
  int *need;
} SPARSEC_INDEX_NAME(sparsec_wave_needs);

/// The row of task \p k in the table of needs.
static inline int *SPARSEC_INDEX_NAME(sparsec_needs_of)(
    const SPARSEC_INDEX_NAME(sparsec_wave_needs) * needs, SPARSEC_INDEX k) {
  return needs->need + (size_t)k * (size_t)needs->slots;
}

/// Notes that task \p later depends on task \p earlier.
static inline void SPARSEC_INDEX_NAME(sparsec_note_need)(
    const SPARSEC_INDEX_NAME(sparsec_wave_needs) * needs, SPARSEC_INDEX later,
    SPARSEC_INDEX earlier) {
  const SPARSEC_INDEX wave = needs->wave_of[earlier];
  const SPARSEC_INDEX slot = earlier - needs->task_first[wave];
  sparsec_raise_need(&SPARSEC_INDEX_NAME(sparsec_needs_of)(needs, later)[slot],
                     (int)(wave + 1));
}

/// Notes what the pairs in the lists of [0, \p n) need.
static inline void SPARSEC_INDEX_NAME(sparsec_note_needs)(
    const SPARSEC_INDEX_NAME(sparsec_wave_needs) * needs, SPARSEC_INDEX n,
    const SPARSEC_INDEX *first, const SPARSEC_INDEX *other) {
  const SPARSEC_INDEX *const task_of = needs->task_of;
  const int parts = n > 0 && first[n] >= 65536 ? sparsec_threads() : 1;
#ifdef _OPENMP
#pragma omp parallel for num_threads(parts) schedule(static)
#endif
  for (SPARSEC_INDEX i = 0; i < n; i++) {
    const SPARSEC_INDEX own = task_of[i];
    SPARSEC_INDEX last = own;
    for (SPARSEC_INDEX e = first[i]; e < first[i + 1]; e++) {
      const SPARSEC_INDEX task = task_of[other[e]];
      if (task == last || task == own)
        continue;
      last = task;
      SPARSEC_INDEX_NAME(sparsec_note_need)
      (needs, task < own ? own : task, task < own ? task : own);
    }
  }
  (void)parts;
}

/// Makes task \p k's needs its clock, negative where it has to wait, of the
/// clocks of the tasks before; \p before is the slot's task before k, or -1.
/// \p clock is a workspace. Returns the number of waits.
static inline SPARSEC_INDEX SPARSEC_INDEX_NAME(sparsec_reduce_needs)(
    const SPARSEC_INDEX_NAME(sparsec_wave_needs) * needs, SPARSEC_INDEX k,
    SPARSEC_INDEX before, int *clock) {
  int *const need = SPARSEC_INDEX_NAME(sparsec_needs_of)(needs, k);
  const SPARSEC_INDEX wave = needs->wave_of[k];
  SPARSEC_INDEX waits = 0, implied = before;
  int slot = -1;
  memset(clock, 0, (size_t)needs->slots * sizeof *clock);
  do {
    const int *const other =
        implied < 0 ? clock
                    : SPARSEC_INDEX_NAME(sparsec_needs_of)(needs, implied);
    for (int s = 0; s < needs->slots; s++) {
      const int known = other[s] < 0 ? -other[s] : other[s];
      clock[s] = known > clock[s] ? known : clock[s];
    }
    slot = sparsec_latest_wait(need, clock, needs->slots);
    if (slot >= 0) {
      implied = needs->task_first[need[slot] - 1] + slot;
      need[slot] = -need[slot];
      waits++;
    }
  } while (slot >= 0);
  for (int s = 0; s < needs->slots; s++)
    need[s] = need[s] < 0 ? need[s] : clock[s];
  need[k - needs->task_first[wave]] = (int)(wave + 1);
  return waits;
}

/// Reduces the needs of all tasks; count[k] becomes the waits of task k.
/// \p last and \p clocks have room for one number per slot and for one clock
/// per thread.
static inline void SPARSEC_INDEX_NAME(sparsec_reduce_all)(
    const SPARSEC_INDEX_NAME(sparsec_wave_needs) * needs, int parts,
    SPARSEC_INDEX *last, int *clocks, SPARSEC_INDEX *count) {
  for (int s = 0; s < needs->slots; s++)
    last[s] = -1;
#ifdef _OPENMP
#pragma omp parallel num_threads(parts) if (parts > 1)
#endif
  for (SPARSEC_INDEX wave = 0; wave < needs->waves; wave++) {
    const SPARSEC_INDEX begin = needs->task_first[wave];
    const SPARSEC_INDEX end = needs->task_first[wave + 1];
    const int part = parts > 1 ? sparsec_thread() : 0;
#ifdef _OPENMP
#pragma omp for schedule(static)
#endif
    for (SPARSEC_INDEX k = begin; k < end; k++) {
      count[k] = SPARSEC_INDEX_NAME(sparsec_reduce_needs)(
          needs, k, last[k - begin],
          clocks + (size_t)part * (size_t)needs->slots);
      last[k - begin] = k;
    }
  }
}

/// Finds what each task of a schedule has to wait for, of the pairs from which
/// sparsec_find_waves found it. Task k has the waits wait_first[k] ..
/// wait_first[k + 1), which sparsec_list_waits writes from \p need; extents
/// tasks + 1 and tasks * slots. O(edges + tasks * slots * waits of a task).
static inline int SPARSEC_INDEX_NAME(sparsec_count_waits)(
    SPARSEC_INDEX n, const SPARSEC_INDEX *first, const SPARSEC_INDEX *other,
    SPARSEC_INDEX waves, SPARSEC_INDEX tasks, int slots,
    const SPARSEC_INDEX *task_of, const SPARSEC_INDEX *wave_of,
    const SPARSEC_INDEX *task_first, int *need, SPARSEC_INDEX *wait_first) {
  SPARSEC_INDEX_NAME(sparsec_wave_needs)
  const needs = {waves, tasks, slots, task_of, wave_of, task_first, need};
  const int parts = slots >= 32 ? sparsec_threads() : 1;
  SPARSEC_INDEX *last = NULL;
  int *clocks = NULL, status;
  if (waves >= INT_MAX)
    return sparsec_fail(SPARSEC_OVERFLOW, "a schedule has %lld waves",
                        (long long)waves);
  if ((status = sparsec_allocate(&last, "tasks of slots", slots, sizeof *last,
                                 LLONG_MAX)) ||
      (status =
           sparsec_allocate(&clocks, "clocks", sparsec_product(parts, slots),
                            sizeof *clocks, LLONG_MAX)))
    goto done;
  if (tasks > 0)
    memset(need, 0, (size_t)tasks * (size_t)slots * sizeof *need);
  // One task needs no other.
  if (tasks > 1)
    SPARSEC_INDEX_NAME(sparsec_note_needs)(&needs, n, first, other);
  SPARSEC_INDEX_NAME(sparsec_reduce_all)
  (&needs, parts, last, clocks, wait_first);
  wait_first[tasks] = 0;
  status = SPARSEC_INDEX_NAME(sparsec_exclusive_scan)(wait_first,
                                                      sparsec_sum(tasks, 1));
done:
  free(last);
  free(clocks);
  return status;
}

/// Writes the waits that sparsec_count_waits counted: wait e is until slot
/// wait_slot[e] has done wait_wave[e] waves.
static inline int SPARSEC_INDEX_NAME(sparsec_list_waits)(
    SPARSEC_INDEX tasks, int slots, const SPARSEC_INDEX *wave_of,
    const int *need, const SPARSEC_INDEX *wait_first, int *wait_slot,
    SPARSEC_INDEX *wait_wave) {
  const int parts =
      sparsec_product(tasks, slots) >= 65536 ? sparsec_threads() : 1;
#ifdef _OPENMP
#pragma omp parallel for num_threads(parts) schedule(static)
#endif
  for (SPARSEC_INDEX k = 0; k < tasks; k++) {
    SPARSEC_INDEX e = wait_first[k];
    for (int s = 0; s < slots; s++)
      if (need[(size_t)k * (size_t)slots + (size_t)s] < 0) {
        wait_slot[e] = s;
        wait_wave[e] = -need[(size_t)k * (size_t)slots + (size_t)s];
        e++;
      }
  }
  (void)wave_of;
  (void)parts;
  return SPARSEC_OK;
}
