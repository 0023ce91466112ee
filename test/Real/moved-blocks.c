// Blocks of 3 x 3 whose product is written where z points, with the last row's block moved on.
// RUN: %sparsec %s -recipe %S/moved-blocks.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -generate uniform:60000,8
#define ROW(v, s, part) s = s + v[0] * part[0] + v[3] * part[1] + v[6] * part[2]
#pragma sparsec csr(rows, cols, start, place, ?); extent(a, 9 * start[rows]); extent(x, 3 * cols); extent(z, 3 * rows); rows >= 0
#pragma sparsec noalias(x, z); noalias(a, z)
void moved_blocks(int rows, int cols, const int *start, const int *place,
                  const double *a, const double *x, double *z) {
  const double *v = a, *part;
  const int *next = place;
  int i, j, c, n;
  (void)cols;
  for (i = 0; i < rows; i++, z += 3) {
    n = start[i + 1] - start[i];
    for (c = 0; c < 3; c++)
      z[c] = 0.0;
    for (j = 0; j < n; j++) {
      part = x + 3 * (*next++);
      for (c = 0; c < 3; c++) {
        ROW(v, z[c], part);
        v++;
      }
      v += 6;
    }
  }
}
