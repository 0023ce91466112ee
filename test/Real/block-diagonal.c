// Each block of three unknowns by the inverse of its diagonal block.
// RUN: %sparsec %s -recipe %S/block-diagonal.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -arg mbs=300000
#pragma sparsec extent(idiag, 9 * mbs); extent(x, 3 * mbs); extent(y, 3 * mbs)
#pragma sparsec noalias(x, y); noalias(idiag, y); mbs >= 0
void block_diagonal(int mbs, const double *idiag, const double *x, double *y) {
  int i;
  const double *diag = idiag;
  for (i = 0; i < mbs; i++) {
    const double x0 = x[0], x1 = x[1], x2 = x[2];
    y[0] = diag[0] * x0 + diag[3] * x1 + diag[6] * x2;
    y[1] = diag[1] * x0 + diag[4] * x1 + diag[7] * x2;
    y[2] = diag[2] * x0 + diag[5] * x1 + diag[8] * x2;
    diag += 9;
    x += 3;
    y += 3;
  }
}
