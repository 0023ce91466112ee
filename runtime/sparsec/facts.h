//===- facts.h - run-time checks of facts about index arrays ----*- C -*-===//
//
/// \file
/// One checker per kind of fact about the values of an array (row_facts.h has
/// those about rows), each in time linear in its arrays, or in sorting where
/// equal values are looked for among values far apart. All return
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

/// Fails when \p array, which should have \p count elements, is not there.
static inline int sparsec_check_present(const char *fact, sparsec_view array,
                                        long long count) {
  if (count <= 0 || array.data)
    return SPARSEC_OK;
  return sparsec_fail(SPARSEC_FACT_VIOLATED,
                      "%s does not hold: %s is a null pointer", fact,
                      array.name);
}

/// Position \p at is one of an array with \p count elements.
static inline int sparsec_check_position(const char *fact, sparsec_view array,
                                         long long count, long long at) {
  if (at >= 0 && at < count)
    return SPARSEC_OK;
  return sparsec_fail(SPARSEC_FACT_VIOLATED,
                      "%s does not hold: there is no %s[%lld], %s has %lld "
                      "elements",
                      fact, array.name, at, array.name, count);
}

/// array[at] == value.
static inline int sparsec_check_boundary(const char *fact, sparsec_view array,
                                         long long at, long long value) {
  const int status = sparsec_check_present(fact, array, at + 1);
  if (status != SPARSEC_OK)
    return status;
  const long long found = sparsec_at(array, at);
  if (found == value)
    return SPARSEC_OK;
  return sparsec_fail(SPARSEC_FACT_VIOLATED,
                      "%s does not hold: %s[%lld] = %lld, expected %lld", fact,
                      array.name, at, found, value);
}

/// The array has as many elements as the code was made for.
static inline int sparsec_check_bound_length(const char *fact, const char *name,
                                             long long count,
                                             long long expected) {
  if (count == expected)
    return SPARSEC_OK;
  return sparsec_fail(SPARSEC_FACT_VIOLATED,
                      "%s does not hold: %s has %lld elements, expected %lld",
                      fact, name, count, expected);
}

/// The array holds the \p length integers that the code was made for.
static inline int sparsec_check_contents(const char *fact, sparsec_view array,
                                         long long count,
                                         const long long *expected,
                                         long long length) {
  int status = sparsec_check_bound_length(fact, array.name, count, length);
  if (status == SPARSEC_OK)
    status = sparsec_check_present(fact, array, count);
  for (long long at = 0; status == SPARSEC_OK && at < count; at++)
    status = sparsec_check_boundary(fact, array, at, expected[at]);
  return status;
}

/// The same for doubles; -0.0 is not 0.0.
static inline int sparsec_check_numbers(const char *fact, const char *name,
                                        const double *array, long long count,
                                        const double *expected,
                                        long long length) {
  const int status = sparsec_check_bound_length(fact, name, count, length);
  if (status != SPARSEC_OK)
    return status;
  if (count > 0 && !array)
    return sparsec_fail(SPARSEC_FACT_VIOLATED,
                        "%s does not hold: %s is a null pointer", fact, name);
  for (long long at = 0; at < count; at++)
    if (memcmp(&array[at], &expected[at], sizeof(double)) != 0)
      return sparsec_fail(SPARSEC_FACT_VIOLATED,
                          "%s does not hold: %s[%lld] = %.17g, expected %.17g",
                          fact, name, at, array[at], expected[at]);
  return SPARSEC_OK;
}

/// The same for complex numbers, each of two doubles; \p expected has as many.
static inline int
sparsec_check_complex_numbers(const char *fact, const char *name,
                              const void *array, long long count,
                              const double *expected, long long length) {
  const double *found = (const double *)array;
  const int status = sparsec_check_bound_length(fact, name, count, length);
  if (status != SPARSEC_OK)
    return status;
  if (count > 0 && !array)
    return sparsec_fail(SPARSEC_FACT_VIOLATED,
                        "%s does not hold: %s is a null pointer", fact, name);
  for (long long at = 0; at < 2 * count; at += 2)
    if (memcmp(&found[at], &expected[at], 2 * sizeof(double)) != 0)
      return sparsec_fail(SPARSEC_FACT_VIOLATED,
                          "%s does not hold: %s[%lld] = {%.17g, %.17g}, "
                          "expected {%.17g, %.17g}",
                          fact, name, at / 2, found[at], found[at + 1],
                          expected[at], expected[at + 1]);
  return SPARSEC_OK;
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
  const int status = sparsec_check_present(fact, array, count);
  if (status != SPARSEC_OK || count <= 0 ||
      (array.bytes == 4 &&
       !sparsec_any_outside((const int32_t *)array.data, count, lower, upper)))
    return status;
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
  const int status = sparsec_check_present(fact, array, count);
  if (status != SPARSEC_OK)
    return status;
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
  const int status = sparsec_check_present(fact, index, rows);
  if (status != SPARSEC_OK)
    return status;
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

/// A value and where it stands.
typedef struct sparsec_place {
  long long value, position;
} sparsec_place;

static inline int sparsec_compare_places(const void *first,
                                         const void *second) {
  const sparsec_place *a = (const sparsec_place *)first;
  const sparsec_place *b = (const sparsec_place *)second;
  if (a->value != b->value)
    return a->value < b->value ? -1 : 1;
  return (a->position > b->position) - (a->position < b->position);
}

static inline int sparsec_equal_elements(const char *fact, sparsec_view array,
                                         long long before, long long i) {
  return sparsec_fail(SPARSEC_FACT_VIOLATED,
                      "%s does not hold: %s[%lld] and %s[%lld] are both %lld",
                      fact, array.name, before, array.name, i,
                      sparsec_at(array, i));
}

/// sparsec_check_injective for values far apart.
static inline int sparsec_check_injective_sorted(const char *fact,
                                                 sparsec_view array,
                                                 long long count) {
  sparsec_place *places = NULL;
  long long first = count, before = 0;
  int status =
      sparsec_allocate(&places, fact, count, sizeof *places, LLONG_MAX);
  if (status != SPARSEC_OK)
    return status;
  for (long long i = 0; i < count; i++) {
    places[i].value = sparsec_at(array, i);
    places[i].position = i;
  }
  qsort(places, (size_t)count, sizeof *places, sparsec_compare_places);
  for (long long i = 1; i < count; i++)
    if (places[i].value == places[i - 1].value && places[i].position < first) {
      first = places[i].position;
      before = places[i - 1].position;
    }
  free(places);
  if (first < count)
    status = sparsec_equal_elements(fact, array, before, first);
  return status;
}

/// No two of array[0 .. count) are equal. Takes memory linear in \p count.
static inline int sparsec_check_injective(const char *fact, sparsec_view array,
                                          long long count) {
  int64_t *stamps = NULL;
  long long least, greatest;
  int status = sparsec_check_present(fact, array, count);
  if (status != SPARSEC_OK)
    return status;
  sparsec_find_bounds(array, count, &least, &greatest);
  if (greatest / 8 - least / 8 > count + 1000)
    return sparsec_check_injective_sorted(fact, array, count);
  status = sparsec_make_stamps(fact, least, greatest, &stamps);
  for (long long i = 0; status == SPARSEC_OK && i < count; i++) {
    const long long value = sparsec_at(array, i);
    const long long before = stamps[value - least];
    if (before >= 0)
      status = sparsec_equal_elements(fact, array, before, i);
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

/// array[inverse[i]] == i for all i in [0, count); array has `size` elements.
static inline int sparsec_check_inverse(const char *fact, sparsec_view array,
                                        long long size, sparsec_view inverse,
                                        long long count) {
  long long first = count;
  const int status = sparsec_check_range(fact, inverse, count, 0, size);
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

#endif // SPARSEC_RUNTIME_FACTS_H
