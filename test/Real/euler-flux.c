// Fluxes over the faces of tetrahedra, walls and the far field as negative neighbours.
// RUN: %sparsec %s -recipe %S/euler-flux.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -arg nel=100000
#define FACES 4
#define DENSITY 0
#define MOMENTUM 1
struct vec { float x, y; };
static inline float pressure(float density, float energy, float speed_sqd) {
  return 0.4f * (energy - 0.5f * density * speed_sqd);
}

#pragma sparsec extent(nb, 4 * nel); range(nb, -2, nel)
#pragma sparsec extent(var, 3 * nel); extent(flux, nel); extent(normal, 4 * nel)
#pragma sparsec noalias(var, flux); noalias(flux, normal); nel >= 0
void euler_flux(int nel, const int *nb, const float *normal, const float *var,
                float far_density, float *flux) {
  int i, j, k;
  for (i = 0; i < nel; i++) {
    float rho = var[i + DENSITY * nel];
    float m = var[i + MOMENTUM * nel];
    float p = pressure(rho, var[i + 2 * nel], m * m);
    float f = 0;
    for (j = 0; j < FACES; j++) {
      k = nb[i + j * nel];
      if (k >= 0) {
        float mk = var[k + MOMENTUM * nel];
        float pk = pressure(var[k + DENSITY * nel], var[k + 2 * nel], mk * mk);
        f += normal[i + j * nel] * 0.5f * (p + pk) + 0.1f * (m - mk);
      } else if (k == -1) {
        f += normal[i + j * nel] * p;
      } else if (k == -2) {
        f += normal[i + j * nel] * 0.5f * (m + far_density);
      }
    }
    flux[i] = f;
  }
}
