//===- space.h - products of blocks of vectors ------------------*- C -*-===//
///
/// \file
/// A block of p vectors of length n is an array [n][p]: a row holds element i
/// of each. Small matrices are arrays [p][q], row by row. Sums over rows are
/// added up in blocks of one size and the blocks in order, whatever the number
/// of threads: each run gives the same bits. Nothing is done where p or q is 0.
///
//===--------------------------------------------------------------------===//
#ifndef LOBPCG_SPACE_H
#define LOBPCG_SPACE_H

#include "combine.h"
#include "gram.h"
#include "multiply.h"
#include "residual.h"
#include "update.h"

/// The length of vectors, plans, and room for the sums of blocks of rows.
typedef struct {
  int n, blocks;
  double *sums; ///< [blocks][width * width]
  gram_plan *gram;
  multiply_plan *multiply;
  update_plan *update;
  combine_plan *combine;
  residual_plan *residual;
} vector_space;

/// For blocks of at most \p width vectors; to be torn down after a failure,
/// too.
int vector_space_setup(vector_space *space, int n, int width,
                       double *inspection);
void vector_space_teardown(vector_space *space);

/// G = X' Y, [p][q].
int space_gram(const vector_space *space, int p, const double *X, int q,
               const double *Y, double *G);

/// Z = X C, C [p][q].
int space_multiply(const vector_space *space, int p, int q, const double *X,
                   const double *C, double *Z);

/// Z += X C, C [p][q].
int space_update(const vector_space *space, int p, int q, const double *X,
                 const double *C, double *Z);

/// Z = X C + Y D, C [p][q], D [r][q].
int space_combine(const vector_space *space, int p, int r, int q,
                  const double *X, const double *C, const double *Y,
                  const double *D, double *Z);

/// R = A X - X diag(theta) for the first m of w vectors of X and A X, and the
/// squares of the norms of its columns.
int space_residual(const vector_space *space, int w, int m, const double *X,
                   const double *AX, const double *theta, double *R,
                   double *squares);

#endif // LOBPCG_SPACE_H
