// A format that would need far more memory than the input is refused before it
// is allocated; the drop-in runs the original loops.
// RUN: %sparsec %recipes/spmv/spmv.c -recipe %recipes/spmv/dia.script -o %t.spmv.c
// RUN: %cc %s -DGENERATED='"%t.spmv.c"' -o %t
// RUN: %t 2>&1 | FileCheck %s
#include GENERATED
#include <assert.h>

enum { n = 3000 };
static int index_[n + 1], col[n];
static double a[n], x[n], y[n];

int main(void) {
  for (int i = 0; i < n; i++) {
    index_[i + 1] = i + 1;
    col[i] = (int)((long long)i * i % n);
    a[i] = x[i] = 1;
  }
  spmv_plan *plan = NULL;
  // CHECK: status 3: array 'a_prime' would need {{[0-9]+}} bytes, more than the {{[0-9]+}} bytes that max_fill allows
  int status = spmv_inspect(&plan, n, n, index_, col, a);
  fprintf(stderr, "status %d: %s\n", status, sparsec_last_error());
  assert(status == SPARSEC_FILL_LIMIT && !plan);
  // CHECK: spmv: array 'a_prime' {{.*}}; running the original loops
  spmv(n, n, index_, col, a, x, y);
  for (int i = 0; i < n; i++)
    assert(y[i] == 1);
  return 0;
}
