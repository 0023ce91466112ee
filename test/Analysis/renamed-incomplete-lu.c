// recipes/ilu0/ilu0.c written otherwise carries as many relations.
// RUN: %sparsec %s -print-dependences | FileCheck %s
// CHECK: loop r carries 16 relations: 0 the same as others, 0 affine, 14 refuted, 0 implied, 2 kept
#pragma sparsec csr(rows, rows, begin, where, value)
#pragma sparsec sorted(where, begin, strict)
#pragma sparsec range(pivot, 0, begin[rows])
#pragma sparsec rule(forall r: 0 <= r && r < rows => begin[r] <= pivot[r] && pivot[r] <= begin[r + 1] - 1)
#pragma sparsec rule(forall r: 0 <= r && r < rows => where[pivot[r]] == r)
void eliminate(long rows, const long *begin, const long *where,
               const long *pivot, double *value) {
  for (long r = 0; r <= rows - 1; ++r) {
    const long *at = where;
    long last = begin[r + 1] - 1;
    for (long e = begin[r]; e <= pivot[r] - 1; e += 1) {
      long other = at[e];
      value[e] = value[e] / value[pivot[other]];
      for (long t = pivot[other] + 1; t <= begin[other + 1] - 1; t++)
        for (long s = e + 1; s <= last; s++)
          if (at[t] == where[s])
            value[s] = value[s] - value[t] * value[e];
    }
  }
}
