//===- vectors.c - what CG does with vectors ------------------------------===//
#include "vectors.h"

#include "matrix.h"

#include <sparsec/error.h>

#include <stdlib.h>

/// Elements of a block: 32 KiB for two vectors, so that both stay in a cache.
enum { BLOCK = 2048 };

/// Fewer blocks are not worth waking threads up.
enum { WORTH_THREADS = 16 };

int vector_space_setup(vector_space *space, int n) {
  space->n = n;
  space->blocks = n / BLOCK + (n % BLOCK != 0);
  space->sums = allocate(2LL * space->blocks, sizeof(double));
  return space->sums ? SPARSEC_OK : SPARSEC_NO_MEMORY;
}

void vector_space_teardown(vector_space *space) {
  free(space->sums);
  space->sums = NULL;
}

/// Elements of block number \p block.
static int length_of(const vector_space *space, int block) {
  const int rest = space->n - block * BLOCK;
  return rest < BLOCK ? rest : BLOCK;
}

/// x'y of one block, in four sums that do not wait for each other.
static double block_dot(int n, const double *x, const double *y) {
  double sum0 = 0, sum1 = 0, sum2 = 0, sum3 = 0;
  int i = 0;
  for (; i + 3 < n; i += 4) {
    sum0 += x[i] * y[i];
    sum1 += x[i + 1] * y[i + 1];
    sum2 += x[i + 2] * y[i + 2];
    sum3 += x[i + 3] * y[i + 3];
  }
  for (; i < n; i++)
    sum0 += x[i] * y[i];
  return (sum0 + sum1) + (sum2 + sum3);
}

static double total(int blocks, const double *sums) {
  double sum = 0;
  for (int block = 0; block < blocks; block++)
    sum += sums[block];
  return sum;
}

double dot(const vector_space *space, const double *x, const double *y) {
#ifdef _OPENMP
#pragma omp parallel for if (space->blocks >= WORTH_THREADS)
#endif
  for (int block = 0; block < space->blocks; block++) {
    const int at = block * BLOCK;
    space->sums[block] = block_dot(length_of(space, block), x + at, y + at);
  }
  return total(space->blocks, space->sums);
}

double dot_and_square(const vector_space *space, const double *p,
                      const double *q, double *pp) {
  double *squares = space->sums + space->blocks;
#ifdef _OPENMP
#pragma omp parallel for if (space->blocks >= WORTH_THREADS)
#endif
  for (int block = 0; block < space->blocks; block++) {
    const int at = block * BLOCK, length = length_of(space, block);
    space->sums[block] = block_dot(length, p + at, q + at);
    squares[block] = block_dot(length, p + at, p + at);
  }
  *pp = total(space->blocks, squares);
  return total(space->blocks, space->sums);
}

double step(const vector_space *space, double alpha, const double *p,
            const double *q, double *x, double *r) {
#ifdef _OPENMP
#pragma omp parallel for if (space->blocks >= WORTH_THREADS)
#endif
  for (int block = 0; block < space->blocks; block++) {
    const int at = block * BLOCK, length = length_of(space, block);
    for (int i = at; i < at + length; i++) {
      x[i] += alpha * p[i];
      r[i] -= alpha * q[i];
    }
    space->sums[block] = block_dot(length, r + at, r + at);
  }
  return total(space->blocks, space->sums);
}

void turn(const vector_space *space, const double *z, double beta, double *p) {
#ifdef _OPENMP
#pragma omp parallel for if (space->blocks >= WORTH_THREADS)
#endif
  for (int i = 0; i < space->n; i++)
    p[i] = z[i] + beta * p[i];
}

void copy(const vector_space *space, const double *x, double *y) {
#ifdef _OPENMP
#pragma omp parallel for if (space->blocks >= WORTH_THREADS)
#endif
  for (int i = 0; i < space->n; i++)
    y[i] = x[i];
}
