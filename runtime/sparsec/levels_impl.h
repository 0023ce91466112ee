//===- levels_impl.h - level sets of SPARSEC_INDEX iterations ---*- C -*-===//
// No include guard: levels.h includes it once per index type.

/// Finds the level sets of the iterations [0, \p n) of a loop. Iteration i must
/// keep its order with the iterations other[first[i] .. first[i + 1]), all in
/// [0, n): i itself and duplicates are allowed, and a pair may be in one of its
/// two lists only.
///
/// \p perm lists the iterations level by level, in the loop's order in each of
/// the *\p levels levels; level l begins at place level_first[l]. perm has
/// extent n, level_first n + 1 (its first *levels + 1 elements are set).
/// O(n + edges); the number of threads that run this makes no difference.
static inline int SPARSEC_INDEX_NAME(sparsec_level_sets)(
    SPARSEC_INDEX n, const SPARSEC_INDEX *first, const SPARSEC_INDEX *other,
    SPARSEC_INDEX *levels, SPARSEC_INDEX *perm, SPARSEC_INDEX *level_first) {
  SPARSEC_INDEX_NAME(sparsec_wave_graph)
  const graph = SPARSEC_INDEX_NAME(sparsec_loop_graph)(n, first, other, NULL);
  unsigned char *linked = NULL;
  SPARSEC_INDEX *level = NULL;
  int status = sparsec_allocate(&level, "levels of iterations", n,
                                sizeof(SPARSEC_INDEX), LLONG_MAX);
  if (status == SPARSEC_OK &&
      SPARSEC_INDEX_NAME(sparsec_level_team)(&graph) > 1)
    status = sparsec_allocate(&linked, "linked iterations", n, 1, LLONG_MAX);
  if (status == SPARSEC_OK) {
    if (linked)
      SPARSEC_INDEX_NAME(sparsec_find_links)(&graph, linked);
    *levels = SPARSEC_INDEX_NAME(sparsec_find_levels)(&graph, linked, n, level);
    status = SPARSEC_INDEX_NAME(sparsec_list_by_key)(&graph, level, *levels,
                                                     level_first, perm, NULL);
  }
  free(linked);
  free(level);
  return status;
}

/// Makes levels of the iterations perm[0 .. \p n) of one key each, the least
/// first; within a level they keep their order. Level l of *\p levels begins at
/// place level_first[l], which has extent n + 1. Time is that of
/// sparsec_sort_by_key.
static inline int SPARSEC_INDEX_NAME(sparsec_key_levels)(
    SPARSEC_INDEX n, const long long *key, SPARSEC_INDEX *levels,
    SPARSEC_INDEX *perm, SPARSEC_INDEX *level_first) {
  SPARSEC_INDEX count = 0;
  const int status =
      SPARSEC_INDEX_NAME(sparsec_sort_by_key)(n, perm, key, n, 0);
  if (status != SPARSEC_OK)
    return status;
  for (SPARSEC_INDEX p = 0; p < n; p++)
    if (p == 0 || key[perm[p]] != key[perm[p - 1]])
      level_first[count++] = p;
  level_first[count] = n;
  *levels = count;
  return SPARSEC_OK;
}

/// A schedule of segments within segments that is written, or only counted
/// where the arrays are NULL: wave w has the tasks from task_first[w] on, task
/// k the steps from step_first[k] on, and step s the places from row_first[s]
/// on.
typedef struct SPARSEC_INDEX_NAME(sparsec_level_packing) {
  SPARSEC_INDEX waves, tasks, steps;
  SPARSEC_INDEX *task_first, *step_first, *row_first;
} SPARSEC_INDEX_NAME(sparsec_level_packing);

/// Begins a step at place \p row, in a new task if \p opens_task.
static inline void SPARSEC_INDEX_NAME(sparsec_add_step)(
    SPARSEC_INDEX_NAME(sparsec_level_packing) * packing, int opens_task,
    SPARSEC_INDEX row) {
  if (opens_task) {
    if (packing->step_first)
      packing->step_first[packing->tasks] = packing->steps;
    packing->tasks++;
  }
  if (packing->row_first)
    packing->row_first[packing->steps] = row;
  packing->steps++;
}

/// Packs \p levels levels of places, level l from level_first[l] on, for tasks
/// of steps of at most \p most places.
static inline void SPARSEC_INDEX_NAME(sparsec_pack)(
    SPARSEC_INDEX levels, const SPARSEC_INDEX *level_first, SPARSEC_INDEX most,
    SPARSEC_INDEX_NAME(sparsec_level_packing) * packing) {
  int was_small = 0;
  for (SPARSEC_INDEX l = 0; l < levels; l++) {
    const SPARSEC_INDEX begin = level_first[l], end = level_first[l + 1];
    const int is_small = end - begin <= most;
    const int joins = is_small && was_small;
    if (!joins) {
      if (packing->task_first)
        packing->task_first[packing->waves] = packing->tasks;
      packing->waves++;
    }
    for (SPARSEC_INDEX row = begin; row < end;) {
      SPARSEC_INDEX_NAME(sparsec_add_step)(packing, !joins, row);
      row = end - row > most ? row + most : end;
    }
    was_small = is_small;
  }
}

/// How many waves, tasks and steps sparsec_pack_levels writes.
static inline int SPARSEC_INDEX_NAME(sparsec_count_packed)(
    SPARSEC_INDEX levels, const SPARSEC_INDEX *level_first, SPARSEC_INDEX most,
    SPARSEC_INDEX *waves, SPARSEC_INDEX *tasks, SPARSEC_INDEX *steps) {
  SPARSEC_INDEX_NAME(sparsec_level_packing) packing;
  memset(&packing, 0, sizeof packing);
  SPARSEC_INDEX_NAME(sparsec_pack)(levels, level_first, most, &packing);
  *waves = packing.waves;
  *tasks = packing.tasks;
  *steps = packing.steps;
  return SPARSEC_OK;
}

/// Packs levels into waves of tasks of steps, for threads that run a step's
/// places, at most \p most, at once: extents are those that
/// sparsec_count_packed has counted, each with an end. O(steps), serial.
static inline int SPARSEC_INDEX_NAME(sparsec_pack_levels)(
    SPARSEC_INDEX levels, const SPARSEC_INDEX *level_first, SPARSEC_INDEX most,
    SPARSEC_INDEX *task_first, SPARSEC_INDEX *step_first,
    SPARSEC_INDEX *row_first) {
  SPARSEC_INDEX_NAME(sparsec_level_packing)
  packing = {0, 0, 0, task_first, step_first, row_first};
  SPARSEC_INDEX_NAME(sparsec_pack)(levels, level_first, most, &packing);
  task_first[packing.waves] = packing.tasks;
  step_first[packing.tasks] = packing.steps;
  row_first[packing.steps] = level_first[levels];
  return SPARSEC_OK;
}

/// The number of tasks of sparsec_cut_levels.
static inline SPARSEC_INDEX
SPARSEC_INDEX_NAME(sparsec_count_cut)(SPARSEC_INDEX levels,
                                      const SPARSEC_INDEX *level_first,
                                      SPARSEC_INDEX most) {
  SPARSEC_INDEX tasks = 0;
  for (SPARSEC_INDEX l = 0; l < levels; l++)
    tasks += (level_first[l + 1] - level_first[l] - 1) / most + 1;
  return tasks;
}

/// Cuts levels into tasks of at most \p most places of one level: task k has
/// those from row_first[k] on. No level is empty. O(tasks), serial.
static inline void SPARSEC_INDEX_NAME(sparsec_cut_levels)(
    SPARSEC_INDEX levels, const SPARSEC_INDEX *level_first, SPARSEC_INDEX most,
    SPARSEC_INDEX *row_first) {
  SPARSEC_INDEX tasks = 0;
  for (SPARSEC_INDEX l = 0; l < levels; l++)
    for (SPARSEC_INDEX row = level_first[l], end = level_first[l + 1];
         row < end;) {
      row_first[tasks++] = row;
      row = end - row > most ? row + most : end;
    }
  row_first[tasks] = level_first[levels];
}

/// Levels as tasks: level l has the places from row_first[l] on. Extents are
/// levels + 1. O(levels), serial.
static inline void
SPARSEC_INDEX_NAME(sparsec_copy_levels)(SPARSEC_INDEX levels,
                                        const SPARSEC_INDEX *level_first,
                                        SPARSEC_INDEX *row_first) {
  memcpy(row_first, level_first, ((size_t)levels + 1) * sizeof *row_first);
}
