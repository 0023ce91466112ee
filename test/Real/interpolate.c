// To the coarse grid and back: a transposed product, a scaling, a product.
// RUN: %sparsec %s -recipe %S/interpolate.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -generate uniform:200000,3
typedef struct { int num_rows, num_cols; int *i, *j; double *data; } matrix;
#pragma sparsec csr(P->num_rows, P->num_cols, P->i, P->j, P->data)
#pragma sparsec extent(r, P->num_rows); extent(z, P->num_rows); extent(c, P->num_cols); extent(w, P->num_cols)
#pragma sparsec noalias(r, c); noalias(c, z); noalias(w, c); noalias(w, z); noalias(r, z); noalias(P->data, c); noalias(P->data, z)
int interpolate(const matrix *P, const double *r, const double *w, double *c,
                double *z) {
  int i, jj, nf = P->num_rows, nc = P->num_cols;
  if (P->num_rows < P->num_cols)
    return 1;
  for (i = 0; i < nc; i++)
    c[i] = 0.0;
  for (i = 0; i < nf; i++)
    for (jj = P->i[i]; jj < P->i[i + 1]; jj++)
      c[P->j[jj]] += P->data[jj] * r[i];
  for (i = 0; i < nc; i++)
    c[i] *= w[i];
  for (i = 0; i < nf; i++)
    for (jj = P->i[i]; jj < P->i[i + 1]; jj++)
      z[i] += P->data[jj] * c[P->j[jj]];
  return 0;
}
