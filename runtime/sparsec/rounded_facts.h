//===- rounded_facts.h - run-time check of stored values --------*- C -*-===//
//
/// \file
/// Whether values that a plan stores in fewer bits are off by rounding alone,
/// with messages as those of facts.h.
//
//===--------------------------------------------------------------------===//
#ifndef SPARSEC_RUNTIME_ROUNDED_FACTS_H
#define SPARSEC_RUNTIME_ROUNDED_FACTS_H

#include "sparsec/facts.h"
#include "sparsec/small_floats.h"

/// Element \p i of an array of doubles or floats.
#ifdef __CUDACC__
__host__ __device__
#endif
    static inline double
    sparsec_number_at(sparsec_view array, long long i) {
  return array.bytes == 4 ? (double)((const float *)array.data)[i]
                          : ((const double *)array.data)[i];
}

/// Element \p i of an array that stores \p digits bits of each number's digits.
#ifdef __CUDACC__
__host__ __device__
#endif
    static inline double
    sparsec_stored_at(sparsec_view array, long long i, int digits) {
  if (digits == 24)
    return ((const float *)array.data)[i];
  const unsigned short bits = ((const unsigned short *)array.data)[i];
  return digits == 11 ? sparsec_half_value(bits) : sparsec_bfloat16_value(bits);
}

/// Whether \p stored is \p value but for at most 2^-digits of it.
#ifdef __CUDACC__
__host__ __device__
#endif
    static inline int
    sparsec_is_rounded(double stored, double value, int digits) {
  const double most = (value < 0 ? -value : value) / (double)(1 << digits);
  const double off = stored - value;
  return stored == value || (off <= most && -off <= most) ||
         (stored != stored && value != value);
}

/// \p values[at], which \p value is, is off by more than rounding.
static inline int sparsec_not_rounded(const char *fact, sparsec_view values,
                                      long long at, double value, int digits) {
  const float stored = digits == 24 ? (float)value
                       : digits == 11
                           ? sparsec_half_value(sparsec_half_of(value))
                           : sparsec_bfloat16_value(sparsec_bfloat16_of(value));
  return sparsec_fail(SPARSEC_FACT_VIOLATED,
                      "%s does not hold: %s[%lld] = %.17g becomes %.9g", fact,
                      values.name, at, value, stored);
}

/// \p stored holds the \p count numbers of \p values, which may be rounded.
static inline int sparsec_check_rounded(const char *fact, sparsec_view stored,
                                        sparsec_view values, long long count,
                                        int digits) {
  long long first = count;
#ifdef _OPENMP
#pragma omp parallel for reduction(min : first) if (count > 100000)
#endif
  for (long long i = 0; i < count; i++)
    if (!sparsec_is_rounded(sparsec_stored_at(stored, i, digits),
                            sparsec_number_at(values, i), digits) &&
        i < first)
      first = i;
  return first < count
             ? sparsec_not_rounded(fact, values, first,
                                   sparsec_number_at(values, first), digits)
             : SPARSEC_OK;
}

#endif // SPARSEC_RUNTIME_ROUNDED_FACTS_H
