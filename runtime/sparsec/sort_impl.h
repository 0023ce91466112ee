//===- sort_impl.h - sorting of SPARSEC_INDEX iterations --------*- C -*-===//
// No include guard: sort.h includes it once per index type.

#ifdef _OPENMP
#include <omp.h>
#endif

/// Stable insertion sort of order[0 .. n); linear when they are in order.
static inline void
SPARSEC_INDEX_NAME(sparsec_insert_by_key)(SPARSEC_INDEX *order, SPARSEC_INDEX n,
                                          const sparsec_ranking *ranking) {
  for (SPARSEC_INDEX p = 1; p < n; p++) {
    const SPARSEC_INDEX moved = order[p];
    const uint64_t rank = sparsec_rank(ranking, moved);
    SPARSEC_INDEX q = p;
    for (; q > 0 && sparsec_rank(ranking, order[q - 1]) > rank; q--)
      order[q] = order[q - 1];
    order[q] = moved;
  }
}

/// The parts of a pass over \p n iterations, at most 64; windows that are
/// sorted at once are not divided.
static inline int SPARSEC_INDEX_NAME(sparsec_sort_parts)(SPARSEC_INDEX n) {
#ifdef _OPENMP
  const int threads = omp_get_max_threads();
  if (n >= 65536 && !omp_in_parallel())
    return threads > 64 ? 64 : threads;
#else
  (void)n;
#endif
  return 1;
}

/// One stable counting pass, by the 8 bits of the ranks from \p shift on. Each
/// part counts, then places its own iterations: the result does not depend on
/// the number of parts.
static inline void SPARSEC_INDEX_NAME(sparsec_sort_pass)(
    const SPARSEC_INDEX *from, SPARSEC_INDEX *to, SPARSEC_INDEX n,
    const sparsec_ranking *ranking, int shift) {
  SPARSEC_INDEX next[64][256], sum = 0;
  const int parts = SPARSEC_INDEX_NAME(sparsec_sort_parts)(n);
  const SPARSEC_INDEX size = n / parts + 1;
#ifdef _OPENMP
#pragma omp parallel for num_threads(parts) if (parts > 1)
#endif
  for (int part = 0; part < parts; part++) {
    memset(next[part], 0, sizeof next[part]);
    for (SPARSEC_INDEX p = part * size; p < n && p - part * size < size; p++)
      next[part][(sparsec_rank(ranking, from[p]) >> shift) & 255]++;
  }
  for (int digit = 0; digit < 256; digit++)
    for (int part = 0; part < parts; part++) {
      const SPARSEC_INDEX count = next[part][digit];
      next[part][digit] = sum;
      sum += count;
    }
#ifdef _OPENMP
#pragma omp parallel for num_threads(parts) if (parts > 1)
#endif
  for (int part = 0; part < parts; part++)
    for (SPARSEC_INDEX p = part * size; p < n && p - part * size < size; p++)
      to[next[part][(sparsec_rank(ranking, from[p]) >> shift) & 255]++] =
          from[p];
}

/// Sorts the window order[0 .. n); \p spare has room for n. Sets the first key
/// of \p ranking.
static inline void
SPARSEC_INDEX_NAME(sparsec_sort_window)(SPARSEC_INDEX *order,
                                        SPARSEC_INDEX *spare, SPARSEC_INDEX n,
                                        sparsec_ranking *ranking) {
  const long long *const key = ranking->key;
  long long least = n > 0 ? key[order[0]] : 0, greatest = least;
  SPARSEC_INDEX *from = order, *to = spare;
  for (SPARSEC_INDEX p = 1; p < n; p++) {
    const long long value = key[order[p]];
    least = value < least ? value : least;
    greatest = value > greatest ? value : greatest;
  }
  ranking->first = ranking->descending ? greatest : least;
  if (n <= 64) {
    SPARSEC_INDEX_NAME(sparsec_insert_by_key)(order, n, ranking);
    return;
  }
  const uint64_t range = (uint64_t)greatest - (uint64_t)least;
  for (int shift = 0; shift < 64 && range >> shift > 0; shift += 8) {
    SPARSEC_INDEX *const sorted = to;
    SPARSEC_INDEX_NAME(sparsec_sort_pass)(from, to, n, ranking, shift);
    to = from;
    from = sorted;
  }
  if (from != order)
    memcpy(order, from, (size_t)n * sizeof *order);
}

/// Sorts each window of \p window of the iterations order[0 .. n) by their
/// keys, iteration i by key[i]; those of one key keep their order. The last
/// window may be shorter. O(n) for each 8 bits in which the keys of a window
/// differ; any number of threads gives the same.
static inline int SPARSEC_INDEX_NAME(sparsec_sort_by_key)(SPARSEC_INDEX n,
                                                          SPARSEC_INDEX *order,
                                                          const long long *key,
                                                          long long window,
                                                          int descending) {
  const long long width = window < n ? window : n;
  const long long windows = n > 0 ? (n - 1) / width + 1 : 0;
  SPARSEC_INDEX *spare = NULL;
  const int status =
      sparsec_allocate(&spare, "spare", n, sizeof *spare, LLONG_MAX);
  if (status != SPARSEC_OK)
    return status;
#ifdef _OPENMP
#pragma omp parallel for schedule(dynamic, 16) if (windows > 1)
#endif
  for (long long w = 0; w < windows; w++) {
    const long long begin = w * width;
    const long long rest = n - begin;
    sparsec_ranking ranking = {key, 0, descending};
    SPARSEC_INDEX_NAME(sparsec_sort_window)
    (order + begin, spare + begin, (SPARSEC_INDEX)(rest < width ? rest : width),
     &ranking);
  }
  free(spare);
  return SPARSEC_OK;
}
