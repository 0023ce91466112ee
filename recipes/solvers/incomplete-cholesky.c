//===- incomplete-cholesky.c - IC(0) --------------------------------------===//
///
/// \file
/// A ~ L L' on the pattern of A. ic0.c makes L by columns. The solve with L'
/// reads it so; that with L reads a copy by rows, so that each unknown is
/// computed by one iteration.
///
//===----------------------------------------------------------------------===//
#include "ic0.h"
#include "parts.h"
#include "solve-cholesky.h"

#include <sparsec/error.h>

#include <math.h>
#include <stdlib.h>

typedef struct {
  const csr_matrix *matrix;
  csr_matrix columns; ///< L by columns, the diagonal first
  csr_matrix rows;    ///< L by rows, the diagonal last
  int *place;         ///< [entries] where each entry of rows is in columns
  ic0_plan *factor;
  solve_cholesky_plan *both;
} incomplete_cholesky;

static void teardown(void *state) {
  incomplete_cholesky *self = state;
  if (!self)
    return;
  ic0_destroy(self->factor);
  solve_cholesky_destroy(self->both);
  matrix_destroy(&self->columns);
  matrix_destroy(&self->rows);
  free(self->place);
  free(self);
}

/// An empty matrix with room for \p count entries.
static int make_room(csr_matrix *matrix, int n, int count) {
  *matrix = (csr_matrix){n, allocate((long long)n + 1, sizeof(int)),
                         allocate(count, sizeof(int)),
                         allocate(count, sizeof(double))};
  return matrix->index && matrix->col && matrix->a ? SPARSEC_OK
                                                   : SPARSEC_NO_MEMORY;
}

/// Column j of the lower triangle is row j of the upper one, A being symmetric.
static void fill_columns(csr_matrix *columns, const csr_matrix *matrix) {
  int count = 0;
  for (int i = 0; i < matrix->n; i++) {
    columns->index[i] = count;
    for (int at = matrix->index[i]; at < matrix->index[i + 1]; at++)
      if (matrix->col[at] >= i)
        columns->col[count++] = matrix->col[at];
  }
  columns->index[matrix->n] = count;
}

/// The pattern of \p columns by rows, and where each entry comes from.
static void transpose(const csr_matrix *columns, csr_matrix *rows, int *place) {
  const int n = columns->n;
  for (int i = 0; i <= n; i++)
    rows->index[i] = 0;
  for (int at = 0; at < columns->index[n]; at++)
    rows->index[columns->col[at] + 1]++;
  for (int i = 0; i < n; i++)
    rows->index[i + 1] += rows->index[i];
  // index[i] moves to the end of row i while it is filled ...
  for (int j = 0; j < n; j++)
    for (int at = columns->index[j]; at < columns->index[j + 1]; at++) {
      const int to = rows->index[columns->col[at]]++;
      rows->col[to] = j;
      place[to] = at;
    }
  // ... where row i + 1 begins.
  for (int i = n; i > 0; i--)
    rows->index[i] = rows->index[i - 1];
  rows->index[0] = 0;
}

static int inspect(incomplete_cholesky *self) {
  const csr_matrix *columns = &self->columns, *rows = &self->rows;
  int status =
      ic0_inspect(&self->factor, columns->n, columns->index, columns->col);
  if (status == SPARSEC_OK)
    status = solve_cholesky_inspect(&self->both, rows->n, rows->index,
                                    rows->col, columns->index, columns->col);
  return status;
}

static int attempt(void *state, double shift, int *row) {
  incomplete_cholesky *self = state;
  const csr_matrix *matrix = self->matrix;
  csr_matrix *columns = &self->columns;
  int count = 0;
  for (int i = 0; i < matrix->n; i++)
    for (int at = matrix->index[i]; at < matrix->index[i + 1]; at++)
      if (matrix->col[at] >= i)
        columns->a[count++] =
            matrix->col[at] == i ? (1 + shift) * matrix->a[at] : matrix->a[at];
  const int status =
      ic0_execute(self->factor, columns->index, columns->col, columns->a);
  if (status != SPARSEC_OK)
    return status;
  for (int i = 0; i < matrix->n && *row < 0; i++) {
    const double pivot = columns->a[columns->index[i]];
    if (!(pivot > 0) || isinf(pivot))
      *row = i;
  }
  if (*row < 0)
    for (int at = 0; at < count; at++)
      self->rows.a[at] = columns->a[self->place[at]];
  return SPARSEC_OK;
}

static int setup(void **state, const csr_matrix *matrix, setup_report *report) {
  incomplete_cholesky *self = allocate(1, sizeof *self);
  *state = self;
  if (!self)
    return SPARSEC_NO_MEMORY;
  *self = (incomplete_cholesky){.matrix = matrix};
  int count = 0;
  for (int i = 0; i < matrix->n; i++)
    for (int at = matrix->index[i]; at < matrix->index[i + 1]; at++)
      count += matrix->col[at] >= i;
  self->place = allocate(count, sizeof(int));
  if (make_room(&self->columns, matrix->n, count) != SPARSEC_OK ||
      make_room(&self->rows, matrix->n, count) != SPARSEC_OK || !self->place)
    return SPARSEC_NO_MEMORY;
  fill_columns(&self->columns, matrix);
  transpose(&self->columns, &self->rows, self->place);
  const double start = seconds();
  const int status = inspect(self);
  report->inspection += seconds() - start;
  if (status != SPARSEC_OK)
    return status;
  return factor_with_shifts("ic0", attempt, self, report);
}

static int apply(void *state, const double *from, double *to) {
  const incomplete_cholesky *self = state;
  const csr_matrix *columns = &self->columns, *rows = &self->rows;
  return solve_cholesky_execute(self->both, rows->index, rows->col, rows->a,
                                columns->index, columns->col, columns->a, from,
                                to);
}

const part ic0_part = {"ic0", setup, apply, teardown};
