// Lengths that follow from the accesses need no fact: index arrays that bound
// loops, and arrays under them through range facts.
//
// RUN: %verify %s -function segments -recipe %S/Inputs/parallel.script \
// RUN:   -corpus
// RUN: %verify %s -function entries -recipe %S/Inputs/tile-e.script \
// RUN:   -corpus
// RUN: %sparsec %s -function=segments -recipe %S/Inputs/parallel.script -o %t.c
// RUN: FileCheck %s < %t.c
// RUN: not %sparsec %s -function=unknown -recipe %S/Inputs/parallel.script \
// RUN:   -o %t.no.c 2>&1 | FileCheck %s -check-prefix=UNKNOWN

// CHECK: sparsec_check_range({{.*}}, begin_view, n, 0, nnz
// CHECK: sparsec_check_range({{.*}}, end_view, n, 0, nnz
#pragma sparsec range(begin, 0, nnz); range(end, 0, nnz + 1); range(col, 0, m)
void segments(int n, int m, int nnz, const int *begin, const int *end,
              const int *col, const double *a, const double *x, double *y) {
  for (int i = 0; i < n; i++)
    for (int j = begin[i]; j < end[i]; j++)
      y[i] += a[j] * x[col[j]];
}

#pragma sparsec range(row, 0, n); range(col, 0, m)
void entries(int n, int m, int nnz, const int *row, const int *col,
             const double *a, const double *x, double *y) {
  for (int e = 0; e < nnz; e++)
    y[row[e]] += a[e] * x[col[e]];
}

// UNKNOWN: error: the lengths of 'a' and 'col' are not known; write '#pragma sparsec extent(a, LENGTH)' and '#pragma sparsec extent(col, LENGTH)'
#pragma sparsec range(col, 0, m)
void unknown(int n, int m, const int *begin, const int *end, const int *col,
             const double *a, const double *x, double *y) {
  for (int i = 0; i < n; i++)
    for (int j = begin[i]; j < end[i]; j++)
      y[i] += a[j] * x[col[j]];
}
