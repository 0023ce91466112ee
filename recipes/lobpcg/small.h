//===- small.h - dense problems of a few columns, by LAPACK -----*- C -*-===//
///
/// \file
/// Matrices are row by row unless said otherwise. Failures of LAPACK have their
/// text in sparsec_last_error().
///
//===--------------------------------------------------------------------===//
#ifndef LOBPCG_SMALL_H
#define LOBPCG_SMALL_H

/// Eigenvalues of the symmetric T [d][d] in rising order. T becomes the
/// orthonormal eigenvectors, one in each row.
int small_eigen(int d, double *T, double *theta);

/// What small_orthonormalizer found out.
typedef struct {
  int kept;         ///< columns of C
  double deviation; ///< greatest |H - I|
} small_basis;

/// Given H = W' W [w][w], makes C [w][kept] such that W C is orthonormal but
/// for rounding: H with a unit diagonal is factored by its eigenvectors, those
/// whose eigenvalue is nothing but rounding are left out (SVQB, Stathopoulos
/// and Wu, SIAM J. Sci. Comput. 23, 2002). Columns with a square <= \p least
/// are left out, too. Where all are kept C is symmetric but for the scaling of
/// rows, the choice that changes W least (Loewdin). H is overwritten; \p work
/// [w * w + 2 w].
int small_orthonormalizer(int w, double *H, double least, double *C,
                          double *work, small_basis *found);

/// Given orthonormal rows E [d][d] and m <= m + \p count <= d, makes \p count
/// orthonormal rows B, orthogonal to the first m rows of E, that span the rows
/// \p chosen [count] of E, their first m elements taken as 0; rows that those
/// leave open are any (Householder's QR; Duersch, Shao, Yang and Gu, SIAM J.
/// Sci. Comput. 40, 2018, section 4.2). \p work [d * (m + count) + d].
int small_complement(int d, int m, int count, const double *E,
                     const int *chosen, double *B, double *work);

#endif // LOBPCG_SMALL_H
