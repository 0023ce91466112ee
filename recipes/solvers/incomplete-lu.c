//===- incomplete-lu.c - ILU(0) -------------------------------------------===//
///
/// \file
/// A ~ L U on the pattern of A. For a symmetric A, U = D L' but for rounding,
/// so that the map is as symmetric as that of IC(0).
///
//===----------------------------------------------------------------------===//
#include "ilu0.h"
#include "parts.h"
#include "solve-lu.h"

#include <sparsec/error.h>

#include <math.h>
#include <stdlib.h>

typedef struct {
  const csr_matrix *matrix;
  int *diag; ///< [n] where the diagonal of row i is
  double *a; ///< [index[n]] L without its ones, and U
  ilu0_plan *factor;
  solve_lu_plan *both;
} incomplete_lu;

static void teardown(void *state) {
  incomplete_lu *self = state;
  if (!self)
    return;
  ilu0_destroy(self->factor);
  solve_lu_destroy(self->both);
  free(self->diag);
  free(self->a);
  free(self);
}

static int inspect(incomplete_lu *self) {
  const csr_matrix *matrix = self->matrix;
  int status = ilu0_inspect(&self->factor, matrix->n, matrix->index,
                            matrix->col, self->diag);
  if (status == SPARSEC_OK)
    status = solve_lu_inspect(&self->both, matrix->n, matrix->index,
                              matrix->col, self->diag);
  return status;
}

static int attempt(void *state, double shift, int *row) {
  incomplete_lu *self = state;
  const csr_matrix *matrix = self->matrix;
  for (int at = 0; at < matrix->index[matrix->n]; at++)
    self->a[at] = matrix->a[at];
  for (int i = 0; i < matrix->n; i++)
    self->a[self->diag[i]] *= 1 + shift;
  const int status = ilu0_execute(self->factor, matrix->index, matrix->col,
                                  self->diag, self->a);
  for (int i = 0; i < matrix->n && *row < 0 && status == SPARSEC_OK; i++)
    if (!(self->a[self->diag[i]] > 0) || isinf(self->a[self->diag[i]]))
      *row = i;
  return status;
}

static int setup(void **state, const csr_matrix *matrix, setup_report *report) {
  incomplete_lu *self = allocate(1, sizeof *self);
  *state = self;
  if (!self)
    return SPARSEC_NO_MEMORY;
  *self = (incomplete_lu){.matrix = matrix};
  self->diag = allocate(matrix->n, sizeof(int));
  self->a = allocate(matrix->index[matrix->n], sizeof(double));
  if (!self->diag || !self->a)
    return SPARSEC_NO_MEMORY;
  for (int i = 0; i < matrix->n; i++)
    for (int at = matrix->index[i]; at < matrix->index[i + 1]; at++)
      if (matrix->col[at] == i)
        self->diag[i] = at;
  const double start = seconds();
  const int status = inspect(self);
  report->inspection += seconds() - start;
  if (status != SPARSEC_OK)
    return status;
  return factor_with_shifts("ilu0", attempt, self, report);
}

static int apply(void *state, const double *from, double *to) {
  const incomplete_lu *self = state;
  const csr_matrix *matrix = self->matrix;
  return solve_lu_execute(self->both, matrix->index, matrix->col, self->diag,
                          self->a, from, to);
}

const part ilu0_part = {"ilu0", setup, apply, teardown};
