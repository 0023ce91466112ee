//===- cuda_repeats.h - equal values on a GPU -------------------*- C++ -*-===//
//
/// \file
/// The checkers of facts.h that look for equal values, with the same messages
/// for arrays on the GPU: equal values are neighbours once sorted.
//
//===--------------------------------------------------------------------===//
#ifndef SPARSEC_RUNTIME_CUDA_REPEATS_H
#define SPARSEC_RUNTIME_CUDA_REPEATS_H

#include "sparsec/cuda_facts.h"
#include "sparsec/cuda_sort.h"

typedef struct sparsec_widening {
  sparsec_view array;
  long long first;
} sparsec_widening;

/// value[i] = array[first + i].
static __global__ void __launch_bounds__(SPARSEC_GPU_THREADS)
    sparsec_widen(sparsec_widening from, long long *value, long long count) {
  const long long i = sparsec_gpu_thread();
  if (i < count)
    value[i] = sparsec_gpu_at(from.array, from.first + i);
}

/// The least and the greatest of \p count elements from \p first on; 0 and -1
/// if there are none.
static inline int sparsec_gpu_find_bounds(sparsec_view array, long long first,
                                          long long count, long long *least,
                                          long long *greatest,
                                          cudaStream_t stream) {
  const sparsec_widening from = {array, first};
  long long *value = NULL;
  *least = 0;
  *greatest = -1;
  if (count <= 0)
    return SPARSEC_OK;
  int status = sparsec_gpu_scratch(&value, array.name, count, stream);
  if (status == SPARSEC_OK)
    status = sparsec_launch_items("sparsec_widen", sparsec_widen, count, stream,
                                  from, value);
  if (status == SPARSEC_OK)
    status = sparsec_gpu_range(value, count, least, greatest, stream);
  sparsec_gpu_drop(value, stream);
  return status;
}

/// The last row that begins no later than position \p p, which is in a row.
__device__ static inline long long sparsec_gpu_row_of(sparsec_rows matrix,
                                                      long long p) {
  long long low = 0, high = matrix.rows;
  while (high - low > 1) {
    const long long middle = low + (high - low) / 2;
    if (sparsec_gpu_at(matrix.index, middle) - matrix.base <= p)
      low = middle;
    else
      high = middle;
  }
  return low;
}

/// What tells elements of an array apart: their values or, where there are
/// rows, their rows and values. rank(i): of the element at \p first + i.
typedef struct sparsec_element_rank {
  sparsec_rows matrix; ///< no rows: `column` alone counts
  long long first, least;
  unsigned long long range;
  __device__ unsigned long long operator()(long long i) const {
    const unsigned long long value =
        (unsigned long long)sparsec_gpu_at(matrix.column, first + i) -
        (unsigned long long)least;
    if (matrix.rows == 0)
      return value;
    return (unsigned long long)sparsec_gpu_row_of(matrix, first + i) * range +
           value;
  }
} sparsec_element_rank;

/// rank[i] = the rank of element i, place[i] = i.
static __global__ void __launch_bounds__(SPARSEC_GPU_THREADS)
    sparsec_rank_elements(sparsec_element_rank ranking,
                          unsigned long long *rank, long long *place,
                          long long count) {
  const long long i = sparsec_gpu_thread();
  if (i >= count)
    return;
  rank[i] = ranking(i);
  place[i] = i;
}

/// Sets \p rank, with room for 2 * \p count, to the ranks of \p count elements,
/// ascending, and \p place, likewise, to where they stand. Equal ones keep
/// their order. No rank has more than \p bits bits.
static inline int sparsec_gpu_sort_ranks(sparsec_element_rank ranking,
                                         unsigned long long *rank,
                                         long long *place, long long count,
                                         int bits, cudaStream_t stream) {
  int status =
      sparsec_launch_items("sparsec_rank_elements", sparsec_rank_elements,
                           count, stream, ranking, rank + count, place + count);
  if (status == SPARSEC_OK)
    status = sparsec_gpu_sort_pairs((const unsigned long long *)(rank + count),
                                    rank, (const long long *)(place + count),
                                    place, count, bits, stream);
  return status;
}

typedef struct sparsec_repeats {
  const unsigned long long *rank;
  const long long *place;
  __device__ long long operator()(long long i) const {
    return rank[i] == rank[i + 1] ? place[i + 1] : LLONG_MAX;
  }
} sparsec_repeats;

typedef struct sparsec_precedes {
  const unsigned long long *rank;
  const long long *place;
  long long at;
  __device__ long long operator()(long long i) const {
    return place[i + 1] == at && rank[i] == rank[i + 1] ? place[i] : LLONG_MAX;
  }
} sparsec_precedes;

/// *\p again = the first of \p count elements that occurred before, at
/// *\p before; LLONG_MAX if there is none. Both count from ranking.first.
static inline int sparsec_gpu_find_repeat(const char *name,
                                          sparsec_element_rank ranking,
                                          long long count, int bits,
                                          long long *before, long long *again,
                                          cudaStream_t stream) {
  unsigned long long *rank = NULL;
  long long *place = NULL;
  *again = *before = LLONG_MAX;
  if (count <= 1)
    return SPARSEC_OK;
  int status =
      sparsec_gpu_scratch(&rank, name, sparsec_product(2, count), stream);
  if (status == SPARSEC_OK)
    status =
        sparsec_gpu_scratch(&place, name, sparsec_product(2, count), stream);
  if (status == SPARSEC_OK)
    status = sparsec_gpu_sort_ranks(ranking, rank, place, count, bits, stream);
  if (status == SPARSEC_OK) {
    const sparsec_repeats repeats = {rank, place};
    status = sparsec_gpu_find(repeats, count - 1, again, stream);
  }
  if (status == SPARSEC_OK && *again != LLONG_MAX) {
    const sparsec_precedes precedes = {rank, place, *again};
    status = sparsec_gpu_find(precedes, count - 1, before, stream);
  }
  sparsec_gpu_drop(rank, stream);
  sparsec_gpu_drop(place, stream);
  return status;
}

/// No two of array[0 .. count) are equal.
static inline int sparsec_gpu_check_injective(const char *fact,
                                              sparsec_view array,
                                              long long count,
                                              cudaStream_t stream) {
  sparsec_element_rank ranking = {{array, array, 0, 0}, 0, 0, 0};
  long long greatest = -1, before = LLONG_MAX, again = LLONG_MAX, value = 0;
  int status = sparsec_check_present(fact, array, count);
  if (status == SPARSEC_OK)
    status = sparsec_gpu_find_bounds(array, 0, count, &ranking.least, &greatest,
                                     stream);
  if (status == SPARSEC_OK)
    status = sparsec_gpu_find_repeat(
        array.name, ranking, count,
        sparsec_gpu_bits((unsigned long long)greatest -
                         (unsigned long long)ranking.least),
        &before, &again, stream);
  if (status == SPARSEC_OK && again != LLONG_MAX)
    status = sparsec_gpu_fetch(array, again, &value, stream);
  if (status != SPARSEC_OK || again == LLONG_MAX)
    return status;
  return sparsec_fail(SPARSEC_FACT_VIOLATED,
                      "%s does not hold: %s[%lld] and %s[%lld] are both %lld",
                      fact, array.name, before, array.name, again, value);
}

/// array[0 .. count) holds each of 0 .. count - 1 once.
static inline int sparsec_gpu_check_permutation(const char *fact,
                                                sparsec_view array,
                                                long long count,
                                                cudaStream_t stream) {
  const int status =
      sparsec_gpu_check_range(fact, array, count, 0, count, stream);
  if (status != SPARSEC_OK)
    return status;
  return sparsec_gpu_check_injective(fact, array, count, stream);
}

typedef struct sparsec_mismatch {
  sparsec_view array, inverse;
  __device__ long long operator()(long long i) const {
    return sparsec_gpu_at(array, sparsec_gpu_at(inverse, i)) != i ? i
                                                                  : LLONG_MAX;
  }
} sparsec_mismatch;

/// array[inverse[i]] == i for all i in [0, count); array has `size` elements.
static inline int sparsec_gpu_check_inverse(const char *fact,
                                            sparsec_view array, long long size,
                                            sparsec_view inverse,
                                            long long count,
                                            cudaStream_t stream) {
  const sparsec_mismatch test = {array, inverse};
  long long first = LLONG_MAX, at = 0, value = 0;
  int status = sparsec_gpu_check_range(fact, inverse, count, 0, size, stream);
  if (status == SPARSEC_OK)
    status = sparsec_gpu_find(test, count, &first, stream);
  if (status == SPARSEC_OK && first != LLONG_MAX)
    status = sparsec_gpu_fetch(inverse, first, &at, stream);
  if (status == SPARSEC_OK && first != LLONG_MAX)
    status = sparsec_gpu_fetch(array, at, &value, stream);
  if (status != SPARSEC_OK || first == LLONG_MAX)
    return status;
  return sparsec_fail(SPARSEC_FACT_VIOLATED,
                      "%s does not hold: %s[%lld] = %lld, but %s[%lld] = %lld",
                      fact, inverse.name, first, at, array.name, at, value);
}

#endif // SPARSEC_RUNTIME_CUDA_REPEATS_H
