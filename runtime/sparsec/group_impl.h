//===- group_impl.h - grouping of SPARSEC_INDEX keys ------------*- C -*-===//
// No include guard: group.h includes it once per element type.

/// The groups that sparsec_group makes; the caller frees the arrays.
typedef struct SPARSEC_INDEX_NAME(sparsec_groups) {
  SPARSEC_INDEX *offset; ///< outer key => its first entry of `key`; n_outer + 1
  SPARSEC_INDEX *key;    ///< different inner keys, ascending per outer key
  SPARSEC_INDEX *slot;   ///< instance => its entry of `key`
} SPARSEC_INDEX_NAME(sparsec_groups);

/// Frees the arrays and empties \p groups.
static inline void SPARSEC_INDEX_NAME(sparsec_free_groups)(
    SPARSEC_INDEX_NAME(sparsec_groups) * groups) {
  free(groups->offset);
  free(groups->key);
  free(groups->slot);
  memset(groups, 0, sizeof *groups);
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

/// Puts the instances in the order of their outer key, stable: those of key o
/// are order[start[o] .. start[o + 1]). start has n_outer + 1 entries.
static inline void
SPARSEC_INDEX_NAME(sparsec_bucket)(SPARSEC_INDEX n, const SPARSEC_INDEX *outer,
                                   SPARSEC_INDEX n_outer, SPARSEC_INDEX *start,
                                   SPARSEC_INDEX *order) {
  memset(start, 0, ((size_t)n_outer + 1) * sizeof *start);
  for (SPARSEC_INDEX i = 0; i < n; i++)
    start[outer[i]]++;
  for (SPARSEC_INDEX o = 0, sum = 0; o <= n_outer; o++) {
    sum += start[o];
    start[o] = sum;
  }
  for (SPARSEC_INDEX i = n; i-- > 0;)
    order[--start[outer[i]]] = i;
}

/// Sorts each bucket and counts its different inner keys in offset[o].
static inline void SPARSEC_INDEX_NAME(sparsec_sort_buckets)(
    const SPARSEC_INDEX *inner, SPARSEC_INDEX n_outer,
    const SPARSEC_INDEX *start, SPARSEC_INDEX *order, SPARSEC_INDEX *spare,
    SPARSEC_INDEX *offset) {
#ifdef _OPENMP
#pragma omp parallel for schedule(dynamic, 256)
#endif
  for (SPARSEC_INDEX o = 0; o < n_outer; o++) {
    const SPARSEC_INDEX begin = start[o], end = start[o + 1];
    SPARSEC_INDEX different = 0;
    SPARSEC_INDEX_NAME(sparsec_sort_instances)
    (order + begin, spare + begin, end - begin, inner);
    for (SPARSEC_INDEX p = begin; p < end; p++)
      different += p == begin || inner[order[p]] != inner[order[p - 1]];
    offset[o] = different;
  }
  offset[n_outer] = 0;
}

/// Writes the different keys of each sorted bucket from offset[o] on, and the
/// entry of each instance.
static inline void SPARSEC_INDEX_NAME(sparsec_fill_groups)(
    const SPARSEC_INDEX *inner, SPARSEC_INDEX n_outer,
    const SPARSEC_INDEX *start, const SPARSEC_INDEX *order,
    SPARSEC_INDEX_NAME(sparsec_groups) * groups) {
#ifdef _OPENMP
#pragma omp parallel for schedule(dynamic, 256)
#endif
  for (SPARSEC_INDEX o = 0; o < n_outer; o++) {
    SPARSEC_INDEX entry = groups->offset[o] - 1;
    for (SPARSEC_INDEX p = start[o]; p < start[o + 1]; p++) {
      if (p == start[o] || inner[order[p]] != inner[order[p - 1]])
        groups->key[++entry] = inner[order[p]];
      groups->slot[order[p]] = entry;
    }
  }
}

/// Groups \p n instances: instance i has the keys outer[i] in [0, \p n_outer)
/// and inner[i], any number. Takes O(n + n_outer) time; the result does not
/// depend on the number of threads. On failure \p groups is empty.
static inline int SPARSEC_INDEX_NAME(sparsec_group)(
    SPARSEC_INDEX n, const SPARSEC_INDEX *outer, const SPARSEC_INDEX *inner,
    SPARSEC_INDEX n_outer, SPARSEC_INDEX_NAME(sparsec_groups) * groups) {
  const size_t size = sizeof(SPARSEC_INDEX);
  const long long outers = sparsec_sum(n_outer, 1);
  SPARSEC_INDEX *start = NULL, *order = NULL, *spare = NULL;
  int status;
  memset(groups, 0, sizeof *groups);
  n = n < 0 ? 0 : n;
  n_outer = n_outer < 0 ? 0 : n_outer;
  if ((status = sparsec_allocate(&start, "start", outers, size, LLONG_MAX)) ||
      (status = sparsec_allocate(&order, "order", n, size, LLONG_MAX)) ||
      (status = sparsec_allocate(&spare, "spare", n, size, LLONG_MAX)) ||
      (status = sparsec_allocate(&groups->offset, "offset", outers, size,
                                 LLONG_MAX)))
    goto done;
  SPARSEC_INDEX_NAME(sparsec_bucket)(n, outer, n_outer, start, order);
  SPARSEC_INDEX_NAME(sparsec_sort_buckets)
  (inner, n_outer, start, order, spare, groups->offset);
  status = SPARSEC_INDEX_NAME(sparsec_exclusive_scan)(groups->offset, outers);
  if (status ||
      (status = sparsec_allocate(&groups->key, "key", groups->offset[n_outer],
                                 size, LLONG_MAX)) ||
      (status = sparsec_allocate(&groups->slot, "slot", n, size, LLONG_MAX)))
    goto done;
  SPARSEC_INDEX_NAME(sparsec_fill_groups)
  (inner, n_outer, start, order, groups);
done:
  free(start);
  free(order);
  free(spare);
  if (status != SPARSEC_OK)
    SPARSEC_INDEX_NAME(sparsec_free_groups)(groups);
  return status;
}
