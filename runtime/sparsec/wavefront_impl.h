//===- wavefront_impl.h - schedules of SPARSEC_INDEX iterations -*- C -*-===//
// No include guard: wavefront.h includes it once per index type.

/// Cuts each wave, its nodes in the loop's order, into plan->parts tasks of
/// equal work. task_at[u] becomes node u's task within its wave, and count[w]
/// the number of tasks of wave w, each of which has a node.
static inline void SPARSEC_INDEX_NAME(sparsec_cut_waves)(
    const SPARSEC_INDEX_NAME(sparsec_wave_graph) * graph,
    const SPARSEC_INDEX_NAME(sparsec_wave_plan) * plan, double *bound,
    SPARSEC_INDEX *count, SPARSEC_INDEX *task_at) {
  long long *const done = plan->most;
  for (SPARSEC_INDEX wave = 0; wave < plan->waves; wave++) {
    done[wave] = 0;
    count[wave] = 0;
    bound[wave] = 0;
  }
  for (SPARSEC_INDEX u = 0; u < graph->count; u++) {
    const SPARSEC_INDEX wave = plan->wave_at[plan->level[u]];
    const long long here = SPARSEC_INDEX_NAME(sparsec_node_work)(graph, u);
    const double middle = (double)done[wave] + 0.5 * (double)here;
    const double share = (double)plan->work[wave] / plan->parts[wave];
    if (middle >= bound[wave]) {
      bound[wave] = sparsec_next_bound(middle, share);
      count[wave]++;
    }
    done[wave] += here;
    task_at[u] = count[wave] - 1;
  }
}

/// Numbers the tasks: first[w] counts wave w's and becomes its first one;
/// wave_of[k] is set. Returns how many there are; *\p slots is the greatest
/// number in a wave.
static inline SPARSEC_INDEX
SPARSEC_INDEX_NAME(sparsec_number_tasks)(SPARSEC_INDEX waves,
                                         SPARSEC_INDEX *first, int *slots,
                                         SPARSEC_INDEX *wave_of) {
  SPARSEC_INDEX task = 0;
  *slots = 0;
  for (SPARSEC_INDEX wave = 0; wave < waves; wave++) {
    const SPARSEC_INDEX end = task + first[wave];
    *slots = first[wave] > *slots ? (int)first[wave] : *slots;
    first[wave] = task;
    for (; task < end; task++)
      wave_of[task] = wave;
  }
  return task;
}

/// Lists the iterations by task, those of a task in the loop's order. Node u is
/// in task task_at[u]; next[0 .. tasks], all 0 at first, is a workspace.
static inline void SPARSEC_INDEX_NAME(sparsec_list_tasks)(
    const SPARSEC_INDEX_NAME(sparsec_wave_graph) * graph,
    const SPARSEC_INDEX *task_at, SPARSEC_INDEX tasks, SPARSEC_INDEX *next,
    SPARSEC_INDEX *perm, SPARSEC_INDEX *task_of) {
  for (SPARSEC_INDEX u = 0; u < graph->count; u++)
    next[task_at[u] + 1] += SPARSEC_INDEX_NAME(sparsec_node_row)(graph, u + 1) -
                            SPARSEC_INDEX_NAME(sparsec_node_row)(graph, u);
  for (SPARSEC_INDEX task = 0; task < tasks; task++)
    next[task + 1] += next[task];
  for (SPARSEC_INDEX u = 0; u < graph->count; u++) {
    const SPARSEC_INDEX task = task_at[u];
    const SPARSEC_INDEX end =
        SPARSEC_INDEX_NAME(sparsec_node_row)(graph, u + 1);
    SPARSEC_INDEX place = next[task];
    for (SPARSEC_INDEX i = SPARSEC_INDEX_NAME(sparsec_node_row)(graph, u);
         i < end; i++) {
      perm[place++] = i;
      task_of[i] = task;
    }
    next[task] = place;
  }
}

/// What sparsec_find_waves writes.
typedef struct SPARSEC_INDEX_NAME(sparsec_wave_schedule) {
  SPARSEC_INDEX *waves, *tasks;
  int *slots;
  SPARSEC_INDEX *perm, *task_of, *wave_of;
} SPARSEC_INDEX_NAME(sparsec_wave_schedule);

/// Writes the schedule of \p plan for \p graph.
static inline int SPARSEC_INDEX_NAME(sparsec_write_schedule)(
    const SPARSEC_INDEX_NAME(sparsec_wave_graph) * graph,
    const SPARSEC_INDEX_NAME(sparsec_wave_plan) * plan,
    const SPARSEC_INDEX_NAME(sparsec_wave_schedule) * schedule) {
  const size_t size = sizeof(SPARSEC_INDEX);
  const long long ends = sparsec_sum(graph->count, 1);
  SPARSEC_INDEX *first = NULL, *next = NULL, *task_at = NULL, tasks;
  double *bound = NULL;
  int status;
  if ((status =
           sparsec_allocate(&first, "tasks", plan->waves, size, LLONG_MAX)) ||
      (status = sparsec_allocate(&bound, "bounds of tasks", plan->waves,
                                 sizeof *bound, LLONG_MAX)) ||
      (status = sparsec_allocate(&task_at, "tasks of nodes", graph->count, size,
                                 LLONG_MAX)) ||
      (status =
           sparsec_allocate(&next, "places of tasks", ends, size, LLONG_MAX)))
    goto done;
  SPARSEC_INDEX_NAME(sparsec_cut_waves)(graph, plan, bound, first, task_at);
  tasks = SPARSEC_INDEX_NAME(sparsec_number_tasks)(
      plan->waves, first, schedule->slots, schedule->wave_of);
  for (SPARSEC_INDEX u = 0; u < graph->count; u++)
    task_at[u] += first[plan->wave_at[plan->level[u]]];
  memset(next, 0, ((size_t)tasks + 1) * size);
  SPARSEC_INDEX_NAME(sparsec_list_tasks)
  (graph, task_at, tasks, next, schedule->perm, schedule->task_of);
  *schedule->waves = plan->waves;
  *schedule->tasks = tasks;
done:
  free(first);
  free(bound);
  free(task_at);
  free(next);
  return status;
}

/// Makes one task of all \p n iterations, in the loop's order.
static inline void SPARSEC_INDEX_NAME(sparsec_write_loop)(
    SPARSEC_INDEX n,
    const SPARSEC_INDEX_NAME(sparsec_wave_schedule) * schedule) {
  *schedule->waves = *schedule->tasks = n > 0;
  *schedule->slots = n > 0;
  if (n > 0)
    schedule->wave_of[0] = 0;
  for (SPARSEC_INDEX i = 0; i < n; i++) {
    schedule->perm[i] = i;
    schedule->task_of[i] = 0;
  }
}

/// The elements of all nodes of \p graph.
static inline long long SPARSEC_INDEX_NAME(sparsec_graph_work)(
    const SPARSEC_INDEX_NAME(sparsec_wave_graph) * graph) {
  long long work = 0;
  for (SPARSEC_INDEX u = 0; u < graph->count; u++)
    work = sparsec_sum(work, SPARSEC_INDEX_NAME(sparsec_node_work)(graph, u));
  return work;
}

/// The elements that single iterations take in the order of their levels, jumps
/// included: one that depends on its predecessor does not follow it there.
static inline long long SPARSEC_INDEX_NAME(sparsec_apart_work)(
    const SPARSEC_INDEX_NAME(sparsec_wave_graph) * rows,
    const unsigned char *linked) {
  long long work = 0;
  for (SPARSEC_INDEX u = 0; u < rows->count; u++) {
    const long long here = SPARSEC_INDEX_NAME(sparsec_node_work)(rows, u);
    work += here + (linked[u] ? sparsec_jump(here) : 0);
  }
  return work;
}

/// Finds the best plan for the iterations graph[0], of \p total elements or,
/// one by one, \p apart ones, and
/// writes its schedule, or the loop itself if no plan is worth while. The
/// iterations' task_of is a workspace until then.
static inline int SPARSEC_INDEX_NAME(sparsec_choose_waves)(
    SPARSEC_INDEX_NAME(sparsec_wave_graph) * graph, int threads,
    long long total, long long apart,
    const SPARSEC_INDEX_NAME(sparsec_wave_schedule) * schedule) {
  SPARSEC_INDEX_NAME(sparsec_wave_plan) best;
  int chosen = -1;
  memset(&best, 0, sizeof best);
  best.cost = sparsec_worth_while(total, threads);
  int status = SPARSEC_INDEX_NAME(sparsec_plan_pieces)(
      graph, threads, schedule->task_of, &best, &chosen);
  if (status == SPARSEC_OK)
    status = SPARSEC_INDEX_NAME(sparsec_plan_iterations)(
        graph, threads, apart / threads, &best, &chosen);
  if (status == SPARSEC_OK && chosen >= 0)
    status = SPARSEC_INDEX_NAME(sparsec_write_schedule)(&graph[chosen], &best,
                                                        schedule);
  else if (status == SPARSEC_OK)
    SPARSEC_INDEX_NAME(sparsec_write_loop)(graph[0].count, schedule);
  SPARSEC_INDEX_NAME(sparsec_drop_waves)(&best);
  return status;
}

/// Finds a parallel schedule of the iterations [0, \p n) of a loop, for at most
/// \p threads threads. Iteration i must keep its order with the iterations
/// other[first[i] .. first[i + 1]), all in [0, n): i itself and duplicates are
/// allowed, and a pair may be in one of its two lists only. Where
/// sparsec_may_pay says no, the lists are not looked at. Iteration i takes
/// work[i] elements; NULL: one more than its list has.
///
/// *\p waves waves and *\p tasks tasks, *\p slots of them in the largest wave:
/// task k is in wave wave_of[k], ascending, and has at least one iteration.
/// perm lists the iterations by task, in the order in which they run, and
/// iteration i is in task task_of[i]. perm, task_of and wave_of have extent n.
/// One task has them in the loop's order: perm[i] == i.
/// O(n + edges); the number of threads that run this makes no difference.
static inline int SPARSEC_INDEX_NAME(sparsec_find_waves)(
    SPARSEC_INDEX n, const SPARSEC_INDEX *first, const SPARSEC_INDEX *other,
    const long long *work, int threads, SPARSEC_INDEX *waves,
    SPARSEC_INDEX *tasks, int *slots, SPARSEC_INDEX *perm,
    SPARSEC_INDEX *task_of, SPARSEC_INDEX *wave_of) {
  SPARSEC_INDEX_NAME(sparsec_wave_schedule)
  const schedule = {waves, tasks, slots, perm, task_of, wave_of};
  SPARSEC_INDEX_NAME(sparsec_wave_graph) graph[SPARSEC_WAVE_GRAPHS + 1];
  unsigned char *joined = NULL;
  if (!sparsec_may_pay(threads)) {
    SPARSEC_INDEX_NAME(sparsec_write_loop)(n, &schedule);
    return SPARSEC_OK;
  }
  memset(graph, 0, sizeof graph);
  graph[0].count = n;
  graph[0].begin = first;
  graph[0].end = first + 1;
  graph[0].edge = other;
  graph[0].work = work;
  const long long total = SPARSEC_INDEX_NAME(sparsec_graph_work)(&graph[0]);
  if (total > LLONG_MAX / 4)
    return sparsec_fail(SPARSEC_OVERFLOW,
                        "the work of a loop's iterations is too large to add");
  if (total / threads + sparsec_wave_cost(threads) >=
      sparsec_worth_while(total, threads)) {
    SPARSEC_INDEX_NAME(sparsec_write_loop)(n, &schedule);
    return SPARSEC_OK;
  }
  int status = sparsec_allocate(&joined, "joined iterations", n, 1, LLONG_MAX);
  if (status == SPARSEC_OK) {
    SPARSEC_INDEX_NAME(sparsec_find_links)(&graph[0], joined);
    const long long apart =
        SPARSEC_INDEX_NAME(sparsec_apart_work)(&graph[0], joined);
    SPARSEC_INDEX_NAME(sparsec_join_runs)(n, joined);
    graph[0].joined = joined;
    status = SPARSEC_INDEX_NAME(sparsec_choose_waves)(&graph[0], threads, total,
                                                      apart, &schedule);
  }
  for (int g = 1; g <= SPARSEC_WAVE_GRAPHS; g++)
    free(graph[g].memory);
  free(joined);
  return status;
}

/// Sets task_first[w] to the first task of wave w and row_first[k] to the first
/// place in \p perm of task k, each with an end: extents waves + 1, tasks + 1.
static inline int SPARSEC_INDEX_NAME(sparsec_wave_bounds)(
    SPARSEC_INDEX n, SPARSEC_INDEX waves, SPARSEC_INDEX tasks,
    const SPARSEC_INDEX *perm, const SPARSEC_INDEX *task_of,
    const SPARSEC_INDEX *wave_of, SPARSEC_INDEX *task_first,
    SPARSEC_INDEX *row_first) {
  const int parts = n >= 65536 ? sparsec_threads() : 1;
  for (SPARSEC_INDEX k = 0; k < tasks; k++)
    if (k == 0 || wave_of[k] != wave_of[k - 1])
      task_first[wave_of[k]] = k;
  task_first[waves] = tasks;
#ifdef _OPENMP
#pragma omp parallel for num_threads(parts) schedule(static)
#endif
  for (SPARSEC_INDEX p = 0; p < n; p++) {
    const SPARSEC_INDEX k = task_of[perm[p]];
    if (p == 0 || k != task_of[perm[p - 1]])
      row_first[k] = p;
  }
  row_first[tasks] = n;
  (void)parts;
  return SPARSEC_OK;
}

/// Turns a list of iterations of a loop into one of the loop that runs through
/// them from the last to the first.
static inline void SPARSEC_INDEX_NAME(sparsec_flip)(SPARSEC_INDEX n,
                                                    SPARSEC_INDEX *perm) {
#ifdef _OPENMP
#pragma omp parallel for
#endif
  for (SPARSEC_INDEX p = 0; p < n; p++)
    perm[p] = n - 1 - perm[p];
}

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
