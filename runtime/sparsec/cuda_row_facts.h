//===- cuda_row_facts.h - row_facts.h on a GPU ------------------*- C++ -*-===//
//
/// \file
/// The same checks with the same messages for arrays on the GPU. A thread has
/// an entry and looks for its row: long rows cost no more per entry than short
/// ones.
//
//===--------------------------------------------------------------------===//
#ifndef SPARSEC_RUNTIME_CUDA_ROW_FACTS_H
#define SPARSEC_RUNTIME_CUDA_ROW_FACTS_H

#include "sparsec/cuda_repeats.h"

/// *\p row = the row of position \p p, element by element: only for messages.
static inline int sparsec_gpu_fetch_row(sparsec_rows matrix, long long p,
                                        long long *row, cudaStream_t stream) {
  long long high = matrix.rows, begin = 0;
  int status = SPARSEC_OK;
  *row = 0;
  while (status == SPARSEC_OK && high - *row > 1) {
    const long long middle = *row + (high - *row) / 2;
    status = sparsec_gpu_fetch(matrix.index, middle, &begin, stream);
    if (begin - matrix.base <= p)
      *row = middle;
    else
      high = middle;
  }
  return status;
}

/// *\p first and *\p end: the positions that are in rows.
static inline int sparsec_gpu_fetch_ends(sparsec_rows matrix, long long *first,
                                         long long *end, cudaStream_t stream) {
  int status = SPARSEC_OK;
  *first = *end = 0;
  if (matrix.rows > 0)
    status = sparsec_gpu_fetch(matrix.index, 0, first, stream);
  if (status == SPARSEC_OK && matrix.rows > 0)
    status = sparsec_gpu_fetch(matrix.index, matrix.rows, end, stream);
  *first -= matrix.rows > 0 ? matrix.base : 0;
  *end -= matrix.rows > 0 ? matrix.base : 0;
  return status;
}

/// Descents within rows; between rows there may be some.
typedef struct sparsec_unsorted {
  sparsec_rows matrix;
  long long first;
  int strict;
  __device__ long long operator()(long long i) const {
    const long long p = first + i + 1;
    const long long before = sparsec_gpu_at(matrix.column, p - 1);
    const long long value = sparsec_gpu_at(matrix.column, p);
    if (strict ? value > before : value >= before)
      return LLONG_MAX;
    const long long r = sparsec_gpu_row_of(matrix, p);
    return sparsec_gpu_at(matrix.index, r) - matrix.base < p ? p : LLONG_MAX;
  }
} sparsec_unsorted;

/// column ascends within each row; strictly when \p strict.
static inline int sparsec_gpu_check_sorted(const char *fact,
                                           sparsec_rows matrix, int strict,
                                           cudaStream_t stream) {
  sparsec_unsorted test = {matrix, 0, strict};
  const char *const name = matrix.column.name;
  long long end = 0, first = LLONG_MAX, value = 0, before = 0;
  int status = sparsec_gpu_fetch_ends(matrix, &test.first, &end, stream);
  if (status == SPARSEC_OK)
    status = sparsec_gpu_find(test, end - test.first - 1, &first, stream);
  if (status == SPARSEC_OK && first != LLONG_MAX)
    status = sparsec_gpu_fetch(matrix.column, first, &value, stream);
  if (status == SPARSEC_OK && first != LLONG_MAX)
    status = sparsec_gpu_fetch(matrix.column, first - 1, &before, stream);
  if (status != SPARSEC_OK || first == LLONG_MAX)
    return status;
  return sparsec_fail(
      SPARSEC_FACT_VIOLATED,
      "%s does not hold: %s[%lld] = %lld comes after %s[%lld] = %lld in one "
      "segment of %s",
      fact, name, first, value, name, first - 1, before, matrix.index.name);
}

/// No value occurs twice in a row of column. The pointer array must be
/// monotone.
static inline int sparsec_gpu_check_unique(const char *fact,
                                           sparsec_rows matrix,
                                           cudaStream_t stream) {
  sparsec_element_rank ranking = {matrix, 0, 0, 0};
  const char *const name = matrix.column.name;
  long long end = 0, greatest = -1, before = LLONG_MAX, again = LLONG_MAX;
  long long value = 0, row = 0;
  int status = sparsec_gpu_fetch_ends(matrix, &ranking.first, &end, stream);
  const long long count = end - ranking.first;
  if (status == SPARSEC_OK)
    status = sparsec_gpu_find_bounds(matrix.column, ranking.first, count,
                                     &ranking.least, &greatest, stream);
  if (status != SPARSEC_OK || count <= 1)
    return status;
  ranking.range =
      (unsigned long long)greatest - (unsigned long long)ranking.least + 1;
  if (ranking.range == 0 ||
      ranking.range > (ULLONG_MAX >> 1) / (unsigned long long)matrix.rows)
    return sparsec_fail(SPARSEC_OVERFLOW,
                        "%lld rows with values in [%lld, %lld] are too many to "
                        "be sorted",
                        matrix.rows, ranking.least, greatest);
  status = sparsec_gpu_find_repeat(
      name, ranking, count,
      sparsec_gpu_bits((unsigned long long)matrix.rows * ranking.range),
      &before, &again, stream);
  if (status != SPARSEC_OK || again == LLONG_MAX)
    return status;
  before += ranking.first;
  again += ranking.first;
  status = sparsec_gpu_fetch(matrix.column, again, &value, stream);
  if (status == SPARSEC_OK)
    status = sparsec_gpu_fetch_row(matrix, again, &row, stream);
  if (status != SPARSEC_OK)
    return status;
  return sparsec_fail(SPARSEC_FACT_VIOLATED,
                      "%s does not hold: %s[%lld] and %s[%lld] are both %lld "
                      "in segment %lld of %s",
                      fact, name, before, name, again, value, row,
                      matrix.index.name);
}

typedef struct sparsec_other_side {
  sparsec_rows matrix;
  long long first;
  int sign, most;
  __device__ long long operator()(long long i) const {
    const long long p = first + i, r = sparsec_gpu_row_of(matrix, p);
    const long long c = sparsec_gpu_at(matrix.column, p) - matrix.base;
    return sign * (c - r) > most ? p : LLONG_MAX;
  }
} sparsec_other_side;

/// sign * (column - row) <= most for all entries: sign 1 checks a lower, sign
/// -1 an upper triangle; most is 0, or -1 without the diagonal.
static inline int sparsec_gpu_check_triangular(const char *fact,
                                               sparsec_rows matrix, int sign,
                                               int most, cudaStream_t stream) {
  sparsec_other_side test = {matrix, 0, sign, most};
  long long end = 0, p = LLONG_MAX, value = 0, row = 0;
  int status = sparsec_gpu_fetch_ends(matrix, &test.first, &end, stream);
  if (status == SPARSEC_OK)
    status = sparsec_gpu_find(test, end - test.first, &p, stream);
  if (status == SPARSEC_OK && p != LLONG_MAX)
    status = sparsec_gpu_fetch(matrix.column, p, &value, stream);
  if (status == SPARSEC_OK && p != LLONG_MAX)
    status = sparsec_gpu_fetch_row(matrix, p, &row, stream);
  if (status != SPARSEC_OK || p == LLONG_MAX)
    return status;
  return sparsec_fail(SPARSEC_FACT_VIOLATED,
                      "%s does not hold: %s[%lld] = %lld in row %lld", fact,
                      matrix.column.name, p, value, row);
}

/// Marks the rows with an entry on the diagonal, of those from \p first on.
static __global__ void __launch_bounds__(SPARSEC_GPU_THREADS)
    sparsec_mark_diagonals(sparsec_rows matrix, long long first,
                           unsigned char *marked, long long count) {
  const long long i = sparsec_gpu_thread();
  if (i >= count)
    return;
  const long long r = sparsec_gpu_row_of(matrix, first + i);
  if (sparsec_gpu_at(matrix.column, first + i) - matrix.base == r)
    sparsec_mark(&marked[r]);
}

typedef struct sparsec_unmarked {
  const unsigned char *marked;
  __device__ long long operator()(long long r) const {
    return marked[r] ? LLONG_MAX : r;
  }
} sparsec_unmarked;

/// Each row r has an entry whose column is r.
static inline int sparsec_gpu_check_has_diagonal(const char *fact,
                                                 sparsec_rows matrix,
                                                 cudaStream_t stream) {
  unsigned char *marked = NULL;
  long long first = 0, end = 0, row = LLONG_MAX;
  int status = sparsec_gpu_fetch_ends(matrix, &first, &end, stream);
  if (status == SPARSEC_OK)
    status = sparsec_gpu_scratch_zeroed(&marked, matrix.column.name,
                                        matrix.rows, stream);
  if (status == SPARSEC_OK)
    status =
        sparsec_launch_items("sparsec_mark_diagonals", sparsec_mark_diagonals,
                             end - first, stream, matrix, first, marked);
  if (status == SPARSEC_OK) {
    const sparsec_unmarked test = {marked};
    status = sparsec_gpu_find(test, matrix.rows, &row, stream);
  }
  sparsec_gpu_drop(marked, stream);
  if (status == SPARSEC_OK && row != LLONG_MAX)
    status = sparsec_gpu_fetch(matrix.index, row, &first, stream);
  if (status == SPARSEC_OK && row != LLONG_MAX)
    status = sparsec_gpu_fetch(matrix.index, row + 1, &end, stream);
  if (status != SPARSEC_OK || row == LLONG_MAX)
    return status;
  return sparsec_fail(SPARSEC_FACT_VIOLATED,
                      "%s does not hold: row %lld, positions %lld to %lld of "
                      "%s, has no diagonal entry",
                      fact, row, first - matrix.base, end - matrix.base - 1,
                      matrix.column.name);
}

/// Looks for (c, r) in the ascending numbers of entries: row * rows + column.
typedef struct sparsec_one_sided {
  sparsec_rows matrix;
  const unsigned long long *rank;
  long long first, count;
  __device__ long long operator()(long long i) const {
    const long long p = first + i, r = sparsec_gpu_row_of(matrix, p);
    const long long c = sparsec_gpu_at(matrix.column, p) - matrix.base;
    const unsigned long long wanted =
        (unsigned long long)c * (unsigned long long)matrix.rows +
        (unsigned long long)r;
    long long low = 0, high = count;
    while (low < high) {
      const long long middle = low + (high - low) / 2;
      if (rank[middle] < wanted)
        low = middle + 1;
      else
        high = middle;
    }
    return low < count && rank[low] == wanted ? LLONG_MAX : p;
  }
} sparsec_one_sided;

/// *\p p = the first entry without its mirror image; LLONG_MAX if each has one.
static inline int sparsec_gpu_find_one_sided(sparsec_rows matrix,
                                             long long first, long long count,
                                             long long *p,
                                             cudaStream_t stream) {
  const unsigned long long rows = (unsigned long long)matrix.rows;
  const sparsec_element_rank ranking = {matrix, first, matrix.base, rows};
  unsigned long long *rank = NULL;
  long long *place = NULL;
  *p = LLONG_MAX;
  if (count <= 0)
    return SPARSEC_OK;
  if (rows > (ULLONG_MAX >> 1) / rows)
    return sparsec_fail(SPARSEC_OVERFLOW, "%lld rows are too many to be sorted",
                        matrix.rows);
  int status = sparsec_gpu_scratch(&rank, matrix.column.name,
                                   sparsec_product(2, count), stream);
  if (status == SPARSEC_OK)
    status = sparsec_gpu_scratch(&place, matrix.column.name,
                                 sparsec_product(2, count), stream);
  if (status == SPARSEC_OK)
    status = sparsec_gpu_sort_ranks(ranking, rank, place, count,
                                    sparsec_gpu_bits(rows * rows), stream);
  if (status == SPARSEC_OK) {
    const sparsec_one_sided test = {matrix, rank, first, count};
    status = sparsec_gpu_find(test, count, p, stream);
  }
  sparsec_gpu_drop(rank, stream);
  sparsec_gpu_drop(place, stream);
  return status;
}

/// For each entry (r, c) there is an entry (c, r). The pointer array must be
/// monotone from base on; columns are checked to be in range.
static inline int sparsec_gpu_check_symmetric_pattern(const char *fact,
                                                      sparsec_rows matrix,
                                                      cudaStream_t stream) {
  const long long rows = matrix.rows < 0 ? 0 : matrix.rows;
  long long first = 0, end = 0, p = LLONG_MAX, c = 0, r = 0;
  int status = sparsec_gpu_fetch_ends(matrix, &first, &end, stream);
  if (status == SPARSEC_OK)
    status = sparsec_gpu_check_range(fact, matrix.column, end, matrix.base,
                                     rows + matrix.base, stream);
  if (status == SPARSEC_OK)
    status = sparsec_gpu_find_one_sided(matrix, first, end - first, &p, stream);
  if (status == SPARSEC_OK && p != LLONG_MAX)
    status = sparsec_gpu_fetch(matrix.column, p, &c, stream);
  if (status == SPARSEC_OK && p != LLONG_MAX)
    status = sparsec_gpu_fetch_row(matrix, p, &r, stream);
  if (status != SPARSEC_OK || p == LLONG_MAX)
    return status;
  c -= matrix.base;
  return sparsec_fail(SPARSEC_FACT_VIOLATED,
                      "%s does not hold: %s[%lld] = %lld gives entry "
                      "(%lld, %lld), but there is none at (%lld, %lld)",
                      fact, matrix.column.name, p, c + matrix.base, r, c, c, r);
}

#endif // SPARSEC_RUNTIME_CUDA_ROW_FACTS_H
