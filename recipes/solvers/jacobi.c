//===- jacobi.c - no preconditioner, and the diagonal ---------------------===//
#include "parts.h"

#include <sparsec/error.h>

#include <stdlib.h>

typedef struct {
  int n;
  double *idiag; ///< [n]
} jacobi;

static void teardown(void *state) {
  jacobi *self = state;
  if (!self)
    return;
  free(self->idiag);
  free(self);
}

/// The inverse of the diagonal, or ones.
static int setup(void **state, const csr_matrix *matrix, int ones) {
  const int n = matrix->n;
  jacobi *self = allocate(1, sizeof *self);
  *state = self;
  if (!self)
    return SPARSEC_NO_MEMORY;
  *self = (jacobi){n, allocate(n, sizeof(double))};
  if (!self->idiag)
    return SPARSEC_NO_MEMORY;
  for (int i = 0; i < n; i++)
    for (int at = matrix->index[i]; at < matrix->index[i + 1]; at++)
      if (matrix->col[at] == i)
        self->idiag[i] = ones ? 1 : 1 / matrix->a[at];
  return SPARSEC_OK;
}

static int setup_none(void **state, const csr_matrix *matrix,
                      setup_report *report) {
  (void)report;
  return setup(state, matrix, 1);
}

static int setup_jacobi(void **state, const csr_matrix *matrix,
                        setup_report *report) {
  (void)report;
  return setup(state, matrix, 0);
}

static int apply(void *state, const double *from, double *to) {
  const jacobi *self = state;
#ifdef _OPENMP
#pragma omp parallel for
#endif
  for (int i = 0; i < self->n; i++)
    to[i] = self->idiag[i] * from[i];
  return SPARSEC_OK;
}

const part none_part = {"none", setup_none, apply, teardown};
const part jacobi_part = {"jacobi", setup_jacobi, apply, teardown};
