//===- ritz.c - Rayleigh-Ritz in span [X P W] -----------------------------===//
#include "ritz.h"

#include "basis.h"
#include "small.h"

#include <sparsec/error.h>

#include <stdlib.h>
#include <string.h>

int ritz_setup(ritz_basis *self, const eigenproblem *problem,
               eigen_report *report) {
  const int n = problem->matrix->below.n, m = problem->block;
  const long long all = (long long)n * m, d = 3LL * m;
  *self = (ritz_basis){.problem = problem, .report = report, .n = n, .m = m};
  double **const blocks[] = {&self->W, &self->AW, &self->R};
  double **const wide[] = {&self->V, &self->AV, &self->spare};
  double **const small[] = {&self->T, &self->E, &self->B, &self->C};
  int status = SPARSEC_OK;
  for (int at = 0; at < 3; at++) {
    *blocks[at] = allocate(all, sizeof(double));
    *wide[at] = allocate(2 * all, sizeof(double));
    if (!*blocks[at] || !*wide[at])
      status = SPARSEC_NO_MEMORY;
  }
  for (int at = 0; at < 4; at++) {
    *small[at] = allocate(d * d, sizeof(double));
    if (!*small[at])
      status = SPARSEC_NO_MEMORY;
  }
  self->small = allocate(4 * d * d, sizeof(double));
  self->theta = allocate(d, sizeof(double));
  self->residuals = allocate(m, sizeof(double));
  self->active = allocate(m, sizeof(int));
  if (!self->small || !self->theta || !self->residuals || !self->active)
    status = SPARSEC_NO_MEMORY;
  if (status == SPARSEC_OK)
    status = vector_space_setup(&self->space, n, 2 * m, &report->inspection);
  self->clock = seconds();
  return status;
}

void ritz_teardown(ritz_basis *self) {
  double *const arrays[] = {
      self->V,     self->AV,    self->W,        self->AW, self->R,
      self->spare, self->T,     self->E,        self->B,  self->C,
      self->small, self->theta, self->residuals};
  for (size_t at = 0; at < sizeof arrays / sizeof *arrays; at++)
    free(arrays[at]);
  free(self->active);
  vector_space_teardown(&self->space);
}

void ritz_lap(ritz_basis *self, double *part) {
  const double now = seconds();
  *part += now - self->clock;
  self->clock = now;
}

int ritz_product(ritz_basis *self, int columns, const double *Y, double *AY) {
  ritz_lap(self, &self->report->dense);
  const int status = half_multiply(self->problem->matrix, columns, Y, AY);
  ritz_lap(self, &self->report->product);
  return status;
}

int ritz_extend(ritz_basis *self) {
  int status = basis_orthonormalize(&self->space, self->m + self->p, self->V,
                                    &self->w, &self->W, &self->AW, self->small);
  if (status == SPARSEC_OK && self->w > 0)
    status = ritz_product(self, self->w, self->W, self->AW);
  return status;
}

/// T [d][d] = [V W]' A [V W], its lower half.
static int project_matrix(ritz_basis *self) {
  const int v = self->m + self->p, w = self->w, d = v + w;
  double *G = self->small;
  int status = space_gram(&self->space, v, self->V, v, self->AV, G);
  for (int i = 0; i < v; i++)
    for (int j = 0; j <= i; j++)
      self->T[i * d + j] = (G[i * v + j] + G[j * v + i]) / 2;
  if (status == SPARSEC_OK)
    status = space_gram(&self->space, w, self->W, v, self->AV, G);
  for (int i = 0; i < w; i++)
    for (int j = 0; j < v; j++)
      self->T[(v + i) * d + j] = G[i * v + j];
  if (status == SPARSEC_OK)
    status = space_gram(&self->space, w, self->W, w, self->AW, G);
  for (int i = 0; i < w; i++)
    for (int j = 0; j <= i; j++)
      self->T[(v + i) * d + v + j] = (G[i * w + j] + G[j * w + i]) / 2;
  return status;
}

/// *block = [*block W] C, C [v + w][columns].
static int transform_block(ritz_basis *self, double **block, const double *W,
                           int columns) {
  const int v = self->m + self->p;
  const int status =
      space_combine(&self->space, v, self->w, columns, *block, self->C, W,
                    self->C + v * columns, self->spare);
  double *made = self->spare;
  self->spare = *block;
  *block = made;
  return status;
}

/// C [d][m + p] from the eigenvectors E and the new P's rows B.
static void coefficients(ritz_basis *self, int d, int p, const double *P) {
  const int m = self->m, columns = m + p;
  for (int i = 0; i < d; i++) {
    for (int k = 0; k < m; k++)
      self->C[i * columns + k] = self->E[k * d + i];
    for (int k = 0; k < p; k++)
      self->C[i * columns + m + k] = P[k * d + i];
  }
}

int ritz_project(ritz_basis *self) {
  const int m = self->m, d = m + self->p + self->w;
  int status = project_matrix(self);
  if (status != SPARSEC_OK)
    return status;
  ritz_lap(self, &self->report->dense);
  // By columns the lower half of T is the upper one.
  for (int i = 0; i < d; i++)
    for (int j = 0; j <= i; j++)
      self->E[i * d + j] = self->E[j * d + i] = self->T[i * d + j];
  status = small_eigen(d, self->E, self->theta);
  int p = self->p;
  const double *P = self->E + (size_t)m * (size_t)d;
  if (status == SPARSEC_OK && self->w > 0) {
    p = self->actives < d - m ? self->actives : d - m;
    status =
        small_complement(d, m, p, self->E, self->active, self->B, self->small);
    P = self->B;
  }
  coefficients(self, d, p, P);
  ritz_lap(self, &self->report->small);
  if (status == SPARSEC_OK)
    status = transform_block(self, &self->V, self->W, m + p);
  if (status == SPARSEC_OK)
    status = transform_block(self, &self->AV, self->AW, m + p);
  self->p = p;
  self->w = 0;
  return status;
}

void ritz_narrow(ritz_basis *self) {
  const size_t m = (size_t)self->m, width = m + (size_t)self->p;
  for (size_t i = 0; i < (size_t)self->n; i++)
    memmove(self->V + i * m, self->V + i * width, m * sizeof *self->V);
  self->p = 0;
}

int ritz_renew(ritz_basis *self) {
  const int before = self->m + self->p;
  int v = before;
  int status = basis_orthonormalize(&self->space, 0, NULL, &v, &self->V,
                                    &self->spare, self->small);
  if (status == SPARSEC_OK && v < before)
    status = sparsec_fail(SPARSEC_BAD_ARGUMENT,
                          "%d of the block's %d vectors depend on the others",
                          before - v, before);
  self->w = 0;
  if (status == SPARSEC_OK)
    status = ritz_product(self, v, self->V, self->AV);
  if (status == SPARSEC_OK)
    status = ritz_project(self);
  return status;
}
