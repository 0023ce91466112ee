//===- ratings.h - what users say of items ----------------------*- C -*-===//
///
/// \file
/// Ratings: read, checked, split, and in compressed sparse rows. Functions that
/// can fail return SPARSEC_OK or a status, with the text in
/// sparsec_last_error().
///
//===--------------------------------------------------------------------===//
#ifndef SGD_RATINGS_H
#define SGD_RATINGS_H

#include <stdint.h>

/// Ratings in the order of a file.
typedef struct {
  int users, items;
  long long count;
  int *user, *item; ///< [count] from 0
  float *value;     ///< [count] finite
  int base;         ///< how messages number users and items
} rating_list;

/// Reads a Matrix Market file (coordinate real or integer, general), or else
/// lines of a user, an item and a rating, whose first numbers are \p base;
/// either may be compressed by gzip.
int rating_list_read(rating_list *list, const char *path, int base);
void rating_list_destroy(rating_list *list);

/// Compressed sparse rows, one for each user; items rise strictly in a row.
typedef struct {
  int users, items;
  int *index;   ///< [users + 1]
  int *item;    ///< [index[users]]
  float *value; ///< [index[users]]
} rating_rows;

/// Sorts \p list; refuses two ratings of one item by one user.
int rating_rows_make(rating_rows *rows, const rating_list *list);
void rating_rows_destroy(rating_rows *rows);

/// Moves about \p part of the ratings, drawn by \p seed, from \p rows to \p
/// test, but never the last one of a user or of an item.
int rating_rows_split(rating_rows *rows, rating_rows *test, double part,
                      uint64_t seed);

#endif // SGD_RATINGS_H
