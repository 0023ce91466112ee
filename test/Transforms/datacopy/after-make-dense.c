// After make_dense a tile of columns is a box of x, although the nonzeros still
// come from index[] and col[].
// RUN: split-file %s %t
// RUN: %sparsec %t/spmm.c -recipe %t/columns.script -o %t/out.c
// RUN: FileCheck %s --input-file=%t/out.c
// RUN: %cc -O2 -c %t/out.c -o %t/out.o
// RUN: %check-same-result %t/spmm.c %t/out.c

// CHECK-LABEL: int spmm_execute(
// CHECK:      double b_tmp[8][4];
// CHECK:      b_tmp[b_tmp_0][b_tmp_1] = b[8 * kk + b_tmp_0][4 * cc + b_tmp_1];
// CHECK:      y[i][4 * cc + c] += a[j] * b_tmp[col_j - 8 * kk][c];

//--- spmm.c
#pragma sparsec csr(n, m, index, col, a)
void spmm(int n, int m, int w, const int *index, const int *col,
          const double *a, const double b[m][w], double y[n][w]) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      for (int c = 0; c < w; c++)
        y[i][c] += a[j] * b[col[j]][c];
}
//--- columns.script
local d = make_dense("S0", "j", "k")
tile(d, {"k", "c"}, {8, 4}, {outer = {"kk", "cc"}})
permute(d, {"kk", "cc", "i", "k", "j", "c"})
datacopy(d, "i", "b")
