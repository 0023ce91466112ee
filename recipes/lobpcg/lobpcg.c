//===- lobpcg.c - the smallest eigenvalues of a sparse matrix -------------===//
///
/// \file
/// Reads a matrix, keeps one half of it, solves and reports: progress,
/// eigenvalues, the true residual of every pair, and where the time went.
/// docs/recipes/lobpcg.md explains how its kernels are replaced by generated
/// code.
///
//===----------------------------------------------------------------------===//
#include "options.h"
#include "solve.h"

#include <sparsec/error.h>

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef _OPENMP
#include <omp.h>
#endif

enum { CONVERGED = 0, FAILED = 1, BAD_USAGE = 2, NOT_CONVERGED = 3 };

/// Matrices and vectors of one run.
typedef struct {
  csr_matrix matrix; ///< empty where the preconditioner does not need it
  half_matrix half;
  setup_report setup;
  eigenproblem problem;
  eigen_report report;
  double *theta; ///< [block]
  double *X;     ///< [n][block]
} run;

/// How many vectors are iterated with; some more than asked for make the last
/// of these converge faster. Kernels like multiples of four.
static int block_size(const options *options, int n) {
  if (options->block >= 0)
    return options->block;
  const long long k = options->eigenvalues;
  const long long more = ((k / 2 > 2 ? k + k / 2 : k + 2) + 3) / 4 * 4;
  return more < n ? (int)more : n;
}

/// Squares of what is greater than the square root of what a double holds, or
/// less than that of the least, would say nothing.
static const double GREATEST_NORM = 1e100, LEAST_NORM = 1e-100;

static int check_sizes(const options *options, int n, double norm) {
  if (options->eigenvalues > n)
    return sparsec_fail(SPARSEC_BAD_ARGUMENT,
                        "%d eigenvalues are asked for, but the matrix has %d",
                        options->eigenvalues, n);
  if (options->block > n)
    return sparsec_fail(SPARSEC_BAD_ARGUMENT,
                        "the block has %d vectors, but the matrix only %d rows",
                        options->block, n);
  if (!(norm >= LEAST_NORM && norm <= GREATEST_NORM))
    return sparsec_fail(SPARSEC_BAD_ARGUMENT,
                        "the norm of A is %g: scale the matrix, so that it is "
                        "between %g and %g",
                        norm, LEAST_NORM, GREATEST_NORM);
  return SPARSEC_OK;
}

static int prepare(run *self, const options *options) {
  const int n = self->matrix.n;
  const double norm = matrix_norm(&self->matrix);
  int status = check_sizes(options, n, norm);
  if (status != SPARSEC_OK)
    return status;
  const int block = block_size(options, n);
  self->theta = allocate(block, sizeof(double));
  self->X = allocate((long long)n * block, sizeof(double));
  if (!self->theta || !self->X)
    return SPARSEC_NO_MEMORY;
  self->setup.shift = options->shift;
  self->problem = (eigenproblem){.matrix = &self->half,
                                 .norm = norm,
                                 .wanted = options->eigenvalues,
                                 .block = block,
                                 .tolerance = options->tolerance,
                                 .max_iterations = options->max_iterations,
                                 .progress = options->progress};
  status = half_setup(&self->half, &self->matrix, &self->setup.inspection);
  if (status == SPARSEC_OK)
    status =
        linear_map_setup(&self->problem.preconditioner, options->preconditioner,
                         &self->matrix, &self->setup);
  // What these two keep of the matrix they copy.
  if (options->preconditioner == &none_part ||
      options->preconditioner == &jacobi_part)
    matrix_destroy(&self->matrix);
  if (status == SPARSEC_OK) {
    printf("half: %d entries below the diagonal\n", self->half.below.index[n]);
    printf("block: %d vectors for %d eigenvalue%s\n", block,
           options->eigenvalues, options->eigenvalues > 1 ? "s" : "");
    printf("preconditioner: %s", options->preconditioner->name);
    if (self->setup.factorizations)
      printf(", shift %g", self->setup.shift);
    printf("\n");
  }
  return status;
}

/// ||A x - theta x|| for vector number k, by loops of their own; \p work [2 n].
static double true_residual(const run *self, int k, double *work) {
  const int n = self->half.below.n;
  const size_t m = (size_t)self->problem.block;
  double *x = work, *y = work + n, rr = 0, xx = 0;
  for (int i = 0; i < n; i++)
    x[i] = self->X[(size_t)i * m + (size_t)k];
  half_multiply_vector(&self->half, x, y);
  for (int i = 0; i < n; i++) {
    const double r = y[i] - self->theta[k] * x[i];
    rr += r * r;
    xx += x[i] * x[i];
  }
  return sqrt(rr / xx);
}

static int print_pairs(const run *self) {
  double *work = allocate(2LL * self->half.below.n, sizeof(double));
  if (!work)
    return SPARSEC_NO_MEMORY;
  printf("%4s  %22s  %18s  %s\n", "pair", "eigenvalue", "||A x - l x||",
         "relative to l");
  for (int k = 0; k < self->problem.wanted; k++) {
    const double residual = true_residual(self, k, work);
    printf("%4d  %22.15e  %18.2e  %.2e\n", k + 1, self->theta[k], residual,
           residual / self->theta[k]);
  }
  free(work);
  return SPARSEC_OK;
}

static void print_time(const char *what, double time, double total) {
  printf("%-14s %10.6f  %5.1f %%\n", what, time,
         total > 0 ? 100 * time / total : 0);
}

static void print_times(const run *self) {
  int threads = 1;
#ifdef _OPENMP
  threads = omp_get_max_threads();
#endif
  const setup_report *setup = &self->setup;
  const eigen_report *solved = &self->report;
  const double inspection = setup->inspection + solved->inspection;
  const double total = inspection + setup->factorization + setup->rest +
                       solved->product + solved->preconditioner +
                       solved->dense + solved->small;
  printf("time in seconds, %d thread%s\n", threads, threads > 1 ? "s" : "");
  print_time("inspection", inspection, total);
  print_time("factorization", setup->factorization, total);
  print_time("other setup", setup->rest, total);
  print_time("product", solved->product, total);
  print_time("preconditioner", solved->preconditioner, total);
  print_time("blocks", solved->dense, total);
  print_time("LAPACK", solved->small, total);
  print_time("total", total, total);
}

/// The wanted vectors, as a dense array by columns.
static int write_vectors(const run *self, const char *path) {
  FILE *file = fopen(path, "w");
  if (!file)
    return sparsec_fail(SPARSEC_BAD_ARGUMENT, "cannot write '%s': %s", path,
                        strerror(errno));
  const int n = self->half.below.n;
  const size_t m = (size_t)self->problem.block;
  fprintf(file, "%%%%MatrixMarket matrix array real general\n%d %d\n", n,
          self->problem.wanted);
  for (int k = 0; k < self->problem.wanted; k++)
    for (int i = 0; i < n; i++)
      fprintf(file, "%.17g\n", self->X[(size_t)i * m + (size_t)k]);
  const int bad = ferror(file);
  if (fclose(file) != 0 || bad)
    return sparsec_fail(SPARSEC_BAD_ARGUMENT, "cannot write '%s': %s", path,
                        strerror(errno));
  return SPARSEC_OK;
}

static int report(run *self, const options *options) {
  printf("iterations: %d\n", self->report.iterations);
  int status = print_pairs(self);
  print_times(self);
  if (status == SPARSEC_OK && options->vectors)
    status = write_vectors(self, options->vectors);
  return status;
}

static void destroy(run *self) {
  linear_map_teardown(&self->problem.preconditioner);
  half_destroy(&self->half);
  matrix_destroy(&self->matrix);
  free(self->theta);
  free(self->X);
}

int main(int count, char **words) {
  options options;
  int help = 0;
  if (options_read(&options, count, words, &help) != SPARSEC_OK) {
    fprintf(stderr, "lobpcg: error: %s\n", sparsec_last_error());
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
    status = solve(&self.problem, self.theta, self.X, &self.report);
  if (status == SPARSEC_OK)
    status = report(&self, &options);
  fflush(stdout);
  int code = CONVERGED;
  if (status != SPARSEC_OK) {
    fprintf(stderr, "lobpcg: error: %s\n", sparsec_last_error());
    code = FAILED;
  } else if (self.report.converged < self.problem.wanted) {
    fprintf(
        stderr,
        "lobpcg: error: not converged after %d iterations: %d of %d pairs\n",
        self.report.iterations, self.report.converged, self.problem.wanted);
    code = NOT_CONVERGED;
  }
  destroy(&self);
  return code;
}
