//===- solve.c - locally optimal block preconditioned CG ------------------===//
///
/// \file
/// LOBPCG (Knyazev, SIAM J. Sci. Comput. 23, 2001): Rayleigh-Ritz in the span
/// of the block X, the preconditioned residuals W and the directions P that the
/// last step took. The basis is kept orthonormal, as Duersch, Shao, Yang and Gu
/// propose (SIAM J. Sci. Comput. 40, 2018), so that it does not become
/// ill-conditioned when pairs converge. Locking is soft: what converged stays
/// in X, and has no part in W and P any more.
///
//===----------------------------------------------------------------------===//
#include "solve.h"

#include "arguments.h"
#include "precondition.h"
#include "ritz.h"

#include <sparsec/error.h>

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/// Rounding in A x - theta x, in units of epsilon ||A||.
static const double ROUNDING = 4;

/// What may be 0 of a Ritz value, in the same units.
static const double ZERO = 16;

/// Products with coefficients add rounding up, for so many iterations.
enum { RENEWAL = 32 };

double residual_bound(const eigenproblem *problem, double theta) {
  return fmax(problem->tolerance * theta,
              ROUNDING * DBL_EPSILON * problem->norm);
}

/// Each Ritz value is x'Ax for some x of length 1, whatever its residual.
static int check_values(const ritz_basis *self) {
  const double theta = self->theta[0], norm = self->problem->norm;
  const double small = ZERO * DBL_EPSILON * norm;
  if (theta > small)
    return SPARSEC_OK;
  return sparsec_fail(SPARSEC_BAD_ARGUMENT,
                      "iteration %d: the matrix is %s: x'Ax / x'x = %g where "
                      "the norm of A is %g",
                      self->report->iterations,
                      fabs(theta) <= small ? "singular, or too close to it"
                                           : "not positive definite",
                      theta, norm);
}

/// R, its norms, and which of its columns have to shrink.
static int measure(ritz_basis *self) {
  const eigenproblem *problem = self->problem;
  int status = check_values(self);
  if (status == SPARSEC_OK)
    status = space_residual(&self->space, self->m + self->p, self->m, self->V,
                            self->AV, self->theta, self->R, self->residuals);
  if (status != SPARSEC_OK)
    return status;
  self->actives = 0;
  self->report->converged = 0;
  for (int k = 0; k < self->m; k++) {
    self->residuals[k] = sqrt(self->residuals[k]);
    if (!(self->residuals[k] <= residual_bound(problem, self->theta[k])))
      self->active[self->actives++] = k;
    else if (k < problem->wanted)
      self->report->converged++;
  }
  return SPARSEC_OK;
}

/// A line for an iteration, unless it is the one before's.
static void print_progress(const ritz_basis *self, int *printed) {
  const eigenproblem *problem = self->problem;
  const int every = problem->progress, at = self->report->iterations;
  if (every == 0 || at % every != 0 || at == *printed)
    return;
  double worst = 0;
  for (int k = 0; k < problem->wanted; k++)
    worst = fmax(worst, self->residuals[k] / self->theta[k]);
  if (at == 0)
    printf("%9s  %9s  %18s  %s\n", "iteration", "converged", "smallest value",
           "largest residual / value");
  printf("%9d  %9d  %18.12e  %.2e\n", at, self->report->converged,
         self->theta[0], worst);
  fflush(stdout);
  *printed = at;
}

/// X: random numbers, orthonormal, and Ritz vectors of their span.
static int start(ritz_basis *self) {
  uint64_t state = 1;
  for (size_t at = 0; at < (size_t)self->n * (size_t)self->m; at++)
    self->V[at] = random_number(&state);
  return ritz_renew(self);
}

/// One step. Without directions, as for X that span all there is, none.
static int advance(ritz_basis *self, int *stuck) {
  ritz_lap(self, &self->report->dense);
  int status =
      precondition(&self->problem->preconditioner, self->n, self->m, self->R,
                   self->actives, self->active, self->W, self->spare);
  ritz_lap(self, &self->report->preconditioner);
  self->w = self->actives;
  if (status == SPARSEC_OK)
    status = ritz_extend(self);
  *stuck = self->w == 0;
  if (status == SPARSEC_OK && !*stuck) {
    status = ritz_project(self);
    self->report->iterations++;
  }
  return status;
}

/// Whether A V is to be made anew before residuals are believed.
static int is_due(const eigen_report *report, int done) {
  return done || report->iterations % RENEWAL == 0;
}

static int iterate(ritz_basis *self, int *stuck) {
  const eigenproblem *problem = self->problem;
  eigen_report *report = self->report;
  int status = start(self), fresh = 1, printed = -1;
  while (status == SPARSEC_OK && (status = measure(self)) == SPARSEC_OK) {
    const int done = report->converged == problem->wanted || *stuck ||
                     report->iterations >= problem->max_iterations;
    if (!fresh && is_due(report, done)) {
      status = ritz_renew(self);
      fresh = 1;
      continue;
    }
    print_progress(self, &printed);
    if (done)
      break;
    status = advance(self, stuck);
    fresh = 0;
  }
  return status;
}

/// Ritz values in the span of X alone, for the rough vectors of P and W leave
/// rounding in those of all: epsilon times the norm of A on their span.
static int finish(ritz_basis *self) {
  ritz_narrow(self);
  int status = ritz_renew(self);
  if (status == SPARSEC_OK)
    status = check_values(self);
  ritz_lap(self, &self->report->dense);
  return status;
}

int solve(const eigenproblem *problem, double *theta, double *X,
          eigen_report *report) {
  ritz_basis self;
  int stuck = 0;
  *report = (eigen_report){0};
  int status = ritz_setup(&self, problem, report);
  if (status == SPARSEC_OK)
    status = iterate(&self, &stuck);
  if (status == SPARSEC_OK)
    status = finish(&self);
  if (status == SPARSEC_OK) {
    const size_t m = (size_t)self.m;
    memcpy(theta, self.theta, m * sizeof *theta);
    memcpy(X, self.V, (size_t)self.n * m * sizeof *X);
  }
  ritz_teardown(&self);
  return status;
}
