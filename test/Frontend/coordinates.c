// COO through macros, typedefs and a struct; OpenMP pragmas are ignored aloud.
//
// RUN: %sparsec %s -list-loops 2>&1 | FileCheck %s

#include <stdint.h>
#define EACH(e, n) for (int64_t e = 0; e < (n); ++e)
typedef double value;
typedef struct {
  int64_t count;
  const int32_t *row, *col;
  const value *val;
} entries;

void product(const entries *A, const value *x, value *y) {
  // CHECK: :[[#@LINE+1]]:1: warning: '#pragma omp' is ignored
#pragma omp parallel for
  EACH(e, A->count) {
    const int32_t r = A->row[e];
    y[r] += A->val[e] * x[A->col[e]];
  }
}

// CHECK:      for e in [0, A->count - 1]
// CHECK-NEXT:   S0: y[A->row(e)] += (A->val[e] * x[A->col(e)]);
