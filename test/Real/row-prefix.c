// Running sums within each row, and the row's total.
// RUN: %sparsec %s -recipe %S/row-prefix.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -arg n=100000
#pragma sparsec monotonic(first); first[0] = 0; extent(first, n + 1); extent(w, first[n])
#pragma sparsec extent(total, n); noalias(w, total)
void row_prefix(long n, const long *first, float *w, float *total) {
  long i, e;
  for (i = 0; i < n; i++) {
    for (e = first[i] + 1; e < first[i + 1]; e++)
      w[e] += w[e - 1];
    total[i] = 0.0f;
    if (first[i] == first[i + 1])
      continue;
    total[i] = w[first[i + 1] - 1];
  }
}
