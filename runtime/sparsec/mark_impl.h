//===- mark_impl.h - mark.h for one index type ------------------*- C -*-===//
//
// Included by mark.h once per index type.
//
//===--------------------------------------------------------------------===//

/// Sets slot[k] to the number of marked keys before k for each marked k in
/// [0, n); returns how many there are. \p n is at most the type's maximum.
static inline SPARSEC_INDEX
SPARSEC_INDEX_NAME(sparsec_number_marked)(const unsigned char *marked,
                                          long long n, SPARSEC_INDEX *slot) {
  SPARSEC_INDEX count = 0;
  for (long long k = 0; k < n; k++)
    if (marked[k])
      slot[k] = count++;
  return count;
}

/// key[0], key[1], … = first + k for the marked k in [0, n), ascending.
static inline void
SPARSEC_INDEX_NAME(sparsec_collect_marked)(const unsigned char *marked,
                                           long long n, SPARSEC_INDEX first,
                                           SPARSEC_INDEX *key) {
  for (long long k = 0; k < n; k++)
    if (marked[k])
      *key++ = (SPARSEC_INDEX)(first + k);
}

/// Moves values[root] down the heap values[0..n).
static inline void SPARSEC_INDEX_NAME(sparsec_sift_down)(SPARSEC_INDEX *values,
                                                         SPARSEC_INDEX root,
                                                         SPARSEC_INDEX n) {
  const SPARSEC_INDEX value = values[root];
  for (SPARSEC_INDEX child; root < n / 2; root = child) {
    child = 2 * root + 1;
    if (child + 1 < n && values[child] < values[child + 1])
      child++;
    if (values[child] <= value)
      break;
    values[root] = values[child];
  }
  values[root] = value;
}

/// Sorts values[0..n) upwards: insertion for short runs, else heap sort.
static inline void SPARSEC_INDEX_NAME(sparsec_sort)(SPARSEC_INDEX *values,
                                                    SPARSEC_INDEX n) {
  if (n > 32) {
    for (SPARSEC_INDEX root = n / 2; root-- > 0;)
      SPARSEC_INDEX_NAME(sparsec_sift_down)(values, root, n);
    for (SPARSEC_INDEX end = n - 1; end > 0; end--) {
      const SPARSEC_INDEX last = values[end];
      values[end] = values[0];
      values[0] = last;
      SPARSEC_INDEX_NAME(sparsec_sift_down)(values, 0, end);
    }
    return;
  }
  for (SPARSEC_INDEX p = 1; p < n; p++) {
    const SPARSEC_INDEX value = values[p];
    SPARSEC_INDEX q = p;
    for (; q > 0 && values[q - 1] > value; q--)
      values[q] = values[q - 1];
    values[q] = value;
  }
}

/// Sorts key[offset[s]..offset[s + 1]) upwards for each segment s in [0, n).
static inline void SPARSEC_INDEX_NAME(sparsec_sort_segments)(
    SPARSEC_INDEX *key, const SPARSEC_INDEX *offset, long long n) {
#ifdef _OPENMP
#pragma omp parallel for schedule(static)
#endif
  for (long long s = 0; s < n; s++)
    SPARSEC_INDEX_NAME(sparsec_sort)(key + offset[s],
                                     offset[s + 1] - offset[s]);
}
