// Which rows a set of columns touches: many set one mark.
// RUN: %sparsec %s -recipe %S/touched-rows.script -o %t.c
// RUN: %check-same-result %s %t.c -exact
// TIME: -generate uniform:200000,10
#pragma sparsec csr(n, m, first, row, value); extent(chosen, n); range(chosen, 0, 2); extent(touched, m)
#pragma sparsec noalias(chosen, touched); noalias(value, touched)
void touched_rows(int n, int m, const int *first, const int *row,
                  const double *value, const int *chosen, int *touched) {
  int i, j;
  for (i = 0; i < n; i++)
    for (j = first[i]; j < first[i + 1]; j++)
      if (chosen[i] && value[j] != 0.0)
        touched[row[j]] = 1;
}
