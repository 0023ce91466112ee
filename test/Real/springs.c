// Springs between particles pull at both ends; the bonds are structures' members.
// RUN: %sparsec %s -recipe %S/springs.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -arg B->count=500000 -arg n=100000
#include <math.h>
struct bonds { int count; const int *from, *to; const float *rest, *k; };
static float distance(float dx, float dy) {
  float d2 = dx * dx + dy * dy;
  d2 += 1e-6f;
  return sqrtf(d2);
}
#pragma sparsec extent(B->from, B->count); range(B->from, 0, n); extent(B->to, B->count); range(B->to, 0, n)
#pragma sparsec extent(B->rest, B->count); extent(B->k, B->count); extent(x, n, 2); extent(f, n, 2)
#pragma sparsec noalias(x, f); noalias(B->rest, f); noalias(B->k, f)
float springs(const struct bonds *B, int n, const float (*x)[2], float (*f)[2]) {
  float energy = 0.0f;
  int b;
  for (b = 0; b < B->count; ++b) {
    const int i = B->from[b], j = B->to[b];
    const float dx = x[i][0] - x[j][0], dy = x[i][1] - x[j][1];
    const float r = distance(dx, dy);
    const float stretch = r - B->rest[b];
    const float pull = B->k[b] * stretch / r;
    f[i][0] -= pull * dx;
    f[i][1] -= pull * dy;
    f[j][0] += pull * dx;
    f[j][1] += pull * dy;
    energy += 0.5f * B->k[b] * stretch * stretch;
  }
  return energy;
}
