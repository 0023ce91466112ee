// Graph neural networks: each node adds up messages of its in-edges, made of
// the features of an edge's source, u, and a number of the edge, e (g-SpMM).
// Other messages: -- -DMESSAGE=u_add_e, or one of your own.
#ifndef VALUE
#define VALUE float
#endif
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
void spmm_sum(int n, int m, int features, const int *restrict index,
              const int *restrict col, const VALUE *restrict w,
              const VALUE X[restrict m][features],
              VALUE Y[restrict n][features]) {
  for (int i = 0; i < n; i++)
    for (int r = 0; r < features; r++) {
      VALUE sum = 0;
      for (int j = index[i]; j < index[i + 1]; j++)
        sum += MESSAGE(X[col[j]][r], w[j]);
      Y[i][r] = sum;
    }
}
