// Sums by group into arrays that the function clears.
// RUN: %sparsec %s -recipe %S/cleared-sums.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -arg items=2000000 -arg groups=1000
#include <string.h>
#pragma sparsec extent(group, items); range(group, 0, groups)
#pragma sparsec extent(weight, items); extent(sum, groups); extent(count, groups)
#pragma sparsec noalias(sum, weight); range(count, 0, items)
void cleared_sums(int items, int groups, const int *group, const double *weight,
                  double *sum, int *count) {
  int i;
  memset(sum, 0, groups * sizeof(*sum));
  memset(count, 0, sizeof(int) * (size_t)groups);
  for (i = 0; i < items; i++) {
    sum[group[i]] += weight[i];
    count[group[i]]++;
  }
}
