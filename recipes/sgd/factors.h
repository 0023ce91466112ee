//===- factors.h - what predicts ratings ------------------------*- C -*-===//
#ifndef SGD_FACTORS_H
#define SGD_FACTORS_H

#include "ratings.h"

#ifndef SGD_FEATURES
#define SGD_FEATURES 32
#endif

/// rating(i, j) ~ scale U[i] . V[j].
typedef struct {
  int users, items;
  double scale;             ///< of ratings; those that are learnt have size 1
  float (*U)[SGD_FEATURES]; ///< [users]
  float (*V)[SGD_FEATURES]; ///< [items]
} factor_pair;

/// Only allocates.
int factor_pair_make(factor_pair *factors, int users, int items);
void factor_pair_destroy(factor_pair *factors);

/// Mean and root mean square of ratings.
void rating_sizes(const rating_rows *rows, double *mean, double *size);

/// Random factors whose products have about the mean of \p rows, which are
/// scaled to a root mean square of 1.
void factor_pair_begin(factor_pair *factors, rating_rows *rows, uint64_t seed);

/// The root mean square of the errors, in units of the file's ratings; those in
/// \p rows are multiplied by \p scale for that. \p sums [users] is overwritten.
double factor_pair_error(const factor_pair *factors, const rating_rows *rows,
                         double scale, double *sums);

/// Writes PREFIX-users.mtx and PREFIX-items.mtx, Matrix Market arrays with a
/// row for each user or item, whose products are ratings.
int factor_pair_write(const factor_pair *factors, const char *prefix);

#endif // SGD_FACTORS_H
