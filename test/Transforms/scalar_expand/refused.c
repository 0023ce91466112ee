// What scalar_expand refuses, and what it says.
// RUN: split-file %s %t
// RUN: not %sparsec %t/carried.c -recipe %t/carried.script -o %t/out.c 2> %t/carried
// RUN: FileCheck %s --input-file=%t/carried --check-prefix=CARRIED
// RUN: not %sparsec %t/spmv.c -recipe %t/unbounded.script -o %t/out.c 2> %t/unbounded
// RUN: FileCheck %s --input-file=%t/unbounded --check-prefix=UNBOUNDED
// RUN: not %sparsec %t/spmv.c -recipe %t/array.script -o %t/out.c 2> %t/array
// RUN: FileCheck %s --input-file=%t/array --check-prefix=ARRAY
// RUN: not %sparsec %t/spmv.c -recipe %t/order.script -o %t/out.c 2> %t/order
// RUN: FileCheck %s --input-file=%t/order --check-prefix=ORDER
// RUN: test ! -e %t/out.c

// CARRIED: carried.script:1:1: error: scalar_expand: 's' carries a value from one iteration of loop 'i' to the next: 'S1' may read it before it is assigned
// UNBOUNDED: unbounded.script:1:1: error: scalar_expand: loop 'j' has no bound by a constant or a parameter; normalize it and give the fact that bounds it, such as row_length(..) <= M
// ARRAY: array.script:1:1: error: scalar_expand: 'y' is no scalar variable of the function; give its name, or "rhs"
// ORDER: order.script:1:1: error: scalar_expand: list the loops outermost first

//--- carried.c
void carried(int n, const double a[n], double y[n]) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    s += a[i];
    y[i] = s;
  }
}
//--- carried.script
scalar_expand("S1", {"i"}, "s")
//--- spmv.c
#pragma sparsec csr(n, m, index, col, a)
void spmv(int n, int m, const int *index, const int *col, const double *a,
          const double *x, double *y) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      y[i] += a[j] * x[col[j]];
}
//--- unbounded.script
scalar_expand("S0", {"i", "j"}, "rhs")
//--- array.script
scalar_expand("S0", {"i"}, "y")
//--- order.script
scalar_expand("S0", {"j", "i"}, "rhs")
