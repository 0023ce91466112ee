//===- row_facts.h - run-time checks of facts about rows --------*- C -*-===//
//
/// \file
/// Checkers as in facts.h for an array of columns whose rows a pointer array
/// bounds. sparsec_check_rows comes first: the others read through it.
//
//===--------------------------------------------------------------------===//
#ifndef SPARSEC_RUNTIME_ROW_FACTS_H
#define SPARSEC_RUNTIME_ROW_FACTS_H

#include "sparsec/facts.h"

/// A pointer array with the array it points into: the entries of row r are
/// positions index[r] - base to index[r + 1] - base of column, whose values
/// count from base, too.
typedef struct sparsec_rows {
  sparsec_view column, index;
  long long rows, base;
} sparsec_rows;

static inline sparsec_rows sparsec_rows_of(sparsec_view column,
                                           sparsec_view index, long long rows,
                                           long long base) {
  sparsec_rows matrix;
  matrix.column = column;
  matrix.index = index;
  matrix.rows = rows;
  matrix.base = base;
  return matrix;
}

/// The position of the first entry of row \p r.
static inline long long sparsec_row_begin(sparsec_rows matrix, long long r) {
  return sparsec_at(matrix.index, r) - matrix.base;
}

/// Rows follow each other and lie within the \p count elements of column.
static inline int sparsec_check_rows(const char *fact, sparsec_rows matrix,
                                     long long count) {
  const int status = sparsec_check_range(fact, matrix.index, matrix.rows + 1,
                                         matrix.base, count + matrix.base + 1);
  if (status != SPARSEC_OK)
    return status;
  return sparsec_check_monotonic(fact, matrix.index, matrix.rows + 1, 0);
}

/// How many of the \p count values are less than the one before, or not greater
/// when \p strict: a plain loop, for vectors, of the usual type.
static inline long long sparsec_count_falls(const int32_t *values,
                                            long long count, int strict) {
  long long falls = 0;
#ifdef _OPENMP
#pragma omp parallel for reduction(+ : falls) if (count > 100000)
#endif
  for (long long begin = 1; begin < count; begin += 4096) {
    const int32_t *const part = values + begin;
    const int length = count - begin < 4096 ? (int)(count - begin) : 4096;
    int here = 0;
    if (strict)
      for (int i = 0; i < length; i++)
        here += part[i] <= part[i - 1];
    else
      for (int i = 0; i < length; i++)
        here += part[i] < part[i - 1];
    falls += here;
  }
  return falls;
}

/// Whether column, of the usual type, falls nowhere but where rows begin.
static inline int sparsec_rows_rise(sparsec_rows matrix, int strict) {
  const int32_t *const value = (const int32_t *)matrix.column.data;
  const long long origin = sparsec_row_begin(matrix, 0);
  const long long rows = matrix.rows;
  const long long count = sparsec_row_begin(matrix, rows) - origin;
  if (count <= 0)
    return 1;
  long long falls = sparsec_count_falls(value + origin, count, strict);
#ifdef _OPENMP
#pragma omp parallel for reduction(+ : falls) if (rows > 10000)
#endif
  for (long long r = 0; r < rows; r++) {
    const long long p = sparsec_row_begin(matrix, r);
    if (p > origin && p < sparsec_row_begin(matrix, r + 1))
      falls -= strict ? value[p] <= value[p - 1] : value[p] < value[p - 1];
  }
  return falls == 0;
}

/// column ascends within each row; strictly when \p strict.
static inline int sparsec_check_sorted(const char *fact, sparsec_rows matrix,
                                       int strict) {
  long long first = LLONG_MAX;
  if (matrix.rows <= 0 ||
      (matrix.column.bytes == 4 && sparsec_rows_rise(matrix, strict)))
    return SPARSEC_OK;
#ifdef _OPENMP
#pragma omp parallel for reduction(min : first) if (matrix.rows > 10000)
#endif
  for (long long r = 0; r < matrix.rows; r++) {
    const long long end = sparsec_row_begin(matrix, r + 1);
    for (long long p = sparsec_row_begin(matrix, r) + 1; p < end; p++) {
      const long long before = sparsec_at(matrix.column, p - 1);
      const long long value = sparsec_at(matrix.column, p);
      if ((strict ? value <= before : value < before) && p < first)
        first = p;
    }
  }
  if (first == LLONG_MAX)
    return SPARSEC_OK;
  return sparsec_fail(
      SPARSEC_FACT_VIOLATED,
      "%s does not hold: %s[%lld] = %lld comes after %s[%lld] = %lld in one "
      "segment of %s",
      fact, matrix.column.name, first, sparsec_at(matrix.column, first),
      matrix.column.name, first - 1, sparsec_at(matrix.column, first - 1),
      matrix.index.name);
}

/// No value occurs twice in row \p r. \p stamps holds the last position of each
/// value in the rows before.
static inline int sparsec_check_segment(const char *fact, sparsec_rows matrix,
                                        long long r, long long least,
                                        int64_t *stamps) {
  const long long begin = sparsec_row_begin(matrix, r);
  const long long end = sparsec_row_begin(matrix, r + 1);
  for (long long p = begin; p < end; p++) {
    const long long value = sparsec_at(matrix.column, p);
    const long long before = stamps[value - least];
    if (before >= begin)
      return sparsec_fail(SPARSEC_FACT_VIOLATED,
                          "%s does not hold: %s[%lld] and %s[%lld] are both "
                          "%lld in segment %lld of %s",
                          fact, matrix.column.name, before, matrix.column.name,
                          p, value, r, matrix.index.name);
    stamps[value - least] = p;
  }
  return SPARSEC_OK;
}

/// No value occurs twice in a row of column. The pointer array must be
/// monotone.
static inline int sparsec_check_unique(const char *fact, sparsec_rows matrix) {
  int64_t *stamps = NULL;
  long long least, greatest;
  int status;
  sparsec_find_bounds(matrix.column, sparsec_row_begin(matrix, matrix.rows),
                      &least, &greatest);
  status = sparsec_make_stamps(fact, least, greatest, &stamps);
  for (long long r = 0; r < matrix.rows && status == SPARSEC_OK; r++)
    status = sparsec_check_segment(fact, matrix, r, least, stamps);
  free(stamps);
  return status;
}

/// Whether rows and columns of the usual type are plain int32_t numbers, so
/// that loops over a row's entries may be written for vectors.
static inline int sparsec_rows_are_plain(sparsec_rows matrix) {
  return matrix.column.bytes == 4 && matrix.rows < INT32_MAX - 2;
}

/// Whether a column of row \p r is outside [least, most].
static inline int sparsec_row_is_outside(sparsec_rows matrix, long long r,
                                         int32_t least, int32_t most) {
  const int32_t *const value = (const int32_t *)matrix.column.data;
  const long long end = sparsec_row_begin(matrix, r + 1);
  int outside = 0;
  for (long long p = sparsec_row_begin(matrix, r); p < end; p++)
    outside |= (value[p] < least) | (value[p] > most);
  return outside;
}

/// Whether an entry is not in the triangle of sparsec_check_triangular; columns
/// are plain.
static inline int sparsec_leaves_triangle(sparsec_rows matrix, int sign,
                                          int most) {
  int leaves = 0;
#ifdef _OPENMP
#pragma omp parallel for reduction(| : leaves) if (matrix.rows > 10000)
#endif
  for (long long r = 0; r < matrix.rows; r++) {
    const int32_t bound = (int32_t)(r + matrix.base + sign * most);
    leaves |= sparsec_row_is_outside(matrix, r, sign < 0 ? bound : INT32_MIN,
                                     sign < 0 ? INT32_MAX : bound);
  }
  return leaves;
}

/// sign * (column - row) <= most for all entries: sign 1 checks a lower, sign
/// -1 an upper triangle; most is 0, or -1 without the diagonal.
static inline int sparsec_check_triangular(const char *fact,
                                           sparsec_rows matrix, int sign,
                                           int most) {
  long long first = matrix.rows;
  if (sparsec_rows_are_plain(matrix) &&
      !sparsec_leaves_triangle(matrix, sign, most))
    return SPARSEC_OK;
#ifdef _OPENMP
#pragma omp parallel for reduction(min : first) if (matrix.rows > 10000)
#endif
  for (long long r = 0; r < matrix.rows; r++) {
    const long long end = sparsec_row_begin(matrix, r + 1);
    for (long long p = sparsec_row_begin(matrix, r); p < end; p++)
      if (sign * (sparsec_at(matrix.column, p) - matrix.base - r) > most &&
          r < first)
        first = r;
  }
  if (first >= matrix.rows)
    return SPARSEC_OK;
  long long p = sparsec_row_begin(matrix, first);
  while (sign * (sparsec_at(matrix.column, p) - matrix.base - first) <= most)
    p++;
  return sparsec_fail(
      SPARSEC_FACT_VIOLATED, "%s does not hold: %s[%lld] = %lld in row %lld",
      fact, matrix.column.name, p, sparsec_at(matrix.column, p), first);
}

/// Whether row \p r has an entry in column \p value.
static inline int sparsec_row_has(sparsec_rows matrix, long long r,
                                  long long value) {
  const long long begin = sparsec_row_begin(matrix, r);
  const long long end = sparsec_row_begin(matrix, r + 1);
  int found = 0;
  // Often it is the first or the last entry.
  if (begin < end && (sparsec_at(matrix.column, begin) == value ||
                      sparsec_at(matrix.column, end - 1) == value))
    return 1;
  for (long long p = begin; p < end && !found; p++)
    found = sparsec_at(matrix.column, p) == value;
  return found;
}

/// Each row r has an entry whose column is r.
static inline int sparsec_check_has_diagonal(const char *fact,
                                             sparsec_rows matrix) {
  long long first = matrix.rows;
#ifdef _OPENMP
#pragma omp parallel for reduction(min : first) if (matrix.rows > 10000)
#endif
  for (long long r = 0; r < matrix.rows; r++) {
    if (!sparsec_row_has(matrix, r, r + matrix.base) && r < first)
      first = r;
  }
  if (first >= matrix.rows)
    return SPARSEC_OK;
  return sparsec_fail(SPARSEC_FACT_VIOLATED,
                      "%s does not hold: row %lld, positions %lld to %lld of "
                      "%s, has no diagonal entry",
                      fact, first, sparsec_row_begin(matrix, first),
                      sparsec_row_begin(matrix, first + 1) - 1,
                      matrix.column.name);
}

/// The transposed pattern: rows of column c are row[start[c] .. start[c + 1]).
static inline void sparsec_transpose_pattern(sparsec_rows matrix,
                                             int64_t *start, int64_t *row) {
  const long long count = sparsec_row_begin(matrix, matrix.rows);
  for (long long c = 0; c <= matrix.rows; c++)
    start[c] = 0;
  for (long long p = 0; p < count; p++)
    start[sparsec_at(matrix.column, p) - matrix.base]++;
  for (long long c = 0, sum = 0; c <= matrix.rows; c++)
    start[c] = sum += start[c];
  for (long long r = matrix.rows; r-- > 0;) {
    const long long end = sparsec_row_begin(matrix, r + 1);
    for (long long p = sparsec_row_begin(matrix, r); p < end; p++)
      row[--start[sparsec_at(matrix.column, p) - matrix.base]] = r;
  }
}

/// For each entry (r, c) there is an entry (c, r). The pointer array must be
/// monotone from base on; columns are checked to be in range.
static inline int sparsec_check_symmetric_pattern(const char *fact,
                                                  sparsec_rows matrix) {
  const long long rows = matrix.rows < 0 ? 0 : matrix.rows;
  const long long count = rows ? sparsec_row_begin(matrix, rows) : 0;
  int64_t *start = NULL, *row = NULL, *stamps = NULL;
  int status = sparsec_check_range(fact, matrix.column, count, matrix.base,
                                   rows + matrix.base);
  if (status || (status = sparsec_make_stamps(fact, 0, rows - 1, &stamps)) ||
      (status = sparsec_allocate(&start, fact, rows + 1, sizeof *start,
                                 LLONG_MAX)) ||
      (status = sparsec_allocate(&row, fact, count, sizeof *row, LLONG_MAX)))
    goto done;
  sparsec_transpose_pattern(matrix, start, row);
  for (long long r = 0; r < rows && status == SPARSEC_OK; r++) {
    const long long end = sparsec_row_begin(matrix, r + 1);
    for (int64_t p = start[r]; p < start[r + 1]; p++)
      stamps[row[p]] = r;
    for (long long p = sparsec_row_begin(matrix, r); p < end; p++) {
      const long long c = sparsec_at(matrix.column, p) - matrix.base;
      if (stamps[c] != r && status == SPARSEC_OK)
        status = sparsec_fail(SPARSEC_FACT_VIOLATED,
                              "%s does not hold: %s[%lld] = %lld gives entry "
                              "(%lld, %lld), but there is none at (%lld, %lld)",
                              fact, matrix.column.name, p, c + matrix.base, r,
                              c, c, r);
    }
  }
done:
  free(start);
  free(row);
  free(stamps);
  return status;
}

#endif // SPARSEC_RUNTIME_ROW_FACTS_H
