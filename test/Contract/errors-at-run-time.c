// Each broken promise is a status and a message; the drop-in runs the original.
// RUN: %sparsec %S/Inputs/spmv.c -recipe %S/Inputs/tile.script -o %t.spmv.c
// RUN: %cc %s -DGENERATED='"%t.spmv.c"' -o %t
// RUN: %t 2>&1 | FileCheck %s
#include GENERATED
#include <assert.h>

static void report(const char *what, int status) {
  fprintf(stderr, "%s: %s: %s\n", what, sparsec_strerror(status),
          sparsec_last_error());
}

int main(void) {
  const int index[] = {0, 2, 2, 3}, col[] = {0, 1, 2};
  const int falling[] = {0, 2, 1, 3}, late[] = {1, 2, 2, 3}, wild[] = {0, 7, 2};
  const double a[] = {1, 2, 3}, x[] = {1, 10, 100};
  double y[] = {0.5, 0.5, 0.5, 0.5};
  spmv_plan *plan = NULL;
  // CHECK: monotonic: an argument breaks a declared fact: {{.*}}spmv.c:3:{{[0-9]+}}: csr(n, m, index, col, a) does not hold: index[2] = 1 comes after index[1] = 2
  report("monotonic", spmv_inspect(&plan, 3, 3, falling, col));
  assert(!plan);
  // CHECK: boundary: {{.*}}: index[0] = 1, expected 0
  report("boundary", spmv_inspect(&plan, 3, 3, late, col));
  // CHECK: range: {{.*}}: col[1] = 7 is not in [0, 3)
  report("range", spmv_inspect(&plan, 3, 3, index, wild));
  // CHECK: size: a null plan or an argument out of range: spmv: expected 0 <= n <= 2146435071
  report("size", spmv_inspect(&plan, -2, 3, index, col));
  // CHECK: pointer: {{.*}}: index is a null pointer
  report("pointer", spmv_inspect(&plan, 0, 3, NULL, NULL));
  // CHECK: plan: {{.*}}: spmv_execute: the plan is null
  report("plan", spmv_execute(NULL, index, col, a, x, y));
  spmv_destroy(NULL);

  assert(spmv_inspect(&plan, 3, 3, index, col) == SPARSEC_OK);
  assert(spmv_execute(plan, index, col, a, x, y) == SPARSEC_OK);
  assert(y[0] == 21.5 && y[1] == 0.5 && y[2] == 300.5 && y[3] == 0.5);
  // CHECK: overlap: arrays that must be disjoint overlap: spmv_execute: arrays 'y' and 'x' overlap
  report("overlap", spmv_execute(plan, index, col, a, y + 1, y));
  assert(y[0] == 21.5);
  spmv_destroy(plan);

  // CHECK: spmv: {{.*}} col[1] = 7 is not in [0, 3); running the original loops
  double wide[8] = {1, 1, 1, 1, 1, 1, 1, 5}, z[3] = {0};
  spmv(3, 3, index, wild, a, wide, z);
  assert(z[0] == 11 && z[2] == 3);
  // CHECK: spmv: {{.*}} overlap; running the original loops
  double both[4] = {0, 1, 2, 3};
  spmv(3, 3, index, col, a, both, both);
  assert(both[0] == 2 && both[2] == 8);
  return 0;
}
