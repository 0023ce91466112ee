// Sums of segments, with the offsets and the data as size_t has them.
// RUN: %sparsec %s -recipe %S/segment-sums.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -arg n=100000
#include <stddef.h>
#pragma sparsec monotonic(offset); offset[0] = 0; extent(offset, n + 1); extent(data, offset[n])
#pragma sparsec extent(out, n); noalias(data, out)
void segment_sums(size_t n, const size_t *offset, const double *data, double *out) {
  size_t s, k;
  for (s = 0; s < n; ++s) {
    double sum = 0;
    for (k = offset[s]; k != offset[s + 1]; ++k)
      sum += data[k];
    out[s] = sum;
  }
}
