//===- wave_graph_impl.h - graphs of SPARSEC_INDEX iterations ---*- C -*-===//
// No include guard: wave_graph.h includes it once per index type.

/// A node's list may have duplicates, the node itself, and nodes before and
/// after it; an edge may be in the list of one of its ends only.
typedef struct SPARSEC_INDEX_NAME(sparsec_wave_graph) {
  SPARSEC_INDEX count;                     ///< how many nodes
  const SPARSEC_INDEX *begin, *end, *edge; ///< u's: edge[begin[u] .. end[u])
  const long long *work; ///< elements of each node; NULL: 1 more than its list
  const SPARSEC_INDEX *row;    ///< node u has iterations row[u] .. row[u + 1);
                               ///< NULL: iteration u
  const unsigned char *joined; ///< node u and u - 1 are pieces of one chain
  void *memory;                ///< what the graph owns
} SPARSEC_INDEX_NAME(sparsec_wave_graph);

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

/// The threads of a pass over all lists of \p graph.
static inline int SPARSEC_INDEX_NAME(sparsec_graph_parts)(
    const SPARSEC_INDEX_NAME(sparsec_wave_graph) * graph) {
  const SPARSEC_INDEX last = graph->count - 1;
  return graph->count > 0 && graph->end[last] >= 65536 ? sparsec_threads() : 1;
}

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

/// Makes joined[u] = does node u continue the run of node u - 1? of what
/// sparsec_find_links found. Each node of a run depends on the one before, or
/// none does.
static inline void
SPARSEC_INDEX_NAME(sparsec_join_runs)(SPARSEC_INDEX n, unsigned char *joined) {
  int length = 0, kind = 0;
  for (SPARSEC_INDEX u = 0; u < n; u++) {
    const int link = joined[u];
    const int starts_chain = length > 1 && link && !kind;
    const int joins = length > 0 && (length == 1 || link || !kind);
    if (starts_chain)
      joined[u - 1] = 0; // taken from a run of independent nodes
    kind = length == 1 || starts_chain ? link : kind;
    length = starts_chain || length == 1 ? 2 : joins ? 3 : 1;
    joined[u] = (unsigned char)joins;
  }
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

/// Cuts each run into pieces of equal work, of about \p target elements;
/// piece_of[u] is the piece of node u. Returns how many pieces there are.
static inline SPARSEC_INDEX SPARSEC_INDEX_NAME(sparsec_cut_runs)(
    const SPARSEC_INDEX_NAME(sparsec_wave_graph) * graph, long long target,
    SPARSEC_INDEX *piece_of) {
  SPARSEC_INDEX piece = -1, next;
  for (SPARSEC_INDEX begin = 0; begin < graph->count; begin = next) {
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

/// Sets \p to to \p pieces nodes without edges, and first[p] to the first node
/// of \p from in piece p. \p memory has room for all of that.
static inline void SPARSEC_INDEX_NAME(sparsec_lay_out_pieces)(
    const SPARSEC_INDEX_NAME(sparsec_wave_graph) * from,
    const SPARSEC_INDEX *piece_of, SPARSEC_INDEX pieces,
    SPARSEC_INDEX_NAME(sparsec_wave_graph) * to, SPARSEC_INDEX *first) {
  const size_t ends = (size_t)pieces + 1;
  long long *const work = (long long *)to->memory;
  SPARSEC_INDEX *const row = (SPARSEC_INDEX *)(work + ends);
  unsigned char *const joined =
      (unsigned char *)(row + 3 * ends + from->end[from->count - 1]);
  for (SPARSEC_INDEX u = 0; u < from->count; u++) {
    const SPARSEC_INDEX piece = piece_of[u];
    const long long here = SPARSEC_INDEX_NAME(sparsec_node_work)(from, u);
    if (u > 0 && piece_of[u - 1] == piece) {
      work[piece] += here;
      continue;
    }
    work[piece] = here;
    row[piece] = SPARSEC_INDEX_NAME(sparsec_node_row)(from, u);
    joined[piece] = from->joined[u];
    first[piece] = u;
  }
  first[pieces] = from->count;
  row[pieces] = SPARSEC_INDEX_NAME(sparsec_node_row)(from, from->count);
  to->count = pieces;
  to->work = work;
  to->row = row;
  to->joined = joined;
  to->begin = row + ends;
  to->end = row + 2 * ends;
  to->edge = row + 3 * ends;
}

/// Writes those pieces of the nodes [list, list_end) to \p out that are not
/// marked as seen by piece \p p, and marks them; returns the end of \p out.
static inline SPARSEC_INDEX *SPARSEC_INDEX_NAME(sparsec_add_pieces)(
    const SPARSEC_INDEX *list, const SPARSEC_INDEX *list_end,
    const SPARSEC_INDEX *piece_of, SPARSEC_INDEX *seen, SPARSEC_INDEX p,
    SPARSEC_INDEX *out) {
  for (; list != list_end; list++) {
    const SPARSEC_INDEX q = piece_of[*list];
    if (__builtin_expect(seen[q] == p, 1))
      continue;
    seen[q] = p;
    *out++ = q;
  }
  return out;
}

/// Writes the lists of the pieces [begin, end), each neighbour once. \p seen
/// has room for all pieces. Inlined it runs out of registers: half as fast.
__attribute__((noinline, unused)) static void SPARSEC_INDEX_NAME(
    sparsec_link_pieces)(const SPARSEC_INDEX_NAME(sparsec_wave_graph) * from,
                         const SPARSEC_INDEX *piece_of,
                         const SPARSEC_INDEX *first,
                         const SPARSEC_INDEX_NAME(sparsec_wave_graph) * to,
                         SPARSEC_INDEX *seen, SPARSEC_INDEX begin,
                         SPARSEC_INDEX end) {
  SPARSEC_INDEX *const edge = (SPARSEC_INDEX *)to->edge;
  SPARSEC_INDEX *out = edge + (begin < end ? from->begin[first[begin]] : 0);
  memset(seen, -1, (size_t)to->count * sizeof *seen);
  for (SPARSEC_INDEX p = begin; p < end; p++) {
    ((SPARSEC_INDEX *)to->begin)[p] = (SPARSEC_INDEX)(out - edge);
    seen[p] = p;
    for (SPARSEC_INDEX u = first[p]; u < first[p + 1]; u++)
      out = SPARSEC_INDEX_NAME(sparsec_add_pieces)(from->edge + from->begin[u],
                                                   from->edge + from->end[u],
                                                   piece_of, seen, p, out);
    ((SPARSEC_INDEX *)to->end)[p] = (SPARSEC_INDEX)(out - edge);
  }
}

/// Sets \p to to the graph of \p pieces pieces of \p from, of which node u is
/// in piece_of[u]; free its memory.
static inline int SPARSEC_INDEX_NAME(sparsec_contract)(
    const SPARSEC_INDEX_NAME(sparsec_wave_graph) * from,
    const SPARSEC_INDEX *piece_of, SPARSEC_INDEX pieces,
    SPARSEC_INDEX_NAME(sparsec_wave_graph) * to) {
  const size_t size = sizeof(SPARSEC_INDEX);
  const long long lists = from->end[from->count - 1];
  const long long ends = sparsec_sum(pieces, 1);
  const long long fits = lists / (pieces > 0 ? pieces : 1);
  int parts = SPARSEC_INDEX_NAME(sparsec_graph_parts)(from), status;
  SPARSEC_INDEX *first = NULL, *seen = NULL;
  parts = fits < 1 ? 1 : fits < parts ? (int)fits : parts;
  if ((status = sparsec_allocate(
           &to->memory, "graph of waves",
           sparsec_sum(sparsec_product(ends, (long long)(8 + 3 * size + 1)),
                       sparsec_product(lists, (long long)size)),
           1, LLONG_MAX)) ||
      (status = sparsec_allocate(&first, "pieces", ends, size, LLONG_MAX)) ||
      (status =
           sparsec_allocate(&seen, "pieces seen",
                            sparsec_product(parts, pieces), size, LLONG_MAX)))
    goto done;
  SPARSEC_INDEX_NAME(sparsec_lay_out_pieces)(from, piece_of, pieces, to, first);
#ifdef _OPENMP
#pragma omp parallel for num_threads(parts) schedule(static)
#endif
  for (int part = 0; part < parts; part++) {
    const SPARSEC_INDEX each = pieces / parts;
    const SPARSEC_INDEX begin = each * part;
    const SPARSEC_INDEX end = part + 1 == parts ? pieces : begin + each;
    SPARSEC_INDEX_NAME(sparsec_link_pieces)
    (from, piece_of, first, to, seen + (size_t)part * (size_t)pieces, begin,
     end);
  }
done:
  free(first);
  free(seen);
  return status;
}

/// How many nodes the lists of \p graph have.
static inline long long SPARSEC_INDEX_NAME(sparsec_graph_edges)(
    const SPARSEC_INDEX_NAME(sparsec_wave_graph) * graph) {
  long long edges = 0;
  for (SPARSEC_INDEX u = 0; u < graph->count; u++)
    edges += graph->end[u] - graph->begin[u];
  return edges;
}

/// level[u] = the nodes before node u on the longest path to it. Returns the
/// number of levels; -1 as soon as it is seen to be more than \p most.
static inline SPARSEC_INDEX SPARSEC_INDEX_NAME(sparsec_find_levels)(
    const SPARSEC_INDEX_NAME(sparsec_wave_graph) * graph, SPARSEC_INDEX most,
    SPARSEC_INDEX *level) {
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
    for (SPARSEC_INDEX e = begin; e < end; e++) {
      const SPARSEC_INDEX v = edge[e];
      if (v > u && level[v] < here)
        level[v] = here;
    }
  }
  return levels;
}
