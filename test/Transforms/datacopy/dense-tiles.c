// Tiles of a dense product work on copies: c's tile once around the k tiles, b's
// tile transposed (k contiguous) with rows padded to 17.
// RUN: split-file %s %t
// RUN: %sparsec %t/matmul.c -recipe %t/tiles.script -o %t/out.c
// RUN: FileCheck %s --input-file=%t/out.c
// RUN: %cc -O2 -c %t/out.c -o %t/out.o
// RUN: %check-same-result %t/matmul.c %t/out.c

// CHECK-LABEL: int matmul_execute(
// CHECK:      for (int jt = 0;
// CHECK-NEXT:   double c_tmp[8][8];
// CHECK-NEXT:   for (int c_tmp_0 = 0; c_tmp_0 < sparsec_min_int(8, n - 8 * it);
// CHECK-NEXT:     c_tmp_0++)
// CHECK:          c_tmp[c_tmp_0][c_tmp_1] = c[8 * it + c_tmp_0][8 * jt + c_tmp_1];
// CHECK:        for (int kt = 0;
// CHECK-NEXT:     double b_k[8][17];
// CHECK:          b_k[b_k_0][b_k_1] = b[16 * kt + b_k_1][8 * jt + b_k_0];
// CHECK:          sum += a[8 * it + i][16 * kt + k] * b_k[j][k];
// CHECK:        c[8 * it + c_tmp_0][8 * jt + c_tmp_1] = c_tmp[c_tmp_0][c_tmp_1];

//--- matmul.c
void matmul(int n, int m, int l, const double a[n][l], const double b[l][m],
            double c[n][m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < l; k++)
        c[i][j] += a[i][k] * b[k][j];
}
//--- tiles.script
tile("S0", {"i", "j", "k"}, {8, 8, 16}, {outer = {"it", "jt", "kt"}})
datacopy("S0", "kt", "c")
datacopy("S0", "i", "b", {name = "b_k", fastest = "k", pad = 1})
