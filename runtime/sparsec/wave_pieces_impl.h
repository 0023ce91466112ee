//===- wave_pieces_impl.h - graphs of pieces, SPARSEC_INDEX -----*- C -*-===//
// No include guard: wave_pieces.h includes it once per index type.

/// What contractions of one loop's graphs work in.
typedef struct SPARSEC_INDEX_NAME(sparsec_piece_space) {
  SPARSEC_INDEX *first; ///< the first node of each piece, and an end
  SPARSEC_INDEX *seen;  ///< by which piece, of each piece and part
  SPARSEC_INDEX pieces; ///< how many there is room for
  int parts;
} SPARSEC_INDEX_NAME(sparsec_piece_space);

/// A part of a contraction: its pieces, and its room in the lists, which has
/// those before a piece from room on and those after it up to room_end.
typedef struct SPARSEC_INDEX_NAME(sparsec_piece_part) {
  SPARSEC_INDEX begin, end;
  long long room, room_end;
} SPARSEC_INDEX_NAME(sparsec_piece_part);

/// Frees what \p space holds.
static inline void SPARSEC_INDEX_NAME(sparsec_drop_space)(
    SPARSEC_INDEX_NAME(sparsec_piece_space) * space) {
  free(space->first);
  free(space->seen);
  memset(space, 0, sizeof *space);
}

/// Sees to it that \p space has room for \p pieces pieces, of lists of \p lists
/// nodes. The first graph has most pieces, as a rule.
static inline int SPARSEC_INDEX_NAME(sparsec_make_space)(
    SPARSEC_INDEX pieces, long long lists,
    SPARSEC_INDEX_NAME(sparsec_piece_space) * space) {
  const long long fits = lists / (pieces > 0 ? pieces : 1);
  int status, parts = sparsec_wave_parts(lists);
  if (space->first && pieces <= space->pieces)
    return SPARSEC_OK;
  SPARSEC_INDEX_NAME(sparsec_drop_space)(space);
  parts = fits < 1 ? 1 : fits < parts ? (int)fits : parts;
  if ((status =
           sparsec_allocate(&space->first, "pieces", sparsec_sum(pieces, 1),
                            sizeof *space->first, LLONG_MAX)) ||
      (status = sparsec_allocate(&space->seen, "pieces seen",
                                 sparsec_product(parts, pieces),
                                 sizeof *space->seen, LLONG_MAX)))
    return status;
  space->parts = parts;
  space->pieces = pieces;
  return SPARSEC_OK;
}

/// Makes pieces of \p cut nodes of \p to, without edges, and numbers the pieces
/// of all parts. first[p] becomes the first node of \p from in piece p.
static inline void SPARSEC_INDEX_NAME(sparsec_lay_out_pieces)(
    const SPARSEC_INDEX_NAME(sparsec_wave_graph) * from,
    const SPARSEC_INDEX_NAME(sparsec_wave_cut) * cut,
    const SPARSEC_INDEX_NAME(sparsec_wave_graph) * to, SPARSEC_INDEX *first) {
  long long *const work = (long long *)to->work;
  SPARSEC_INDEX *const row = (SPARSEC_INDEX *)to->row;
  unsigned char *const joined = (unsigned char *)to->joined;
#ifdef _OPENMP
#pragma omp parallel for num_threads(cut->parts) schedule(static)
#endif
  for (int part = 0; part < cut->parts; part++) {
    SPARSEC_INDEX before = -1;
    for (SPARSEC_INDEX u = cut->begin[part]; u < cut->begin[part + 1]; u++) {
      const SPARSEC_INDEX piece = cut->piece_of[u] + cut->first[part];
      const long long here = SPARSEC_INDEX_NAME(sparsec_node_work)(from, u);
      cut->piece_of[u] = piece;
      if (piece == before) {
        work[piece] += here;
        continue;
      }
      before = piece;
      work[piece] = here;
      row[piece] = SPARSEC_INDEX_NAME(sparsec_node_row)(from, u);
      joined[piece] = from->joined[u];
      first[piece] = u;
    }
  }
  first[to->count] = from->count;
  row[to->count] = SPARSEC_INDEX_NAME(sparsec_node_row)(from, from->count);
}

/// Adds those pieces of the nodes [list, list_end) that are not marked as seen
/// by piece \p p, and marks them: those before p at *\p earlier, which moves
/// up, those after p in front of *\p later, which moves down.
static inline void SPARSEC_INDEX_NAME(sparsec_add_pieces)(
    const SPARSEC_INDEX *list, const SPARSEC_INDEX *list_end,
    const SPARSEC_INDEX *piece_of, SPARSEC_INDEX *seen, SPARSEC_INDEX p,
    SPARSEC_INDEX **earlier, SPARSEC_INDEX **later) {
  SPARSEC_INDEX *up = *earlier, *down = *later;
  for (; list != list_end; list++) {
    const SPARSEC_INDEX q = piece_of[*list];
    if (__builtin_expect(seen[q] == p, 1))
      continue;
    seen[q] = p;
    if (q < p)
      *up++ = q;
    else
      *--down = q;
  }
  *earlier = up;
  *later = down;
}

/// Writes the lists of the pieces of \p part, each neighbour once; returns how
/// many they have. \p seen has room for all pieces. Inlined it runs out of
/// registers: half as fast.
__attribute__((noinline, unused)) static long long SPARSEC_INDEX_NAME(
    sparsec_link_pieces)(const SPARSEC_INDEX_NAME(sparsec_wave_graph) * from,
                         const SPARSEC_INDEX *piece_of,
                         const SPARSEC_INDEX *first,
                         const SPARSEC_INDEX_NAME(sparsec_wave_graph) * to,
                         SPARSEC_INDEX *seen,
                         const SPARSEC_INDEX_NAME(sparsec_piece_part) * part) {
  SPARSEC_INDEX *const edge = (SPARSEC_INDEX *)to->edge;
  SPARSEC_INDEX *up = edge + part->room, *down = edge + part->room_end;
  memset(seen, -1, (size_t)to->count * sizeof *seen);
  for (SPARSEC_INDEX p = part->begin; p < part->end; p++) {
    ((SPARSEC_INDEX *)to->begin)[p] = (SPARSEC_INDEX)(up - edge);
    ((SPARSEC_INDEX *)to->later_end)[p] = (SPARSEC_INDEX)(down - edge);
    seen[p] = p;
    for (SPARSEC_INDEX u = first[p]; u < first[p + 1]; u++) {
      SPARSEC_INDEX_NAME(sparsec_add_pieces)
      (from->edge + from->begin[u], from->edge + from->end[u], piece_of, seen,
       p, &up, &down);
      if (from->later_begin)
        SPARSEC_INDEX_NAME(sparsec_add_pieces)
      (from->edge + from->later_begin[u], from->edge + from->later_end[u],
       piece_of, seen, p, &up, &down);
    }
    ((SPARSEC_INDEX *)to->end)[p] = (SPARSEC_INDEX)(up - edge);
    ((SPARSEC_INDEX *)to->later_begin)[p] = (SPARSEC_INDEX)(down - edge);
  }
  return (up - edge) - part->room + part->room_end - (down - edge);
}

/// How many nodes the lists of the nodes [\p begin, \p end) have.
static inline long long SPARSEC_INDEX_NAME(sparsec_count_edges)(
    const SPARSEC_INDEX_NAME(sparsec_wave_graph) * graph, SPARSEC_INDEX begin,
    SPARSEC_INDEX end) {
  long long edges = 0;
  if (!graph->later_begin) // a loop's lists, one behind the other
    return begin < end ? (long long)graph->end[end - 1] - graph->begin[begin]
                       : 0;
  for (SPARSEC_INDEX u = begin; u < end; u++)
    edges += (long long)(graph->end[u] - graph->begin[u]) +
             (graph->later_end[u] - graph->later_begin[u]);
  return edges;
}

/// Part \p part of \p parts of the pieces of \p to, and its room in their
/// lists:
/// \p edges are how many the lists of the nodes of each part have.
static inline SPARSEC_INDEX_NAME(sparsec_piece_part) SPARSEC_INDEX_NAME(
    sparsec_part_of_pieces)(const SPARSEC_INDEX_NAME(sparsec_wave_graph) * to,
                            int part, int parts, const long long *edges) {
  SPARSEC_INDEX_NAME(sparsec_piece_part) result = {0, 0, 0, 0};
  result.begin = SPARSEC_INDEX_NAME(sparsec_part_begin)(to->count, part, parts);
  result.end =
      SPARSEC_INDEX_NAME(sparsec_part_begin)(to->count, part + 1, parts);
  for (int before = 0; before < part; before++)
    result.room += edges[before];
  result.room_end = result.room + edges[part];
  return result;
}

/// Writes the lists of all nodes of \p to, the pieces of \p from.
static inline void SPARSEC_INDEX_NAME(sparsec_link_all)(
    const SPARSEC_INDEX_NAME(sparsec_wave_graph) * from,
    const SPARSEC_INDEX *piece_of,
    const SPARSEC_INDEX_NAME(sparsec_piece_space) * space,
    SPARSEC_INDEX_NAME(sparsec_wave_graph) * to) {
  const int most = sparsec_wave_parts(from->edges);
  const int parts = most < space->parts ? most : space->parts;
  const SPARSEC_INDEX *const first = space->first;
  long long edges[SPARSEC_WAVE_PARTS], listed[SPARSEC_WAVE_PARTS];
#ifdef _OPENMP
#pragma omp parallel num_threads(parts)
#endif
  {
#ifdef _OPENMP
#pragma omp for schedule(static)
#endif
    for (int part = 0; part < parts; part++)
      edges[part] = SPARSEC_INDEX_NAME(sparsec_count_edges)(
          from,
          first[SPARSEC_INDEX_NAME(sparsec_part_begin)(to->count, part, parts)],
          first[SPARSEC_INDEX_NAME(sparsec_part_begin)(to->count, part + 1,
                                                       parts)]);
#ifdef _OPENMP
#pragma omp for schedule(static)
#endif
    for (int part = 0; part < parts; part++) {
      SPARSEC_INDEX_NAME(sparsec_piece_part)
      const own =
          SPARSEC_INDEX_NAME(sparsec_part_of_pieces)(to, part, parts, edges);
      listed[part] = SPARSEC_INDEX_NAME(sparsec_link_pieces)(
          from, piece_of, first, to,
          space->seen + (size_t)part * (size_t)to->count, &own);
    }
  }
  to->edges = 0;
  for (int part = 0; part < parts; part++)
    to->edges += listed[part];
}

/// Sets \p to to the graph of the pieces \p cut of \p from; free its memory.
static inline int SPARSEC_INDEX_NAME(sparsec_contract)(
    const SPARSEC_INDEX_NAME(sparsec_wave_graph) * from,
    const SPARSEC_INDEX_NAME(sparsec_wave_cut) * cut,
    SPARSEC_INDEX_NAME(sparsec_piece_space) * space,
    SPARSEC_INDEX_NAME(sparsec_wave_graph) * to) {
  const size_t size = sizeof(SPARSEC_INDEX);
  const SPARSEC_INDEX pieces = cut->first[cut->parts];
  const long long ends = sparsec_sum(pieces, 1);
  int status;
  if ((status = SPARSEC_INDEX_NAME(sparsec_make_space)(pieces, from->edges,
                                                       space)) ||
      (status = sparsec_allocate(
           &to->memory, "graph of waves",
           sparsec_sum(sparsec_product(ends, (long long)(8 + 5 * size + 1)),
                       sparsec_product(from->edges, (long long)size)),
           1, LLONG_MAX)))
    return status;
  to->count = pieces;
  to->work = (long long *)to->memory;
  to->row = (SPARSEC_INDEX *)(to->work + ends);
  to->begin = to->row + ends;
  to->end = to->begin + ends;
  to->later_begin = to->end + ends;
  to->later_end = to->later_begin + ends;
  to->edge = to->later_end + ends;
  to->joined = (unsigned char *)(to->edge + from->edges);
  SPARSEC_INDEX_NAME(sparsec_lay_out_pieces)(from, cut, to, space->first);
  SPARSEC_INDEX_NAME(sparsec_link_all)(from, cut->piece_of, space, to);
  return SPARSEC_OK;
}
