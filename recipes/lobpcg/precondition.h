//===- precondition.h - M^-1 of blocks of vectors ---------------*- C -*-===//
#ifndef LOBPCG_PRECONDITION_H
#define LOBPCG_PRECONDITION_H

#include "parts.h"

/// W = M^-1 R for the columns \p chosen [count] of R [n][m]; W [n][count],
/// \p room [2 n * count]. Parts know vectors only: columns are copied.
int precondition(const linear_map *map, int n, int m, const double *R,
                 int count, const int *chosen, double *W, double *room);

#endif // LOBPCG_PRECONDITION_H
