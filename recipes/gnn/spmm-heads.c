// Graph neural networks: as spmm-sum.c for several heads, each of which has
// features of its own and a number for each edge; with one feature a head, an
// edge has features as a node has. Other messages: -- -DMESSAGE=u_add_e, or one
// of your own.
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

#pragma sparsec csr(n, m, index, col, ?)
#pragma sparsec extent(w, index[n], heads)
void spmm_heads(int n, int m, int heads, int features,
                const int *restrict index, const int *restrict col,
                const VALUE w[restrict][heads],
                const VALUE X[restrict m][heads][features],
                VALUE Y[restrict n][heads][features]) {
  for (int i = 0; i < n; i++)
    for (int h = 0; h < heads; h++)
      for (int r = 0; r < features; r++) {
        VALUE sum = 0;
        for (int j = index[i]; j < index[i + 1]; j++)
          sum += MESSAGE(X[col[j]][h][r], w[j][h]);
        Y[i][h][r] = sum;
      }
}
