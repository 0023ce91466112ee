// Bags of embeddings: sums or means of rows, with weights if there are any.
// RUN: %sparsec %s -recipe %S/embedding-bag.script -o %t.c
// RUN: %check-same-result %s %t.c -arg mode=0
// RUN: %check-same-result %s %t.c -arg mode=1
// TIME: -generate uniform:50000,16 -arg mode=0 -arg dim=32
enum { SUM, MEAN };
#pragma sparsec csr(bags, rows, offsets, indices, ?); extent(weights, offsets[bags])
#pragma sparsec dim >= 0
#pragma sparsec noalias(table, out); noalias(weights, out); 0 <= mode <= 1
int embedding_bag(int mode, int bags, int rows, int dim, const int *indices,
                  const int *offsets, const float *weights, const float *table,
                  float *out) {
  int b, i, k;
  if (!indices || !offsets || !table)
    return -1;
  for (b = 0; b < bags; b++) {
    for (k = 0; k < dim; k++)
      out[b * dim + k] = 0.0f;
    for (i = offsets[b]; i < offsets[b + 1]; i++)
      for (k = 0; k < dim; k++) {
        if (weights != 0)
          out[b * dim + k] += weights[i] * table[indices[i] * dim + k];
        else
          out[b * dim + k] += table[indices[i] * dim + k];
      }
    switch (mode) {
    case MEAN:
      for (k = 0; k < dim; k++)
        out[b * dim + k] /= offsets[b + 1] - offsets[b] + 1;
      break;
    case SUM:
      break;
    }
  }
  return 0;
}
