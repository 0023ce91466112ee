//===- wave_runs_impl.h - runs of SPARSEC_INDEX iterations ------*- C -*-===//
// No include guard: wave_runs.h includes it once per index type.

/// Sets linked[u] if node u has an edge with node u - 1. May miss some where
/// only some edges are in both lists, which makes runs shorter, not wrong.
static inline void SPARSEC_INDEX_NAME(sparsec_find_links)(
    const SPARSEC_INDEX_NAME(sparsec_wave_graph) * graph,
    unsigned char *linked) {
  const SPARSEC_INDEX *const edge = graph->edge;
  const int parts = SPARSEC_INDEX_NAME(sparsec_graph_parts)(graph);
  memset(linked, 0, (size_t)graph->count);
#ifdef _OPENMP
#pragma omp parallel for num_threads(parts) schedule(static)
#endif
  for (SPARSEC_INDEX u = 0; u < graph->count; u++) {
    const SPARSEC_INDEX end = graph->end[u];
    SPARSEC_INDEX e = graph->begin[u];
    int after = 0;
    for (; e < end && edge[e] != u - 1; e++)
      after |= edge[e] == u + 1;
    if (e < end)
      __atomic_store_n(&linked[u], 1, __ATOMIC_RELAXED);
    if (after)
      __atomic_store_n(&linked[u + 1], 1, __ATOMIC_RELAXED);
  }
  (void)parts;
}

/// How node \p u of \p count joins the run of node u - 1: a chain takes the
/// node before its first link, too.
static inline unsigned char
SPARSEC_INDEX_NAME(sparsec_joins)(const unsigned char *linked, SPARSEC_INDEX u,
                                  SPARSEC_INDEX count) {
  if (u == 0)
    return 0;
  if (linked[u])
    return SPARSEC_RUN_CHAIN;
  if (linked[u - 1] || (u + 1 < count && linked[u + 1]) ||
      u % SPARSEC_RUN_MOST == 0)
    return 0;
  return SPARSEC_RUN_APART;
}

/// Sets joined[u] for the nodes [\p begin, \p end) of \p graph.
static inline sparsec_chain_part SPARSEC_INDEX_NAME(sparsec_join_part)(
    const SPARSEC_INDEX_NAME(sparsec_wave_graph) * graph,
    const unsigned char *linked, SPARSEC_INDEX begin, SPARSEC_INDEX end,
    unsigned char *joined) {
  sparsec_chain_part part = {0, 0, 0, 0, 1};
  for (SPARSEC_INDEX u = begin; u < end; u++) {
    const long long here = SPARSEC_INDEX_NAME(sparsec_node_work)(graph, u);
    joined[u] = SPARSEC_INDEX_NAME(sparsec_joins)(linked, u, graph->count);
    part.apart += here + (linked[u] ? sparsec_jump(here) : 0);
    if (!linked[u]) {
      part.head = part.is_inside ? part.tail : part.head;
      part.is_inside = 0;
      part.tail = 0;
    }
    part.tail += here;
    part.most = part.tail > part.most ? part.tail : part.most;
  }
  part.head = part.is_inside ? part.tail : part.head;
  return part;
}

/// Finds the runs of \p graph: each node of a run depends on the one before, or
/// none does. joined[u] becomes how node u continues the run of node u - 1; 0:
/// it does not. *\p apart becomes the elements that single nodes take in the
/// order of their levels, jumps included: one that depends on its predecessor
/// does not follow it there. Returns the elements of the longest chain, which
/// no number of threads makes shorter. The elements in all must be less than
/// LLONG_MAX / 4.
static inline long long SPARSEC_INDEX_NAME(sparsec_find_runs)(
    const SPARSEC_INDEX_NAME(sparsec_wave_graph) * graph,
    const unsigned char *linked, unsigned char *joined, long long *apart) {
  const int parts = sparsec_wave_parts(graph->count);
  sparsec_chain_part found[SPARSEC_WAVE_PARTS];
  long long before = 0, most = 0;
#ifdef _OPENMP
#pragma omp parallel for num_threads(parts) schedule(static)
#endif
  for (int part = 0; part < parts; part++)
    found[part] = SPARSEC_INDEX_NAME(sparsec_join_part)(
        graph, linked,
        SPARSEC_INDEX_NAME(sparsec_part_begin)(graph->count, part, parts),
        SPARSEC_INDEX_NAME(sparsec_part_begin)(graph->count, part + 1, parts),
        joined);
  *apart = 0;
  for (int part = 0; part < parts; part++) {
    const long long through = before + found[part].head;
    *apart += found[part].apart;
    most = through > most ? through : most;
    most = found[part].most > most ? found[part].most : most;
    before = found[part].is_inside ? through : found[part].tail;
  }
  return most;
}

/// The begin of the first run at or after node \p at.
static inline SPARSEC_INDEX SPARSEC_INDEX_NAME(sparsec_next_run)(
    const SPARSEC_INDEX_NAME(sparsec_wave_graph) * graph, SPARSEC_INDEX at) {
  const unsigned char *const begin =
      at < graph->count
          ? (const unsigned char *)memchr(graph->joined + at, 0,
                                          (size_t)(graph->count - at))
          : NULL;
  return begin ? (SPARSEC_INDEX)(begin - graph->joined) : graph->count;
}

/// The end of the run that begins at node \p begin, and its elements.
static inline SPARSEC_INDEX SPARSEC_INDEX_NAME(sparsec_run_end)(
    const SPARSEC_INDEX_NAME(sparsec_wave_graph) * graph, SPARSEC_INDEX begin,
    long long *work) {
  SPARSEC_INDEX u = begin;
  *work = 0;
  do
    *work += SPARSEC_INDEX_NAME(sparsec_node_work)(graph, u++);
  while (u < graph->count && graph->joined[u]);
  return u;
}

/// Pieces of a graph's runs, in parts of whole runs: the nodes from begin[p] to
/// begin[p + 1] have the pieces from first[p] to first[p + 1], which are
/// numbered from 0 on in each part.
typedef struct SPARSEC_INDEX_NAME(sparsec_wave_cut) {
  int parts;
  SPARSEC_INDEX begin[SPARSEC_WAVE_PARTS + 1], first[SPARSEC_WAVE_PARTS + 1];
  SPARSEC_INDEX *piece_of; ///< of each node
} SPARSEC_INDEX_NAME(sparsec_wave_cut);

/// Cuts the runs of the nodes [begin, \p end), as sparsec_cut_runs does.
static inline SPARSEC_INDEX SPARSEC_INDEX_NAME(sparsec_cut_part)(
    const SPARSEC_INDEX_NAME(sparsec_wave_graph) * graph, long long target,
    SPARSEC_INDEX begin, SPARSEC_INDEX end, SPARSEC_INDEX *piece_of) {
  SPARSEC_INDEX piece = -1, next;
  for (; begin < end; begin = next) {
    long long work, done = 0;
    next = SPARSEC_INDEX_NAME(sparsec_run_end)(graph, begin, &work);
    const long long wanted = work / target + (work % target > target / 2);
    const double share = (double)work / (double)(wanted > 1 ? wanted : 1);
    double bound = 0;
    for (SPARSEC_INDEX u = begin; u < next; u++) {
      const long long here = SPARSEC_INDEX_NAME(sparsec_node_work)(graph, u);
      const double middle = (double)done + 0.5 * (double)here;
      if (middle >= bound) {
        bound = sparsec_next_bound(middle, share);
        piece++;
      }
      done += here;
      piece_of[u] = piece;
    }
  }
  return piece + 1;
}

/// Cuts each run into pieces of equal work, of about \p target elements.
/// Returns how many pieces there are.
static inline SPARSEC_INDEX SPARSEC_INDEX_NAME(sparsec_cut_runs)(
    const SPARSEC_INDEX_NAME(sparsec_wave_graph) * graph, long long target,
    SPARSEC_INDEX_NAME(sparsec_wave_cut) * cut) {
  const int parts = sparsec_wave_parts(graph->count);
  cut->parts = parts;
  for (int part = 0; part <= parts; part++)
    cut->begin[part] = SPARSEC_INDEX_NAME(sparsec_next_run)(
        graph,
        SPARSEC_INDEX_NAME(sparsec_part_begin)(graph->count, part, parts));
#ifdef _OPENMP
#pragma omp parallel for num_threads(parts) schedule(static)
#endif
  for (int part = 0; part < parts; part++)
    cut->first[part + 1] = SPARSEC_INDEX_NAME(sparsec_cut_part)(
        graph, target, cut->begin[part], cut->begin[part + 1], cut->piece_of);
  cut->first[0] = 0;
  for (int part = 0; part < parts; part++)
    cut->first[part + 1] += cut->first[part];
  return cut->first[parts];
}
