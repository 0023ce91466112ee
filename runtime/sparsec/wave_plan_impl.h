//===- wave_plan_impl.h - plans for SPARSEC_INDEX iterations ----*- C -*-===//
// No include guard: wave_plan.h includes it once per index type.

/// Waves of a graph's nodes. The arrays have room for one wave per level; those
/// of waves are of use up to the number of waves.
typedef struct SPARSEC_INDEX_NAME(sparsec_wave_plan) {
  SPARSEC_INDEX *level;   ///< of each node
  SPARSEC_INDEX levels;   ///< how many levels
  SPARSEC_INDEX *wave_at; ///< the wave of each level
  SPARSEC_INDEX waves;    ///< how many waves
  long long *work;        ///< elements, of each level and then of each wave
  long long *spread;      ///< of each level with what its jumps cost
  long long *most;        ///< of the node of each level that takes longest
  int *parts;             ///< into how many tasks to cut each wave
  long long span;         ///< elements until all is done, waves not counted
  long long cost;         ///< the same with what waves cost
} SPARSEC_INDEX_NAME(sparsec_wave_plan);

/// Frees what \p plan holds.
static inline void SPARSEC_INDEX_NAME(sparsec_drop_waves)(
    SPARSEC_INDEX_NAME(sparsec_wave_plan) * plan) {
  free(plan->level);
  free(plan->wave_at);
  free(plan->work);
  free(plan->spread);
  free(plan->most);
  free(plan->parts);
  memset(plan, 0, sizeof *plan);
}

/// Allocates what is kept per level, levels without nodes.
static inline int SPARSEC_INDEX_NAME(sparsec_make_levels)(
    SPARSEC_INDEX_NAME(sparsec_wave_plan) * plan) {
  const SPARSEC_INDEX levels = plan->levels;
  const size_t bytes = (size_t)levels * sizeof *plan->work;
  int status;
  if ((status = sparsec_allocate(&plan->wave_at, "waves of levels", levels,
                                 sizeof *plan->wave_at, LLONG_MAX)) ||
      (status = sparsec_allocate(&plan->work, "work of levels", levels,
                                 sizeof *plan->work, LLONG_MAX)) ||
      (status = sparsec_allocate(&plan->spread, "spread of levels", levels,
                                 sizeof *plan->spread, LLONG_MAX)) ||
      (status = sparsec_allocate(&plan->most, "nodes of levels", levels,
                                 sizeof *plan->most, LLONG_MAX)) ||
      (status = sparsec_allocate(&plan->parts, "tasks of waves", levels,
                                 sizeof *plan->parts, LLONG_MAX)))
    return status;
  memset(plan->work, 0, bytes);
  memset(plan->spread, 0, bytes);
  memset(plan->most, 0, bytes);
  return SPARSEC_OK;
}

/// Makes waves of levels: one of each that is worth several threads, one of
/// each run of those between.
static inline void SPARSEC_INDEX_NAME(sparsec_group_levels)(
    SPARSEC_INDEX_NAME(sparsec_wave_plan) * plan, int threads) {
  SPARSEC_INDEX wave = -1;
  plan->span = 0;
  for (SPARSEC_INDEX level = 0; level < plan->levels; level++) {
    const long long work = plan->work[level];
    const long long fits = work / SPARSEC_TASK_LEAST;
    const int parts = fits < threads ? (int)fits : threads;
    const long long span =
        sparsec_wave_span(plan->spread[level], plan->most[level], parts);
    const int pays = parts > 1 && span + SPARSEC_WAVE_COST < work;
    plan->span += pays ? span : work;
    if (wave < 0 || pays || plan->parts[wave] > 1) {
      plan->work[++wave] = work;
      plan->parts[wave] = pays ? parts : 1;
    } else {
      plan->work[wave] += work;
    }
    plan->wave_at[level] = wave;
  }
  plan->waves = wave + 1;
  plan->cost = plan->span + (long long)plan->waves * SPARSEC_WAVE_COST;
}

/// Plans the waves of \p graph for \p threads threads; \p plan is new. Its cost
/// is LLONG_MAX, and the rest of no use, if there are more than \p most levels.
static inline int SPARSEC_INDEX_NAME(sparsec_plan_waves)(
    const SPARSEC_INDEX_NAME(sparsec_wave_graph) * graph, int threads,
    long long most, SPARSEC_INDEX_NAME(sparsec_wave_plan) * plan) {
  memset(plan, 0, sizeof *plan);
  int status = sparsec_allocate(&plan->level, "levels", graph->count,
                                sizeof *plan->level, LLONG_MAX);
  if (status != SPARSEC_OK)
    return status;
  plan->cost = LLONG_MAX;
  plan->levels = SPARSEC_INDEX_NAME(sparsec_find_levels)(
      graph, (SPARSEC_INDEX)(most < graph->count ? most : graph->count),
      plan->level);
  if (plan->levels < 0)
    return SPARSEC_OK;
  status = SPARSEC_INDEX_NAME(sparsec_make_levels)(plan);
  if (status != SPARSEC_OK)
    return status;
  for (SPARSEC_INDEX u = 0; u < graph->count; u++) {
    const long long work = SPARSEC_INDEX_NAME(sparsec_node_work)(graph, u);
    const SPARSEC_INDEX level = plan->level[u];
    const int follows = u > 0 && plan->level[u - 1] == level;
    const long long spread = work + (follows ? 0 : sparsec_jump(work));
    plan->work[level] += work;
    plan->spread[level] += spread;
    plan->most[level] = spread > plan->most[level] ? spread : plan->most[level];
  }
  SPARSEC_INDEX_NAME(sparsec_group_levels)(plan, threads);
  return SPARSEC_OK;
}

/// Swaps \p plan of graph \p g with the best one if it is better.
static inline void SPARSEC_INDEX_NAME(sparsec_keep_better)(
    SPARSEC_INDEX_NAME(sparsec_wave_plan) * plan, int g,
    SPARSEC_INDEX_NAME(sparsec_wave_plan) * best, int *chosen) {
  SPARSEC_INDEX_NAME(sparsec_wave_plan) const worse = *best;
  if (plan->cost >= best->cost)
    return;
  *best = *plan;
  *plan = worse;
  *chosen = g;
}

/// Plans waves of larger and larger pieces of the runs of graph[0], as long as
/// that gets better; \p best and *\p chosen are the best plan and its graph.
/// Pieces that share few neighbours do not gather what the loop carries: then
/// there is no plan. \p piece_of is a workspace for the nodes of graph[0].
static inline int SPARSEC_INDEX_NAME(sparsec_plan_pieces)(
    SPARSEC_INDEX_NAME(sparsec_wave_graph) * graph, int threads,
    SPARSEC_INDEX *piece_of, SPARSEC_INDEX_NAME(sparsec_wave_plan) * best,
    int *chosen) {
  long long target = SPARSEC_PIECE_LEAST, last_cost = LLONG_MAX;
  for (int g = 1; g < SPARSEC_WAVE_GRAPHS; g++, target *= 2) {
    SPARSEC_INDEX_NAME(sparsec_wave_plan) plan;
    const SPARSEC_INDEX pieces =
        SPARSEC_INDEX_NAME(sparsec_cut_runs)(&graph[g - 1], target, piece_of);
    if (pieces == graph[g - 1].count)
      return SPARSEC_OK;
    int status = SPARSEC_INDEX_NAME(sparsec_contract)(&graph[g - 1], piece_of,
                                                      pieces, &graph[g]);
    if (status != SPARSEC_OK ||
        (g == 1 && SPARSEC_INDEX_NAME(sparsec_graph_edges)(&graph[g]) >
                       graph[0].end[graph[0].count - 1] / 2))
      return status;
    status = SPARSEC_INDEX_NAME(sparsec_plan_waves)(&graph[g], threads,
                                                    LLONG_MAX, &plan);
    const int goes_on = status == SPARSEC_OK && plan.cost < last_cost;
    last_cost = plan.cost;
    if (status == SPARSEC_OK)
      SPARSEC_INDEX_NAME(sparsec_keep_better)(&plan, g, best, chosen);
    SPARSEC_INDEX_NAME(sparsec_drop_waves)(&plan);
    if (!goes_on)
      return status;
  }
  return SPARSEC_OK;
}

/// Plans waves of single iterations, which take about \p least elements or more
/// without what waves cost. Gives up as soon as there are too many levels.
static inline int SPARSEC_INDEX_NAME(sparsec_plan_iterations)(
    const SPARSEC_INDEX_NAME(sparsec_wave_graph) * rows, int threads,
    long long least, SPARSEC_INDEX_NAME(sparsec_wave_plan) * best,
    int *chosen) {
  SPARSEC_INDEX_NAME(sparsec_wave_plan) plan;
  if (least >= best->cost)
    return SPARSEC_OK;
  const int status = SPARSEC_INDEX_NAME(sparsec_plan_waves)(
      rows, threads, (best->cost - least) / SPARSEC_WAVE_COST, &plan);
  if (status == SPARSEC_OK)
    SPARSEC_INDEX_NAME(sparsec_keep_better)(&plan, 0, best, chosen);
  SPARSEC_INDEX_NAME(sparsec_drop_waves)(&plan);
  return status;
}
