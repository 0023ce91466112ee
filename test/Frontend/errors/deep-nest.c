// Integer sets of many dimensions are slow: nests deeper than 32 are refused,
// at once however deep they are.
//
// RUN: %sparsec %s -function=f -list-loops | FileCheck %s
// CHECK: for a37 in [0, 1]
// CHECK-NEXT: S0: y[0] += 1;
//
// RUN: not %sparsec %s -function=g -list-loops 2>&1 \
// RUN:   | FileCheck %s -check-prefix=G -implicit-check-not=error:
// G: :[[#@LINE+13]]:10: error: more than 32 loops are nested here
// G: note: join or unroll some of them by hand
// G: sparsec: error: 1 error in
#define L1(i) for (int i = 0; i < 2; i++)
#define L8(i)                                                                  \
  L1(i##0) L1(i##1) L1(i##2) L1(i##3) L1(i##4) L1(i##5) L1(i##6) L1(i##7)
#define L32(i) L8(i##0) L8(i##1) L8(i##2) L8(i##3)

void f(double *restrict y) {
  L32(a) y[0] += 1;
}

void g(double *restrict y) {
  L32(a) for (int b = 0; b < 3; b++) L32(c) L32(d) y[0] += 1;
}
