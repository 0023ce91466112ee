// Dense matrix product, C += A B, of matrices stored flat, by rows.
void matmul(int n, int m, int p, const double *restrict A,
            const double *restrict B, double *restrict C) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < p; k++)
        C[i * m + j] += A[i * p + k] * B[k * m + j];
}
