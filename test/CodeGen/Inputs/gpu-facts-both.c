// Facts about the values of arrays that gpu-facts-lower.c cannot have.
#pragma sparsec csr(n, n, index, col, a); symmetric_pattern(col, index)
#pragma sparsec extent(low, n); extent(mass, index[n])
#pragma sparsec rule(forall i, e: index[i] <= e && e < index[i + 1] => low[i] <= mass[e])
#pragma sparsec sorted(col, index, strict); monotonic(low, strict)
void both(int n, const int *restrict index, const int *restrict col,
          const double *restrict a, const int *restrict low,
          const int *restrict mass, double *restrict y) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      y[i] += a[j] * (col[j] + low[i] + mass[j]);
}
