// A lattice of fluid nodes by lists: distributions come from neighbours and relax.
// RUN: %sparsec %s -recipe %S/lattice.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -arg nodes=200000
#define Q 5
#pragma sparsec extent(adj, 5 * nodes); range(adj, 0, 5 * nodes); extent(f, 5 * nodes); extent(g, 5 * nodes)
#pragma sparsec extent(wall, nodes); range(wall, 0, 2); noalias(f, g); extent(weight, 5); noalias(weight, g); nodes >= 0
void lattice(int nodes, const int *adj, const unsigned char *wall,
             const double *f, double *g, double omega, const double *weight) {
  int i, d;
  for (i = 0; i < nodes; i++) {
    double rho = 0.0;
    for (d = 0; d < Q; d++)
      rho += f[adj[d * nodes + i]];
    if (wall[i]) {
      for (d = 0; d < Q; d++)
        g[d * nodes + i] = f[adj[d * nodes + i]];
      continue;
    }
    for (d = 0; d < Q; d++)
      g[d * nodes + i] = f[adj[d * nodes + i]] * (1.0 - omega) + omega * rho * weight[d];
  }
}
