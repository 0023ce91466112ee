// Graph neural networks: as spmm-sum.c with features stored in 16 bits, and
// sums in 32, which are rounded once. Other messages: -- -DMESSAGE=u_add_e, or
// one of your own.
#ifndef MESSAGE
#define MESSAGE u_mul_e
#endif
#define copy_u(u, e) (u)
#define copy_e(u, e) (e)
#define u_add_e(u, e) ((u) + (e))
#define u_sub_e(u, e) ((u) - (e))
#define u_mul_e(u, e) ((u) * (e))
#define u_div_e(u, e) ((u) / (e))

#pragma sparsec csr(n, m, index, col, w)
void spmm_half(int n, int m, int features, const int *restrict index,
               const int *restrict col, const float *restrict w,
               const _Float16 X[restrict m][features],
               _Float16 Y[restrict n][features]) {
  for (int i = 0; i < n; i++)
    for (int r = 0; r < features; r++) {
      float sum = 0;
      for (int j = index[i]; j < index[i + 1]; j++)
        sum += MESSAGE((float)X[col[j]][r], w[j]);
      Y[i][r] = sum;
    }
}
