// Blocks of 2 x 2, stored by columns, with pointers that go on: to += A x.
// RUN: %sparsec %s -recipe %S/block-rows.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -generate uniform:100000,8
#pragma sparsec csr(rows, cols, start, place, ?); extent(value, 4 * start[rows]); extent(x, 2 * cols)
#pragma sparsec extent(out, 2 * rows); noalias(x, out); noalias(value, out); rows >= 0
void block_rows(int rows, int cols, const int *start, const int *place, const double *value,
                const double *x, double *out) {
  const int *next = place, *s = start;
  const double *block = value, *part;
  double *to = out;
  int i, j, left;
  double top, bottom, left_x, right_x;
  (void)cols;
  for (i = 0; i < rows; i++) {
    left = s[1] - s[0];
    s++;
    top = to[0];
    bottom = to[1];
    for (j = 0; j < left; j++) {
      part = x + 2 * (*next++);
      left_x = part[0];
      right_x = part[1];
      top += block[0] * left_x + block[2] * right_x;
      bottom += block[1] * left_x + block[3] * right_x;
      block += 4;
    }
    to[0] = top;
    to[1] = bottom;
    to += 2;
  }
}
