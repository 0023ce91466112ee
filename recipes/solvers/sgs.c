//===- sgs.c - symmetric Gauss-Seidel -------------------------------------===//
///
/// \file
/// One forward and one backward sweep for A z = r, from z = 0.
///
//===----------------------------------------------------------------------===//
#include "parts.h"
#include "symmetric.h"

#include <sparsec/error.h>

#include <stdlib.h>

typedef struct {
  const csr_matrix *matrix;
  double *idiag; ///< [n] the inverse of the diagonal
  symmetric_gauss_seidel_plan *step;
} sgs;

static void teardown(void *state) {
  sgs *self = state;
  if (!self)
    return;
  symmetric_gauss_seidel_destroy(self->step);
  free(self->idiag);
  free(self);
}

static int inspect(sgs *self) {
  const csr_matrix *matrix = self->matrix;
  return symmetric_gauss_seidel_inspect(&self->step, matrix->n, matrix->index,
                                        matrix->col);
}

static int setup(void **state, const csr_matrix *matrix, setup_report *report) {
  sgs *self = allocate(1, sizeof *self);
  *state = self;
  if (!self)
    return SPARSEC_NO_MEMORY;
  *self = (sgs){matrix, allocate(matrix->n, sizeof(double)), NULL};
  if (!self->idiag)
    return SPARSEC_NO_MEMORY;
  for (int i = 0; i < matrix->n; i++)
    for (int at = matrix->index[i]; at < matrix->index[i + 1]; at++)
      if (matrix->col[at] == i)
        self->idiag[i] = 1 / matrix->a[at];
  const double start = seconds();
  const int status = inspect(self);
  report->inspection += seconds() - start;
  return status;
}

static int apply(void *state, const double *from, double *to) {
  const sgs *self = state;
  const csr_matrix *matrix = self->matrix;
  clear(matrix->n, to);
  return symmetric_gauss_seidel_execute(self->step, matrix->index, matrix->col,
                                        matrix->a, from, self->idiag, to);
}

const part sgs_part = {"sgs", setup, apply, teardown};
