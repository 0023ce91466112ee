// Graph neural networks: the message of the in-edge that `from` names, for each
// node and feature, 0 for -1. It is what spmm-max.c and spmm-min.c find, where
// `from` is theirs, as a sum of products: its gradients are theirs. Other
// messages: -- -DMESSAGE=copy_u, or one of your own.
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
void spmm_chosen(int n, int m, int features, const int *restrict index,
                 const int *restrict col, const VALUE *restrict w,
                 const VALUE X[restrict m][features],
                 const int from[restrict n][features],
                 VALUE Y[restrict n][features]) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      for (int r = 0; r < features; r++)
        Y[i][r] += from[i][r] == j ? MESSAGE(X[col[j]][r], w[j]) : 0;
}
