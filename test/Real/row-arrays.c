// Rows of their own for each user and item, T **: errors of all known ratings.
// The driver makes no arrays of pointers, so that there is a main.
// RUN: %cc -Wno-unknown-pragmas %s -o %t.source && %t.source > %t.expected
// RUN: %sparsec %s -function=row_arrays -recipe %S/row-arrays.script -o %t.c
// RUN: %cc -fopenmp -Wno-unknown-pragmas %t.c -o %t.made && %t.made > %t.out 2>&1
// RUN: diff %t.expected %t.out
#include <stdio.h>
#include <stdlib.h>
#define FACTORS 4
#pragma sparsec extent(user, count); range(user, 0, users); extent(item, count); range(item, 0, items)
#pragma sparsec extent(P, users, 4); extent(Q, items, 4); extent(rating, count); extent(err, count)
#pragma sparsec noalias(P, err); noalias(Q, err); noalias(rating, err)
void row_arrays(int count, int users, int items, const int *user,
                const int *item, const double *rating, double **P, double **Q,
                double *err) {
  int e, f;
  (void)users;
  (void)items;
  for (e = 0; e < count; e++) {
    const double *p = P[user[e]], *q = Q[item[e]];
    err[e] = rating[e];
    for (f = 0; f < FACTORS; f++)
      err[e] -= p[f] * q[f];
  }
}

int main(void) {
  static double store[50 * FACTORS], rating[300], err[300], sum;
  static int user[300], item[300];
  double *P[20], *Q[30];
  int k;
  for (k = 0; k < 50 * FACTORS; k++)
    store[k] = k % 7 - 3;
  for (k = 0; k < 20; k++)
    P[k] = store + FACTORS * (49 - k);
  for (k = 0; k < 30; k++)
    Q[k] = store + FACTORS * k;
  for (k = 0; k < 300; k++)
    user[k] = k % 20, item[k] = k * 11 % 30, rating[k] = k % 5;
  row_arrays(300, 20, 30, user, item, rating, P, Q, err);
  for (k = 0; k < 300; k++)
    sum += err[k] * (k % 13);
  printf("%.17g %.17g\n", sum, err[77]);
  return 0;
}
