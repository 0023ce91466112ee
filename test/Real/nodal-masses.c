// Masses of nodes: each element of eight corners scatters an eighth to them.
// RUN: %sparsec %s -recipe %S/nodal-masses.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -arg elements=200000 -arg nodes=220000
#pragma sparsec extent(corner, 8 * elements); range(corner, 0, nodes)
#pragma sparsec extent(volume, elements); extent(mass, nodes); noalias(volume, mass)
void nodal_masses(int elements, int nodes, const int *corner,
                  const double *volume, double *mass) {
  int e, c, n;
  for (n = 0; n < nodes; n++)
    mass[n] = 0.0;
  for (e = 0; e < elements; e++) {
    const int *at = corner + 8 * e;
    double part = volume[e] / 8.0;
    for (c = 0; c < 8; c++)
      mass[at[c]] += part;
  }
}
