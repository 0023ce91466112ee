//===- wavefront_impl.h - schedules of SPARSEC_INDEX iterations -*- C -*-===//
// No include guard: wavefront.h includes it once per index type.

/// The waves that \p plan gives to the nodes of \p graph, and what of them lies
/// before a node, for each of some parts of the nodes.
typedef struct SPARSEC_INDEX_NAME(sparsec_wave_tasks) {
  const SPARSEC_INDEX_NAME(sparsec_wave_graph) * graph;
  const SPARSEC_INDEX_NAME(sparsec_wave_plan) * plan;
  int parts;
  long long *done;        ///< elements of each wave, of the nodes before a part
  SPARSEC_INDEX *first;   ///< the first of the tasks into which a wave is cut
  SPARSEC_INDEX tasks;    ///< how many of them there are; some have no nodes
  unsigned char *used;    ///< whether a task has nodes
  SPARSEC_INDEX *number;  ///< that of a task among those with nodes
  SPARSEC_INDEX *task_at; ///< of each node
} SPARSEC_INDEX_NAME(sparsec_wave_tasks);

/// The wave of node \p u.
static inline SPARSEC_INDEX SPARSEC_INDEX_NAME(sparsec_wave_of_node)(
    const SPARSEC_INDEX_NAME(sparsec_wave_plan) * plan, SPARSEC_INDEX u) {
  return plan->wave_at[plan->level[u]];
}

/// Sets done[w] of part \p part + 1 to the elements of wave w in \p part.
static inline void SPARSEC_INDEX_NAME(sparsec_sum_waves)(
    const SPARSEC_INDEX_NAME(sparsec_wave_tasks) * tasks, int part) {
  const SPARSEC_INDEX_NAME(sparsec_wave_graph) *const graph = tasks->graph;
  const SPARSEC_INDEX end = SPARSEC_INDEX_NAME(sparsec_part_begin)(
      graph->count, part + 1, tasks->parts);
  long long *const done =
      tasks->done + (size_t)(part + 1) * (size_t)tasks->plan->waves;
  memset(done, 0, (size_t)tasks->plan->waves * sizeof *done);
  for (SPARSEC_INDEX u = SPARSEC_INDEX_NAME(sparsec_part_begin)(
           graph->count, part, tasks->parts);
       u < end; u++)
    done[SPARSEC_INDEX_NAME(sparsec_wave_of_node)(tasks->plan, u)] +=
        SPARSEC_INDEX_NAME(sparsec_node_work)(graph, u);
}

/// The task of the next \p here elements of \p wave: that in whose share their
/// middle is. \p done has the elements of each wave before.
static inline SPARSEC_INDEX SPARSEC_INDEX_NAME(sparsec_next_task)(
    const SPARSEC_INDEX_NAME(sparsec_wave_tasks) * tasks, SPARSEC_INDEX wave,
    long long here, long long *done) {
  const int parts = tasks->plan->parts[wave];
  const double middle = (double)done[wave] + 0.5 * (double)here;
  const double share = (double)tasks->plan->work[wave] / parts;
  const int wanted = (int)(middle / share);
  const SPARSEC_INDEX task =
      tasks->first[wave] + (wanted < parts ? wanted : parts - 1);
  done[wave] += here;
  if (!__atomic_load_n(&tasks->used[task], __ATOMIC_RELAXED))
    __atomic_store_n(&tasks->used[task], 1, __ATOMIC_RELAXED);
  return task;
}

/// Cuts the nodes of \p part.
static inline void SPARSEC_INDEX_NAME(sparsec_cut_part_of_waves)(
    const SPARSEC_INDEX_NAME(sparsec_wave_tasks) * tasks, int part) {
  const SPARSEC_INDEX_NAME(sparsec_wave_plan) *const plan = tasks->plan;
  const SPARSEC_INDEX end = SPARSEC_INDEX_NAME(sparsec_part_begin)(
      tasks->graph->count, part + 1, tasks->parts);
  long long *const done = tasks->done + (size_t)part * (size_t)plan->waves;
  for (SPARSEC_INDEX u = SPARSEC_INDEX_NAME(sparsec_part_begin)(
           tasks->graph->count, part, tasks->parts);
       u < end; u++)
    tasks->task_at[u] = SPARSEC_INDEX_NAME(sparsec_next_task)(
        tasks, SPARSEC_INDEX_NAME(sparsec_wave_of_node)(plan, u),
        SPARSEC_INDEX_NAME(sparsec_node_work)(tasks->graph, u), done);
}

/// Cuts each wave, its nodes in the loop's order, into plan->parts tasks of
/// equal work.
static inline void SPARSEC_INDEX_NAME(sparsec_cut_nodes)(
    const SPARSEC_INDEX_NAME(sparsec_wave_tasks) * tasks) {
  const size_t waves = (size_t)tasks->plan->waves;
  const int parts = tasks->parts;
  memset(tasks->done, 0, waves * sizeof *tasks->done);
#ifdef _OPENMP
#pragma omp parallel for num_threads(parts) schedule(static)
#endif
  for (int part = 0; part < parts - 1; part++)
    SPARSEC_INDEX_NAME(sparsec_sum_waves)(tasks, part);
  for (size_t at = waves; at < waves * (size_t)parts; at++)
    tasks->done[at] += tasks->done[at - waves];
#ifdef _OPENMP
#pragma omp parallel for num_threads(parts) schedule(static)
#endif
  for (int part = 0; part < parts; part++)
    SPARSEC_INDEX_NAME(sparsec_cut_part_of_waves)(tasks, part);
}

/// The same with the groups of each wave, in the order of their first nodes.
static inline int SPARSEC_INDEX_NAME(sparsec_cut_groups)(
    const SPARSEC_INDEX_NAME(sparsec_wave_tasks) * tasks) {
  const SPARSEC_INDEX_NAME(sparsec_wave_plan) *const plan = tasks->plan;
  const SPARSEC_INDEX count = tasks->graph->count;
  long long *work = NULL;
  const int status = sparsec_allocate(&work, "elements of groups", count,
                                      sizeof *work, LLONG_MAX);
  if (status != SPARSEC_OK)
    return status;
  memset(work, 0, (size_t)count * sizeof *work);
  memset(tasks->done, 0, (size_t)plan->waves * sizeof *tasks->done);
  for (SPARSEC_INDEX u = 0; u < count; u++)
    work[plan->group[u]] +=
        SPARSEC_INDEX_NAME(sparsec_node_work)(tasks->graph, u);
  for (SPARSEC_INDEX u = 0; u < count; u++)
    tasks->task_at[u] =
        plan->group[u] < u
            ? tasks->task_at[plan->group[u]]
            : SPARSEC_INDEX_NAME(sparsec_next_task)(
                  tasks, SPARSEC_INDEX_NAME(sparsec_wave_of_node)(plan, u),
                  work[u], tasks->done);
  free(work);
  return SPARSEC_OK;
}

/// Cuts the waves into tasks.
static inline int SPARSEC_INDEX_NAME(sparsec_cut_waves)(
    const SPARSEC_INDEX_NAME(sparsec_wave_tasks) * tasks) {
  memset(tasks->used, 0, (size_t)tasks->tasks);
  if (tasks->plan->group)
    return SPARSEC_INDEX_NAME(sparsec_cut_groups)(tasks);
  SPARSEC_INDEX_NAME(sparsec_cut_nodes)(tasks);
  return SPARSEC_OK;
}

/// Numbers the tasks that have nodes, in all of task_at, and sets wave_of[k] of
/// each. Returns how many there are; *\p slots is the greatest number in a
/// wave.
static inline SPARSEC_INDEX SPARSEC_INDEX_NAME(sparsec_number_tasks)(
    const SPARSEC_INDEX_NAME(sparsec_wave_tasks) * tasks, int *slots,
    SPARSEC_INDEX *wave_of) {
  SPARSEC_INDEX used = 0;
  *slots = 0;
  for (SPARSEC_INDEX wave = 0; wave < tasks->plan->waves; wave++) {
    const SPARSEC_INDEX begin = used;
    for (SPARSEC_INDEX task = tasks->first[wave];
         task < tasks->first[wave] + tasks->plan->parts[wave]; task++) {
      tasks->number[task] = used;
      if (tasks->used[task])
        wave_of[used++] = wave;
    }
    *slots = used - begin > *slots ? (int)(used - begin) : *slots;
  }
#ifdef _OPENMP
#pragma omp parallel for num_threads(tasks->parts) schedule(static)
#endif
  for (SPARSEC_INDEX u = 0; u < tasks->graph->count; u++)
    tasks->task_at[u] = tasks->number[tasks->task_at[u]];
  return used;
}

/// Frees what \p tasks holds.
static inline void SPARSEC_INDEX_NAME(sparsec_drop_tasks)(
    SPARSEC_INDEX_NAME(sparsec_wave_tasks) * tasks) {
  free(tasks->done);
  free(tasks->first);
  free(tasks->used);
  free(tasks->number);
  free(tasks->task_at);
}

/// Allocates what \p tasks, new, needs for the waves of \p plan. Free it.
static inline int SPARSEC_INDEX_NAME(sparsec_make_tasks)(
    const SPARSEC_INDEX_NAME(sparsec_wave_graph) * graph,
    const SPARSEC_INDEX_NAME(sparsec_wave_plan) * plan,
    SPARSEC_INDEX_NAME(sparsec_wave_tasks) * tasks) {
  const size_t size = sizeof(SPARSEC_INDEX);
  int status = SPARSEC_OK;
  memset(tasks, 0, sizeof *tasks);
  tasks->graph = graph;
  tasks->plan = plan;
  tasks->parts = SPARSEC_INDEX_NAME(sparsec_table_parts)(graph, plan->waves);
  if ((status = sparsec_allocate(&tasks->first, "first tasks", plan->waves,
                                 size, LLONG_MAX)))
    return status;
  for (SPARSEC_INDEX wave = 0; wave < plan->waves; wave++) {
    tasks->first[wave] = tasks->tasks;
    if (plan->parts[wave] > SPARSEC_INDEX_MAX - tasks->tasks)
      return sparsec_fail(SPARSEC_OVERFLOW,
                          "the tasks of a schedule do not fit their type");
    tasks->tasks += plan->parts[wave];
  }
  if ((status = sparsec_allocate(&tasks->done, "elements of waves",
                                 sparsec_product(tasks->parts, plan->waves),
                                 sizeof *tasks->done, LLONG_MAX)) ||
      (status = sparsec_allocate(&tasks->used, "tasks with nodes", tasks->tasks,
                                 1, LLONG_MAX)) ||
      (status = sparsec_allocate(&tasks->number, "numbers of tasks",
                                 tasks->tasks, size, LLONG_MAX)) ||
      (status = sparsec_allocate(&tasks->task_at, "tasks of nodes",
                                 graph->count, size, LLONG_MAX)))
    return status;
  return SPARSEC_OK;
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
  SPARSEC_INDEX_NAME(sparsec_wave_tasks) tasks;
  SPARSEC_INDEX *first = NULL;
  int status = SPARSEC_INDEX_NAME(sparsec_make_tasks)(graph, plan, &tasks);
  if (status == SPARSEC_OK)
    status =
        sparsec_allocate(&first, "places of tasks", sparsec_sum(tasks.tasks, 1),
                         sizeof *first, LLONG_MAX);
  if (status == SPARSEC_OK)
    status = SPARSEC_INDEX_NAME(sparsec_cut_waves)(&tasks);
  if (status == SPARSEC_OK) {
    *schedule->waves = plan->waves;
    *schedule->tasks = SPARSEC_INDEX_NAME(sparsec_number_tasks)(
        &tasks, schedule->slots, schedule->wave_of);
    status = SPARSEC_INDEX_NAME(sparsec_list_by_key)(
        graph, tasks.task_at, *schedule->tasks, first, schedule->perm,
        schedule->task_of);
  }
  free(first);
  SPARSEC_INDEX_NAME(sparsec_drop_tasks)(&tasks);
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
  const int parts = sparsec_wave_parts(n);
#ifdef _OPENMP
#pragma omp parallel for num_threads(parts) schedule(static)
#endif
  for (SPARSEC_INDEX i = 0; i < n; i++) {
    schedule->perm[i] = i;
    schedule->task_of[i] = 0;
  }
  (void)parts;
}

/// Finds the best plan for the iterations graph[0], of \p total elements or,
/// one by one, \p apart ones, and writes its schedule, or the loop itself if no
/// plan takes less than \p worth elements. The iterations' task_of is a
/// workspace until then.
static inline int SPARSEC_INDEX_NAME(sparsec_choose_waves)(
    SPARSEC_INDEX_NAME(sparsec_wave_graph) * graph, const unsigned char *linked,
    int threads, long long total, long long apart,
    const SPARSEC_INDEX_NAME(sparsec_wave_schedule) * schedule) {
  const long long worth = sparsec_worth_while(total, threads);
  SPARSEC_INDEX_NAME(sparsec_wave_plan) best;
  int chosen = -1;
  memset(&best, 0, sizeof best);
  best.cost = LLONG_MAX;
  int status = SPARSEC_INDEX_NAME(sparsec_plan_pieces)(
      graph, threads, schedule->task_of, &best, &chosen);
  if (status == SPARSEC_OK)
    status = SPARSEC_INDEX_NAME(sparsec_plan_iterations)(
        graph, linked, threads, apart / threads, worth, &best, &chosen);
  if (status == SPARSEC_OK && chosen >= 0)
    status = SPARSEC_INDEX_NAME(sparsec_plan_windows)(&graph[chosen], threads,
                                                      total, &best);
  if (status == SPARSEC_OK && best.cost < worth)
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
  unsigned char *linked = NULL;
  long long apart = 0;
  if (!sparsec_may_pay(threads)) {
    SPARSEC_INDEX_NAME(sparsec_write_loop)(n, &schedule);
    return SPARSEC_OK;
  }
  memset(graph, 0, sizeof graph);
  graph[0] = SPARSEC_INDEX_NAME(sparsec_loop_graph)(n, first, other, work);
  const long long total = SPARSEC_INDEX_NAME(sparsec_graph_work)(&graph[0]);
  if (total > LLONG_MAX / 4)
    return sparsec_fail(SPARSEC_OVERFLOW,
                        "the work of a loop's iterations is too large to add");
  const long long worth = sparsec_worth_while(total, threads);
  if (total / threads + sparsec_wave_cost(threads) >= worth) {
    SPARSEC_INDEX_NAME(sparsec_write_loop)(n, &schedule);
    return SPARSEC_OK;
  }
  int status = sparsec_allocate(&linked, "linked and joined iterations", n, 2,
                                LLONG_MAX);
  if (status != SPARSEC_OK)
    return status;
  SPARSEC_INDEX_NAME(sparsec_find_links)(&graph[0], linked);
  if (SPARSEC_INDEX_NAME(sparsec_find_runs)(&graph[0], linked, linked + n,
                                            &apart) >= worth) {
    SPARSEC_INDEX_NAME(sparsec_write_loop)(n, &schedule);
  } else {
    graph[0].joined = linked + n;
    status = SPARSEC_INDEX_NAME(sparsec_choose_waves)(graph, linked, threads,
                                                      total, apart, &schedule);
  }
  for (int g = 1; g <= SPARSEC_WAVE_GRAPHS; g++)
    free(graph[g].memory);
  free(linked);
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
