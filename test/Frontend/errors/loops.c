// Loop heads that do not count towards a fixed bound.
//
// RUN: not %sparsec %s -function=f -list-loops 2>&1 | FileCheck %s

void f(int n, int s, const int *p, const int *q, unsigned u, double *y) {
  // CHECK: :[[#@LINE+2]]:19: error: the loop counts down but this condition
  // CHECK: note: accepted is for (int i = LOW; i < HIGH; i++)
  for (int i = 0; i < n; i--) y[i] = 0;
  // CHECK: :[[#@LINE+1]]:19: error: '!=' with a step other than 1
  for (int i = 0; i != n; i += 2) y[i] = 0;
  // CHECK: :[[#@LINE+1]]:26: error: the loop's step is not a constant
  for (int i = 0; i < n; i += s) y[i] = 0;
  // CHECK: :[[#@LINE+1]]:3: error: the loop variable 'i' is modified
  for (int i = 0; i < n; i++) { y[i] = 0; i += s; }
  // CHECK: :[[#@LINE+1]]:19: error: the loop condition does not compare 'i'
  for (int i = 0; i < p[i]; i++) y[i] = 0;
  // CHECK: :[[#@LINE+2]]:24: error: the loop variable wraps around
  // CHECK: note: use a signed loop variable
  for (unsigned i = 7; i >= 0; i--) y[i] = 0;
  for (int i = 0; i < n; i++) {
    // CHECK: :[[#@LINE+2]]:24: error: '!=' ends this loop only if p(i) <= q(p(i))
    // CHECK: note: use '<'
    for (int j = p[i]; j != q[p[i]]; j++) y[j] = 0;
    // CHECK-NOT: loops.c:{{[0-9:]+}} error:
  }
}
