// A matrix of few rows that have entries: which ones they are stands in a list.
// RUN: %sparsec %s -recipe %S/occupied-rows.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -generate uniform:50000,12 -arg n=1000000
#pragma sparsec csr(nr, m, jr, ir, num); extent(rows, nr); range(rows, 0, n); injective(rows)
#pragma sparsec extent(x, m); extent(y, n); noalias(x, y); noalias(num, y)
void occupied_rows(long nr, long n, long m, const long *jr, const long *rows,
                   const int *ir, const double *num, const double *x,
                   double *y) {
  (void)m;
  (void)n;
  for (long r = 0; r < nr; ++r) {
    const long i = rows[r];
    for (long k = jr[r]; k < jr[r + 1]; ++k)
      y[i] += num[k] * x[ir[k]];
  }
}
