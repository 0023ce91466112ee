//===- product.c - y = A x ------------------------------------------------===//
#include "parts.h"
#include "spmv-set.h"

#include <sparsec/error.h>

#include <stdlib.h>

typedef struct {
  const csr_matrix *matrix;
  spmv_plan *plan;
} product;

static void teardown(void *state) {
  product *self = state;
  if (!self)
    return;
  spmv_destroy(self->plan);
  free(self);
}

static int setup(void **state, const csr_matrix *matrix, setup_report *report) {
  product *self = allocate(1, sizeof *self);
  *state = self;
  if (!self)
    return SPARSEC_NO_MEMORY;
  *self = (product){.matrix = matrix};
  const double start = seconds();
  const int status = spmv_inspect(&self->plan, matrix->n, matrix->n,
                                  matrix->index, matrix->col);
  report->inspection += seconds() - start;
  return status;
}

static int apply(void *state, const double *from, double *to) {
  product *self = state;
  const csr_matrix *matrix = self->matrix;
  return spmv_execute(self->plan, matrix->index, matrix->col, matrix->a, from,
                      to);
}

const part product_part = {"product", setup, apply, teardown};
