// Predictions of a factorization machine: linear terms, and pairs by sums of squares.
// RUN: %sparsec %s -recipe %S/machine.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -generate uniform:50000,20
enum { RANK = 8 };
#pragma sparsec csr(n, m, row, id, x); extent(w, m); extent(v, m, 8); extent(y, n)
#pragma sparsec noalias(w, y); noalias(v, y); noalias(x, y)
void machine(int n, int m, const int *row, const int *id, const float *x,
             float w0, const float *w, const float (*v)[RANK], float *y) {
  for (int i = 0; i < n; i++) {
    float sum[RANK], square[RANK];
    float p = w0;
    for (int f = 0; f < RANK; f++) {
      sum[f] = 0;
      square[f] = 0;
    }
    for (int j = row[i]; j < row[i + 1]; j++) {
      p += w[id[j]] * x[j];
      for (int f = 0; f < RANK; f++) {
        const float d = v[id[j]][f] * x[j];
        sum[f] += d;
        square[f] += d * d;
      }
    }
    for (int f = 0; f < RANK; f++)
      p += 0.5f * (sum[f] * sum[f] - square[f]);
    y[i] = p;
  }
}
