// Complex arrays, locals and arguments with real operands, in each order: the
// output has them as they were, and their results, in C and in CUDA.
//
// RUN: echo 'parallel(S0, "i")' > %t.script
// RUN: %sparsec %s -recipe %t.script -o %t.c
// RUN: FileCheck %s < %t.c
// RUN: %cc -fopenmp -O1 -c %t.c -o %t.o
// RUN: %verify %s -recipe %t.script -corpus
// RUN: echo 'cudaize(S0, "on_gpu", {block = {"i"}})' > %t-gpu.script
// RUN: %sparsec %s -recipe %t-gpu.script -o %t.cu
// RUN: FileCheck %s -check-prefix=CUDA < %t.cu
// RUN: %verify %s -recipe %t-gpu.script -emulate -corpus
// RUN: %sparsec %s -recipe %t-gpu.script -emit=header -target=cuda -o - | FileCheck %s -check-prefix=HEADER
typedef double _Complex number;
static inline number twice(number z) { return 2 * z; }

#pragma sparsec csr(n, m, index, col, a)
#pragma sparsec extent(y, n); extent(d, n)
void rows(int n, int m, const int *index, const int *col,
          const _Complex double *a, const double *d, number alpha,
          const number *restrict x, double _Complex *restrict y) {
  for (int i = 0; i < n; i++) {
    number sum = -y[i] * d[i], product = 1;
    for (int j = index[i]; j < index[i + 1]; j++) {
      sum -= 0.5 * a[j] * x[col[j]] - 2;
      product *= 1 - x[col[j]] + (j & 1);
    }
    y[i] = twice(alpha) * sum;
    y[i] += (i & 3) * product;
    y[i] *= d[i];
  }
}

// CHECK-LABEL: int rows_execute(
// CHECK: double _Complex sum = -y[i] * d[i];
// CHECK: double _Complex product = 1;
// CHECK: sum -= 0.5 * a[j] * x[col[j]] - 2;
// CHECK: product *= 1 - x[col[j]] + (j & 1);
// CHECK: y[i] = 2 * alpha * sum;

// CUDA: struct sparsec_complex {
// CUDA: typedef sparsec_complex number;
// CUDA: static inline number twice(number z) { return 2 * z; }
// CUDA-LABEL: __global__
// CUDA: const sparsec_complex *
// CUDA: sparsec_complex sum = -y[i] * d[i];
// CUDA-LABEL: void rows(
// CUDA: const sparsec_complex *a

// HEADER: double _Complex alpha, const double _Complex *x
