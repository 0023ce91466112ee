//===- factors.c - what predicts ratings ----------------------------------===//
#include "factors.h"

#include "arguments.h"
#include "support.h"

#include <sparsec/error.h>

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Room for \p rows of features that begin with a cache line, so that no vector
/// of them lies in two.
static void *allocate_rows(int rows) {
  const size_t line = 64;
  const size_t size =
      (size_t)(rows > 0 ? rows : 1) * sizeof(float[SGD_FEATURES]);
  void *memory = aligned_alloc(line, (size + line - 1) / line * line);
  if (!memory)
    sparsec_fail(SPARSEC_NO_MEMORY, "out of memory: %d rows of %d features",
                 rows, SGD_FEATURES);
  return memory;
}

int factor_pair_make(factor_pair *factors, int users, int items) {
  *factors = (factor_pair){.users = users,
                           .items = items,
                           .scale = 1,
                           .U = allocate_rows(users),
                           .V = allocate_rows(items)};
  return factors->U && factors->V ? SPARSEC_OK : SPARSEC_NO_MEMORY;
}

void factor_pair_destroy(factor_pair *factors) {
  free(factors->U);
  free(factors->V);
  *factors = (factor_pair){0};
}

void rating_sizes(const rating_rows *rows, double *mean, double *size) {
  const int count = rows->index[rows->users];
  double sum = 0, squares = 0;
  for (int at = 0; at < count; at++) {
    sum += rows->value[at];
    squares += (double)rows->value[at] * rows->value[at];
  }
  *mean = count > 0 ? sum / count : 0;
  *size = count > 0 ? sqrt(squares / count) : 0;
}

/// Numbers in [low, high).
static void fill(int rows, float (*A)[SGD_FEATURES], double low, double high,
                 uint64_t *state) {
  for (int i = 0; i < rows; i++)
    for (int k = 0; k < SGD_FEATURES; k++)
      A[i][k] = (float)(low + (high - low) * (random_number(state) + 1) / 2);
}

void factor_pair_begin(factor_pair *factors, rating_rows *rows, uint64_t seed) {
  double mean, size;
  rating_sizes(rows, &mean, &size);
  factors->scale = size > 0 ? size : 1;
  const int count = rows->index[rows->users];
  for (int at = 0; at < count; at++)
    rows->value[at] = (float)(rows->value[at] / factors->scale);
  // Numbers around `middle` have products of that mean. They differ by as much
  // as they would if the mean were 1: with the same ones nothing could tell
  // features apart, and with none nothing could be learnt.
  const double middle = sqrt(fabs(mean) / factors->scale / SGD_FEATURES);
  const double reach = size > 0 ? sqrt(1.0 / SGD_FEATURES) : 0;
  const double sign = mean < 0 ? -1 : 1;
  fill(factors->users, factors->U, middle - reach, middle + reach, &seed);
  fill(factors->items, factors->V, sign * middle - reach, sign * middle + reach,
       &seed);
}

static double square_error(const factor_pair *factors, const rating_rows *rows,
                           double scale, int user) {
  double sum = 0;
  for (int at = rows->index[user]; at < rows->index[user + 1]; at++) {
    const float *u = factors->U[user], *v = factors->V[rows->item[at]];
    float product = 0;
    for (int k = 0; k < SGD_FEATURES; k++)
      product += u[k] * v[k];
    const double error = scale * rows->value[at] - factors->scale * product;
    sum += error * error;
  }
  return sum;
}

double factor_pair_error(const factor_pair *factors, const rating_rows *rows,
                         double scale, double *sums) {
  const int count = rows->index[rows->users];
#ifdef _OPENMP
#pragma omp parallel for schedule(dynamic, 256)
#endif
  for (int user = 0; user < rows->users; user++)
    sums[user] = square_error(factors, rows, scale, user);
  // One after the other: the same with any number of threads.
  double sum = 0;
  for (int user = 0; user < rows->users; user++)
    sum += sums[user];
  // A NaN may have a sign, which says nothing.
  return count > 0 ? fabs(sqrt(sum / count)) : 0;
}

static int write_array(const char *prefix, const char *what, int rows,
                       float (*A)[SGD_FEATURES], double factor) {
  const size_t length = strlen(prefix) + strlen(what) + 1;
  char *path = allocate((long long)length, 1);
  if (!path)
    return SPARSEC_NO_MEMORY;
  snprintf(path, length, "%s%s", prefix, what);
  FILE *file = fopen(path, "w");
  int bad = !file;
  if (file) {
    fprintf(file, "%%%%MatrixMarket matrix array real general\n%d %d\n", rows,
            SGD_FEATURES);
    for (int k = 0; k < SGD_FEATURES; k++)
      for (int i = 0; i < rows; i++)
        fprintf(file, "%.9g\n", factor * A[i][k]);
    bad = ferror(file);
    bad |= fclose(file) != 0;
  }
  const int status =
      bad ? sparsec_fail(SPARSEC_BAD_ARGUMENT, "cannot write '%s': %s", path,
                         strerror(errno))
          : SPARSEC_OK;
  free(path);
  return status;
}

int factor_pair_write(const factor_pair *factors, const char *prefix) {
  const double factor = sqrt(factors->scale);
  const int status =
      write_array(prefix, "-users.mtx", factors->users, factors->U, factor);
  return status != SPARSEC_OK ? status
                              : write_array(prefix, "-items.mtx",
                                            factors->items, factors->V, factor);
}
