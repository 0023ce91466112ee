// Jagged diagonals: rows sorted by length, padded in groups, results permuted.
// RUN: %sparsec %s -recipe %S/jagged.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -arg rows=200000 -arg groups=6250 -arg depth=8 -arg n=200000 -arg total=1600000
#pragma sparsec extent(start, depth); extent(len, groups); extent(perm, rows)
#pragma sparsec range(start, 0, total - rows + 1); range(len, 0, depth + 1)
#pragma sparsec range(col, 0, n); extent(col, total); extent(val, total)
#pragma sparsec permutation(perm, rows); extent(x, n); extent(y, rows)
#pragma sparsec rows <= 32 * groups; total >= rows; noalias(x, y); rows >= 0
void jagged(int rows, int groups, int depth, int n, int total, const int *start,
            const int *len, const int *col, const float *val, const int *perm,
            const float *x, float *y) {
  int i, k, at, bound;
  float sum;
  for (i = 0; i < rows; i++) {
    sum = 0.0f;
    bound = len[i / 32];
    for (k = 0; k < bound; k++) {
      at = start[k] + i;
      sum += val[at] * x[col[at]];
    }
    y[perm[i]] = sum;
  }
}
