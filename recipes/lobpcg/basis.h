//===- basis.h - orthonormal blocks of vectors ------------------*- C -*-===//
#ifndef LOBPCG_BASIS_H
#define LOBPCG_BASIS_H

#include "space.h"

/// Makes the vectors *W [n][*w] orthonormal, and orthogonal to the orthonormal
/// V [n][v], by projections and small_orthonormalizer, again and again until
/// both hold but for rounding. *w becomes smaller where vectors depend on each
/// other or on V. *W and *spare [n][*w] may change places; \p work
/// [3 w * w + v * w + 2 w].
int basis_orthonormalize(const vector_space *space, int v, const double *V,
                         int *w, double **W, double **spare, double *work);

#endif // LOBPCG_BASIS_H
