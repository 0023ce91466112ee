// Steps towards the factors of a matrix of ratings, one rating after the other.
// RUN: %sparsec %s -recipe %S/ratings.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -arg count=200000 -arg users=20000 -arg items=20000
#pragma sparsec extent(user, count); extent(item, count); range(user, 0, users); range(item, 0, items)
#pragma sparsec extent(rating, count); extent(p, users, 16); extent(q, items, 16)
#pragma sparsec noalias(p, q); noalias(rating, p); noalias(rating, q)
void ratings(int count, int users, int items, const int *user, const int *item,
             const float *rating, float (*p)[16], float (*q)[16], float rate,
             float weight) {
  int t, d;
  for (t = 0; t < count; t++) {
    const int u = user[t];
    const int v = item[t];
    float error = rating[t];
    for (d = 0; d < 16; d++)
      error -= p[u][d] * q[v][d];
    for (d = 0; d < 16; d++) {
      const float pu = p[u][d], qv = q[v][d];
      p[u][d] += rate * (error * qv - weight * pu);
      q[v][d] += rate * (error * pu - weight * qv);
    }
  }
}
