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
  const long long wave_cost = sparsec_wave_cost(threads);
  SPARSEC_INDEX wave = -1;
  plan->span = 0;
  for (SPARSEC_INDEX level = 0; level < plan->levels; level++) {
    const long long work = plan->work[level];
    const long long fits = work / SPARSEC_TASK_LEAST;
    const int parts = fits < threads ? (int)fits : threads;
    const long long span =
        sparsec_wave_span(plan->spread[level], plan->most[level], parts);
    const int pays = parts > 1 && span + wave_cost < work;
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
  plan->cost = plan->span + (long long)plan->waves * wave_cost;
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

/// Plans waves of pieces of about \p target elements of the runs of \p from.
/// \p to is their graph, \p piece_of a workspace for the nodes of \p from. The
/// cost of \p plan is LLONG_MAX, and the rest of no use, if the pieces are
/// those of \p from or have more than \p most neighbours in all.
static inline int SPARSEC_INDEX_NAME(sparsec_plan_size)(
    const SPARSEC_INDEX_NAME(sparsec_wave_graph) * from, long long target,
    int threads, long long most, SPARSEC_INDEX *piece_of,
    SPARSEC_INDEX_NAME(sparsec_wave_graph) * to,
    SPARSEC_INDEX_NAME(sparsec_wave_plan) * plan) {
  const SPARSEC_INDEX pieces =
      SPARSEC_INDEX_NAME(sparsec_cut_runs)(from, target, piece_of);
  memset(plan, 0, sizeof *plan);
  plan->cost = LLONG_MAX;
  if (pieces == from->count)
    return SPARSEC_OK;
  const int status =
      SPARSEC_INDEX_NAME(sparsec_contract)(from, piece_of, pieces, to);
  if (status != SPARSEC_OK ||
      SPARSEC_INDEX_NAME(sparsec_graph_edges)(to) > most)
    return status;
  return SPARSEC_INDEX_NAME(sparsec_plan_waves)(to, threads, LLONG_MAX, plan);
}

/// Elements until all levels are done, with width[l] pieces of level l, if they
/// were cut into pieces of \p target elements, \p ratio times what they have.
static inline double
SPARSEC_INDEX_NAME(sparsec_even_span)(const SPARSEC_INDEX *width,
                                      SPARSEC_INDEX levels, int threads,
                                      long long target, double ratio) {
  const double share = 1.0 / (ratio * threads);
  double rounds = 0;
  for (SPARSEC_INDEX level = 0; level < levels; level++)
    rounds += (double)(long long)((double)width[level] * share + 0.999);
  return rounds * (double)(target + sparsec_jump(target));
}

/// Sets *\p target, the elements of the nodes of \p graph, to the size of which
/// threads have most equal shares in its levels. Sizes that are only a little
/// better are no reason to change it.
static inline int SPARSEC_INDEX_NAME(sparsec_even_target)(
    const SPARSEC_INDEX_NAME(sparsec_wave_graph) * graph,
    const SPARSEC_INDEX_NAME(sparsec_wave_plan) * plan, int threads,
    long long *target) {
  const long long now = *target;
  SPARSEC_INDEX *width = NULL;
  const int status = sparsec_allocate(&width, "widths of levels", plan->levels,
                                      sizeof *width, LLONG_MAX);
  if (status != SPARSEC_OK)
    return status;
  memset(width, 0, (size_t)plan->levels * sizeof *width);
  for (SPARSEC_INDEX u = 0; u < graph->count; u++)
    width[plan->level[u]]++;
  double least = 0.95 * SPARSEC_INDEX_NAME(sparsec_even_span)(
                            width, plan->levels, threads, now, 1);
  for (double ratio = 4; ratio > 0.5; ratio /= 1.05) {
    const long long size = (long long)((double)now * ratio);
    const double span = SPARSEC_INDEX_NAME(sparsec_even_span)(
        width, plan->levels, threads, size, ratio);
    *target = span < least ? size : *target;
    least = span < least ? span : least;
  }
  free(width);
  return SPARSEC_OK;
}

/// Plans waves of pieces of the runs of graph[0], larger and larger up to whole
/// runs: one size may be worse than both that are next to it. \p best is the
/// best plan of graph[*\p chosen]; *\p last is the last graph made.
static inline int SPARSEC_INDEX_NAME(sparsec_double_pieces)(
    SPARSEC_INDEX_NAME(sparsec_wave_graph) * graph, int threads,
    SPARSEC_INDEX *piece_of, SPARSEC_INDEX_NAME(sparsec_wave_plan) * best,
    int *chosen, int *last) {
  const long long edges = graph[0].end[graph[0].count - 1];
  int status = SPARSEC_OK, goes_on = 1;
  for (int g = 1; goes_on && g < SPARSEC_WAVE_GRAPHS; g++) {
    SPARSEC_INDEX_NAME(sparsec_wave_plan) plan;
    *last = g;
    status = SPARSEC_INDEX_NAME(sparsec_plan_size)(
        &graph[g - 1], (long long)SPARSEC_PIECE_LEAST << (g - 1), threads,
        g == 1 ? edges / 2 : edges, piece_of, &graph[g], &plan);
    goes_on = status == SPARSEC_OK && plan.cost < LLONG_MAX;
    if (goes_on)
      SPARSEC_INDEX_NAME(sparsec_keep_better)(&plan, g, best, chosen);
    SPARSEC_INDEX_NAME(sparsec_drop_waves)(&plan);
  }
  return status;
}

/// The same, and then those near the best size that threads share evenly.
/// Pieces that share few neighbours do not gather what the loop carries: then
/// there is no plan. \p piece_of is a workspace for the nodes of graph[0].
static inline int SPARSEC_INDEX_NAME(sparsec_plan_pieces)(
    SPARSEC_INDEX_NAME(sparsec_wave_graph) * graph, int threads,
    SPARSEC_INDEX *piece_of, SPARSEC_INDEX_NAME(sparsec_wave_plan) * best,
    int *chosen) {
  SPARSEC_INDEX_NAME(sparsec_wave_plan) doubled, even;
  int size = -1, last = 0;
  memset(&doubled, 0, sizeof doubled);
  memset(&even, 0, sizeof even);
  doubled.cost = LLONG_MAX;
  int status = SPARSEC_INDEX_NAME(sparsec_double_pieces)(
      graph, threads, piece_of, &doubled, &size, &last);
  if (status == SPARSEC_OK && size > 0) {
    const long long now = (long long)SPARSEC_PIECE_LEAST << (size - 1);
    const int fine = size > SPARSEC_EVEN_STEPS ? size - SPARSEC_EVEN_STEPS : 0;
    long long target = now;
    status = SPARSEC_INDEX_NAME(sparsec_even_target)(&graph[size], &doubled,
                                                     threads, &target);
    if (status == SPARSEC_OK && target != now)
      status = SPARSEC_INDEX_NAME(sparsec_plan_size)(
          &graph[fine], target, threads, LLONG_MAX, piece_of, &graph[last + 1],
          &even);
    if (status == SPARSEC_OK && even.waves > 0)
      SPARSEC_INDEX_NAME(sparsec_keep_better)(&even, last + 1, best, chosen);
    if (status == SPARSEC_OK)
      SPARSEC_INDEX_NAME(sparsec_keep_better)(&doubled, size, best, chosen);
  }
  SPARSEC_INDEX_NAME(sparsec_drop_waves)(&doubled);
  SPARSEC_INDEX_NAME(sparsec_drop_waves)(&even);
  return status;
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
      rows, threads, (best->cost - least) / (sparsec_wave_cost(threads) + 1),
      &plan);
  if (status == SPARSEC_OK)
    SPARSEC_INDEX_NAME(sparsec_keep_better)(&plan, 0, best, chosen);
  SPARSEC_INDEX_NAME(sparsec_drop_waves)(&plan);
  return status;
}
