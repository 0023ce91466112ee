//===- pcg.c - solves A x = b by preconditioned conjugate gradients -------===//
///
/// \file
/// Reads a matrix, sets the parts up, solves and reports: iterations, history
/// of residuals, the true residual, and where the time went.
/// docs/recipes/pcg.md explains how its kernels are replaced by generated code.
///
//===----------------------------------------------------------------------===//
#include "arguments.h"
#include "options.h"
#include "solve.h"

#include <sparsec/error.h>

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef _OPENMP
#include <omp.h>
#endif

enum { CONVERGED = 0, FAILED = 1, BAD_USAGE = 2, NOT_CONVERGED = 3 };

/// y = A x by a loop of its own: nothing here is a part or a plan.
static void multiply(const csr_matrix *matrix, const double *x, double *y) {
  for (int i = 0; i < matrix->n; i++) {
    double sum = 0;
    for (int at = matrix->index[i]; at < matrix->index[i + 1]; at++)
      sum += matrix->a[at] * x[matrix->col[at]];
    y[i] = sum;
  }
}

/// Makes b; x is overwritten.
static void make_right_hand_side(const csr_matrix *matrix, right_hand_side kind,
                                 double *x, double *b) {
  uint64_t state = 1;
  for (int i = 0; i < matrix->n; i++) {
    x[i] = 1;
    b[i] = kind == RANDOM ? random_number(&state) : 1;
  }
  if (kind == PRODUCT)
    multiply(matrix, x, b);
}

/// ||b - A x|| / ||b||; \p work [n] is overwritten.
static double true_residual(const csr_matrix *matrix, const double *x,
                            const double *b, double *work) {
  double rr = 0, bb = 0;
  multiply(matrix, x, work);
  for (int i = 0; i < matrix->n; i++) {
    rr += (b[i] - work[i]) * (b[i] - work[i]);
    bb += b[i] * b[i];
  }
  return bb > 0 ? sqrt(rr / bb) : sqrt(rr);
}

static void print_history(const solve_report *report, int every) {
  const int last = report->iterations;
  if (every == 0)
    every = last / 10 > 0 ? last / 10 : 1;
  printf("%9s  ||r|| / ||b||\n", "iteration");
  for (int at = 0; at < last; at += every)
    printf("%9d  %.6e\n", at, report->residuals[at]);
  printf("%9d  %.6e\n", last, report->residuals[last]);
}

static void print_time(const char *what, double time, double total) {
  printf("%-14s %10.6f  %5.1f %%\n", what, time,
         total > 0 ? 100 * time / total : 0);
}

static void print_times(const setup_report *setup, const solve_report *solved) {
  int threads = 1;
#ifdef _OPENMP
  threads = omp_get_max_threads();
#endif
  const double total = setup->inspection + setup->factorization + setup->rest +
                       solved->product + solved->preconditioner +
                       solved->vectors;
  printf("time in seconds, %d thread%s\n", threads, threads > 1 ? "s" : "");
  print_time("inspection", setup->inspection, total);
  print_time("factorization", setup->factorization, total);
  print_time("other setup", setup->rest, total);
  print_time("product", solved->product, total);
  print_time("preconditioner", solved->preconditioner, total);
  print_time("vectors", solved->vectors, total);
  print_time("total", total, total);
}

/// Vectors and maps of one run.
typedef struct {
  csr_matrix matrix;
  setup_report setup;
  problem problem;
  solve_report report;
  double *x, *b, *work; ///< [n]
} run;

static int prepare(run *self, const options *options) {
  const int n = self->matrix.n;
  self->x = allocate(n, sizeof(double));
  self->b = allocate(n, sizeof(double));
  self->work = allocate(n, sizeof(double));
  if (!self->x || !self->b || !self->work)
    return SPARSEC_NO_MEMORY;
  make_right_hand_side(&self->matrix, options->b, self->x, self->b);
  self->setup.shift = options->shift;
  int status = linear_map_setup(&self->problem.product, &product_part,
                                &self->matrix, &self->setup);
  if (status == SPARSEC_OK)
    status =
        linear_map_setup(&self->problem.preconditioner, options->preconditioner,
                         &self->matrix, &self->setup);
  self->problem.n = n;
  self->problem.norm = matrix_norm(&self->matrix);
  self->problem.b = self->b;
  self->problem.tolerance = options->tolerance;
  self->problem.max_iterations = options->max_iterations;
  if (options->max_iterations < 0)
    self->problem.max_iterations =
        n < 100 ? 1000 : (int)fmin(10.0 * n, INT32_MAX - 1);
  return status;
}

static void print_result(run *self, const options *options) {
  const solve_report *report = &self->report;
  printf("preconditioner: %s", options->preconditioner->name);
  if (self->setup.factorizations)
    printf(", shift %g", self->setup.shift);
  printf("\n");
  print_history(report, options->history);
  printf("iterations: %d\n", report->iterations);
  printf("true residual ||b - A x|| / ||b||: %.6e\n",
         true_residual(&self->matrix, self->x, self->b, self->work));
  print_times(&self->setup, report);
}

static void destroy(run *self) {
  linear_map_teardown(&self->problem.product);
  linear_map_teardown(&self->problem.preconditioner);
  free(self->report.residuals);
  free(self->x);
  free(self->b);
  free(self->work);
  matrix_destroy(&self->matrix);
}

int main(int count, char **words) {
  options options;
  int help = 0;
  if (options_read(&options, count, words, &help) != SPARSEC_OK) {
    fprintf(stderr, "pcg: error: %s\n", sparsec_last_error());
    return BAD_USAGE;
  }
  if (help) {
    fputs(options_help, stdout);
    return CONVERGED;
  }
  run self = {0};
  int status = matrix_load(&self.matrix, options.path);
  if (status == SPARSEC_OK)
    status = prepare(&self, &options);
  if (status == SPARSEC_OK)
    status = solve(&self.problem, self.x, &self.report);
  int code = FAILED;
  fflush(stdout);
  if (status != SPARSEC_OK) {
    fprintf(stderr, "pcg: error: %s\n", sparsec_last_error());
  } else {
    print_result(&self, &options);
    code = self.report.converged ? CONVERGED : NOT_CONVERGED;
    fflush(stdout);
    if (code == NOT_CONVERGED)
      fprintf(stderr, "pcg: error: not converged after %d iterations\n",
              self.report.iterations);
  }
  destroy(&self);
  return code;
}
