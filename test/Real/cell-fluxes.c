// Fluxes through faces, which go to the cells on both sides; several values a cell.
// RUN: %sparsec %s -recipe %S/cell-fluxes.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -arg faces=400000 -arg cells=200000
#pragma sparsec extent(left, faces); extent(right, faces); range(left, 0, cells); range(right, 0, cells)
#pragma sparsec extent(area, faces); extent(state, cells, 4); extent(rest, cells, 4)
#pragma sparsec noalias(state, rest); noalias(area, rest)
void cell_fluxes(int faces, int cells, const int *left, const int *right,
                 const double *area, const double (*state)[4], double (*rest)[4]) {
  int e, k;
  for (e = 0; e < faces; e++) {
    const int a = left[e], b = right[e];
    const double speed = 0.5 * (state[a][0] + state[b][0]);
    for (k = 0; k < 4; k++) {
      const double flux = area[e] * (speed * (state[a][k] + state[b][k]) - 0.1 * (state[b][k] - state[a][k]));
      rest[a][k] += flux;
      rest[b][k] -= flux;
    }
  }
}
