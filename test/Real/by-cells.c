// Particles are put into the cells that they are in, those of one cell in order.
// RUN: %sparsec %s -recipe %S/by-cells.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -arg particles=4000000 -arg cells=4096
#pragma sparsec extent(x, particles); extent(first, cells + 1); extent(sorted, particles); extent(from, particles)
#pragma sparsec cells >= 1; particles >= 0
#pragma sparsec noalias(first, sorted, from)
void by_cells(int particles, int cells, const double *x, int *first,
              double *sorted, int *from) {
  for (int c = 0; c <= cells; c++)
    first[c] = 0;
  for (int i = 0; i < particles; i++) {
    int cell = (int)(x[i] * cells);
    cell = cell < 0 ? 0 : cell >= cells ? cells - 1 : cell;
    first[cell]++;
  }
  int sum = 0;
  for (int c = 0; c < cells; c++) {
    sum += first[c];
    first[c] = sum;
  }
  first[cells] = sum;
  for (int i = particles - 1; i >= 0; i--) {
    int cell = (int)(x[i] * cells);
    cell = cell < 0 ? 0 : cell >= cells ? cells - 1 : cell;
    int at = --first[cell];
    sorted[at] = x[i];
    from[at] = i;
  }
}
