// y += A x with A as a list of coordinates.
#pragma sparsec range(row, 0, n)
#pragma sparsec range(col, 0, m)
#pragma sparsec extent(row, nnz)
#pragma sparsec extent(col, nnz)
void coordinates(int n, int m, int nnz, const int *row, const int *col,
                 const double *a, const double *x, double *y) {
  for (int e = 0; e < nnz; e++)
    y[row[e]] += a[e] * x[col[e]];
}
