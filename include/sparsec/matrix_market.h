/*===- matrix_market.h - reads Matrix Market files, from C ------*- C -*-===*/
/** \file
 * A sparse matrix from a file, in compressed rows as kernels take it. Link
 * sparsec_matrix_market and zlib; neither LLVM nor the compiler is needed.
 *
 *     sparsec_matrix A;
 *     if (sparsec_matrix_read("A.mtx.gz", &A))
 *       fprintf(stderr, "%s\n", A.message);
 *     else
 *       spmv(A.rows, A.columns, A.index, A.col, A.a, x, y);
 *     sparsec_matrix_free(&A);
 *
 * The function keeps nothing between calls; several threads may call it at a
 * time.
 */
#ifndef SPARSEC_MATRIX_MARKET_H
#define SPARSEC_MATRIX_MARKET_H

#ifdef __cplusplus
extern "C" {
#endif

/** Row i has the entries index[i] .. index[i + 1] - 1, by rising columns; those
 * of one place stay apart, in the order of the file. Counted from 0. */
typedef struct sparsec_matrix {
  int rows, columns;
  int *index;        /**< rows + 1 of them */
  int *col;          /**< index[rows] of them */
  double *a;         /**< the values; 1 in a file that has none */
  char message[256]; /**< why there is no matrix; else "" */
} sparsec_matrix;

/** Reads a file in coordinate format, plain or compressed by gzip: real,
 * integer or pattern; general, symmetric or skew-symmetric, of which both
 * triangles are made. Returns 0, or 1 with a message that names the line. */
int sparsec_matrix_read(const char *path, sparsec_matrix *matrix);

/** Frees the arrays of \p matrix and zeroes it; it may be zero already. */
void sparsec_matrix_free(sparsec_matrix *matrix);

#ifdef __cplusplus
}
#endif

#endif /* SPARSEC_MATRIX_MARKET_H */
