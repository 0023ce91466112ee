// Rows from their first column to the diagonal (a skyline): a symmetric product.
// The driver does not draw rows that a rule keeps short, so that there is a main.
// RUN: %cc -Wno-unknown-pragmas %s -o %t.source && %t.source > %t.expected
// RUN: %sparsec %s -function=band_lists -recipe %S/band-lists.script -o %t.c
// RUN: %cc -fopenmp -Wno-unknown-pragmas %t.c -o %t.made && %t.made > %t.out 2>&1
// RUN: diff %t.expected %t.out
#include <stdio.h>
#pragma sparsec monotonic(ptr); ptr[0] = 0; extent(ptr, n + 1); extent(al, ptr[n]); extent(x, n); extent(y, n)
#pragma sparsec rule(forall i: 0 <= i && i < n => ptr[i + 1] - ptr[i] <= i); noalias(x, y); noalias(al, y)
void band_lists(int n, const int *ptr, const double *al, const double *x, double *y) {
  int i, k, h;
  for (i = 0; i < n; i++) {
    double s = 0.0;
    h = i - (ptr[i + 1] - ptr[i]);
    for (k = h; k < i; k++) {
      s += al[ptr[i] + k - h] * x[k];
      y[k] += al[ptr[i] + k - h] * x[i];
    }
    y[i] += s;
  }
}

int main(void) {
  static int ptr[101];
  static double al[1000], x[100], y[100], sum;
  int i;
  for (i = 0; i < 100; i++) {
    ptr[i + 1] = ptr[i] + (i * 7 % 10 < i ? i * 7 % 10 : i);
    x[i] = i % 5 - 2;
  }
  for (i = 0; i < 1000; i++)
    al[i] = i % 9 - 4;
  band_lists(100, ptr, al, x, y);
  for (i = 0; i < 100; i++)
    sum += (i + 1) * y[i];
  printf("%.17g %.17g %d\n", sum, y[40], ptr[100]);
  return 0;
}
