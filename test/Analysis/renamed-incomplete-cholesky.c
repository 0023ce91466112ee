// recipes/ic0/ic0.c written otherwise carries as many relations.
// RUN: %sparsec %s -print-dependences | FileCheck %s
// CHECK: loop c carries 33 relations: 6 the same as others, 0 affine, 21 refuted, 4 implied, 2 kept
#include <math.h>
#pragma sparsec csr(size, size, first, line, v)
#pragma sparsec rule(forall c: 0 <= c && c < size => first[c] < first[c + 1] && line[first[c]] == c)
#pragma sparsec sorted(line, first, strict); triangular(line, first, upper)
void factor(int size, const int *first, const int *line, float *v) {
  for (int c = 0; c != size; c++) {
    int diagonal = first[c];
    v[diagonal] = sqrtf(v[diagonal]);
    for (int below = diagonal + 1; below < first[c + 1]; below++)
      v[below] = v[below] / v[diagonal];
    for (int x = diagonal + 1; x < first[c + 1]; x++)
      for (int y = x; y < first[c + 1]; y++)
        for (int target = first[line[x]]; target < first[line[x] + 1]; target++)
          if (line[y] == line[target])
            v[target] -= v[y] * v[x];
  }
}
