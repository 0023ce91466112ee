// The last entry of a column wins: instances that write one element must keep
// their order, duplicates included.
#pragma sparsec csr(n, m, index, col, a)
void last(int n, int m, const int *index, const int *col, const double *a,
          double *y) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      y[col[j]] = a[j];
}
