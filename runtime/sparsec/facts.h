//===- facts.h - run-time checks of facts about index arrays ----*- C -*-===//
//
/// \file
/// One checker per kind of fact, each in time linear in its arrays. All return
/// SPARSEC_OK or a status with a message that names the array, the first
/// position at fault and the values; which one is first does not depend on the
/// number of threads. `fact` is the fact as written, for the message.
//
//===--------------------------------------------------------------------===//
#ifndef SPARSEC_RUNTIME_FACTS_H
#define SPARSEC_RUNTIME_FACTS_H

#include "sparsec/memory.h"

/// An index array of any integer type.
typedef struct sparsec_view {
  const char *name;
  const void *data;
  int bytes; ///< of one element, negated when it is unsigned
} sparsec_view;

/// \p bytes is the size of an element, negated for an unsigned type.
static inline sparsec_view sparsec_view_of(const char *name, const void *data,
                                           int bytes) {
  sparsec_view view;
  view.name = name;
  view.data = data;
  view.bytes = bytes;
  return view;
}

/// Element \p i; unsigned values above LLONG_MAX count as LLONG_MAX.
static inline long long sparsec_at(sparsec_view array, long long i) {
  switch (array.bytes) {
  case 4:
    return ((const int32_t *)array.data)[i];
  case 8:
    return ((const int64_t *)array.data)[i];
  case -4:
    return ((const uint32_t *)array.data)[i];
  case -8: {
    const uint64_t value = ((const uint64_t *)array.data)[i];
    return value > INT64_MAX ? LLONG_MAX : (long long)value;
  }
  case 2:
    return ((const int16_t *)array.data)[i];
  case -2:
    return ((const uint16_t *)array.data)[i];
  case 1:
    return ((const int8_t *)array.data)[i];
  default:
    return ((const uint8_t *)array.data)[i];
  }
}

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

/// array[at] == value.
static inline int sparsec_check_boundary(const char *fact, sparsec_view array,
                                         long long at, long long value) {
  if (!array.data)
    return sparsec_fail(SPARSEC_FACT_VIOLATED,
                        "%s does not hold: %s is a null pointer", fact,
                        array.name);
  const long long found = sparsec_at(array, at);
  if (found == value)
    return SPARSEC_OK;
  return sparsec_fail(SPARSEC_FACT_VIOLATED,
                      "%s does not hold: %s[%lld] = %lld, expected %lld", fact,
                      array.name, at, found, value);
}

/// Whether a value is outside [lower, upper): a plain loop, for vectors, of the
/// usual type.
static inline int sparsec_any_outside(const int32_t *values, long long count,
                                      long long lower, long long upper) {
  const int32_t least = (int32_t)(lower < INT32_MIN ? INT32_MIN : lower);
  const int32_t most = (int32_t)(upper > INT32_MAX    ? INT32_MAX
                                 : upper <= INT32_MIN ? INT32_MIN
                                                      : upper - 1);
  int outside = lower > INT32_MAX || upper <= INT32_MIN;
#ifdef _OPENMP
#pragma omp parallel for simd reduction(| : outside) if (parallel : count >    \
                                                             100000)
#endif
  for (long long i = 0; i < count; i++)
    outside |= (values[i] < least) | (values[i] > most);
  return outside;
}

/// The first position whose value is outside [lower, upper); \p count if none.
static inline long long sparsec_find_outside(sparsec_view array,
                                             long long count, long long lower,
                                             long long upper) {
  long long first = count;
#ifdef _OPENMP
#pragma omp parallel for reduction(min : first) if (count > 100000)
#endif
  for (long long i = 0; i < count; i++) {
    const long long value = sparsec_at(array, i);
    if ((value < lower || value >= upper) && i < first)
      first = i;
  }
  return first;
}

/// lower <= array[i] < upper for all i in [0, count).
static inline int sparsec_check_range(const char *fact, sparsec_view array,
                                      long long count, long long lower,
                                      long long upper) {
  if (count > 0 && !array.data)
    return sparsec_fail(SPARSEC_FACT_VIOLATED,
                        "%s does not hold: %s is a null pointer", fact,
                        array.name);
  if (count <= 0 ||
      (array.bytes == 4 &&
       !sparsec_any_outside((const int32_t *)array.data, count, lower, upper)))
    return SPARSEC_OK;
  const long long i = sparsec_find_outside(array, count, lower, upper);
  if (i >= count)
    return SPARSEC_OK;
  return sparsec_fail(
      SPARSEC_FACT_VIOLATED,
      "%s does not hold: %s[%lld] = %lld is not in [%lld, %lld)", fact,
      array.name, i, sparsec_at(array, i), lower, upper);
}

/// array[i] <= array[i + 1], or < when \p strict, for all i in [0, count - 1).
static inline int sparsec_check_monotonic(const char *fact, sparsec_view array,
                                          long long count, int strict) {
  long long first = count;
#ifdef _OPENMP
#pragma omp parallel for reduction(min : first) if (count > 100000)
#endif
  for (long long i = 1; i < count; i++) {
    const long long before = sparsec_at(array, i - 1);
    const long long value = sparsec_at(array, i);
    if ((strict ? value <= before : value < before) && i < first)
      first = i;
  }
  if (first >= count)
    return SPARSEC_OK;
  return sparsec_fail(
      SPARSEC_FACT_VIOLATED,
      "%s does not hold: %s[%lld] = %lld comes after %s[%lld] = %lld", fact,
      array.name, first, sparsec_at(array, first), array.name, first - 1,
      sparsec_at(array, first - 1));
}

/// index[r + 1] - index[r] <= most for all r in [0, rows).
static inline int sparsec_check_row_length(const char *fact, sparsec_view index,
                                           long long rows, long long most) {
  long long first = rows;
#ifdef _OPENMP
#pragma omp parallel for reduction(min : first) if (rows > 100000)
#endif
  for (long long r = 0; r < rows; r++)
    if (sparsec_at(index, r + 1) - sparsec_at(index, r) > most && r < first)
      first = r;
  if (first >= rows)
    return SPARSEC_OK;
  return sparsec_fail(
      SPARSEC_FACT_VIOLATED,
      "%s does not hold: %s[%lld] = %lld and %s[%lld] = %lld are more than "
      "%lld apart",
      fact, index.name, first, sparsec_at(index, first), index.name, first + 1,
      sparsec_at(index, first + 1), most);
}

/// The least and the greatest of \p count values; 0 and -1 if there are none.
static inline void sparsec_find_bounds(sparsec_view array, long long count,
                                       long long *least, long long *greatest) {
  long long low = count > 0 ? LLONG_MAX : 0;
  long long high = count > 0 ? LLONG_MIN : -1;
#ifdef _OPENMP
#pragma omp parallel for reduction(min : low)                                  \
    reduction(max : high) if (count > 100000)
#endif
  for (long long i = 0; i < count; i++) {
    const long long value = sparsec_at(array, i);
    low = value < low ? value : low;
    high = value > high ? value : high;
  }
  *least = low;
  *greatest = high;
}

/// A table with an entry of -1 for each value from \p least to \p greatest.
static inline int sparsec_make_stamps(const char *fact, long long least,
                                      long long greatest, int64_t **stamps) {
  const long long count = least < 0 && greatest > LLONG_MAX + least - 1
                              ? LLONG_MAX
                              : greatest - least + 1;
  const int status =
      sparsec_allocate(stamps, fact, count, sizeof **stamps, LLONG_MAX);
  for (long long v = 0; status == SPARSEC_OK && v < count; v++)
    (*stamps)[v] = -1;
  return status;
}

/// No two of array[0 .. count) are equal. Takes memory linear in the range of
/// the values.
static inline int sparsec_check_injective(const char *fact, sparsec_view array,
                                          long long count) {
  int64_t *stamps = NULL;
  long long least, greatest;
  int status;
  sparsec_find_bounds(array, count, &least, &greatest);
  status = sparsec_make_stamps(fact, least, greatest, &stamps);
  for (long long i = 0; status == SPARSEC_OK && i < count; i++) {
    const long long value = sparsec_at(array, i);
    const long long before = stamps[value - least];
    if (before >= 0)
      status =
          sparsec_fail(SPARSEC_FACT_VIOLATED,
                       "%s does not hold: %s[%lld] and %s[%lld] are both %lld",
                       fact, array.name, before, array.name, i, value);
    stamps[value - least] = i;
  }
  free(stamps);
  return status;
}

/// array[0 .. count) holds each of 0 .. count - 1 once.
static inline int sparsec_check_permutation(const char *fact,
                                            sparsec_view array,
                                            long long count) {
  const int status = sparsec_check_range(fact, array, count, 0, count);
  if (status != SPARSEC_OK)
    return status;
  return sparsec_check_injective(fact, array, count);
}

/// array[inverse[i]] == i for all i in [0, count).
static inline int sparsec_check_inverse(const char *fact, sparsec_view array,
                                        sparsec_view inverse, long long count) {
  long long first = count;
  const int status = sparsec_check_range(fact, inverse, count, 0, count);
  if (status != SPARSEC_OK)
    return status;
#ifdef _OPENMP
#pragma omp parallel for reduction(min : first) if (count > 100000)
#endif
  for (long long i = 0; i < count; i++)
    if (sparsec_at(array, sparsec_at(inverse, i)) != i && i < first)
      first = i;
  if (first >= count)
    return SPARSEC_OK;
  return sparsec_fail(SPARSEC_FACT_VIOLATED,
                      "%s does not hold: %s[%lld] = %lld, but %s[%lld] = %lld",
                      fact, inverse.name, first, sparsec_at(inverse, first),
                      array.name, sparsec_at(inverse, first),
                      sparsec_at(array, sparsec_at(inverse, first)));
}

/// column ascends within each row; strictly when \p strict.
static inline int sparsec_check_sorted(const char *fact, sparsec_rows matrix,
                                       int strict) {
  long long first = LLONG_MAX;
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

/// sign * (column - row) <= most for all entries: sign 1 checks a lower, sign
/// -1 an upper triangle; most is 0, or -1 without the diagonal.
static inline int sparsec_check_triangular(const char *fact,
                                           sparsec_rows matrix, int sign,
                                           int most) {
  long long first = matrix.rows;
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

/// Each row r has an entry whose column is r.
static inline int sparsec_check_has_diagonal(const char *fact,
                                             sparsec_rows matrix) {
  long long first = matrix.rows;
#ifdef _OPENMP
#pragma omp parallel for reduction(min : first) if (matrix.rows > 10000)
#endif
  for (long long r = 0; r < matrix.rows; r++) {
    const long long end = sparsec_row_begin(matrix, r + 1);
    int found = 0;
    for (long long p = sparsec_row_begin(matrix, r); p < end; p++)
      found |= sparsec_at(matrix.column, p) - matrix.base == r;
    if (!found && r < first)
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

#endif // SPARSEC_RUNTIME_FACTS_H
