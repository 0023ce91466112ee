// Integers that are added to floating data count with their magnitude in the
// error bound; minima of indices need the runtime in the reference loops.
//
// RUN: %sparsec-bench %s -recipe %S/../Frontend/Inputs/tile.script -corpus

#pragma sparsec extent(x, n); extent(y, n)
void f(int n, const double *restrict x, double *restrict y) {
  for (int i = 0; i < n; i++)
    y[i] += x[i < 3 ? i : 3] + (i - 5) / 2 - (float)i / 3 + i * (x[i] - 7);
}
