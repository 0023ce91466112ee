#pragma sparsec csr(n, m, index, col)
void degree(int n, int m, const int *index, const int *col, long *count) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      count[col[j]] += 1;
}
