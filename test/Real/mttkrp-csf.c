// The first mode of a tensor of fibers times two factor matrices (MTTKRP). The
// driver fills no index array that another one's values lead to: there is a main.
// RUN: %cc -Wno-unknown-pragmas -Wno-unused-parameter %s -o %t.source && %t.source > %t.expected
// RUN: %sparsec %s -recipe %S/mttkrp-csf.script -o %t.c
// RUN: %cc -fopenmp -Wno-unknown-pragmas -Wno-unused-parameter %t.c -o %t.made && %t.made > %t.out 2>&1
// RUN: diff %t.expected %t.out
#include <stdio.h>
#define R 16
#pragma sparsec csr(slices, nj, sptr, fid, ?)
#pragma sparsec csr(fibers, nk, fptr, kid, vals); fibers == sptr[slices]
#pragma sparsec extent(B, nj, 16); extent(C, nk, 16); extent(M, slices, 16)
#pragma sparsec noalias(M, B); noalias(M, C)
void mttkrp_csf(int slices, int fibers, int nj, int nk, const int *sptr,
                const int *fid, const int *fptr, const int *kid,
                const double *vals, const double (*B)[R],
                const double (*C)[R], double (*M)[R]) {
  int s, f, e, r;
  for (s = 0; s < slices; ++s) {
    for (r = 0; r < R; ++r)
      M[s][r] = 0.;
    for (f = sptr[s]; f < sptr[s + 1]; ++f) {
      double acc[R];
      for (r = 0; r < R; ++r)
        acc[r] = 0.;
      for (e = fptr[f]; e < fptr[f + 1]; ++e) {
        const double v = vals[e];
        const double *const row = C[kid[e]];
        for (r = 0; r < R; ++r)
          acc[r] += v * row[r];
      }
      for (r = 0; r < R; ++r)
        M[s][r] += acc[r] * B[fid[f]][r];
    }
  }
}

int main(void) {
  static int sptr[41], fptr[121], fid[120], kid[600];
  static double vals[600], B[30][R], C[50][R], M[40][R], sum;
  int i, r;
  for (i = 0; i <= 40; i++)
    sptr[i] = 3 * i - i % 3;
  for (i = 0; i <= 119; i++)
    fptr[i] = 5 * i + i % 4;
  for (i = 0; i < 600; i++)
    vals[i] = i % 9 - 4, kid[i] = i * 7 % 50, fid[i % 120] = i * 11 % 30;
  for (r = 0; r < R; r++)
    for (i = 0; i < 50; i++)
      B[i % 30][r] = i % 5 - r, C[i][r] = r * i % 7;
  mttkrp_csf(40, sptr[40], 30, 50, sptr, fid, fptr, kid, vals, B, C, M);
  for (i = 0; i < 40; i++)
    for (r = 0; r < R; r++)
      sum += M[i][r] * (i + 3 * r + 1);
  printf("%.17g %.17g\n", sum, M[17][5]);
  return 0;
}
