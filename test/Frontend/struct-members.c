// Members that only facts name: the body never uses A->m or A->rows.base.
//
// RUN: %sparsec %s -function=product -list-loops | FileCheck %s
// RUN: %sparsec %s -function=product -recipe %S/Inputs/parallel.script -o %t.c
// RUN: FileCheck %s --check-prefix=CODE < %t.c
// RUN: %cc -fopenmp -c %t.c -o %t.o
// RUN: not %sparsec %s -function=product -list-loops -- -DWRONG 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: %verify %s -function copied -recipe %S/Inputs/tile.script -corpus
// RUN: %verify %s -function product -recipe %S/Inputs/parallel.script -corpus

struct rows {
  int base, *index, *col;
};
struct matrix {
  int n, m;
  struct rows rows;
  double *val;
};

#pragma sparsec csr(A->n, A->m, A->rows.index, A->rows.col, A->val)
#pragma sparsec extent(x, A->m); extent(y, A->n)
#ifdef WRONG
// WRONG: :[[#@LINE+1]]:17: error: {{.*}}unknown name 'A->rows.bas'
#pragma sparsec A->rows.bas >= 0
#endif
void product(const struct matrix *A, const double *restrict x,
             double *restrict y) {
  for (int i = 0; i < A->n; i++)
    for (int j = A->rows.index[i]; j < A->rows.index[i + 1]; j++)
      y[i] += A->val[j] * x[A->rows.col[j]];
}

#pragma sparsec csr(A.n, A.m, A.rows.index, A.rows.col, A.val)
#pragma sparsec extent(x, A.m); extent(y, A.n)
void copied(const struct matrix A, const double *restrict x,
            double *restrict y) {
  for (int i = 0; i < A.n; i++)
    for (int j = A.rows.index[i]; j < A.rows.index[i + 1]; j++)
      y[i] += A.val[j] * x[A.rows.col[j]];
}

// CHECK:      for i in [0, A->n - 1]
// CHECK-NEXT:   for j in [A->rows.index(i), A->rows.index(i + 1) - 1]
// CODE:       sparsec_check_range({{.*}}, 0, A->m)
