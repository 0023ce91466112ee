//===- group_impl.h - grouping of SPARSEC_INDEX keys ------------*- C -*-===//
// No include guard: group.h includes it once per element type.

/// The instances [begin, end) of part \p part of \p parts.
static inline void SPARSEC_INDEX_NAME(sparsec_part)(SPARSEC_INDEX n, int parts,
                                                    int part,
                                                    SPARSEC_INDEX *begin,
                                                    SPARSEC_INDEX *end) {
  *begin = n / parts * part;
  *end = part + 1 == parts ? n : n / parts * (part + 1);
}

/// Counts the instances slot[begin .. end) that open an entry, per group.
static inline void SPARSEC_INDEX_NAME(sparsec_count_groups)(
    const SPARSEC_INDEX *slot, SPARSEC_INDEX begin, SPARSEC_INDEX end,
    SPARSEC_INDEX n_groups, SPARSEC_INDEX *count) {
  if (n_groups > 0)
    memset(count, 0, (size_t)n_groups * sizeof *count);
  for (SPARSEC_INDEX i = begin; i < end; i++)
    if (slot[i] >= 0)
      count[slot[i]]++;
}

/// Turns slot[begin .. end) from groups to entries; next[g] is the next entry
/// of group g.
static inline void
SPARSEC_INDEX_NAME(sparsec_place_groups)(SPARSEC_INDEX *slot,
                                         SPARSEC_INDEX begin, SPARSEC_INDEX end,
                                         SPARSEC_INDEX *next) {
  for (SPARSEC_INDEX i = begin; i < end; i++) {
    const SPARSEC_INDEX found = slot[i], joins = found < 0;
    SPARSEC_INDEX *const entry = &next[joins ? -1 - found : found];
    const SPARSEC_INDEX place = *entry - joins;
    slot[i] = place;
    *entry = place + 1;
  }
}

/// The number of parts that are worth a table of \p n_groups counts each.
static inline int SPARSEC_INDEX_NAME(sparsec_parts)(SPARSEC_INDEX n,
                                                    SPARSEC_INDEX n_groups) {
#ifdef _OPENMP
  const SPARSEC_INDEX most = n < 65536 ? 1 : n / (n_groups > 0 ? n_groups : 1);
  const int threads = omp_get_max_threads();
  return most < 1 ? 1 : most < threads ? (int)most : threads;
#else
  (void)n;
  (void)n_groups;
  return 1;
#endif
}

/// The offsets of the groups, from counts per part and group; each count
/// becomes the part's first entry of the group.
static inline int
SPARSEC_INDEX_NAME(sparsec_scan_groups)(SPARSEC_INDEX *count, int parts,
                                        SPARSEC_INDEX n_groups,
                                        SPARSEC_INDEX *offset) {
#ifdef _OPENMP
#pragma omp parallel for num_threads(parts)
#endif
  for (SPARSEC_INDEX g = 0; g < n_groups; g++) {
    SPARSEC_INDEX sum = 0;
    for (int part = 0; part < parts; part++)
      sum += count[(size_t)part * (size_t)n_groups + (size_t)g];
    offset[g] = sum;
  }
  offset[n_groups] = 0;
  const int status = SPARSEC_INDEX_NAME(sparsec_exclusive_scan)(
      offset, sparsec_sum(n_groups, 1));
  if (status != SPARSEC_OK)
    return status;
#ifdef _OPENMP
#pragma omp parallel for num_threads(parts)
#endif
  for (SPARSEC_INDEX g = 0; g < n_groups; g++) {
    SPARSEC_INDEX next = offset[g];
    for (int part = 0; part < parts; part++) {
      SPARSEC_INDEX *const here =
          &count[(size_t)part * (size_t)n_groups + (size_t)g];
      const SPARSEC_INDEX counted = *here;
      *here = next;
      next += counted;
    }
  }
  return SPARSEC_OK;
}

/// Gives \p n instances their entries, group by group and within a group in
/// the order of the instances. slot[i] is the group of instance i, in [0, \p
/// n_groups), or -1 - group if it joins the entry that was opened last in the
/// group; it becomes the entry. Group g has the entries offset[g] ..
/// offset[g + 1). O(n + n_groups); any number of threads gives the same.
/// SPARSEC_OVERFLOW: groups have no numbers of that type.
static inline int SPARSEC_INDEX_NAME(sparsec_group)(SPARSEC_INDEX n,
                                                    SPARSEC_INDEX *slot,
                                                    long long groups,
                                                    SPARSEC_INDEX *offset) {
  const SPARSEC_INDEX n_groups = (SPARSEC_INDEX)groups;
  if (n_groups != groups)
    return sparsec_fail(SPARSEC_OVERFLOW,
                        "%lld groups of entries do not fit their type", groups);
  const int parts = SPARSEC_INDEX_NAME(sparsec_parts)(n, n_groups);
  SPARSEC_INDEX *count = NULL;
  int status =
      sparsec_allocate(&count, "group counts", sparsec_product(parts, n_groups),
                       sizeof *count, LLONG_MAX);
  if (status != SPARSEC_OK)
    return status;
#ifdef _OPENMP
#pragma omp parallel for num_threads(parts)
#endif
  for (int part = 0; part < parts; part++) {
    SPARSEC_INDEX begin, end;
    SPARSEC_INDEX_NAME(sparsec_part)(n, parts, part, &begin, &end);
    SPARSEC_INDEX_NAME(sparsec_count_groups)
    (slot, begin, end, n_groups, count + (size_t)part * (size_t)n_groups);
  }
  status =
      SPARSEC_INDEX_NAME(sparsec_scan_groups)(count, parts, n_groups, offset);
#ifdef _OPENMP
#pragma omp parallel for num_threads(parts)
#endif
  for (int part = 0; part < parts; part++) {
    SPARSEC_INDEX begin, end;
    SPARSEC_INDEX_NAME(sparsec_part)(n, parts, part, &begin, &end);
    if (status == SPARSEC_OK)
      SPARSEC_INDEX_NAME(sparsec_place_groups)
    (slot, begin, end, count + (size_t)part * (size_t)n_groups);
  }
  free(count);
  return status;
}

/// Stable insertion sort of the instances order[0 .. n) by \p inner key; linear
/// when they are in order already.
static inline void SPARSEC_INDEX_NAME(sparsec_insertion_sort)(
    SPARSEC_INDEX *order, SPARSEC_INDEX n, const SPARSEC_INDEX *inner) {
  for (SPARSEC_INDEX p = 1; p < n; p++) {
    const SPARSEC_INDEX instance = order[p];
    SPARSEC_INDEX q = p;
    for (; q > 0 && inner[order[q - 1]] > inner[instance]; q--)
      order[q] = order[q - 1];
    order[q] = instance;
  }
}

/// One stable counting pass over digit \p shift of inner - \p least.
static inline void SPARSEC_INDEX_NAME(sparsec_radix_pass)(
    const SPARSEC_INDEX *from, SPARSEC_INDEX *to, SPARSEC_INDEX n,
    const SPARSEC_INDEX *inner, SPARSEC_INDEX least, int shift) {
  SPARSEC_INDEX start[257] = {0};
  for (SPARSEC_INDEX p = 0; p < n; p++)
    start[((((uint64_t)inner[from[p]] - (uint64_t)least) >> shift) & 255) +
          1]++;
  for (int digit = 0; digit < 256; digit++)
    start[digit + 1] += start[digit];
  for (SPARSEC_INDEX p = 0; p < n; p++) {
    const uint64_t key = (uint64_t)inner[from[p]] - (uint64_t)least;
    to[start[(key >> shift) & 255]++] = from[p];
  }
}

/// Stable sort of the instances order[0 .. n) by \p inner key, in time linear
/// in n; \p spare has room for n.
static inline void SPARSEC_INDEX_NAME(sparsec_sort_instances)(
    SPARSEC_INDEX *order, SPARSEC_INDEX *spare, SPARSEC_INDEX n,
    const SPARSEC_INDEX *inner) {
  SPARSEC_INDEX least = n > 0 ? inner[order[0]] : 0, greatest = least;
  int sorted = 1;
  for (SPARSEC_INDEX p = 1; p < n; p++) {
    const SPARSEC_INDEX key = inner[order[p]];
    sorted &= inner[order[p - 1]] <= key;
    least = key < least ? key : least;
    greatest = key > greatest ? key : greatest;
  }
  if (sorted)
    return;
  if (n <= 64) {
    SPARSEC_INDEX_NAME(sparsec_insertion_sort)(order, n, inner);
    return;
  }
  const uint64_t range = (uint64_t)greatest - (uint64_t)least;
  for (int shift = 0; shift < 64 && range >> shift > 0; shift += 16) {
    SPARSEC_INDEX_NAME(sparsec_radix_pass)
    (order, spare, n, inner, least, shift);
    SPARSEC_INDEX_NAME(sparsec_radix_pass)
    (spare, order, n, inner, least, shift + 8);
  }
}

/// Sorts the instances of each group by key and counts its different keys in
/// next[g]. Group g has the instances order[start[g] .. start[g + 1]).
static inline void SPARSEC_INDEX_NAME(sparsec_sort_groups)(
    const SPARSEC_INDEX *key, SPARSEC_INDEX n_groups,
    const SPARSEC_INDEX *start, SPARSEC_INDEX *order, SPARSEC_INDEX *spare,
    SPARSEC_INDEX *next) {
#ifdef _OPENMP
#pragma omp parallel for schedule(dynamic, 256)
#endif
  for (SPARSEC_INDEX g = 0; g < n_groups; g++) {
    const SPARSEC_INDEX begin = start[g], end = start[g + 1];
    SPARSEC_INDEX different = 0;
    SPARSEC_INDEX_NAME(sparsec_sort_instances)
    (order + begin, spare + begin, end - begin, key);
    for (SPARSEC_INDEX p = begin; p < end; p++)
      different += p == begin || key[order[p]] != key[order[p - 1]];
    next[g] = different;
  }
}

/// Gives the instances of each sorted group their entries, from offset[g] on.
static inline void SPARSEC_INDEX_NAME(sparsec_place_sorted)(
    const SPARSEC_INDEX *key, SPARSEC_INDEX n_groups,
    const SPARSEC_INDEX *start, const SPARSEC_INDEX *order,
    const SPARSEC_INDEX *offset, SPARSEC_INDEX *slot) {
#ifdef _OPENMP
#pragma omp parallel for schedule(dynamic, 256)
#endif
  for (SPARSEC_INDEX g = 0; g < n_groups; g++) {
    SPARSEC_INDEX entry = offset[g] - 1;
    for (SPARSEC_INDEX p = start[g]; p < start[g + 1]; p++) {
      entry += p == start[g] || key[order[p]] != key[order[p - 1]];
      slot[order[p]] = entry;
    }
  }
}

/// As sparsec_group, for instances whose keys come in any order: those of one
/// group and one key share an entry, ascending in the key. O(n + n_groups).
static inline int SPARSEC_INDEX_NAME(sparsec_group_by_key)(
    SPARSEC_INDEX n, SPARSEC_INDEX *slot, const SPARSEC_INDEX *key,
    long long groups, SPARSEC_INDEX *offset) {
  const size_t size = sizeof(SPARSEC_INDEX);
  const long long ends = sparsec_sum(groups, 1);
  const SPARSEC_INDEX n_groups = (SPARSEC_INDEX)groups;
  SPARSEC_INDEX *start = NULL, *order = NULL, *spare = NULL;
  int status;
  if ((status = sparsec_allocate(&start, "start", ends, size, LLONG_MAX)) ||
      (status = sparsec_allocate(&order, "order", n, size, LLONG_MAX)) ||
      (status = sparsec_allocate(&spare, "spare", n, size, LLONG_MAX)) ||
      (status = SPARSEC_INDEX_NAME(sparsec_group)(n, slot, groups, start)))
    goto done;
  for (SPARSEC_INDEX i = 0; i < n; i++)
    order[slot[i]] = i;
  SPARSEC_INDEX_NAME(sparsec_sort_groups)
  (key, n_groups, start, order, spare, offset);
  offset[n_groups] = 0;
  status = SPARSEC_INDEX_NAME(sparsec_exclusive_scan)(offset, ends);
  if (status == SPARSEC_OK)
    SPARSEC_INDEX_NAME(sparsec_place_sorted)
  (key, n_groups, start, order, offset, slot);
done:
  free(start);
  free(order);
  free(spare);
  return status;
}
