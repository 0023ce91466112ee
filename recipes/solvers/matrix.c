//===- matrix.c - compressed sparse rows and what they show ---------------===//
#include "matrix.h"

#include <sparsec/error.h>

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Fewer elements are not worth waking threads up.
enum { WORTH_THREADS = 1 << 15 };

void clear(int n, double *x) {
#ifdef _OPENMP
#pragma omp parallel for if (n >= WORTH_THREADS)
#endif
  for (int i = 0; i < n; i++)
    x[i] = 0;
}

/// Lists in \p order the numbers of \p entries, taken from \p before (null: as
/// they are), by rising \p key, their rows or columns; those of one key stay as
/// in \p before. \p first [n + 1] is overwritten.
static void sort_by(const triplets *entries, const int *key, const int *before,
                    int *first, int *order) {
  memset(first, 0, ((size_t)entries->n + 1) * sizeof(int));
  for (long long at = 0; at < entries->count; at++)
    first[key[at] + 1]++;
  for (int i = 0; i < entries->n; i++)
    first[i + 1] += first[i];
  for (long long at = 0; at < entries->count; at++) {
    const int number = before ? before[at] : (int)at;
    order[first[key[number]]++] = number;
  }
}

/// Writes the rows of \p matrix, given the entries by rows and columns.
static void fill_rows(csr_matrix *matrix, const triplets *entries,
                      const int *order) {
  int count = 0, row = 0;
  matrix->index[0] = 0;
  for (long long at = 0; at < entries->count; at++) {
    const int number = order[at];
    while (row < entries->row[number])
      matrix->index[++row] = count;
    const int column = entries->col[number];
    if (count > matrix->index[row] && matrix->col[count - 1] == column) {
      matrix->a[count - 1] += entries->value[number];
      continue;
    }
    matrix->col[count] = column;
    matrix->a[count] = entries->value[number];
    count++;
  }
  while (row < matrix->n)
    matrix->index[++row] = count;
}

int matrix_from_triplets(csr_matrix *matrix, const triplets *entries) {
  const int n = entries->n;
  *matrix = (csr_matrix){.n = n};
  int *first = allocate((long long)n + 1, sizeof(int));
  int *by_column = allocate(entries->count, sizeof(int));
  int *by_row = allocate(entries->count, sizeof(int));
  matrix->index = allocate((long long)n + 1, sizeof(int));
  matrix->col = allocate(entries->count, sizeof(int));
  matrix->a = allocate(entries->count, sizeof(double));
  int status = SPARSEC_NO_MEMORY;
  if (first && by_column && by_row && matrix->index && matrix->col &&
      matrix->a) {
    sort_by(entries, entries->col, NULL, first, by_column);
    sort_by(entries, entries->row, by_column, first, by_row);
    fill_rows(matrix, entries, by_row);
    status = SPARSEC_OK;
  }
  free(first);
  free(by_column);
  free(by_row);
  if (status != SPARSEC_OK)
    matrix_destroy(matrix);
  return status;
}

void matrix_destroy(csr_matrix *matrix) {
  free(matrix->index);
  free(matrix->col);
  free(matrix->a);
  *matrix = (csr_matrix){0};
}

/// The entry (row, column), 0 where there is none.
static double entry(const csr_matrix *matrix, int row, int column) {
  int low = matrix->index[row], high = matrix->index[row + 1];
  while (low < high) {
    const int middle = low + (high - low) / 2;
    if (matrix->col[middle] < column)
      low = middle + 1;
    else
      high = middle;
  }
  return low < matrix->index[row + 1] && matrix->col[low] == column
             ? matrix->a[low]
             : 0;
}

/// Rounding in whatever computed the file is no asymmetry.
static int differ(double one, double other) {
  return fabs(one - other) > 1e-12 * fmax(fabs(one), fabs(other));
}

static int check_entry(const csr_matrix *matrix, int i, int at) {
  const int j = matrix->col[at];
  const double here = matrix->a[at], there = entry(matrix, j, i);
  if (differ(here, there))
    return sparsec_fail(SPARSEC_BAD_ARGUMENT,
                        "the matrix is not symmetric: a(%d,%d) = %g, but "
                        "a(%d,%d) = %g",
                        i + 1, j + 1, here, j + 1, i + 1, there);
  return SPARSEC_OK;
}

/// det [a(i,i) a(i,j); a(j,i) a(j,j)] is not negative, given the diagonal.
static int check_minor(const csr_matrix *matrix, const double *diagonal, int i,
                       int at) {
  const int j = matrix->col[at];
  const double bound = sqrt(diagonal[i]) * sqrt(diagonal[j]);
  if (i == j || fabs(matrix->a[at]) <= bound * (1 + 4 * DBL_EPSILON))
    return SPARSEC_OK;
  return sparsec_fail(SPARSEC_BAD_ARGUMENT,
                      "the matrix is not positive definite: |a(%d,%d)| = %g is "
                      "greater than sqrt(a(%d,%d) a(%d,%d)) = %g",
                      i + 1, j + 1, fabs(matrix->a[at]), i + 1, i + 1, j + 1,
                      j + 1, bound);
}

static int check_diagonal(const csr_matrix *matrix, double *diagonal) {
  for (int i = 0; i < matrix->n; i++) {
    diagonal[i] = entry(matrix, i, i);
    if (!(diagonal[i] > 0))
      return sparsec_fail(SPARSEC_BAD_ARGUMENT,
                          "the matrix is not positive definite: a(%d,%d) = %g "
                          "is not positive",
                          i + 1, i + 1, diagonal[i]);
  }
  return SPARSEC_OK;
}

/// Whether A times the vector of ones is zero but for rounding.
static int adds_up_to_zero(const csr_matrix *matrix) {
  for (int i = 0; i < matrix->n; i++) {
    double sum = 0, size = 0;
    for (int at = matrix->index[i]; at < matrix->index[i + 1]; at++) {
      sum += matrix->a[at];
      size += fabs(matrix->a[at]);
    }
    const int length = matrix->index[i + 1] - matrix->index[i];
    if (fabs(sum) > length * DBL_EPSILON * size)
      return 0;
  }
  return matrix->n > 0;
}

int matrix_check(const csr_matrix *matrix) {
  double *diagonal = allocate(matrix->n, sizeof(double));
  int status = diagonal ? SPARSEC_OK : SPARSEC_NO_MEMORY;
  for (int i = 0; i < matrix->n && status == SPARSEC_OK; i++)
    for (int at = matrix->index[i];
         at < matrix->index[i + 1] && status == SPARSEC_OK; at++)
      status = check_entry(matrix, i, at);
  if (status == SPARSEC_OK)
    status = check_diagonal(matrix, diagonal);
  for (int i = 0; i < matrix->n && status == SPARSEC_OK; i++)
    for (int at = matrix->index[i];
         at < matrix->index[i + 1] && status == SPARSEC_OK; at++)
      status = check_minor(matrix, diagonal, i, at);
  free(diagonal);
  if (status == SPARSEC_OK && adds_up_to_zero(matrix))
    status = sparsec_fail(SPARSEC_BAD_ARGUMENT,
                          "the matrix is singular: each of its rows adds up to "
                          "zero, as those of the Laplacian of a graph do; fix "
                          "an unknown or add to the diagonal before solving");
  return status;
}

double matrix_norm(const csr_matrix *matrix) {
  double norm = 0;
  for (int i = 0; i < matrix->n; i++) {
    double sum = 0;
    for (int at = matrix->index[i]; at < matrix->index[i + 1]; at++)
      sum += fabs(matrix->a[at]);
    norm = fmax(norm, sum);
  }
  return norm;
}

int matrix_load(csr_matrix *matrix, const char *path) {
  triplets entries;
  int status = triplets_read(&entries, path);
  if (status != SPARSEC_OK)
    return status;
  status = matrix_from_triplets(matrix, &entries);
  triplets_destroy(&entries);
  if (status != SPARSEC_OK)
    return status;
  printf("matrix: %d rows, %d entries\n", matrix->n, matrix->index[matrix->n]);
  return matrix_check(matrix);
}
