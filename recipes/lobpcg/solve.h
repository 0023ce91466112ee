//===- solve.h - the smallest eigenpairs, block by block --------*- C -*-===//
#ifndef LOBPCG_SOLVE_H
#define LOBPCG_SOLVE_H

#include "half.h"
#include "parts.h"

/// What is solved, and when to stop.
typedef struct {
  const half_matrix *matrix;
  linear_map preconditioner;
  double norm;        ///< a bound of the eigenvalues, as matrix_norm gives
  int wanted;         ///< how many pairs, at least 1
  int block;          ///< vectors in X, wanted <= block <= n
  double tolerance;   ///< of ||A x - theta x|| / theta
  int max_iterations; ///< at least 0
  int progress;       ///< a line every so many iterations; 0: none
} eigenproblem;

/// How it went.
typedef struct {
  int iterations;
  int converged;         ///< how many of the wanted pairs
  double product;        ///< seconds of A X
  double preconditioner; ///< seconds of M^-1 R
  double dense;          ///< seconds of products of blocks of vectors
  double small;          ///< seconds of LAPACK
  double inspection;     ///< seconds of plans for blocks of vectors
} eigen_report;

/// Finds the smallest eigenvalues theta [block] of a symmetric positive
/// definite matrix in rising order and orthonormal vectors X [n][block]; the
/// first `wanted` are those asked for. A failure is a matrix that turns out not
/// to be positive definite, or one of a part, of a plan or of LAPACK; that more
/// iterations are needed is none.
int solve(const eigenproblem *problem, double *theta, double *X,
          eigen_report *report);

/// The residual up to which a pair with this eigenvalue has to be found:
/// tolerance * theta, or what rounding in A x leaves.
double residual_bound(const eigenproblem *problem, double theta);

#endif // LOBPCG_SOLVE_H
