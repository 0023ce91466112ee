//===- ritz.h - Rayleigh-Ritz in span [X P W] -------------------*- C -*-===//
#ifndef LOBPCG_RITZ_H
#define LOBPCG_RITZ_H

#include "solve.h"
#include "space.h"

/// An orthonormal basis [X P | W] and its products with A. X and P stand side
/// by side in V, so that one product with coefficients makes both anew.
typedef struct {
  const eigenproblem *problem;
  eigen_report *report;
  vector_space space;
  int n;
  int m;                         ///< vectors in X, always
  int p;                         ///< vectors in P, at most m
  int w;                         ///< vectors in W, at most m
  double *V, *AV;                ///< [n][m + p]
  double *W, *AW;                ///< [n][w]
  double *R;                     ///< [n][m] A X - X diag(theta)
  double *spare;                 ///< [n][2 m]
  double *theta;                 ///< [3 m], those of X first
  double *residuals;             ///< [m] norms of R's columns
  int *active, actives;          ///< [m] the columns of R that have to shrink
  double *T, *E, *B, *C, *small; ///< for matrices of at most 3 m rows
  double clock;                  ///< when the current part began
} ritz_basis;

/// Room for a basis; to be torn down after a failure, too.
int ritz_setup(ritz_basis *self, const eigenproblem *problem,
               eigen_report *report);
void ritz_teardown(ritz_basis *self);

/// Adds the time since the last call to \p part.
void ritz_lap(ritz_basis *self, double *part);

/// AY = A Y for Y [n][columns].
int ritz_product(ritz_basis *self, int columns, const double *Y, double *AY);

/// Makes W [n][w] orthonormal and orthogonal to V, and A W; w may shrink.
int ritz_extend(ritz_basis *self);

/// X becomes the Ritz vectors of the m smallest Ritz values in the span of the
/// basis; P what of the active ones' new vectors was not in X before, made
/// orthonormal; w is 0 then. Where w is 0 before, P becomes the other Ritz
/// vectors.
int ritz_project(ritz_basis *self);

/// Forgets P: V is X alone then.
void ritz_narrow(ritz_basis *self);

/// Makes V orthonormal again, A V anew, and projects: what rounding did to
/// products with coefficients is gone.
int ritz_renew(ritz_basis *self);

#endif // LOBPCG_RITZ_H
