// Row norms where each row begins at what was the end of the one before.
// RUN: %sparsec %s -recipe %S/carried-ends.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -arg n=200000
#pragma sparsec extent(ia, n + 1); monotonic(ia); extent(a, ia[n]); extent(norm, n)
void carried_ends(int n, const int *ia, const double *a,
                  double *restrict norm) {
  int i, j, start, end;
  double sum;
  end = ia[0];
  for (i = 0; i < n; i++) {
    start = end;
    end = ia[i + 1];
    sum = 0.0;
    for (j = start; j < end; j++)
      sum += a[j] * a[j];
    norm[i] = sum;
  }
}
