"""terms.py N TERM: a kernel with a sum of N terms; {k} in TERM counts them."""
import sys

print("""#pragma sparsec csr(n, m, index, col, a)
void rows(int n, int m, const int *index, const int *col, const double *a,
          const double *restrict w, const double *restrict x,
          double *restrict y) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      y[i] += %s;
}""" % " +\n              ".join(sys.argv[2].format(k=k) for k in range(int(sys.argv[1]))))
