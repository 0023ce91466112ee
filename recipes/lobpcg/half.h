//===- half.h - symmetric matrices, one half stored -------------*- C -*-===//
#ifndef LOBPCG_HALF_H
#define LOBPCG_HALF_H

#include "csb-symmetric.h"
#include "matrix.h"
#include "scale-rows.h"

/// The diagonal and the entries below it, with the plans that multiply.
typedef struct {
  csr_matrix below; ///< strictly lower, columns rise within a row
  double *diagonal; ///< [n]
  csb_symmetric_plan *entries;
  scale_rows_plan *scale;
} half_matrix;

/// Copies the lower half of \p matrix and inspects it; *inspection grows by the
/// seconds that plans take. To be destroyed after a failure, too.
int half_setup(half_matrix *half, const csr_matrix *matrix, double *inspection);
void half_destroy(half_matrix *half);

/// Y = A X for X, Y [n][columns].
int half_multiply(const half_matrix *half, int columns, const double *X,
                  double *Y);

/// y = A x by a loop of its own: no plan has a part in it.
void half_multiply_vector(const half_matrix *half, const double *x, double *y);

#endif // LOBPCG_HALF_H
