// Sums over aggregates: what belongs to none (-1) is left out.
// RUN: %sparsec %s -recipe %S/aggregates.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -arg fine=2000000 -arg coarse=200000
#pragma sparsec extent(agg, fine); range(agg, -1, coarse); extent(v, fine); extent(sum, coarse); extent(size, coarse)
#pragma sparsec noalias(v, sum); range(size, 0, fine)
void aggregates(int fine, int coarse, const int *agg, const double *v,
                double *sum, int *size) {
  int i, a;
  for (i = 0; i < fine; i++) {
    a = agg[i];
    if (a < 0)
      continue;
    sum[a] += v[i];
    size[a] += 1;
  }
}
