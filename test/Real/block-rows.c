// Blocks of 2 x 2, stored by columns, with pointers that go on: z += A x.
// RUN: %sparsec %s -recipe %S/block-rows.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -generate uniform:100000,8
#pragma sparsec csr(mbs, nbs, ai, aj, ?); extent(aa, 4 * ai[mbs]); extent(x, 2 * nbs)
#pragma sparsec extent(zarray, 2 * mbs); noalias(x, zarray); noalias(aa, zarray); mbs >= 0
void block_rows(int mbs, int nbs, const int *ai, const int *aj, const double *aa,
                const double *x, double *zarray) {
  const int *idx = aj, *ii = ai;
  const double *v = aa, *xb;
  double *z = zarray;
  int i, j, n;
  double sum1, sum2, x1, x2;
  (void)nbs;
  for (i = 0; i < mbs; i++) {
    n = ii[1] - ii[0];
    ii++;
    sum1 = z[0];
    sum2 = z[1];
    for (j = 0; j < n; j++) {
      xb = x + 2 * (*idx++);
      x1 = xb[0];
      x2 = xb[1];
      sum1 += v[0] * x1 + v[2] * x2;
      sum2 += v[1] * x1 + v[3] * x2;
      v += 4;
    }
    z[0] = sum1;
    z[1] = sum2;
    z += 2;
  }
}
