//===- solve.c - preconditioned conjugate gradients -----------------------===//
///
/// \file
/// The method of Hestenes and Stiefel (J. Res. NBS 49, 1952) for M^-1 A.
///
//===----------------------------------------------------------------------===//
#include "solve.h"

#include "vectors.h"

#include <sparsec/error.h>

#include <float.h>
#include <math.h>
#include <stdlib.h>

/// Everything that an iteration changes.
typedef struct {
  const problem *problem;
  solve_report *report;
  vector_space space;
  double *x, *r, *z, *p, *q; ///< [n] q = A p, z = M^-1 r
  double rz;                 ///< r'z
  double b_norm;
  double clock; ///< when the current part began
  long long room;
} iteration;

/// Adds the time since the last call to \p part.
static void lap(iteration *self, double *part) {
  const double now = seconds();
  *part += now - self->clock;
  self->clock = now;
}

static int push_residual(iteration *self, double residual) {
  solve_report *report = self->report;
  if (report->iterations >= self->room) {
    self->room = 2 * self->room + 64;
    double *grown = realloc(report->residuals,
                            (size_t)self->room * sizeof *report->residuals);
    if (!grown)
      return sparsec_fail(SPARSEC_NO_MEMORY, "out of memory: residuals");
    report->residuals = grown;
  }
  report->residuals[report->iterations] = residual;
  report->converged = residual <= self->problem->tolerance;
  return SPARSEC_OK;
}

static int multiply(iteration *self) {
  const linear_map *product = &self->problem->product;
  lap(self, &self->report->vectors);
  const int status = product->part->apply(product->state, self->p, self->q);
  lap(self, &self->report->product);
  return status;
}

/// z = M^-1 r; *rz = r'z.
static int precondition(iteration *self, double *rz) {
  const linear_map *map = &self->problem->preconditioner;
  lap(self, &self->report->vectors);
  const int status = map->part->apply(map->state, self->r, self->z);
  lap(self, &self->report->preconditioner);
  if (status != SPARSEC_OK)
    return status;
  *rz = dot(&self->space, self->r, self->z);
  if (!(*rz > 0) || isinf(*rz))
    return sparsec_fail(SPARSEC_BAD_ARGUMENT,
                        "iteration %d: the preconditioner %s is not positive "
                        "definite: r'z = %g",
                        self->report->iterations, map->part->name, *rz);
  return SPARSEC_OK;
}

/// One step along p. An eigenvalue that is not positive, or so small that
/// rounding hides its sign, shows as a direction that A maps to (almost) zero.
static int advance(iteration *self) {
  solve_report *report = self->report;
  int status = multiply(self);
  if (status != SPARSEC_OK)
    return status;
  double pp = 0;
  const double pq = dot_and_square(&self->space, self->p, self->q, &pp);
  const double small = DBL_EPSILON * self->problem->norm * pp;
  if (!(pq > small) || isinf(pq))
    return sparsec_fail(SPARSEC_BAD_ARGUMENT,
                        "iteration %d: the matrix is %s: p'Ap / p'p = %g where "
                        "the norm of A is %g",
                        report->iterations + 1,
                        fabs(pq) <= small ? "singular, or too close to it"
                                          : "not positive definite",
                        pq / pp, self->problem->norm);
  const double rr =
      step(&self->space, self->rz / pq, self->p, self->q, self->x, self->r);
  report->iterations++;
  return push_residual(self, sqrt(rr) / self->b_norm);
}

static int start(iteration *self) {
  copy(&self->space, self->problem->b, self->r);
  clear(self->space.n, self->x);
  self->b_norm = sqrt(dot(&self->space, self->r, self->r));
  if (self->b_norm == 0) // x = 0
    return push_residual(self, 0);
  int status = push_residual(self, 1);
  if (status == SPARSEC_OK && !self->report->converged)
    status = precondition(self, &self->rz);
  if (status == SPARSEC_OK)
    copy(&self->space, self->z, self->p);
  return status;
}

static int iterate(iteration *self) {
  solve_report *report = self->report;
  int status = start(self);
  while (status == SPARSEC_OK && !report->converged &&
         report->iterations < self->problem->max_iterations) {
    status = advance(self);
    if (status != SPARSEC_OK || report->converged)
      break;
    double rz = 0;
    status = precondition(self, &rz);
    turn(&self->space, self->z, rz / self->rz, self->p);
    self->rz = rz;
  }
  lap(self, &report->vectors);
  return status;
}

int solve(const problem *problem, double *x, solve_report *report) {
  const int n = problem->n;
  *report = (solve_report){0};
  iteration self = {.problem = problem, .report = report, .x = x};
  self.r = allocate(n, sizeof(double));
  self.z = allocate(n, sizeof(double));
  self.p = allocate(n, sizeof(double));
  self.q = allocate(n, sizeof(double));
  int status = vector_space_setup(&self.space, n);
  if (!self.r || !self.z || !self.p || !self.q)
    status = SPARSEC_NO_MEMORY;
  self.clock = seconds();
  if (status == SPARSEC_OK)
    status = iterate(&self);
  vector_space_teardown(&self.space);
  free(self.r);
  free(self.z);
  free(self.p);
  free(self.q);
  return status;
}
