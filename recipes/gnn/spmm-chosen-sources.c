// Graph neural networks: spmm-chosen.c by the nodes that edges come from. Row i of
// index and col has the nodes that the edges of node i go to, and `edge` has the number
// of each in spmm-chosen.c, by which `from` and w name it. Its gradient by X adds up
// within rows, whatever `from` holds: no order of its elements has to be found.
// Other messages: -- -DMESSAGE=copy_u, or one of your own.
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

#pragma sparsec csr(m, n, index, col, edge)
#pragma sparsec range(edge, 0, edges)
void spmm_chosen_sources(int n, int m, int features, int edges,
                         const int *restrict index, const int *restrict col,
                         const int *restrict edge,
                         const VALUE w[restrict edges],
                         const VALUE X[restrict m][features],
                         const int from[restrict n][features],
                         VALUE Y[restrict n][features]) {
  for (int i = 0; i < m; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      for (int r = 0; r < features; r++)
        Y[col[j]][r] +=
            from[col[j]][r] == edge[j] ? MESSAGE(X[i][r], w[edge[j]]) : 0;
}
