// Sparse convolution by a rule book: for each offset, which row goes to which.
// RUN: %sparsec %s -recipe %S/rule-book.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -arg offsets=27 -arg pairs=20000 -arg rows_in=60000 -arg rows_out=60000
#define CIN 8
#define COUT 16
#pragma sparsec range(rule_in, 0, rows_in)
#pragma sparsec range(rule_out, 0, rows_out)
#pragma sparsec extent(count, offsets); range(count, 0, pairs + 1)
#pragma sparsec extent(W, offsets, 8, 16); extent(in, rows_in, 8); extent(out, rows_out, 16)
#pragma sparsec noalias(in, out); noalias(W, out); pairs >= 0
void rule_book(int offsets, int pairs, int rows_in, int rows_out,
               const int *count, const int *rule_in, const int *rule_out,
               const float (*W)[CIN][COUT], const float (*in)[CIN],
               float (*out)[COUT]) {
  int o, r, i, j;
  for (o = 0; o < offsets; o++) {
    for (r = 0; r < count[o]; r++) {
      const int from = rule_in[o * pairs + r];
      const int to = rule_out[o * pairs + r];
      for (i = 0; i < CIN; i++)
        for (j = 0; j < COUT; j++)
          out[to][j] += in[from][i] * W[o][i][j];
    }
  }
}
