// Local arrays: one per iteration of the loops around the declaration, of
// constant size or with parameters as extents.
//
// RUN: %verify %s -function fixed -recipe %S/Inputs/parallel-each.script \
// RUN:   -corpus
// RUN: %verify %s -function variable \
// RUN:   -recipe %S/Inputs/none.script -corpus
// RUN: %verify %s -function inside \
// RUN:   -recipe %S/Inputs/parallel-each.script -corpus
// RUN: not %sparsec %s -function=refused -no-outline -list-loops 2>&1 \
// RUN:   | FileCheck %s -check-prefix=REFUSED

#pragma sparsec extent(x, n); extent(y, n)
void fixed(int n, const double *restrict x, double *restrict y) {
  for (int i = 0; i < n; i++) {
    double t[4], sum[1];
    for (int k = 0; k < 4; k++)
      t[k] = x[i] * k;
    sum[0] = 0;
    for (int k = 0; k < 4; k++)
      sum[0] += t[k];
    y[i] += sum[0];
  }
}

#pragma sparsec extent(x, n); extent(y, n)
void variable(int n, const double *restrict x, double *restrict y) {
  double w[n + 1][2];
  for (int i = 0; i < n; i++) {
    w[i][0] = 2 * x[i];
    w[i][1] = x[i];
  }
  for (int i = 0; i < n; i++)
    y[i] += w[n - 1 - i][0] - w[i][1];
}

#pragma sparsec extent(x, n); extent(y, n)
void inside(int n, const double *restrict x, double *restrict y) {
  for (int i = 0; i < n; i++) {
    double w[n];
    for (int k = 0; k < n; k++)
      w[k] = x[k] + i;
    y[i] += w[n - 1 - i];
  }
}

void refused(int n, const int *p, double *y) {
  const int size = n + 1;
  // REFUSED: :[[#@LINE+2]]:12: error: the size of an array depends on the local variable 'size'
  // REFUSED: note: use parameters and constants
  double w[size];
  for (int i = 0; i < n; i++)
    w[i] = y[i];
}
