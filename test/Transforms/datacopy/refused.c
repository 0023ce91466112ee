// What datacopy refuses, and what it says.
// RUN: split-file %s %t
// RUN: not %sparsec %t/spmv.c -recipe %t/unbounded.script -o %t/out.c 2> %t/unbounded
// RUN: FileCheck %s --input-file=%t/unbounded --check-prefix=UNBOUNDED
// RUN: not %sparsec %t/spmv.c -recipe %t/large.script -o %t/out.c 2> %t/large
// RUN: FileCheck %s --input-file=%t/large --check-prefix=LARGE
// RUN: not %sparsec %t/spmv.c -recipe %t/fastest.script -o %t/out.c 2> %t/fastest
// RUN: FileCheck %s --input-file=%t/fastest --check-prefix=FASTEST
// RUN: not %sparsec %t/spmv.c -recipe %t/taken.script -o %t/out.c 2> %t/taken
// RUN: FileCheck %s --input-file=%t/taken --check-prefix=TAKEN
// RUN: test ! -e %t/out.c

// UNBOUNDED: unbounded.script:1:1: error: datacopy: one iteration of the loops outside 'j' touches a part of 'x' that no box of constant size holds: an index array subscripts it
// LARGE: large.script:2:1: error: datacopy: the copy of 'y' would need more than 256 KiB for one iteration of the loops outside 'i'; use smaller tiles
// FASTEST: fastest.script:2:1: error: datacopy: loop 'j' moves along 0 dimensions of 'y' in 'S0'; `fastest` must name a loop that moves along one
// TAKEN: taken.script:2:1: error: datacopy: the name 'x' is taken by the kernel; 'name' needs a new one

//--- spmv.c
#pragma sparsec csr(n, m, index, col, a)
void spmv(int n, int m, const int *index, const int *col, const double *a,
          const double *x, double *y) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      y[i] += a[j] * x[col[j]];
}
//--- unbounded.script
datacopy("S0", "j", "x")
//--- large.script
tile("S0", "i", 100000, {outer = "ii"})
datacopy("S0", "i", "y")
//--- fastest.script
tile("S0", "i", 4, {outer = "ii"})
datacopy("S0", "i", "y", {fastest = "j"})
//--- taken.script
tile("S0", "i", 4, {outer = "ii"})
datacopy("S0", "i", "y", {name = "x"})
