//===- space.c - products of blocks of vectors ----------------------------===//
#include "space.h"

#include "matrix.h"
#include "parts.h"

#include <sparsec/error.h>

#include <stdlib.h>

/// Rows in a block, as in ../tall-skinny/gram.c and residual.c.
enum { BLOCK = 256 };

int vector_space_setup(vector_space *space, int n, int width,
                       double *inspection) {
  space->n = n;
  space->blocks = n / BLOCK + (n % BLOCK != 0);
  space->sums =
      allocate((long long)space->blocks * width * width, sizeof(double));
  if (!space->sums)
    return SPARSEC_NO_MEMORY;
  const double start = seconds();
  int status = gram_inspect(&space->gram, n, space->blocks);
  if (status == SPARSEC_OK)
    status = multiply_inspect(&space->multiply);
  if (status == SPARSEC_OK)
    status = update_inspect(&space->update);
  if (status == SPARSEC_OK)
    status = combine_inspect(&space->combine);
  if (status == SPARSEC_OK)
    status = residual_inspect(&space->residual, n, space->blocks);
  *inspection += seconds() - start;
  return status;
}

void vector_space_teardown(vector_space *space) {
  gram_destroy(space->gram);
  multiply_destroy(space->multiply);
  update_destroy(space->update);
  combine_destroy(space->combine);
  residual_destroy(space->residual);
  free(space->sums);
  *space = (vector_space){0};
}

int space_gram(const vector_space *space, int p, const double *X, int q,
               const double *Y, double *G) {
  if (p == 0 || q == 0)
    return SPARSEC_OK;
  return gram_execute(space->gram, space->n, space->blocks, p, q,
                      (const double(*)[p])X, (const double(*)[q])Y,
                      (double(*)[p][q])space->sums, (double(*)[q])G);
}

int space_multiply(const vector_space *space, int p, int q, const double *X,
                   const double *C, double *Z) {
  if (p == 0 || q == 0)
    return SPARSEC_OK;
  return multiply_execute(space->multiply, space->n, p, q,
                          (const double(*)[p])X, (const double(*)[q])C,
                          (double(*)[q])Z);
}

int space_update(const vector_space *space, int p, int q, const double *X,
                 const double *C, double *Z) {
  if (p == 0 || q == 0)
    return SPARSEC_OK;
  return update_execute(space->update, space->n, p, q, (const double(*)[p])X,
                        (const double(*)[q])C, (double(*)[q])Z);
}

int space_combine(const vector_space *space, int p, int r, int q,
                  const double *X, const double *C, const double *Y,
                  const double *D, double *Z) {
  if (r == 0)
    return space_multiply(space, p, q, X, C, Z);
  if (q == 0)
    return SPARSEC_OK;
  return combine_execute(space->combine, space->n, p, r, q,
                         (const double(*)[p])X, (const double(*)[q])C,
                         (const double(*)[r])Y, (const double(*)[q])D,
                         (double(*)[q])Z);
}

int space_residual(const vector_space *space, int w, int m, const double *X,
                   const double *AX, const double *theta, double *R,
                   double *squares) {
  return residual_execute(space->residual, space->n, space->blocks, w, m,
                          (const double(*)[w])X, (const double(*)[w])AX, theta,
                          (double(*)[m])R, (double(*)[m])space->sums, squares);
}
