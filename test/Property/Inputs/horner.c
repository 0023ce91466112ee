// Neither sum nor product: the order of a row's entries matters.
#pragma sparsec csr(n, m, index, col, a)
void horner(int n, int m, const int *index, const int *col, const double *a,
            const double *x, double *y) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      y[i] = 0.5 * y[i] + a[j] * x[col[j]];
}
