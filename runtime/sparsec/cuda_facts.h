//===- cuda_facts.h - facts.h on a GPU ------------------------*- C++ -*-===//
//
/// \file
/// The same checks with the same messages for arrays on the GPU: a kernel finds
/// the first position at fault, and only the values there come to the host.
//
//===--------------------------------------------------------------------===//
#ifndef SPARSEC_RUNTIME_CUDA_FACTS_H
#define SPARSEC_RUNTIME_CUDA_FACTS_H

#include "sparsec/cuda_inspect.h"
#include "sparsec/rounded_facts.h"
#include "sparsec/row_facts.h"

/// Element \p i; unsigned values above LLONG_MAX count as LLONG_MAX.
__device__ static inline long long sparsec_gpu_at(sparsec_view array,
                                                  long long i) {
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

/// *\p value = element \p i, for the host.
static inline int sparsec_gpu_fetch(sparsec_view array, long long i,
                                    long long *value, cudaStream_t stream) {
  unsigned char bytes[8] = {0};
  const size_t size = (size_t)(array.bytes < 0 ? -array.bytes : array.bytes);
  int status = sparsec_cuda_status(
      array.name,
      cudaMemcpyAsync(bytes, (const char *)array.data + (size_t)i * size, size,
                      cudaMemcpyDeviceToHost, stream));
  if (status == SPARSEC_OK)
    status = sparsec_cuda_status(array.name, cudaStreamSynchronize(stream));
  *value = sparsec_at(sparsec_view_of(array.name, bytes, array.bytes), 0);
  return status;
}

/// Lowers *\p first to the least of test(i), i in [0, count).
template <typename Test>
static __global__ void __launch_bounds__(SPARSEC_GPU_THREADS)
    sparsec_find_first(Test test, long long *first, long long count) {
  const long long stride = (long long)gridDim.x * blockDim.x;
  long long least = LLONG_MAX;
  for (long long i = sparsec_gpu_thread(); i < count; i += stride) {
    const long long found = test(i);
    least = found < least ? found : least;
  }
  if (least != LLONG_MAX)
    sparsec_update(first, least, sparsec_least());
}

/// *\p first = the least of test(i), i in [0, count); LLONG_MAX where nothing
/// is at fault.
template <typename Test>
static inline int sparsec_gpu_find(Test test, long long count, long long *first,
                                   cudaStream_t stream) {
  const long long threads = (count + 3) / 4 / SPARSEC_GPU_THREADS + 1;
  long long *found = NULL;
  *first = LLONG_MAX;
  if (count <= 0)
    return SPARSEC_OK;
  int status = sparsec_gpu_put(&found, *first, stream);
  if (status == SPARSEC_OK)
    status =
        sparsec_launch("sparsec_find_first", sparsec_find_first<Test>,
                       threads < 4096 ? threads : 4096, 1, 1,
                       SPARSEC_GPU_THREADS, 1, 1, stream, test, found, count);
  if (status == SPARSEC_OK)
    status = sparsec_gpu_read(first, found, stream);
  sparsec_gpu_drop(found, stream);
  return status;
}

/// array[at] == value.
static inline int sparsec_gpu_check_boundary(const char *fact,
                                             sparsec_view array, long long at,
                                             long long value,
                                             cudaStream_t stream) {
  long long found = value;
  int status = sparsec_check_present(fact, array, at + 1);
  if (status == SPARSEC_OK)
    status = sparsec_gpu_fetch(array, at, &found, stream);
  if (status != SPARSEC_OK || found == value)
    return status;
  return sparsec_fail(SPARSEC_FACT_VIOLATED,
                      "%s does not hold: %s[%lld] = %lld, expected %lld", fact,
                      array.name, at, found, value);
}

typedef struct sparsec_differs {
  sparsec_view array;
  const long long *expected;
  __device__ long long operator()(long long i) const {
    return sparsec_gpu_at(array, i) != expected[i] ? i : LLONG_MAX;
  }
} sparsec_differs;

/// *\p first = the first i with array[i] != expected[i]; LLONG_MAX if there is
/// none. \p expected is the host's.
static inline int sparsec_gpu_find_other(sparsec_view array, long long count,
                                         const void *expected, long long *first,
                                         cudaStream_t stream) {
  long long *values = NULL;
  *first = LLONG_MAX;
  int status = sparsec_gpu_scratch(&values, array.name, count, stream);
  if (status == SPARSEC_OK && count > 0)
    status = sparsec_cuda_status(
        array.name,
        cudaMemcpyAsync(values, expected, (size_t)count * sizeof *values,
                        cudaMemcpyHostToDevice, stream));
  const sparsec_differs test = {array, values};
  if (status == SPARSEC_OK)
    status = sparsec_gpu_find(test, count, first, stream);
  sparsec_gpu_drop(values, stream);
  return status;
}

/// The array holds the \p length integers that the code was made for.
static inline int
sparsec_gpu_check_contents(const char *fact, sparsec_view array,
                           long long count, const long long *expected,
                           long long length, cudaStream_t stream) {
  long long first = LLONG_MAX;
  int status = sparsec_check_bound_length(fact, array.name, count, length);
  if (status == SPARSEC_OK)
    status = sparsec_check_present(fact, array, count);
  if (status == SPARSEC_OK)
    status = sparsec_gpu_find_other(array, count, expected, &first, stream);
  if (status != SPARSEC_OK || first == LLONG_MAX)
    return status;
  return sparsec_gpu_check_boundary(fact, array, first, expected[first],
                                    stream);
}

/// The same for doubles, whose bits are compared: -0.0 is not 0.0.
static inline int sparsec_gpu_check_numbers(
    const char *fact, const char *name, const double *array, long long count,
    const double *expected, long long length, cudaStream_t stream) {
  const sparsec_view bits = sparsec_view_of(name, array, 8);
  long long first = LLONG_MAX;
  double found = 0;
  int status = sparsec_check_bound_length(fact, name, count, length);
  if (status == SPARSEC_OK)
    status = sparsec_check_present(fact, bits, count);
  if (status == SPARSEC_OK)
    status = sparsec_gpu_find_other(bits, count, expected, &first, stream);
  if (status == SPARSEC_OK && first != LLONG_MAX)
    status = sparsec_gpu_read(&found, array + first, stream);
  if (status != SPARSEC_OK || first == LLONG_MAX)
    return status;
  return sparsec_fail(SPARSEC_FACT_VIOLATED,
                      "%s does not hold: %s[%lld] = %.17g, expected %.17g",
                      fact, name, first, found, expected[first]);
}

/// The same for complex numbers, each of two doubles; \p expected has as many.
static inline int sparsec_gpu_check_complex_numbers(
    const char *fact, const char *name, const void *array, long long count,
    const double *expected, long long length, cudaStream_t stream) {
  const sparsec_view bits = sparsec_view_of(name, array, 8);
  long long first = LLONG_MAX;
  double found[2] = {0, 0};
  int status = sparsec_check_bound_length(fact, name, count, length);
  if (status == SPARSEC_OK)
    status = sparsec_check_present(fact, bits, count);
  if (status == SPARSEC_OK)
    status = sparsec_gpu_find_other(bits, 2 * count, expected, &first, stream);
  const long long at = first / 2;
  for (int part = 0; part < 2 && first != LLONG_MAX; part++)
    if (status == SPARSEC_OK)
      status = sparsec_gpu_read(&found[part],
                                (const double *)array + 2 * at + part, stream);
  if (status != SPARSEC_OK || first == LLONG_MAX)
    return status;
  return sparsec_fail(SPARSEC_FACT_VIOLATED,
                      "%s does not hold: %s[%lld] = {%.17g, %.17g}, "
                      "expected {%.17g, %.17g}",
                      fact, name, at, found[0], found[1], expected[2 * at],
                      expected[2 * at + 1]);
}

typedef struct sparsec_outside {
  sparsec_view array;
  long long lower, upper;
  __device__ long long operator()(long long i) const {
    const long long value = sparsec_gpu_at(array, i);
    return value < lower || value >= upper ? i : LLONG_MAX;
  }
} sparsec_outside;

/// lower <= array[i] < upper for all i in [0, count).
static inline int sparsec_gpu_check_range(const char *fact, sparsec_view array,
                                          long long count, long long lower,
                                          long long upper,
                                          cudaStream_t stream) {
  const sparsec_outside test = {array, lower, upper};
  long long i = LLONG_MAX, value = 0;
  int status = sparsec_check_present(fact, array, count);
  if (status == SPARSEC_OK)
    status = sparsec_gpu_find(test, count, &i, stream);
  if (status == SPARSEC_OK && i != LLONG_MAX)
    status = sparsec_gpu_fetch(array, i, &value, stream);
  if (status != SPARSEC_OK || i == LLONG_MAX)
    return status;
  return sparsec_fail(
      SPARSEC_FACT_VIOLATED,
      "%s does not hold: %s[%lld] = %lld is not in [%lld, %lld)", fact,
      array.name, i, value, lower, upper);
}

typedef struct sparsec_off {
  sparsec_view stored, values;
  int digits;
  __device__ long long operator()(long long i) const {
    return sparsec_is_rounded(sparsec_stored_at(stored, i, digits),
                              sparsec_number_at(values, i), digits)
               ? LLONG_MAX
               : i;
  }
} sparsec_off;

/// \p stored holds the \p count numbers of \p values, which may be rounded.
static inline int sparsec_gpu_check_rounded(const char *fact,
                                            sparsec_view stored,
                                            sparsec_view values,
                                            long long count, int digits,
                                            cudaStream_t stream) {
  const sparsec_off test = {stored, values, digits};
  long long first = LLONG_MAX;
  double number = 0;
  float shorter = 0;
  int status = sparsec_gpu_find(test, count, &first, stream);
  if (status != SPARSEC_OK || first == LLONG_MAX)
    return status;
  if (values.bytes == 4)
    status =
        sparsec_gpu_read(&shorter, (const float *)values.data + first, stream);
  else
    status =
        sparsec_gpu_read(&number, (const double *)values.data + first, stream);
  return status != SPARSEC_OK
             ? status
             : sparsec_not_rounded(fact, values, first,
                                   values.bytes == 4 ? shorter : number,
                                   digits);
}

typedef struct sparsec_descends {
  sparsec_view array;
  int strict;
  __device__ long long operator()(long long i) const {
    const long long before = sparsec_gpu_at(array, i);
    const long long value = sparsec_gpu_at(array, i + 1);
    return (strict ? value <= before : value < before) ? i + 1 : LLONG_MAX;
  }
} sparsec_descends;

/// array[i] <= array[i + 1], or < when \p strict, for all i in [0, count - 1).
static inline int sparsec_gpu_check_monotonic(const char *fact,
                                              sparsec_view array,
                                              long long count, int strict,
                                              cudaStream_t stream) {
  const sparsec_descends test = {array, strict};
  long long first = LLONG_MAX, value = 0, before = 0;
  int status = sparsec_check_present(fact, array, count);
  if (status == SPARSEC_OK)
    status = sparsec_gpu_find(test, count - 1, &first, stream);
  if (status == SPARSEC_OK && first != LLONG_MAX)
    status = sparsec_gpu_fetch(array, first, &value, stream);
  if (status == SPARSEC_OK && first != LLONG_MAX)
    status = sparsec_gpu_fetch(array, first - 1, &before, stream);
  if (status != SPARSEC_OK || first == LLONG_MAX)
    return status;
  return sparsec_fail(
      SPARSEC_FACT_VIOLATED,
      "%s does not hold: %s[%lld] = %lld comes after %s[%lld] = %lld", fact,
      array.name, first, value, array.name, first - 1, before);
}

typedef struct sparsec_longer {
  sparsec_view index;
  long long most;
  __device__ long long operator()(long long r) const {
    return sparsec_gpu_at(index, r + 1) - sparsec_gpu_at(index, r) > most
               ? r
               : LLONG_MAX;
  }
} sparsec_longer;

/// index[r + 1] - index[r] <= most for all r in [0, rows).
static inline int sparsec_gpu_check_row_length(const char *fact,
                                               sparsec_view index,
                                               long long rows, long long most,
                                               cudaStream_t stream) {
  const sparsec_longer test = {index, most};
  long long first = LLONG_MAX, begin = 0, end = 0;
  int status = sparsec_check_present(fact, index, rows);
  if (status == SPARSEC_OK)
    status = sparsec_gpu_find(test, rows, &first, stream);
  if (status == SPARSEC_OK && first != LLONG_MAX)
    status = sparsec_gpu_fetch(index, first, &begin, stream);
  if (status == SPARSEC_OK && first != LLONG_MAX)
    status = sparsec_gpu_fetch(index, first + 1, &end, stream);
  if (status != SPARSEC_OK || first == LLONG_MAX)
    return status;
  return sparsec_fail(
      SPARSEC_FACT_VIOLATED,
      "%s does not hold: %s[%lld] = %lld and %s[%lld] = %lld are more than "
      "%lld apart",
      fact, index.name, first, begin, index.name, first + 1, end, most);
}

/// Rows follow each other and lie within the \p count elements of column.
static inline int sparsec_gpu_check_rows(const char *fact, sparsec_rows matrix,
                                         long long count, cudaStream_t stream) {
  const int status =
      sparsec_gpu_check_range(fact, matrix.index, matrix.rows + 1, matrix.base,
                              count + matrix.base + 1, stream);
  if (status != SPARSEC_OK)
    return status;
  return sparsec_gpu_check_monotonic(fact, matrix.index, matrix.rows + 1, 0,
                                     stream);
}

/// What \p rule has to say of \p item.
template <typename Rule>
static __global__ void __launch_bounds__(SPARSEC_GPU_THREADS)
    sparsec_report_item(Rule rule, long long item, long long *report) {
  if (sparsec_gpu_thread() == 0)
    (void)rule.at(item, report);
}

/// Sets violation[0 .. count) to the report of the first of \p items items for
/// which \p rule does not hold; leaves them where it holds. rule(item) is the
/// item, or LLONG_MAX where it holds.
template <typename Rule>
static inline int sparsec_gpu_check_rule(Rule rule, long long items,
                                         long long *violation, int count,
                                         cudaStream_t stream) {
  long long item = LLONG_MAX, *report = NULL;
  int status = sparsec_gpu_find(rule, items, &item, stream);
  if (status != SPARSEC_OK || item == LLONG_MAX)
    return status;
  status = sparsec_gpu_scratch_zeroed(&report, "rule", count, stream);
  if (status == SPARSEC_OK)
    status = sparsec_launch("sparsec_report_item", sparsec_report_item<Rule>, 1,
                            1, 1, SPARSEC_GPU_THREADS, 1, 1, stream, rule, item,
                            report);
  for (int k = 0; k < count && status == SPARSEC_OK; k++)
    status = sparsec_gpu_read(violation + k, report + k, stream);
  sparsec_gpu_drop(report, stream);
  return status;
}

#endif // SPARSEC_RUNTIME_CUDA_FACTS_H
