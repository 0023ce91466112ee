//===- solve.h - preconditioned conjugate gradients -------------*- C -*-===//
#ifndef PCG_SOLVE_H
#define PCG_SOLVE_H

#include "parts.h"

/// What is solved, and when to stop.
typedef struct {
  int n;
  double norm; ///< a bound of the eigenvalues of A, as matrix_norm gives
  linear_map product, preconditioner;
  const double *b;    ///< [n]
  double tolerance;   ///< of ||r|| / ||b||, r as the recurrence has it
  int max_iterations; ///< at least 0
} problem;

/// How it went.
typedef struct {
  int iterations;
  int converged;
  double *residuals; ///< [iterations + 1] ||r|| / ||b||, the first one is 1
  double product, preconditioner, vectors; ///< seconds
} solve_report;

/// Solves A x = b from x = 0. A failure is a matrix or a preconditioner that
/// turns out not to be positive definite, or one of a part; that more
/// iterations are needed is none. The caller frees report->residuals, also
/// after a failure.
int solve(const problem *problem, double *x, solve_report *report);

#endif // PCG_SOLVE_H
