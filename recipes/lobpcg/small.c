//===- small.c - dense problems of a few columns, by LAPACK ---------------===//
#include "small.h"

#include <sparsec/error.h>

#include <float.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

static int check(const char *name, lapack_int info) {
  if (info == 0)
    return SPARSEC_OK;
  if (info == LAPACK_WORK_MEMORY_ERROR)
    return sparsec_fail(SPARSEC_NO_MEMORY, "out of memory: %s", name);
  return sparsec_fail(
      SPARSEC_BAD_ARGUMENT,
      "LAPACK's %s failed with info = %d: the matrix has values "
      "that overflow",
      name, (int)info);
}

int small_eigen(int d, double *T, double *theta) {
  // By columns T is the same matrix, and a column of the result a row here.
  return check("dsyevd",
               LAPACKE_dsyevd(LAPACK_COL_MAJOR, 'V', 'L', d, T, d, theta));
}

/// Scales H to a unit diagonal; scale [w] becomes 1 / ||w_j||, 0 for a column
/// that is left out. Returns the greatest |H - I| before.
static double unit_diagonal(int w, double *H, double least, double *scale) {
  double deviation = 0;
  for (int j = 0; j < w; j++)
    for (int k = 0; k < w; k++)
      deviation = fmax(deviation, fabs(H[j * w + k] - (j == k)));
  for (int j = 0; j < w; j++) {
    const double square = H[j * w + j];
    scale[j] = square > least && isfinite(square) ? 1 / sqrt(square) : 0;
  }
  for (int j = 0; j < w; j++)
    for (int k = 0; k < w; k++)
      H[j * w + k] *= scale[j] * scale[k];
  return deviation;
}

int small_orthonormalizer(int w, double *H, double least, double *C,
                          double *work, small_basis *found) {
  double *scale = work, *lambda = work + w, *inverse = work + 2 * w;
  found->deviation = unit_diagonal(w, H, least, scale);
  const int status = small_eigen(w, H, lambda);
  if (status != SPARSEC_OK)
    return status;
  // Rounding in H leaves about this of an eigenvalue that is 0.
  const double rounding = 8 * DBL_EPSILON * w;
  int first = 0;
  while (first < w && lambda[first] <= rounding)
    first++;
  found->kept = w - first;
  for (int e = first; e < w; e++)
    for (int j = 0; j < w; j++)
      inverse[e * w + j] = H[e * w + j] / sqrt(lambda[e]);
  if (first > 0) {
    for (int j = 0; j < w; j++)
      for (int e = first; e < w; e++)
        C[j * found->kept + e - first] = scale[j] * inverse[e * w + j];
    return SPARSEC_OK;
  }
  memset(C, 0, (size_t)w * (size_t)w * sizeof *C);
  for (int e = 0; e < w; e++)
    for (int j = 0; j < w; j++)
      for (int k = 0; k < w; k++)
        C[j * w + k] += scale[j] * inverse[e * w + j] * H[e * w + k];
  return SPARSEC_OK;
}

int small_complement(int d, int m, int count, const double *E,
                     const int *chosen, double *B, double *work) {
  const int columns = m + count;
  double *tau = work + (size_t)d * (size_t)columns;
  memcpy(work, E, (size_t)d * (size_t)m * sizeof *work);
  for (int at = 0; at < count; at++) {
    double *row = work + (size_t)(m + at) * (size_t)d;
    memcpy(row, E + (size_t)chosen[at] * (size_t)d, (size_t)d * sizeof *row);
    memset(row, 0, (size_t)m * sizeof *row);
  }
  int status = check(
      "dgeqrf", LAPACKE_dgeqrf(LAPACK_COL_MAJOR, d, columns, work, d, tau));
  if (status == SPARSEC_OK)
    status = check("dorgqr", LAPACKE_dorgqr(LAPACK_COL_MAJOR, d, columns,
                                            columns, work, d, tau));
  memcpy(B, work + (size_t)m * (size_t)d,
         (size_t)count * (size_t)d * sizeof *B);
  return status;
}
