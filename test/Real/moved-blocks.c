// Blocks of 3 x 3 whose product is written where z points, with the last row's block moved on.
// RUN: %sparsec %s -recipe %S/moved-blocks.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -generate uniform:60000,8
#define ROW(v, s, xb) s = s + v[0] * xb[0] + v[3] * xb[1] + v[6] * xb[2]
#pragma sparsec csr(mbs, nbs, ii, ij, ?); extent(a, 9 * ii[mbs]); extent(x, 3 * nbs); extent(z, 3 * mbs); mbs >= 0
#pragma sparsec noalias(x, z); noalias(a, z)
void moved_blocks(int mbs, int nbs, const int *ii, const int *ij,
                  const double *a, const double *x, double *z) {
  const double *v = a, *xb;
  const int *idx = ij;
  int i, j, c, n;
  (void)nbs;
  for (i = 0; i < mbs; i++, z += 3) {
    n = ii[i + 1] - ii[i];
    for (c = 0; c < 3; c++)
      z[c] = 0.0;
    for (j = 0; j < n; j++) {
      xb = x + 3 * (*idx++);
      for (c = 0; c < 3; c++) {
        ROW(v, z[c], xb);
        v++;
      }
      v += 6;
    }
  }
}
