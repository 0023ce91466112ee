// The right-hand side of an update is computed into a small temporary of its own
// tile, then accumulated; the two may be distributed.
// RUN: split-file %s %t
// RUN: %sparsec %t/matmul.c -recipe %t/split.script -o %t/out.c
// RUN: FileCheck %s --input-file=%t/out.c
// RUN: %cc -O2 -c %t/out.c -o %t/out.o
// RUN: %check-same-result %t/matmul.c %t/out.c

// CHECK-LABEL: int matmul_execute(
// CHECK:      double products[8];
// CHECK-NEXT: for (int k = 0;
// CHECK-NEXT:   products[k] = a[i][8 * kt + k] * b[8 * kt + k][j];
// CHECK-NEXT: for (int k = 0;
// CHECK-NEXT:   sum += products[k];

//--- matmul.c
void matmul(int n, int m, int l, const float a[n][l], const double b[l][m],
            double c[n][m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < l; k++)
        c[i][j] += a[i][k] * b[k][j];
}
//--- split.script
tile("S0", "k", 8, {outer = "kt"})
scalar_expand("S0", {"k"}, "rhs", {name = "products"})
distribute("S0", "k")
