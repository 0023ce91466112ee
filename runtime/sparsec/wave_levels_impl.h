//===- wave_levels_impl.h - level sets, SPARSEC_INDEX nodes -----*- C -*-===//
// No include guard: wave_levels.h includes it once per index type.

/// Raises level[v] to \p least for each of the nodes [list, list_end) after
/// node \p u.
static inline void SPARSEC_INDEX_NAME(sparsec_push_level)(
    const SPARSEC_INDEX *list, const SPARSEC_INDEX *list_end, SPARSEC_INDEX u,
    SPARSEC_INDEX least, SPARSEC_INDEX *level) {
  for (; list != list_end; list++)
    if (*list > u && level[*list] < least)
      level[*list] = least;
}

/// The levels of the nodes, one by one; without \p pushes by the lists of the
/// later ends only. Returns as sparsec_find_levels.
static inline SPARSEC_INDEX SPARSEC_INDEX_NAME(sparsec_levels_in_order)(
    const SPARSEC_INDEX_NAME(sparsec_wave_graph) * graph, SPARSEC_INDEX most,
    int pushes, SPARSEC_INDEX *level) {
  const SPARSEC_INDEX *const edge = graph->edge;
  SPARSEC_INDEX levels = 0;
  memset(level, 0, (size_t)graph->count * sizeof *level);
  for (SPARSEC_INDEX u = 0; u < graph->count; u++) {
    const SPARSEC_INDEX begin = graph->begin[u], end = graph->end[u];
    SPARSEC_INDEX here = level[u];
    for (SPARSEC_INDEX e = begin; e < end; e++) {
      const SPARSEC_INDEX v = edge[e];
      const SPARSEC_INDEX after = v < u ? level[v] + 1 : 0;
      here = after > here ? after : here;
    }
    level[u] = here++;
    levels = here > levels ? here : levels;
    if (levels > most)
      return -1;
    if (pushes && graph->later_begin)
      SPARSEC_INDEX_NAME(sparsec_push_level)
    (edge + graph->later_begin[u], edge + graph->later_end[u], u, here, level);
    else if (pushes) SPARSEC_INDEX_NAME(sparsec_push_level)(
        edge + begin, edge + end, u, here, level);
  }
  return levels;
}

/// The level of node \p v as soon as it is known; -1 if \p stop is set.
static inline SPARSEC_INDEX
SPARSEC_INDEX_NAME(sparsec_await_level)(const SPARSEC_INDEX *level,
                                        SPARSEC_INDEX v, const int *stop) {
  SPARSEC_INDEX found = __atomic_load_n(&level[v], __ATOMIC_RELAXED);
  for (int spins = 0; found < 0 && !__atomic_load_n(stop, __ATOMIC_RELAXED);
       found = __atomic_load_n(&level[v], __ATOMIC_RELAXED))
    if (spins < SPARSEC_SPINS) {
      for (int pause = 0; pause < SPARSEC_LEVEL_PAUSES; pause++)
        sparsec_pause();
      spins += SPARSEC_LEVEL_PAUSES;
    } else {
      sched_yield();
    }
  return found;
}

/// Levels that one thread has found and others do not see yet: those of nodes
/// from first on.
typedef struct SPARSEC_INDEX_NAME(sparsec_level_burst) {
  SPARSEC_INDEX first;
  SPARSEC_INDEX found[SPARSEC_LEVEL_BURST];
} SPARSEC_INDEX_NAME(sparsec_level_burst);

/// Shows the levels of \p burst, of nodes before node \p end.
static inline void SPARSEC_INDEX_NAME(sparsec_show_levels)(
    SPARSEC_INDEX_NAME(sparsec_level_burst) * burst, SPARSEC_INDEX end,
    SPARSEC_INDEX *level) {
  for (SPARSEC_INDEX u = burst->first; u < end; u++)
    __atomic_store_n(&level[u], burst->found[u - burst->first],
                     __ATOMIC_RELAXED);
  burst->first = end;
}

/// The levels of the nodes from \p u to \p block_end, and of those behind that
/// continue a chain, by the lists of the later ends. Returns the greatest
/// number of levels.
static inline SPARSEC_INDEX SPARSEC_INDEX_NAME(sparsec_levels_of_block)(
    const SPARSEC_INDEX_NAME(sparsec_wave_graph) * graph,
    const unsigned char *linked, SPARSEC_INDEX u, SPARSEC_INDEX block_end,
    const int *stop, SPARSEC_INDEX *level) {
  SPARSEC_INDEX levels = 0;
  SPARSEC_INDEX_NAME(sparsec_level_burst) burst;
  burst.first = u;
  for (; u < graph->count && (u < block_end || linked[u]); u++) {
    SPARSEC_INDEX here = 0;
    for (SPARSEC_INDEX e = graph->begin[u]; e < graph->end[u]; e++) {
      const SPARSEC_INDEX v = graph->edge[e];
      if (v >= u)
        continue;
      SPARSEC_INDEX before = v >= burst.first
                                 ? burst.found[v - burst.first]
                                 : __atomic_load_n(&level[v], __ATOMIC_RELAXED);
      if (before < 0) {
        SPARSEC_INDEX_NAME(sparsec_show_levels)(&burst, u, level);
        before = SPARSEC_INDEX_NAME(sparsec_await_level)(level, v, stop);
      }
      if (before < 0)
        return levels;
      here = before + 1 > here ? before + 1 : here;
    }
    burst.found[u - burst.first] = here;
    levels = here + 1 > levels ? here + 1 : levels;
    if (u - burst.first == SPARSEC_LEVEL_BURST - 1)
      SPARSEC_INDEX_NAME(sparsec_show_levels)(&burst, u + 1, level);
  }
  SPARSEC_INDEX_NAME(sparsec_show_levels)(&burst, u, level);
  return levels;
}

/// The levels of the nodes by the lists of the later ends only. Threads take
/// blocks in turn, no chain in two of them, and wait for what a node needs: of
/// all nodes without a level the first one can always go on. Returns as
/// sparsec_find_levels.
static inline SPARSEC_INDEX SPARSEC_INDEX_NAME(sparsec_levels_in_turn)(
    const SPARSEC_INDEX_NAME(sparsec_wave_graph) * graph,
    const unsigned char *linked, SPARSEC_INDEX most, int parts,
    SPARSEC_INDEX *level) {
  const SPARSEC_INDEX size = SPARSEC_LEVEL_BLOCK, count = graph->count;
  const SPARSEC_INDEX blocks = count / size + (count % size > 0);
  SPARSEC_INDEX levels = 0;
  int stop = 0;
  memset(level, -1, (size_t)count * sizeof *level);
#ifdef _OPENMP
#pragma omp parallel for num_threads(parts) schedule(static, 1)                \
    reduction(max : levels)
#endif
  for (SPARSEC_INDEX block = 0; block < blocks; block++) {
    const SPARSEC_INDEX begin = block * size;
    const SPARSEC_INDEX end = count - begin > size ? begin + size : count;
    const unsigned char *const chain =
        (const unsigned char *)memchr(linked + begin, 0, (size_t)(end - begin));
    if (!chain || __atomic_load_n(&stop, __ATOMIC_RELAXED))
      continue;
    const SPARSEC_INDEX here = SPARSEC_INDEX_NAME(sparsec_levels_of_block)(
        graph, linked, (SPARSEC_INDEX)(chain - linked), end, &stop, level);
    levels = here > levels ? here : levels;
    if (here > most)
      __atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
  }
  (void)parts;
  return stop ? -1 : levels;
}

/// Whether the levels are those of all edges, too, found of those in the lists
/// of the later ends: they are the least, so it is enough that no edge in a
/// list of its earlier end asks for more.
static inline int SPARSEC_INDEX_NAME(sparsec_levels_hold)(
    const SPARSEC_INDEX_NAME(sparsec_wave_graph) * graph,
    const SPARSEC_INDEX *level, int parts) {
  const SPARSEC_INDEX *const begin =
      graph->later_begin ? graph->later_begin : graph->begin;
  const SPARSEC_INDEX *const end =
      graph->later_begin ? graph->later_end : graph->end;
  int holds = 1;
#ifdef _OPENMP
#pragma omp parallel for num_threads(parts) schedule(static)
#endif
  for (SPARSEC_INDEX u = 0; u < graph->count; u++) {
    if (!__atomic_load_n(&holds, __ATOMIC_RELAXED))
      continue;
    const SPARSEC_INDEX here = level[u];
    int fails = 0;
    for (SPARSEC_INDEX e = begin[u]; e < end[u]; e++) {
      const SPARSEC_INDEX v = graph->edge[e];
      fails |= v > u && level[v] <= here;
    }
    if (fails)
      __atomic_store_n(&holds, 0, __ATOMIC_RELAXED);
  }
  (void)parts;
  return holds;
}

/// The threads that find the levels of \p graph together.
static inline int SPARSEC_INDEX_NAME(sparsec_level_team)(
    const SPARSEC_INDEX_NAME(sparsec_wave_graph) * graph) {
  const int parts = SPARSEC_INDEX_NAME(sparsec_graph_parts)(graph);
  return parts < SPARSEC_LEVEL_TEAM ? 1 : parts;
}

/// level[u] = the nodes before node u on the longest path to it. Returns the
/// number of levels; -1 as soon as it is seen to be more than \p most. \p
/// linked is what sparsec_find_links found: without it a team only checks what
/// one thread finds.
static inline SPARSEC_INDEX SPARSEC_INDEX_NAME(sparsec_find_levels)(
    const SPARSEC_INDEX_NAME(sparsec_wave_graph) * graph,
    const unsigned char *linked, SPARSEC_INDEX most, SPARSEC_INDEX *level) {
  const int team = SPARSEC_INDEX_NAME(sparsec_level_team)(graph);
  if (team > 1) {
    const SPARSEC_INDEX levels =
        linked ? SPARSEC_INDEX_NAME(sparsec_levels_in_turn)(graph, linked, most,
                                                            team, level)
               : SPARSEC_INDEX_NAME(sparsec_levels_in_order)(graph, most, 0,
                                                             level);
    if (levels < 0 ||
        SPARSEC_INDEX_NAME(sparsec_levels_hold)(graph, level, team))
      return levels;
  }
  return SPARSEC_INDEX_NAME(sparsec_levels_in_order)(graph, most, 1, level);
}
