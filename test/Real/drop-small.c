// Entries below a tolerance leave a compressed matrix: rows close up, in order.
// RUN: %sparsec %s -recipe %S/drop-small.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -generate uniform:500000,12 -arg tolerance=0.5
#include <math.h>

#pragma sparsec csr(rows, cols, start, column, value)
#pragma sparsec extent(new_start, rows + 1); extent(new_column, start[rows]); extent(new_value, start[rows])
#pragma sparsec noalias(new_start, new_column, new_value)
int drop_small(int rows, int cols, const int *start, const int *column,
               const double *value, double tolerance, int *new_start,
               int *new_column, double *new_value) {
  int i, k, nz = 0;
  for (i = 0; i < rows; i++) {
    new_start[i] = nz;
    for (k = start[i]; k < start[i + 1]; k++) {
      if (fabs(value[k]) <= tolerance && column[k] != i)
        continue;
      new_column[nz] = column[k];
      new_value[nz++] = value[k];
    }
  }
  new_start[rows] = nz;
  return nz;
}
