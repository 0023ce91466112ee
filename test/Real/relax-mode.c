// A relaxation of all points, or of those of one kind, as the caller wants; several sweeps.
// RUN: %sparsec %s -recipe %S/relax-mode.script -o %t.c
// RUN: %check-same-result %s %t.c -arg points=0 -arg sweeps=2
// RUN: %check-same-result %s %t.c -arg points=1 -arg sweeps=2
// TIME: -generate stencil2d:500 -arg points=0 -arg sweeps=1
#pragma sparsec csr(n, n, start, place, value); has_diagonal(place, start); extent(kind, n); range(kind, -1, 2)
#pragma sparsec extent(f, n); extent(u, n); noalias(u, f); noalias(value, u)
void relax_mode(int n, int sweeps, const int *start, const int *place,
                const double *value, const int *kind, int points, const double *f,
                double *u) {
  int sweep, i, j, k;
  double left;
  for (sweep = 0; sweep < sweeps; sweep++) {
    for (i = 0; i < n; i++) {
      if (points == 0 || kind[i] == points) {
        left = f[i];
        for (k = start[i] + 1; k < start[i + 1]; k++) {
          j = place[k];
          left -= value[k] * u[j];
        }
        u[i] += 0.7 * left / (value[start[i]] * value[start[i]] + 1.0);
      }
    }
  }
}
