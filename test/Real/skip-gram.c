// Gradients of word vectors: pairs of a word and a context, each with a label.
// RUN: %sparsec %s -recipe %S/skip-gram.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -arg pairs=200000 -arg words=30000
#include <math.h>
#define DIM 32
typedef float vector[DIM];

#pragma sparsec extent(word, pairs); extent(context, pairs); extent(label, pairs)
#pragma sparsec range(word, 0, words); range(context, 0, words)
#pragma sparsec extent(in, words, 32); extent(out, words, 32)
#pragma sparsec extent(gin, words, 32); extent(gout, words, 32)
#pragma sparsec noalias(in, gin); noalias(in, gout); noalias(out, gin)
#pragma sparsec noalias(out, gout); noalias(gin, gout); noalias(label, gin); noalias(label, gout)
void skip_gram(long pairs, int words, const int *word, const int *context,
               const float *label, float alpha, const vector *in,
               const vector *out, vector *gin, vector *gout) {
  long p;
  int c;
  float f, g;
  for (p = 0; p < pairs; p++) {
    const int w = word[p], t = context[p];
    f = 0;
    for (c = 0; c < DIM; c++)
      f += in[w][c] * out[t][c];
    g = (label[p] - 1.0f / (1.0f + expf(-f))) * alpha;
    for (c = 0; c < DIM; c++)
      gin[w][c] += g * out[t][c];
    for (c = 0; c < DIM; c++)
      gout[t][c] += g * in[w][c];
  }
}
