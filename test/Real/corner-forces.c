// Forces at nodes: what the corners of elements add, by lists of corners.
// RUN: %sparsec %s -recipe %S/corner-forces.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -generate mesh:20000,1,0.3
typedef double real;
typedef int index_t;
#pragma sparsec csr(nodes, corners, start, list, ?)
#pragma sparsec extent(px, corners); extent(py, corners)
#pragma sparsec extent(pz, corners); extent(fx, nodes); extent(fy, nodes)
#pragma sparsec extent(fz, nodes); noalias(fx, fy); noalias(fx, fz); noalias(fy, fz)
void corner_forces(index_t nodes, index_t corners, const index_t *start,
                   const index_t *list, const real *px,
                   const real *py, const real *pz, real *fx, real *fy,
                   real *fz) {
  index_t g, i;
  for (g = 0; g < nodes; ++g) {
    index_t count = start[g + 1] - start[g];
    const index_t *corner = &list[start[g]];
    real tx = (real)0.0;
    real ty = (real)0.0;
    real tz = (real)0.0;
    for (i = 0; i < count; ++i) {
      index_t corner_at = corner[i];
      tx += px[corner_at];
      ty += py[corner_at];
      tz += pz[corner_at];
    }
    fx[g] = tx;
    fy[g] = ty;
    fz[g] = tz;
  }
}
