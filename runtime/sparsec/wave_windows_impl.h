//===- wave_windows_impl.h - windows of levels, SPARSEC_INDEX ---*- C -*-===//
// No include guard: wave_windows.h includes it once per index type.

/// A forest of nodes whose trees are components, each below its first node.
typedef struct SPARSEC_INDEX_NAME(sparsec_wave_forest) {
  SPARSEC_INDEX *parent;
  long long *spread; ///< elements and jumps of the component of a first node
} SPARSEC_INDEX_NAME(sparsec_wave_forest);

/// The first node of the component of node \p u.
static inline SPARSEC_INDEX
SPARSEC_INDEX_NAME(sparsec_find_root)(SPARSEC_INDEX *parent, SPARSEC_INDEX u) {
  while (parent[u] != u) {
    parent[u] = parent[parent[u]];
    u = parent[u];
  }
  return u;
}

/// Makes one component of those of the first nodes \p a and \p b; returns its
/// first node.
static inline SPARSEC_INDEX SPARSEC_INDEX_NAME(sparsec_join_components)(
    const SPARSEC_INDEX_NAME(sparsec_wave_forest) * forest, SPARSEC_INDEX a,
    SPARSEC_INDEX b) {
  const SPARSEC_INDEX first = a < b ? a : b, other = a < b ? b : a;
  forest->parent[other] = first;
  forest->spread[first] += forest->spread[other];
  return first;
}

/// Adds node \p u to \p window, of levels from \p least on, and joins what its
/// own list says it depends on. \p alone is the level by itself.
static inline void SPARSEC_INDEX_NAME(sparsec_add_node)(
    const SPARSEC_INDEX_NAME(sparsec_wave_graph) * graph,
    const SPARSEC_INDEX_NAME(sparsec_wave_forest) * forest,
    const SPARSEC_INDEX *level, SPARSEC_INDEX least, SPARSEC_INDEX u,
    sparsec_window *window, sparsec_window *alone) {
  const long long work = SPARSEC_INDEX_NAME(sparsec_node_work)(graph, u);
  const int is_next = u > 0 && level[u - 1] == level[u];
  SPARSEC_INDEX root = u;
  int follows = is_next;
  forest->parent[u] = u;
  forest->spread[u] = 0;
  window->components++;
  for (SPARSEC_INDEX e = graph->begin[u]; e < graph->end[u]; e++) {
    const SPARSEC_INDEX v = graph->edge[e];
    if (v >= u || level[v] < least)
      continue;
    follows |= v == u - 1;
    const SPARSEC_INDEX other =
        SPARSEC_INDEX_NAME(sparsec_find_root)(forest->parent, v);
    if (other != root) {
      root = SPARSEC_INDEX_NAME(sparsec_join_components)(forest, root, other);
      window->components--;
    }
  }
  const long long spread = sparsec_add_to_window(alone, work, is_next);
  alone->most = spread > alone->most ? spread : alone->most;
  alone->components++;
  forest->spread[root] += sparsec_add_to_window(window, work, follows);
  window->most =
      forest->spread[root] > window->most ? forest->spread[root] : window->most;
}

/// Levels in windows: those of \p plan, whose wave_at becomes the window of
/// each level, cost what windows are expected to take.
typedef struct SPARSEC_INDEX_NAME(sparsec_wave_windows) {
  const SPARSEC_INDEX_NAME(sparsec_wave_graph) * graph;
  SPARSEC_INDEX_NAME(sparsec_wave_plan) * plan;
  const SPARSEC_INDEX *first, *order; ///< nodes by level
  SPARSEC_INDEX_NAME(sparsec_wave_forest) forest;
  int threads;
} SPARSEC_INDEX_NAME(sparsec_wave_windows);

/// Adds the nodes of level \p l to \p window, of levels from \p least on.
static inline void SPARSEC_INDEX_NAME(sparsec_add_level)(
    const SPARSEC_INDEX_NAME(sparsec_wave_windows) * windows,
    SPARSEC_INDEX least, SPARSEC_INDEX l, sparsec_window *window,
    sparsec_window *alone) {
  memset(alone, 0, sizeof *alone);
  for (SPARSEC_INDEX p = windows->first[l]; p < windows->first[l + 1]; p++)
    SPARSEC_INDEX_NAME(sparsec_add_node)
  (windows->graph, &windows->forest, windows->plan->level, least,
   windows->order[p], window, alone);
}

/// Opens a window with level \p l alone.
static inline void SPARSEC_INDEX_NAME(sparsec_open_window)(
    const SPARSEC_INDEX_NAME(sparsec_wave_windows) * windows, SPARSEC_INDEX l,
    sparsec_window *window) {
  sparsec_window alone;
  memset(window, 0, sizeof *window);
  SPARSEC_INDEX_NAME(sparsec_add_level)(windows, l, l, window, &alone);
}

/// Puts levels into windows, each into the one before while the model says that
/// this pays. Returns 0 if it hardly ever does: as soon as, after a part of the
/// \p total elements, the cost is not a tenth less than that of levels.
static inline int SPARSEC_INDEX_NAME(sparsec_grow_windows)(
    const SPARSEC_INDEX_NAME(sparsec_wave_windows) * windows, long long total) {
  SPARSEC_INDEX_NAME(sparsec_wave_plan) *const plan = windows->plan;
  const long long wave = sparsec_wave_cost(windows->threads);
  const int threads = windows->threads;
  sparsec_window window = {0, 0, 0, 0};
  long long closed = 0, apart = 0, done = 0;
  SPARSEC_INDEX opened = 0;
  int was_serial = 0;
  plan->waves = plan->levels > 0;
  for (SPARSEC_INDEX l = 0; l < plan->levels; l++) {
    sparsec_window alone, wider = window;
    const long long before = sparsec_window_span(&window, threads);
    SPARSEC_INDEX_NAME(sparsec_add_level)(windows, opened, l, &wider, &alone);
    const long long own = sparsec_window_span(&alone, threads);
    const int is_serial = sparsec_window_parts(&alone, threads) == 1;
    if (l > 0 && sparsec_window_span(&wider, threads) > before + own + wave) {
      closed += before + wave;
      opened = l;
      plan->waves++;
      SPARSEC_INDEX_NAME(sparsec_open_window)(windows, l, &window);
    } else {
      window = wider;
    }
    plan->wave_at[l] = plan->waves - 1;
    apart += own + (is_serial && was_serial ? 0 : wave);
    was_serial = is_serial;
    done += alone.work;
    plan->cost = closed + sparsec_window_span(&window, threads) + wave;
    if (done >= total / SPARSEC_WINDOW_TRIAL && plan->cost > apart - apart / 10)
      return 0;
  }
  return 1;
}

/// Makes plan->group[u] the first node of the component of node u in its
/// window, of all edges.
static inline void SPARSEC_INDEX_NAME(sparsec_group_nodes)(
    const SPARSEC_INDEX_NAME(sparsec_wave_graph) * graph,
    SPARSEC_INDEX_NAME(sparsec_wave_plan) * plan) {
  SPARSEC_INDEX *const group = plan->group;
  for (SPARSEC_INDEX u = 0; u < graph->count; u++)
    group[u] = u;
  for (SPARSEC_INDEX u = 0; u < graph->count; u++) {
    const SPARSEC_INDEX wave = plan->wave_at[plan->level[u]];
    for (int apart = 0; apart < (graph->later_begin ? 2 : 1); apart++) {
      const SPARSEC_INDEX end = apart ? graph->later_end[u] : graph->end[u];
      for (SPARSEC_INDEX e = apart ? graph->later_begin[u] : graph->begin[u];
           e < end; e++) {
        const SPARSEC_INDEX v = graph->edge[e];
        if (plan->wave_at[plan->level[v]] != wave)
          continue;
        const SPARSEC_INDEX a = SPARSEC_INDEX_NAME(sparsec_find_root)(group, u);
        const SPARSEC_INDEX b = SPARSEC_INDEX_NAME(sparsec_find_root)(group, v);
        group[a < b ? b : a] = a < b ? a : b;
      }
    }
  }
  for (SPARSEC_INDEX u = 0; u < graph->count; u++)
    group[u] = SPARSEC_INDEX_NAME(sparsec_find_root)(group, u);
}

/// Sets work, parts and cost of \p plan, whose components are known: \p forest
/// is a workspace, \p window one for each wave.
static inline void SPARSEC_INDEX_NAME(sparsec_weigh_groups)(
    const SPARSEC_INDEX_NAME(sparsec_wave_graph) * graph, int threads,
    const SPARSEC_INDEX_NAME(sparsec_wave_forest) * forest,
    SPARSEC_INDEX_NAME(sparsec_wave_plan) * plan, sparsec_window *window) {
  memset(window, 0, (size_t)plan->waves * sizeof *window);
  for (SPARSEC_INDEX u = 0; u < graph->count; u++) {
    const SPARSEC_INDEX first = plan->group[u];
    const long long work = SPARSEC_INDEX_NAME(sparsec_node_work)(graph, u);
    sparsec_window *const own = &window[plan->wave_at[plan->level[u]]];
    const long long spread =
        sparsec_add_to_window(own, work, u > 0 && plan->group[u - 1] == first);
    forest->spread[first] = spread + (first == u ? 0 : forest->spread[first]);
    own->components += first == u;
    own->most =
        forest->spread[first] > own->most ? forest->spread[first] : own->most;
  }
  plan->span = 0;
  for (SPARSEC_INDEX wave = 0; wave < plan->waves; wave++) {
    plan->work[wave] = window[wave].work;
    plan->parts[wave] = sparsec_window_parts(&window[wave], threads);
    plan->span += sparsec_window_span(&window[wave], threads);
  }
  plan->cost = plan->span + (long long)plan->waves * sparsec_wave_cost(threads);
}

/// Plans windows of the levels of \p levels, the best plan of \p graph, whose
/// nodes are \p order by level, level l from first[l] on. \p plan has its
/// arrays, its cost is LLONG_MAX if windows are not better.
static inline int SPARSEC_INDEX_NAME(sparsec_fill_windows)(
    const SPARSEC_INDEX_NAME(sparsec_wave_graph) * graph, int threads,
    const SPARSEC_INDEX_NAME(sparsec_wave_plan) * levels, long long total,
    const SPARSEC_INDEX *first, const SPARSEC_INDEX *order,
    SPARSEC_INDEX_NAME(sparsec_wave_plan) * plan) {
  SPARSEC_INDEX_NAME(sparsec_wave_windows)
  windows = {graph, plan, first, order, {plan->group, NULL}, threads};
  sparsec_window *window = NULL;
  int status = sparsec_allocate(&windows.forest.spread, "components",
                                graph->count, sizeof(long long), LLONG_MAX);
  if (status == SPARSEC_OK &&
      (!SPARSEC_INDEX_NAME(sparsec_grow_windows)(&windows, total) ||
       plan->cost >= levels->cost))
    plan->cost = LLONG_MAX;
  if (status == SPARSEC_OK && plan->cost < LLONG_MAX)
    status = sparsec_allocate(&window, "windows", plan->waves, sizeof *window,
                              LLONG_MAX);
  if (window) {
    SPARSEC_INDEX_NAME(sparsec_group_nodes)(graph, plan);
    SPARSEC_INDEX_NAME(sparsec_weigh_groups)
    (graph, threads, &windows.forest, plan, window);
  }
  free(window);
  free(windows.forest.spread);
  return status;
}

/// Lists the nodes of \p graph by level.
static inline int SPARSEC_INDEX_NAME(sparsec_order_levels)(
    const SPARSEC_INDEX_NAME(sparsec_wave_graph) * graph,
    const SPARSEC_INDEX_NAME(sparsec_wave_plan) * plan, SPARSEC_INDEX **first,
    SPARSEC_INDEX **order) {
  SPARSEC_INDEX_NAME(sparsec_wave_graph) nodes = *graph;
  int status;
  nodes.row = NULL;
  if ((status = sparsec_allocate(first, "begins of levels",
                                 sparsec_sum(plan->levels, 1), sizeof **first,
                                 LLONG_MAX)) ||
      (status = sparsec_allocate(order, "nodes by level", graph->count,
                                 sizeof **order, LLONG_MAX)))
    return status;
  return SPARSEC_INDEX_NAME(sparsec_list_by_key)(
      &nodes, plan->level, plan->levels, *first, *order, NULL);
}

/// Replaces \p best, a plan of \p graph, by windows of its levels if they are
/// better. No plan takes less than \p total elements divided by threads.
static inline int SPARSEC_INDEX_NAME(sparsec_plan_windows)(
    const SPARSEC_INDEX_NAME(sparsec_wave_graph) * graph, int threads,
    long long total, SPARSEC_INDEX_NAME(sparsec_wave_plan) * best) {
  SPARSEC_INDEX_NAME(sparsec_wave_plan) plan;
  SPARSEC_INDEX *first = NULL, *order = NULL;
  int chosen = 0, status;
  if (best->waves < 2 ||
      total / threads + sparsec_wave_cost(threads) > best->cost / 10 * 9)
    return SPARSEC_OK;
  memset(&plan, 0, sizeof plan);
  plan.levels = best->levels;
  if ((status = sparsec_allocate(&plan.level, "levels", graph->count,
                                 sizeof *plan.level, LLONG_MAX)) ||
      (status = sparsec_allocate(&plan.group, "groups", graph->count,
                                 sizeof *plan.group, LLONG_MAX)) ||
      (status = SPARSEC_INDEX_NAME(sparsec_make_levels)(&plan)) ||
      (status = SPARSEC_INDEX_NAME(sparsec_order_levels)(graph, best, &first,
                                                         &order)))
    goto done;
  memcpy(plan.level, best->level, (size_t)graph->count * sizeof *plan.level);
  status = SPARSEC_INDEX_NAME(sparsec_fill_windows)(graph, threads, best, total,
                                                    first, order, &plan);
  if (status == SPARSEC_OK)
    SPARSEC_INDEX_NAME(sparsec_keep_better)(&plan, 0, 0, best, &chosen);
done:
  free(first);
  free(order);
  SPARSEC_INDEX_NAME(sparsec_drop_waves)(&plan);
  return status;
}
