//===- wave_plan_impl.h - plans for SPARSEC_INDEX iterations ----*- C -*-===//
// No include guard: wave_plan.h includes it once per index type.

/// Waves of a graph's nodes. The arrays have room for one wave per level; those
/// of waves are of use up to the number of waves.
typedef struct SPARSEC_INDEX_NAME(sparsec_wave_plan) {
  SPARSEC_INDEX *level;   ///< of each node
  SPARSEC_INDEX levels;   ///< how many levels
  SPARSEC_INDEX *group;   ///< NULL: nodes of a wave are independent; or the
                          ///< first node of those that are in a task with u
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
  free(plan->group);
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

/// Plans the waves of \p graph for \p threads threads; \p plan is new, \p
/// linked for sparsec_find_levels. Its cost is LLONG_MAX, and the rest of no
/// use, if there are more than \p most levels.
static inline int SPARSEC_INDEX_NAME(sparsec_plan_waves)(
    const SPARSEC_INDEX_NAME(sparsec_wave_graph) * graph,
    const unsigned char *linked, int threads, long long most,
    SPARSEC_INDEX_NAME(sparsec_wave_plan) * plan) {
  memset(plan, 0, sizeof *plan);
  int status = sparsec_allocate(&plan->level, "levels", graph->count,
                                sizeof *plan->level, LLONG_MAX);
  if (status != SPARSEC_OK)
    return status;
  plan->cost = LLONG_MAX;
  plan->levels = SPARSEC_INDEX_NAME(sparsec_find_levels)(
      graph, linked, (SPARSEC_INDEX)(most < graph->count ? most : graph->count),
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

/// Swaps \p plan of graph \p g with the best one if it is better, or as good
/// and \p wins_ties.
static inline void SPARSEC_INDEX_NAME(sparsec_keep_better)(
    SPARSEC_INDEX_NAME(sparsec_wave_plan) * plan, int g, int wins_ties,
    SPARSEC_INDEX_NAME(sparsec_wave_plan) * best, int *chosen) {
  SPARSEC_INDEX_NAME(sparsec_wave_plan) const worse = *best;
  if (plan->cost > best->cost || (plan->cost == best->cost && !wins_ties))
    return;
  *best = *plan;
  *plan = worse;
  *chosen = g;
}

/// What a plan of pieces costs at least: each element is one thread's, and a
/// piece that depends on the one before does not follow it in a wave. No thread
/// is of use where jumps make a piece take that many times as long; they never
/// make it take more than four times.
static inline long long SPARSEC_INDEX_NAME(sparsec_least_cost)(
    const SPARSEC_INDEX_NAME(sparsec_wave_graph) * graph, int threads) {
  const long long most = threads < 4 ? threads : 4;
  long long spread = 0;
  for (SPARSEC_INDEX u = 0; u < graph->count; u++) {
    const long long work = graph->work[u];
    const int jumps = graph->joined[u] == SPARSEC_RUN_CHAIN;
    const long long here = work + (jumps ? sparsec_jump(work) : 0);
    spread += here < most * work ? here : most * work;
  }
  return spread / threads + sparsec_wave_cost(threads);
}

/// Makes \p to the graph of pieces of about \p target elements of the runs of
/// \p from. *\p is_new becomes 0 if the pieces are those of \p from.
static inline int SPARSEC_INDEX_NAME(sparsec_make_pieces)(
    const SPARSEC_INDEX_NAME(sparsec_wave_graph) * from, long long target,
    SPARSEC_INDEX *piece_of, SPARSEC_INDEX_NAME(sparsec_piece_space) * space,
    SPARSEC_INDEX_NAME(sparsec_wave_graph) * to, int *is_new) {
  SPARSEC_INDEX_NAME(sparsec_wave_cut) cut;
  cut.piece_of = piece_of;
  *is_new =
      SPARSEC_INDEX_NAME(sparsec_cut_runs)(from, target, &cut) != from->count;
  return *is_new ? SPARSEC_INDEX_NAME(sparsec_contract)(from, &cut, space, to)
                 : SPARSEC_OK;
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

/// Makes graph[1] to graph[*\p made] of pieces of the runs of graph[0], larger
/// and larger up to whole runs, while they share neighbours: pieces that do not
/// gather what the loop carries are of no use.
static inline int SPARSEC_INDEX_NAME(sparsec_double_pieces)(
    SPARSEC_INDEX_NAME(sparsec_wave_graph) * graph, SPARSEC_INDEX *piece_of,
    SPARSEC_INDEX_NAME(sparsec_piece_space) * space, int *made) {
  const long long edges = graph[0].edges;
  int status = SPARSEC_OK, goes_on = 1;
  *made = 0;
  for (int g = 1; goes_on && g < SPARSEC_WAVE_GRAPHS; g++) {
    status = SPARSEC_INDEX_NAME(sparsec_make_pieces)(
        &graph[g - 1], (long long)SPARSEC_PIECE_LEAST << (g - 1), piece_of,
        space, &graph[g], &goes_on);
    goes_on = goes_on && status == SPARSEC_OK &&
              graph[g].edges <= (g == 1 ? edges / 2 : edges);
    *made = goes_on ? g : *made;
  }
  return status;
}

/// Finds the best plan of graph[1] to graph[\p made]: one size may be worse
/// than both that are next to it. Larger pieces come first: their levels are
/// found sooner, and may say that smaller ones, better where all else is the
/// same, cannot be as good.
static inline int SPARSEC_INDEX_NAME(sparsec_choose_size)(
    const SPARSEC_INDEX_NAME(sparsec_wave_graph) * graph, int threads, int made,
    SPARSEC_INDEX_NAME(sparsec_wave_plan) * best, int *chosen) {
  int status = SPARSEC_OK;
  for (int g = made; g > 0 && status == SPARSEC_OK; g--) {
    SPARSEC_INDEX_NAME(sparsec_wave_plan) plan;
    if (SPARSEC_INDEX_NAME(sparsec_least_cost)(&graph[g], threads) > best->cost)
      continue;
    status = SPARSEC_INDEX_NAME(sparsec_plan_waves)(&graph[g], NULL, threads,
                                                    LLONG_MAX, &plan);
    if (status == SPARSEC_OK)
      SPARSEC_INDEX_NAME(sparsec_keep_better)(&plan, g, 1, best, chosen);
    SPARSEC_INDEX_NAME(sparsec_drop_waves)(&plan);
  }
  return status;
}

/// Plans waves of pieces between two sizes of graph[1] to graph[\p made], which
/// threads share evenly: near graph[\p size], the best one, of \p doubled.
static inline int SPARSEC_INDEX_NAME(sparsec_plan_even)(
    SPARSEC_INDEX_NAME(sparsec_wave_graph) * graph, int threads, int size,
    int made, SPARSEC_INDEX *piece_of,
    SPARSEC_INDEX_NAME(sparsec_piece_space) * space,
    const SPARSEC_INDEX_NAME(sparsec_wave_plan) * doubled,
    SPARSEC_INDEX_NAME(sparsec_wave_plan) * even) {
  const long long now = (long long)SPARSEC_PIECE_LEAST << (size - 1);
  const int fine = size > SPARSEC_EVEN_STEPS ? size - SPARSEC_EVEN_STEPS : 0;
  SPARSEC_INDEX_NAME(sparsec_wave_graph) *const to = &graph[made + 1];
  long long target = now;
  int is_new = 0;
  int status = SPARSEC_INDEX_NAME(sparsec_even_target)(&graph[size], doubled,
                                                       threads, &target);
  if (status == SPARSEC_OK && target != now) {
    free(to->memory);
    to->memory = NULL;
    status = SPARSEC_INDEX_NAME(sparsec_make_pieces)(
        &graph[fine], target, piece_of, space, to, &is_new);
  }
  if (status == SPARSEC_OK && is_new)
    status = SPARSEC_INDEX_NAME(sparsec_plan_waves)(to, NULL, threads,
                                                    LLONG_MAX, even);
  return status;
}

/// Plans waves of pieces of the runs of graph[0], of the best of doubled sizes
/// and near it. \p piece_of is a workspace for the nodes of graph[0].
static inline int SPARSEC_INDEX_NAME(sparsec_plan_pieces)(
    SPARSEC_INDEX_NAME(sparsec_wave_graph) * graph, int threads,
    SPARSEC_INDEX *piece_of, SPARSEC_INDEX_NAME(sparsec_wave_plan) * best,
    int *chosen) {
  SPARSEC_INDEX_NAME(sparsec_wave_plan) doubled, even;
  SPARSEC_INDEX_NAME(sparsec_piece_space) space;
  int size = -1, made = 0;
  memset(&space, 0, sizeof space);
  memset(&doubled, 0, sizeof doubled);
  memset(&even, 0, sizeof even);
  doubled.cost = LLONG_MAX;
  int status =
      SPARSEC_INDEX_NAME(sparsec_double_pieces)(graph, piece_of, &space, &made);
  if (status == SPARSEC_OK)
    status = SPARSEC_INDEX_NAME(sparsec_choose_size)(graph, threads, made,
                                                     &doubled, &size);
  if (status == SPARSEC_OK && size > 0) {
    status = SPARSEC_INDEX_NAME(sparsec_plan_even)(
        graph, threads, size, made, piece_of, &space, &doubled, &even);
    if (status == SPARSEC_OK && even.waves > 0)
      SPARSEC_INDEX_NAME(sparsec_keep_better)(&even, made + 1, 0, best, chosen);
    if (status == SPARSEC_OK)
      SPARSEC_INDEX_NAME(sparsec_keep_better)(&doubled, size, 0, best, chosen);
  }
  SPARSEC_INDEX_NAME(sparsec_drop_space)(&space);
  SPARSEC_INDEX_NAME(sparsec_drop_waves)(&doubled);
  SPARSEC_INDEX_NAME(sparsec_drop_waves)(&even);
  return status;
}

/// Plans waves of single iterations, which take about \p least elements or more
/// without what waves cost. Gives up as soon as there are too many levels for a
/// plan better than \p best, or of less than \p worth elements.
static inline int SPARSEC_INDEX_NAME(sparsec_plan_iterations)(
    const SPARSEC_INDEX_NAME(sparsec_wave_graph) * rows,
    const unsigned char *linked, int threads, long long least, long long worth,
    SPARSEC_INDEX_NAME(sparsec_wave_plan) * best, int *chosen) {
  SPARSEC_INDEX_NAME(sparsec_wave_plan) plan;
  const long long most = best->cost < worth ? best->cost : worth;
  if (least >= most)
    return SPARSEC_OK;
  const int status = SPARSEC_INDEX_NAME(sparsec_plan_waves)(
      rows, linked, threads, (most - least) / (sparsec_wave_cost(threads) + 1),
      &plan);
  if (status == SPARSEC_OK)
    SPARSEC_INDEX_NAME(sparsec_keep_better)(&plan, 0, 0, best, chosen);
  SPARSEC_INDEX_NAME(sparsec_drop_waves)(&plan);
  return status;
}
