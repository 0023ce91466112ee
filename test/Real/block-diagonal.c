// Each block of three unknowns by the inverse of its diagonal block.
// RUN: %sparsec %s -recipe %S/block-diagonal.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -arg blocks=300000
#pragma sparsec extent(inverse, 9 * blocks); extent(x, 3 * blocks); extent(y, 3 * blocks)
#pragma sparsec noalias(x, y); noalias(inverse, y); blocks >= 0
void block_diagonal(int blocks, const double *inverse, const double *x, double *y) {
  int i;
  const double *at = inverse;
  for (i = 0; i < blocks; i++) {
    const double p = x[0], q = x[1], r = x[2];
    y[0] = at[0] * p + at[3] * q + at[6] * r;
    y[1] = at[1] * p + at[4] * q + at[7] * r;
    y[2] = at[2] * p + at[5] * q + at[8] * r;
    at += 9;
    x += 3;
    y += 3;
  }
}
