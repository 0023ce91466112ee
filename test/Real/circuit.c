// Currents out of nodes of a circuit whose rows are short and of many lengths.
// RUN: %sparsec %s -recipe %S/circuit.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -generate scattered:200000,6,0.7,200
typedef struct { unsigned rows; const unsigned *first, *node; const double *g; } network;
#pragma sparsec csr(N->rows, N->rows, N->first, N->node, N->g); extent(v, N->rows); extent(out, N->rows)
#pragma sparsec noalias(v, out); noalias(N->g, out)
void circuit(const network *N, const double *v, double *out) {
  unsigned r, e;
  for (r = 0; r < N->rows; r++)
    for (e = N->first[r]; e < N->first[r + 1]; e++)
      out[r] += N->g[e] * v[N->node[e]];
}
