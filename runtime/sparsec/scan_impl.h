//===- scan_impl.h - prefix sums of SPARSEC_INDEX ---------------*- C -*-===//
// No include guard: scan.h includes it once per element type.

#ifdef _OPENMP
#include <omp.h>
#endif

/// The sum of \p values[0 .. n), none of which is negative, in *\p total.
static inline int SPARSEC_INDEX_NAME(sparsec_total)(const SPARSEC_INDEX *values,
                                                    long long n,
                                                    SPARSEC_INDEX *total) {
  long long sum = 0;
  for (long long i = 0; i < n; i++)
    sum = sparsec_sum(sum, values[i]);
  *total = (SPARSEC_INDEX)(sum > SPARSEC_INDEX_MAX ? 0 : sum);
  if (sum > SPARSEC_INDEX_MAX || sum == LLONG_MAX)
    return sparsec_fail(SPARSEC_OVERFLOW,
                        "a prefix sum over %lld counts does not fit its type",
                        n);
  return SPARSEC_OK;
}

/// Scans \p values[begin .. end) from \p sum on; the sum then must be known to
/// fit. Exclusive: each element becomes the sum of those before it.
static inline void SPARSEC_INDEX_NAME(sparsec_scan_part)(SPARSEC_INDEX *values,
                                                         long long begin,
                                                         long long end,
                                                         SPARSEC_INDEX sum,
                                                         int exclusive) {
  for (long long i = begin; i < end; i++) {
    const SPARSEC_INDEX value = values[i];
    values[i] = exclusive ? sum : (SPARSEC_INDEX)(sum + value);
    sum = (SPARSEC_INDEX)(sum + value);
  }
}

/// Scans \p values[0 .. n), none of which is negative, in place. On overflow
/// they are unchanged.
static inline int SPARSEC_INDEX_NAME(sparsec_scan)(SPARSEC_INDEX *values,
                                                   long long n, int exclusive) {
  SPARSEC_INDEX total[65] = {0};
  int status = SPARSEC_OK, parts = 1;
#ifdef _OPENMP
  parts = n < 65536 ? 1 : omp_get_max_threads();
  parts = parts > 64 ? 64 : parts;
#pragma omp parallel for num_threads(parts) reduction(max : status)
#endif
  for (int part = 0; part < parts; part++) {
    const long long begin = n / parts * part;
    const long long end = part + 1 == parts ? n : n / parts * (part + 1);
    const int failed = SPARSEC_INDEX_NAME(sparsec_total)(
        values + begin, end - begin, &total[part + 1]);
    status = failed > status ? failed : status;
  }
  for (int part = 0; part < parts && status == SPARSEC_OK; part++) {
    SPARSEC_INDEX pair[2] = {total[part], total[part + 1]};
    status = SPARSEC_INDEX_NAME(sparsec_total)(pair, 2, &total[part + 1]);
  }
  if (status != SPARSEC_OK)
    return sparsec_fail(SPARSEC_OVERFLOW,
                        "a prefix sum over %lld counts does not fit its type",
                        n);
#ifdef _OPENMP
#pragma omp parallel for num_threads(parts)
#endif
  for (int part = 0; part < parts; part++) {
    const long long begin = n / parts * part;
    const long long end = part + 1 == parts ? n : n / parts * (part + 1);
    SPARSEC_INDEX_NAME(sparsec_scan_part)
    (values, begin, end, total[part], exclusive);
  }
  return SPARSEC_OK;
}

/// Each of \p values[0 .. n) becomes the sum of those before it. Give counts
/// and a final 0 to get offsets with the total at the end.
static inline int
SPARSEC_INDEX_NAME(sparsec_exclusive_scan)(SPARSEC_INDEX *values, long long n) {
  return SPARSEC_INDEX_NAME(sparsec_scan)(values, n, 1);
}

/// Each of \p values[0 .. n) becomes the sum of those up to it.
static inline int
SPARSEC_INDEX_NAME(sparsec_inclusive_scan)(SPARSEC_INDEX *values, long long n) {
  return SPARSEC_INDEX_NAME(sparsec_scan)(values, n, 0);
}
