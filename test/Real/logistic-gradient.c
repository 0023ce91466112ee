// The gradient of a logistic loss: sparse features of one example at a time.
// RUN: %sparsec %s -recipe %S/logistic-gradient.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -generate uniform:50000,20
#include <math.h>
struct problem {
  int l, n;
  const int *first, *index;
  const double *value;
  const double *y, *C;
};
static double dot_row(const double *w, const struct problem *prob, int i) {
  double sum = 0;
  int k;
  for (k = prob->first[i]; k < prob->first[i + 1]; k++)
    sum += w[prob->index[k] - 1] * prob->value[k];
  return sum;
}

#pragma sparsec csr(prob->l, ?, prob->first, prob->index, prob->value)
#pragma sparsec range(prob->index, 1, prob->n + 1)
#pragma sparsec extent(prob->y, prob->l); extent(prob->C, prob->l)
#pragma sparsec extent(w, prob->n); extent(g, prob->n); extent(z, prob->l)
#pragma sparsec noalias(w, g); noalias(z, g); noalias(z, w)
void logistic_gradient(const struct problem *prob, const double *w, double *z,
                       double *g) {
  int i, k;
  int w_size = prob->n, l = prob->l;
  for (i = 0; i < w_size; i++)
    g[i] = w[i];
  for (i = 0; i < l; i++) {
    z[i] = dot_row(w, prob, i);
    z[i] = 1 / (1 + exp(-prob->y[i] * z[i]));
    z[i] = prob->C[i] * (z[i] - 1) * prob->y[i];
  }
  for (i = 0; i < l; i++)
    for (k = prob->first[i]; k < prob->first[i + 1]; k++)
      g[prob->index[k] - 1] += z[i] * prob->value[k];
}
