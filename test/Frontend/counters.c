// Counters have a closed form when each iteration adds the same constant.
//
// RUN: %sparsec %s -function=regular -list-loops | FileCheck %s
// RUN: %verify %s -function regular -recipe %S/Inputs/none.script -corpus
// RUN: %sparsec %s -function=counted -list-loops | FileCheck %s -check-prefix=COUNTED

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

// RUN: %sparsec %s -function=table -list-loops | FileCheck %s --check-prefix=TABLE
// RUN: %verify %s -function table -recipe %S/Inputs/none.script -corpus
// TABLE: S0: y[i] += (x[i][j] * y[n - i - 1]);
#pragma sparsec extent(y, n); n >= 0
void table(int n, int m, const double *restrict x, double *restrict y) {
  int k = 0;
  for (int i = 0, back = n - 1; i < n; i++, back--)
    for (int j = 0; j < m; j++, k++)
      y[i] += x[k] * y[back];
}

// Others are data.
// COUNTED: S1: y[k] = 0;
// COUNTED-NEXT: S2: k += 1;
// COUNTED-NEXT: S3: y[k] = 1;
// COUNTED-NEXT: S4: k += 1;
void counted(int n, const int *p, double *y) {
  int k = 0;
  for (int i = 0; i < n; i++) {
    if (p[i] > 0) {
      y[k] = 0;
      k++;
    }
    y[k++] = 1;
  }
}

// CHECK: S0: y[i] += x[8 * i];
// CHECK: S1: y[i] += x[8 * i + 2 * j + 2];
// CHECK: S2: y[i] += x[8 * n - 8 * i];
// CHECK: S3: y[0] += (x[8 * n] - x[0]);
