// Index arrays that lie and memory that is not there: a status and a message,
// no plan; the drop-in runs the original loops on untouched arguments.
// RUN: %sparsec %recipes/spmv/spmv.c -recipe %recipes/spmv/bcsr.script -o %t.spmv.c
// RUN: %cc %s -DGENERATED='"%t.spmv.c"' -o %t
// RUN: %t 2>&1 | FileCheck %s
#include GENERATED
#include <assert.h>

int main(void) {
  const int index[] = {0, 2, 2, 3}, falling[] = {0, 2, 1, 3};
  const int col[] = {0, 1, 2}, wild[] = {0, -1, 2};
  const double a[] = {1, 2, 3};
  double x[] = {1, 10, 100}, y[] = {0.5, 0.5, 0.5};
  spmv_plan *plan = (spmv_plan *)x;
  // CHECK: index[2] = 1 comes after index[1] = 2
  assert(spmv_inspect(&plan, 3, 3, falling, col, a) == SPARSEC_FACT_VIOLATED);
  fprintf(stderr, "%s\n", sparsec_last_error());
  assert(!plan);
  // CHECK: col[1] = -1 is not in [0, 3)
  assert(spmv_inspect(&plan, 3, 3, index, wild, a) == SPARSEC_FACT_VIOLATED);
  fprintf(stderr, "%s\n", sparsec_last_error());
  assert(!plan);

  // CHECK: spmv: {{.*}} col[1] = -1 is not in [0, 3); running the original loops
  double padded[] = {7, 1, 10, 100};
  spmv(3, 3, index, wild, a, padded + 1, y);
  assert(y[0] == 1 + 2 * 7 + 0.5 && y[1] == 0.5 && y[2] == 300.5);
  return 0;
}
