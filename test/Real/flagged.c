// Which columns have an entry in rows that are marked, and how many such rows there are.
// RUN: %sparsec %s -recipe %S/flagged.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -generate uniform:200000,8
#include <stdbool.h>
#pragma sparsec csr(n, m, ptr, col, ?); extent(mark, n); range(mark, 0, 2); extent(hit, m)
int flagged(int n, int m, const int *ptr, const int *col, const bool *mark, int *restrict hit) {
  int i, k, rows = 0;
  for (k = 0; k < m; k++)
    hit[k] = 0;
  for (i = 0; i < n; i++) {
    if (!mark[i])
      continue;
    rows++;
    for (k = ptr[i]; k < ptr[i + 1]; k++)
      hit[col[k]] |= 1;
  }
  return rows;
}
