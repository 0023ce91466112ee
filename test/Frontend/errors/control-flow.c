// Loops without known bounds, jumps and calls are refused, each by its name.
//
// RUN: not %sparsec %s -list-loops 2>&1 | FileCheck %s

int next(int i);

void f(int n, double *y) {
  int i = 0;
  // CHECK: :[[#@LINE+2]]:3: error: a 'while' loop is not supported
  // CHECK: note: write a 'for' loop whose bounds are known when it starts
  while (i < n) {
    // CHECK: :[[#@LINE+1]]:9: error: a call of 'next', which may have side effects
    i = next(i);
  }
  for (i = 0; i < n; i++) {
    y[i] = 0;
  }
  // CHECK: :[[#@LINE+1]]:3: error: a 'switch' without cases
  switch (n) {}
  switch (n) {
  case 1:
    // CHECK: :[[#@LINE+1]]:5: error: a case that falls through to the next
    y[0] = 1;
  case 2:
    y[1] = 2;
  }
  switch (n) {
  case 1:
    // CHECK: :[[#@LINE+1]]:5: error: 'break' inside a case, before its end
    if (i)
      break;
    y[0] = 1;
  }
  switch (n) {
  // CHECK: :[[#@LINE+1]]:14: error: a range of cases
  case 1 ... 3:
    y[0] = 1;
  }
  // CHECK: :[[#@LINE+1]]:3: error: a 'do' loop is not supported
  do { n--; } while (n);
  for (i = 0; i < n; i++)
    // CHECK: :[[#@LINE+1]]:5: error: a 'do' loop is not supported
    do { if (i) continue; y[i] = 1; } while (0);
  // CHECK: :[[#@LINE+1]]:3: error: 'goto' and labels are not supported
  goto end;
end:
  return;
}
