// The entries of A times B that a mask asks for; B is given by columns.
// RUN: %sparsec %s -recipe %S/masked-product.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -generate uniform:20000,20 -generate uniform:20000,20 -generate uniform:20000,20
#pragma sparsec csr(n, m, mask, col, out); csr(n, k, rows, inner, x)
#pragma sparsec csr(m, k, cols, index, y); sorted(inner, rows, strict)
#pragma sparsec sorted(index, cols, strict)
void masked_product(int n, int m, int k, const int *mask, const int *col,
                    double *out, const int *rows, const int *inner,
                    const double *x, const int *cols, const int *index,
                    const double *y) {
  int i, e;
  for (i = 0; i < n; i++) {
    for (e = mask[i]; e < mask[i + 1]; e++) {
      int q = cols[col[e]], end = cols[col[e] + 1], p;
      double sum = 0.0;
      for (p = rows[i]; p < rows[i + 1]; p++) {
        while (q < end && index[q] < inner[p])
          q++;
        if (q < end && index[q] == inner[p])
          sum += x[p] * y[q++];
      }
      out[e] = sum;
    }
  }
}
