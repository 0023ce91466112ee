// One epoch of stochastic gradient descent for a factorization of ratings in
// compressed sparse rows, rating(i, j) ~ U[i] . V[j], with SGD_FEATURES numbers
// for each row i and each column j. Every rating takes a step of length `step`
// down the gradient of its own squared error and of its penalty. A column
// occurs once in a row: two ratings of one place would not be told apart.
#ifndef SGD_FEATURES
#define SGD_FEATURES 32
#endif

#pragma sparsec csr(n, m, index, col, rating); sorted(col, index, strict)
void sgd_update(int n, int m, const int *restrict index,
                const int *restrict col, const float *restrict rating,
                float step, float penalty, float U[restrict n][SGD_FEATURES],
                float V[restrict m][SGD_FEATURES]) {
  for (int i = 0; i < n; i++)
    for (int e = index[i]; e < index[i + 1]; e++) {
      float error = rating[e];
      for (int k = 0; k < SGD_FEATURES; k++)
        error -= U[i][k] * V[col[e]][k];
      for (int f = 0; f < SGD_FEATURES; f++) {
        float u = U[i][f];
        float v = V[col[e]][f];
        U[i][f] = u + step * (error * v - penalty * u);
        V[col[e]][f] = v + step * (error * u - penalty * v);
      }
    }
}
