// Counters have a closed form when each iteration adds the same constant.
//
// RUN: %sparsec %s -function=regular -list-loops | FileCheck %s
// RUN: %sparsec-bench %s -function regular -recipe %S/Inputs/none.script -corpus
// RUN: not %sparsec %s -function=refused -list-loops 2>&1 \
// RUN:   | FileCheck %s -check-prefix=REFUSED

#pragma sparsec extent(x, 8 * n + 1); extent(y, n); n >= 0
void regular(int n, const double *restrict x, double *restrict y) {
  int k = 0, down = 8 * n;
  for (int i = 0; i < n; i++) {
    y[i] += x[k];
    k++;
    for (int j = 0; j < 3; j++) {
      y[i] += x[k + 1];
      k += 2;
    }
    k += 1;
    y[i] += x[down];
    down -= 8;
  }
  if (n > 0)
    y[0 * k] += x[k] - x[down];
}

// An `if` that changes an integer makes a choice.
// RUN: %sparsec-bench %s -function clamped -recipe %S/Inputs/tile.script \
// RUN:   -corpus
#pragma sparsec extent(x, n); extent(y, n)
void clamped(int n, const double *restrict x, double *restrict y) {
  for (int i = 0; i < n; i++) {
    int low = i - 2, high;
    if (low < 0)
      low = 0;
    if (i + 2 < n)
      high = i + 2;
    else
      high = n - 1;
    for (int j = low; j <= high; j++)
      y[i] += x[j];
  }
}

void refused(int n, const int *p, double *y) {
  int k = 0;
  for (int i = 0; i < n; i++) {
    if (p[i] > 0) {
      // REFUSED: :[[#@LINE+2]]:9: error: the value of 'k' here is not a function
      // REFUSED: note: accepted are counters to which every iteration adds
      y[k] = 0;
      k++;
    }
    // REFUSED: :[[#@LINE+2]]:7: error: a side effect inside an expression
    // REFUSED: note: write each change as a statement of its own
    y[k++] = 1;
  }
}

// CHECK: S0: y[i] += x[8 * i];
// CHECK: S1: y[i] += x[8 * i + 2 * j + 2];
// CHECK: S2: y[i] += x[8 * n - 8 * i];
// CHECK: S3: y[0] += (x[8 * n] - x[0]);
