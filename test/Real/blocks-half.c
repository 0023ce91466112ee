// Symmetric blocks of 3 x 3 of which one half is stored: gathers and scatters.
// RUN: %sparsec %s -recipe %S/blocks-half.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -generate uniform:60000,9
#pragma sparsec csr(nodes, nodes, first, col, ?)
#pragma sparsec extent(K, first[nodes], 3, 3)
#pragma sparsec extent(v, nodes, 3); extent(w, nodes, 3)
#pragma sparsec triangular(col, first, upper, strict)
void blocks_half(int nodes, double (*K)[3][3], const int *col,
                 const int *first, double (*v)[3], double (*w)[3]) {
  int i, k, last, c;
  double s0, s1, s2;
  for (i = 0; i < nodes; i++) {
    last = first[i + 1];
    s0 = 0.0;
    s1 = 0.0;
    s2 = 0.0;
    for (k = first[i]; k < last; k++) {
      c = col[k];
      s0 += K[k][0][0] * v[c][0] + K[k][0][1] * v[c][1] + K[k][0][2] * v[c][2];
      s1 += K[k][1][0] * v[c][0] + K[k][1][1] * v[c][1] + K[k][1][2] * v[c][2];
      s2 += K[k][2][0] * v[c][0] + K[k][2][1] * v[c][1] + K[k][2][2] * v[c][2];
      w[c][0] += K[k][0][0] * v[i][0] + K[k][1][0] * v[i][1] + K[k][2][0] * v[i][2];
      w[c][1] += K[k][0][1] * v[i][0] + K[k][1][1] * v[i][1] + K[k][2][1] * v[i][2];
      w[c][2] += K[k][0][2] * v[i][0] + K[k][1][2] * v[i][1] + K[k][2][2] * v[i][2];
    }
    w[i][0] += s0;
    w[i][1] += s1;
    w[i][2] += s2;
  }
}
