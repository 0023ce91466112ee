// Flat arrays get their dimensions back; arrays with extents keep theirs.
//
// RUN: %sparsec %s -function=spmm -list-loops | FileCheck %s -check-prefix=SPMM
// RUN: %sparsec %s -function=dense -list-loops | FileCheck %s -check-prefix=DENSE
// RUN: %sparsec %s -function=ell -list-loops | FileCheck %s -check-prefix=ELL

void spmm(int n, int k, const int *index, const int *col, const double *a,
          const double *x, double *y) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      for (int l = 0; l < k; l++)
        y[i * k + l] += a[j] * x[col[j] * k + l];
}

void dense(int n, int m, double A[n][m], double (*B)[m], const double *C) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      *(*(A + i) + j) = B[i][j] + C[8 * i + j];
}

void ell(int n, int M, const int *col, const double *a, const double *x,
         double *y) {
  for (int i = 0; i < n; i++)
    for (int p = 0; p < M; p++)
      y[i] += a[i * M + p] * x[col[i * M + p]];
}

// SPMM:    for l in [0, k - 1]
// SPMM-NEXT: S0: y[i][l] += (a[j] * x[col(j)][l]);
// DENSE:     S0: A[i][j] = (B[i][j] + C[8 * i + j]);
// ELL:       S0: y[i] += (a[i][p] * x[col(i, p)]);
