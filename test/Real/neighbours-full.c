// Forces by full neighbour lists of fixed width, with a count for each atom.
// RUN: %sparsec %s -recipe %S/neighbours-full.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -arg n=50000 -arg most=24
#pragma sparsec extent(count, n); extent(x, 4 * n)
#pragma sparsec range(neigh, 0, n); range(count, 0, most + 1); extent(f, 4 * n)
#pragma sparsec noalias(x, f); n >= 0; most >= 0
void neighbours_full(int n, int most, const int *neigh, const int *count,
                     const float *x, float *f, float cutsq, float sigma6,
                     float epsilon) {
  int i, j, k, m;
  for (i = 0; i < n; i++) {
    const float xtmp = x[i * 4], ytmp = x[i * 4 + 1], ztmp = x[i * 4 + 2];
    float fix = 0, fiy = 0, fiz = 0;
    m = count[i];
    for (k = 0; k < m; k++) {
      j = neigh[i * most + k];
      const float delx = xtmp - x[j * 4];
      const float dely = ytmp - x[j * 4 + 1];
      const float delz = ztmp - x[j * 4 + 2];
      const float rsq = delx * delx + dely * dely + delz * delz + 1.0f;
      const float sr2 = 1.0f / rsq;
      const float sr6 = sr2 * sr2 * sr2 * sigma6;
      const float force = rsq < cutsq ? 48.0f * sr6 * (sr6 - 0.5f) * sr2 * epsilon : 0.0f;
      fix += delx * force;
      fiy += dely * force;
      fiz += delz * force;
    }
    f[i * 4] = fix;
    f[i * 4 + 1] = fiy;
    f[i * 4 + 2] = fiz;
  }
}
