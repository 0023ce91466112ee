// Graph neural networks: every edge takes what its two ends make of their
// features, u where it comes from and v where it goes (g-SDDMM). Others:
// -- -DEDGE=u_add_v, or one of your own.
#ifndef VALUE
#define VALUE float
#endif
#ifndef EDGE
#define EDGE u_mul_v
#endif
#define copy_u(u, v) (u)
#define copy_v(u, v) (v)
#define u_add_v(u, v) ((u) + (v))
#define u_sub_v(u, v) ((u) - (v))
#define u_mul_v(u, v) ((u) * (v))
#define u_div_v(u, v) ((u) / (v))

#pragma sparsec csr(n, m, index, col, ?)
#pragma sparsec extent(edge, index[n], features)
void sddmm(int n, int m, int features, const int *restrict index,
           const int *restrict col, const VALUE U[restrict m][features],
           const VALUE V[restrict n][features],
           VALUE edge[restrict][features]) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      for (int r = 0; r < features; r++)
        edge[j][r] = EDGE(U[col[j]][r], V[i][r]);
}
