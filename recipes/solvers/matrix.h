//===- matrix.h - square sparse matrices ------------------------*- C -*-===//
///
/// \file
/// The matrix of a system or of an eigenproblem: read, checked, and in
/// compressed sparse rows. Functions that can fail return SPARSEC_OK or a
/// status, with the text in sparsec_last_error().
///
//===--------------------------------------------------------------------===//
#ifndef SOLVERS_MATRIX_H
#define SOLVERS_MATRIX_H

#include "support.h"

/// Compressed sparse rows; columns rise strictly within a row.
typedef struct {
  int n;      ///< rows and columns
  int *index; ///< [n + 1] row i is index[i] .. index[i + 1] - 1
  int *col;   ///< [index[n]] columns from 0
  double *a;  ///< [index[n]] values
} csr_matrix;

/// The entries of a matrix in any order, duplicates among them.
typedef struct {
  int n;
  long long count;
  int *row, *col;
  double *value;
} triplets;

/// Reads a square Matrix Market file, plain or compressed by gzip: coordinate
/// real, integer or pattern (ones), general or symmetric. Both triangles of a
/// symmetric matrix are made.
int triplets_read(triplets *entries, const char *path);
void triplets_destroy(triplets *entries);

/// Sorts \p entries by rows and columns and adds duplicates up.
int matrix_from_triplets(csr_matrix *matrix, const triplets *entries);
void matrix_destroy(csr_matrix *matrix);

/// Reads, sorts and checks a matrix as matrix_check does, and prints its size.
/// \p matrix is to be destroyed after a failure, too.
int matrix_load(csr_matrix *matrix, const char *path);

/// Whether the matrix may be symmetric positive definite, as far as single
/// entries and the sums of rows show: symmetric values, a positive diagonal, no
/// entry greater than its diagonal entries allow, and rows that do not all add
/// up to zero.
int matrix_check(const csr_matrix *matrix);

/// The largest sum of absolute values in a row.
double matrix_norm(const csr_matrix *matrix);

/// x = 0, x of length \p n, by several threads where that pays.
void clear(int n, double *x);

#endif // SOLVERS_MATRIX_H
