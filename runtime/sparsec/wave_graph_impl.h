//===- wave_graph_impl.h - graphs of SPARSEC_INDEX iterations ---*- C -*-===//
// No include guard: wave_graph.h includes it once per index type.

/// A node's lists may have duplicates, the node itself, and nodes before and
/// after it; an edge may be in the list of one of its ends only.
typedef struct SPARSEC_INDEX_NAME(sparsec_wave_graph) {
  SPARSEC_INDEX count;                     ///< how many nodes
  const SPARSEC_INDEX *begin, *end, *edge; ///< u's: edge[begin[u] .. end[u])
  const SPARSEC_INDEX *later_begin; ///< NULL, or those after u are apart:
  const SPARSEC_INDEX *later_end;   ///< edge[later_begin[u] .. later_end[u])
  long long edges;                  ///< how many nodes all lists have
  const long long *work; ///< elements of each node; NULL: 1 more than its list
  const SPARSEC_INDEX *row;    ///< node u has iterations row[u] .. row[u + 1);
                               ///< NULL: iteration u
  const unsigned char *joined; ///< is u in the run of node u - 1, as
                               ///< SPARSEC_RUN_APART or SPARSEC_RUN_CHAIN?
  void *memory;                ///< what the graph owns
} SPARSEC_INDEX_NAME(sparsec_wave_graph);

/// The graph of the iterations [0, \p n) with the lists other[first[i] ..
/// first[i + 1]), of work[i] elements each.
static inline SPARSEC_INDEX_NAME(sparsec_wave_graph)
    SPARSEC_INDEX_NAME(sparsec_loop_graph)(SPARSEC_INDEX n,
                                           const SPARSEC_INDEX *first,
                                           const SPARSEC_INDEX *other,
                                           const long long *work) {
  SPARSEC_INDEX_NAME(sparsec_wave_graph) graph;
  memset(&graph, 0, sizeof graph);
  graph.count = n;
  graph.begin = first;
  graph.end = first + 1;
  graph.edge = other;
  graph.edges = n > 0 ? (long long)first[n] - (long long)first[0] : 0;
  graph.work = work;
  return graph;
}

/// The elements of node \p u, at least 1.
static inline long long SPARSEC_INDEX_NAME(sparsec_node_work)(
    const SPARSEC_INDEX_NAME(sparsec_wave_graph) * graph, SPARSEC_INDEX u) {
  if (!graph->work)
    return (long long)(graph->end[u] - graph->begin[u]) + 1;
  return graph->work[u] > 1 ? graph->work[u] : 1;
}

/// The first iteration of node \p u, which may be the node after the last.
static inline SPARSEC_INDEX SPARSEC_INDEX_NAME(sparsec_node_row)(
    const SPARSEC_INDEX_NAME(sparsec_wave_graph) * graph, SPARSEC_INDEX u) {
  return graph->row ? graph->row[u] : u;
}

/// The first node of part \p part of \p parts of the nodes [0, \p count).
static inline SPARSEC_INDEX
SPARSEC_INDEX_NAME(sparsec_part_begin)(SPARSEC_INDEX count, int part,
                                       int parts) {
  const SPARSEC_INDEX rest = count % parts;
  return count / parts * part + (part < rest ? part : rest);
}

/// The threads of a pass over all lists of \p graph.
static inline int SPARSEC_INDEX_NAME(sparsec_graph_parts)(
    const SPARSEC_INDEX_NAME(sparsec_wave_graph) * graph) {
  return sparsec_wave_parts(graph->edges);
}

/// The elements of all nodes of \p graph; LLONG_MAX if they are more.
static inline long long SPARSEC_INDEX_NAME(sparsec_graph_work)(
    const SPARSEC_INDEX_NAME(sparsec_wave_graph) * graph) {
  const int parts = sparsec_wave_parts(graph->count);
  long long sum[SPARSEC_WAVE_PARTS], total = 0;
#ifdef _OPENMP
#pragma omp parallel for num_threads(parts) schedule(static)
#endif
  for (int part = 0; part < parts; part++) {
    const SPARSEC_INDEX end =
        SPARSEC_INDEX_NAME(sparsec_part_begin)(graph->count, part + 1, parts);
    long long work = 0;
    for (SPARSEC_INDEX u =
             SPARSEC_INDEX_NAME(sparsec_part_begin)(graph->count, part, parts);
         u < end; u++)
      work = sparsec_sum(work, SPARSEC_INDEX_NAME(sparsec_node_work)(graph, u));
    sum[part] = work;
  }
  for (int part = 0; part < parts; part++)
    total = sparsec_sum(total, sum[part]);
  return total;
}

/// The parts of a pass over the nodes of \p graph that has a table of \p keys
/// numbers for each part: the tables are not larger than the graph.
static inline int SPARSEC_INDEX_NAME(sparsec_table_parts)(
    const SPARSEC_INDEX_NAME(sparsec_wave_graph) * graph, long long keys) {
  const int parts = sparsec_wave_parts(graph->count);
  const long long fits = graph->count / (keys > 0 ? keys : 1);
  return fits < 1 ? 1 : fits < parts ? (int)fits : parts;
}

/// Makes numbers of each key in each part, table[part * keys + key], how many
/// come before: of lesser keys and, of the same key, of lesser parts.
/// first[key] becomes how many are of lesser keys, first[keys] how many there
/// are.
static inline void
SPARSEC_INDEX_NAME(sparsec_scan_table)(SPARSEC_INDEX *table, SPARSEC_INDEX keys,
                                       int parts, SPARSEC_INDEX *first) {
  SPARSEC_INDEX sum = 0;
  for (SPARSEC_INDEX key = 0; key < keys; key++) {
    first[key] = sum;
    for (int part = 0; part < parts; part++) {
      SPARSEC_INDEX *const at =
          &table[(size_t)part * (size_t)keys + (size_t)key];
      const SPARSEC_INDEX here = *at;
      *at = sum;
      sum += here;
    }
  }
  first[keys] = sum;
}

/// Counts the iterations of each key among the nodes [\p begin, \p end).
static inline void SPARSEC_INDEX_NAME(sparsec_count_keys)(
    const SPARSEC_INDEX_NAME(sparsec_wave_graph) * graph,
    const SPARSEC_INDEX *key, SPARSEC_INDEX begin, SPARSEC_INDEX end,
    SPARSEC_INDEX *count) {
  for (SPARSEC_INDEX u = begin; u < end; u++)
    count[key[u]] += SPARSEC_INDEX_NAME(sparsec_node_row)(graph, u + 1) -
                     SPARSEC_INDEX_NAME(sparsec_node_row)(graph, u);
}

/// Lists the iterations of the nodes [\p begin, \p end), those of key k from
/// place next[k] on.
static inline void SPARSEC_INDEX_NAME(sparsec_place_keys)(
    const SPARSEC_INDEX_NAME(sparsec_wave_graph) * graph,
    const SPARSEC_INDEX *key, SPARSEC_INDEX begin, SPARSEC_INDEX end,
    SPARSEC_INDEX *next, SPARSEC_INDEX *perm, SPARSEC_INDEX *key_of) {
  for (SPARSEC_INDEX u = begin; u < end; u++) {
    const SPARSEC_INDEX k = key[u];
    const SPARSEC_INDEX last =
        SPARSEC_INDEX_NAME(sparsec_node_row)(graph, u + 1);
    SPARSEC_INDEX place = next[k];
    for (SPARSEC_INDEX i = SPARSEC_INDEX_NAME(sparsec_node_row)(graph, u);
         i < last; i++) {
      perm[place++] = i;
      if (key_of)
        key_of[i] = k;
    }
    next[k] = place;
  }
}

/// Lists the iterations of \p graph by the keys of their nodes, those of one
/// key in the loop's order: key[u] is in [0, \p keys), the iterations of key k
/// are perm[first[k] .. first[k + 1]). Iteration i is of key_of[i], unless that
/// is NULL.
static inline int SPARSEC_INDEX_NAME(sparsec_list_by_key)(
    const SPARSEC_INDEX_NAME(sparsec_wave_graph) * graph,
    const SPARSEC_INDEX *key, SPARSEC_INDEX keys, SPARSEC_INDEX *first,
    SPARSEC_INDEX *perm, SPARSEC_INDEX *key_of) {
  const int parts = SPARSEC_INDEX_NAME(sparsec_table_parts)(graph, keys);
  const long long size = sparsec_product(parts, keys);
  SPARSEC_INDEX *table = NULL;
  const int status = sparsec_allocate(&table, "iterations of keys", size,
                                      sizeof *table, LLONG_MAX);
  if (status != SPARSEC_OK)
    return status;
  memset(table, 0, (size_t)size * sizeof *table);
#ifdef _OPENMP
#pragma omp parallel for num_threads(parts) schedule(static)
#endif
  for (int part = 0; part < parts; part++)
    SPARSEC_INDEX_NAME(sparsec_count_keys)(
        graph, key,
        SPARSEC_INDEX_NAME(sparsec_part_begin)(graph->count, part, parts),
        SPARSEC_INDEX_NAME(sparsec_part_begin)(graph->count, part + 1, parts),
        table + (size_t)part * (size_t)keys);
  SPARSEC_INDEX_NAME(sparsec_scan_table)(table, keys, parts, first);
#ifdef _OPENMP
#pragma omp parallel for num_threads(parts) schedule(static)
#endif
  for (int part = 0; part < parts; part++)
    SPARSEC_INDEX_NAME(sparsec_place_keys)(
        graph, key,
        SPARSEC_INDEX_NAME(sparsec_part_begin)(graph->count, part, parts),
        SPARSEC_INDEX_NAME(sparsec_part_begin)(graph->count, part + 1, parts),
        table + (size_t)part * (size_t)keys, perm, key_of);
  free(table);
  return SPARSEC_OK;
}
