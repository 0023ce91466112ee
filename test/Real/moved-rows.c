// z = y + A x with pointers that go from row to row, and rows without entries left out.
// RUN: %sparsec %s -recipe %S/moved-rows.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -generate uniform:200000,12
#define ADD_ROW(into, length, value, place, from)             \
  do {                                                       \
    int at;                                                  \
    for (at = 0; at < length; at++)                          \
      into = into + value[at] * from[place[at]];             \
  } while (0)
typedef struct { int rows, length; int *i, *j; double *a; } rowmajor;

#pragma sparsec csr(A->rows, A->length, A->i, A->j, A->a); extent(x, A->length)
#pragma sparsec extent(y, A->rows); extent(z, A->rows); noalias(x, z); noalias(y, z); noalias(A->a, z)
int moved_rows(const rowmajor *A, const double *x, const double *y, double *z) {
  const int *place, *starts;
  const double *value;
  int rows = A->rows, length, i;
  double total;
  starts = A->i;
  for (i = 0; i < rows; i++) {
    length = starts[i + 1] - starts[i];
    place = A->j + starts[i];
    value = A->a + starts[i];
    total = y[i];
    ADD_ROW(total, length, value, place, x);
    z[i] = total;
  }
  return 0;
}
