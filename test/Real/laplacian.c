// y = L x of a weighted graph: degrees on the diagonal are summed up on the way.
// RUN: %sparsec %s -recipe %S/laplacian.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -generate rmat:16,12
struct graph { long nodes; const long *xadj; const int *adjncy; const float *weights; };
#pragma sparsec csr(G.nodes, G.nodes, G.xadj, G.adjncy, ?); extent(G.weights, G.xadj[G.nodes])
#pragma sparsec extent(x, G.nodes); extent(y, G.nodes); noalias(x, y); noalias(G.weights, y)
void laplacian(struct graph G, const float *x, float *y) {
  for (long v = 0; v < G.nodes; v++) {
    float degree = 0, sum = 0;
    for (long e = G.xadj[v]; e < G.xadj[v + 1]; e++) {
      if (G.weights) {
        degree += G.weights[e];
        sum += G.weights[e] * x[G.adjncy[e]];
      } else {
        degree += 1.0f;
        sum += x[G.adjncy[e]];
      }
    }
    y[v] = degree * x[v] - sum;
  }
}
