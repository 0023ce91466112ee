// A step of conjugate gradients on variables outside the function, from 1 on.
// The driver does not set such variables, so that there is a main.
// RUN: %cc -Wno-unknown-pragmas %s -o %t.source && %t.source > %t.expected
// RUN: %sparsec %s -function=power_step -recipe %S/power-step.script -o %t.c
// RUN: %cc -fopenmp -Wno-unknown-pragmas %t.c -o %t.made && %t.made > %t.out 2>&1
// RUN: diff %t.expected %t.out
#include <stdio.h>
#define SIZE 400
static double p[SIZE + 2], q[SIZE + 2];
static int first_row = 1, last_row = SIZE;

#pragma sparsec csr_base1(n, n, rows, cols, a); n <= 400
#pragma sparsec first_row == 1; last_row == n; noalias(p, q)
double power_step(int n, const int *rows, const int *cols, const double *a) {
  int j, k;
  double sum, d;
  for (j = 1; j <= last_row - first_row + 1; j++) {
    sum = 0.0;
    for (k = rows[j - 1]; k < rows[j]; k++) {
      sum = sum + a[k - 1] * p[cols[k - 1]];
    }
    q[j] = sum;
  }
  d = 0.0;
  for (j = 1; j <= n; j++) {
    d = d + p[j] * q[j];
  }
  return d;
}

int main(void) {
  static int rows[SIZE + 1], cols[8 * SIZE];
  static double a[8 * SIZE];
  int i, k;
  for (i = 0; i <= SIZE; i++)
    rows[i] = 1 + 7 * i;
  for (k = 0; k < 7 * SIZE; k++) {
    cols[k] = 1 + (k * 31 + k / 7) % SIZE;
    a[k] = k % 5 - 2;
  }
  for (i = 1; i <= SIZE; i++)
    p[i] = i % 9 - 4;
  for (k = 0; k < 3; k++) {
    printf("%.17g\n", power_step(SIZE, rows, cols, a));
    for (i = 1; i <= SIZE; i++)
      p[i] = (int)q[i] % 9;
  }
  return 0;
}
