// An iterator read after its loop is its start plus a step per iteration.
//
// RUN: %sparsec %s -function=ends -list-loops | FileCheck %s
// RUN: %sparsec %s -function=ends -recipe %S/Inputs/tile.script -o %t.c
// RUN: %cc %t.c %S/Inputs/last-values-main.c -o %t && %t
// RUN: %verify %s -function pairs -recipe %S/Inputs/none.script -corpus
// RUN: not %sparsec %s -function=inner -list-loops 2>&1 | FileCheck %s -check-prefix=INNER

#pragma sparsec extent(y, n); extent(last, 6)
void ends(int n, const int *index, double *y, int *last) {
  int i, k;
  unsigned long u;
  for (i = 0; i < n; i++)
    y[i] += 1;
  last[0] = i;
  for (k = n - 1; k >= 2; k--)
    y[k] += 2;
  last[1] = k;
  for (k = 1; k <= n; k += 3)
    y[k - 1] += 3;
  last[2] = k;
  for (u = 5; u-- > 2;)
    last[3] = (int)u;
  last[4] = (int)u;
  for (k = index[0]; k < index[1]; k += 2)
    y[k] += 4;
  last[5] = k;
}

// A loop may go on where another one ended.
#pragma sparsec csr(n, m, index, col, a); extent(x, m); extent(y, n)
void pairs(int n, int m, const int *index, const int *col, const double *a,
               const double *restrict x, double *restrict y) {
  int i;
  (void)m;
  for (i = 0; i + 1 < n; i += 2) {
    int j;
    for (j = index[i]; j < index[i + 1]; j++)
      y[i] += a[j] * x[col[j]];
    for (; j < index[i + 2]; j++)
      y[i + 1] += a[j] * x[col[j]];
  }
  for (; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      y[i] += a[j] * x[col[j]];
}

void inner(int n, const int *p, double *y, int *last) {
  int j = 0;
  for (int i = 0; i < n; i++)
    for (j = p[i]; j < n; j++)
      y[j] += 1;
  // INNER: :[[#@LINE+2]]:13: error: the value of 'j' here is not a function
  // INNER: note: accepted are counters
  last[0] = j;
}

// CHECK: last[0] = max(0, n);
// CHECK: last[1] = min(1, n - 1);
// CHECK: last[4] = (int)(unsigned long)1;
