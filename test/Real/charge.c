// Charges of particles go to the corners of their cells, by how near these are.
// RUN: %sparsec %s -recipe %S/charge.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -arg np=1000000 -arg nx=256 -arg ny=256
#pragma sparsec extent(ix, np); range(ix, 0, nx - 1); extent(iy, np); range(iy, 0, ny - 1)
#pragma sparsec extent(fx, np); extent(fy, np); extent(q, np)
#pragma sparsec noalias(fx, rho); noalias(fy, rho); noalias(q, rho); nx >= 2; ny >= 2
void charge(int np, int nx, int ny, const int *ix, const int *iy,
            const double *fx, const double *fy, const double *q, double *rho) {
  int p;
  for (p = 0; p < np; p++) {
    const int c = ix[p], r = iy[p];
    const double right = fx[p], left = 1.0 - fx[p];
    const double up = fy[p], down = 1.0 - fy[p];
    rho[r * nx + c] += q[p] * left * down;
    rho[r * nx + c + 1] += q[p] * right * down;
    rho[(r + 1) * nx + c] += q[p] * left * up;
    rho[(r + 1) * nx + c + 1] += q[p] * right * up;
  }
}
