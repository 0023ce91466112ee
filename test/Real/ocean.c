// Diffusion on a grid with land: masks of both sides switch fluxes off.
// RUN: %sparsec %s -recipe %S/ocean.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -arg ny=1000 -arg nx=1000
#define AT(i, j) ((j)*nx + (i))
#pragma sparsec range(wet, 0, 2); noalias(h, out); nx >= 3; ny >= 3
void ocean(int nx, int ny, const unsigned char *wet, const double *h,
           double *out, double nu) {
  int i, j;
  for (j = 1; j < ny - 1; j++) {
    for (i = 1; i < nx - 1; i++) {
      double flux = 0.0;
      if (!wet[AT(i, j)])
        continue;
      if (wet[AT(i - 1, j)])
        flux += h[AT(i - 1, j)] - h[AT(i, j)];
      if (wet[AT(i + 1, j)])
        flux += h[AT(i + 1, j)] - h[AT(i, j)];
      if (wet[AT(i, j - 1)])
        flux += h[AT(i, j - 1)] - h[AT(i, j)];
      if (wet[AT(i, j + 1)])
        flux += h[AT(i, j + 1)] - h[AT(i, j)];
      out[AT(i, j)] = h[AT(i, j)] + nu * flux;
    }
  }
}
