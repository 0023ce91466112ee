//===- memory.h - checked, aligned allocation -------------------*- C -*-===//
//
/// \file
/// Plan arrays are aligned to cache lines and never larger than what max_fill
/// or the machine allows. Free them with free().
//
//===--------------------------------------------------------------------===//
#ifndef SPARSEC_RUNTIME_MEMORY_H
#define SPARSEC_RUNTIME_MEMORY_H

#include "sparsec/error.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/// Alignment of plan arrays in bytes: one cache line, one AVX-512 vector.
#define SPARSEC_ALIGNMENT 64

/// Arrays below this many bytes are exempt from max_fill.
#define SPARSEC_FILL_FLOOR 65536

/// \p a * \p b, or LLONG_MAX when that does not fit; negative factors are 0.
static inline long long sparsec_product(long long a, long long b) {
  if (a <= 0 || b <= 0)
    return 0;
  return a > LLONG_MAX / b ? LLONG_MAX : a * b;
}

/// \p a + \p b, or LLONG_MAX when that does not fit; negative terms are 0.
static inline long long sparsec_sum(long long a, long long b) {
  a = a < 0 ? 0 : a;
  b = b < 0 ? 0 : b;
  return a > LLONG_MAX - b ? LLONG_MAX : a + b;
}

/// Bytes of memory in this machine; LLONG_MAX when that is unknown.
static inline long long sparsec_physical_memory(void) {
#ifdef _SC_PHYS_PAGES
  const long long pages = sysconf(_SC_PHYS_PAGES);
  const long long page_size = sysconf(_SC_PAGESIZE);
  if (pages > 0 && page_size > 0)
    return sparsec_product(pages, page_size);
#endif
  return LLONG_MAX;
}

/// The bytes that one array may take when its input has \p input_bytes.
static inline long long sparsec_fill_limit(double max_fill,
                                           long long input_bytes) {
  const double limit = max_fill * (double)input_bytes;
  if (limit >= (double)LLONG_MAX)
    return LLONG_MAX;
  return limit < SPARSEC_FILL_FLOOR ? SPARSEC_FILL_FLOOR : (long long)limit;
}

/// Arrays of at least two huge pages ask for them: most of the time that an
/// inspector takes goes into first touches, page by page.
#define SPARSEC_HUGE_PAGE (1LL << 21)

/// At least \p bytes bytes, aligned; NULL on failure, never for 0 bytes.
static inline void *sparsec_aligned(long long bytes) {
  size_t alignment = SPARSEC_ALIGNMENT;
  if (bytes < 0 || (unsigned long long)bytes > SIZE_MAX / 2)
    return NULL;
#ifdef MADV_HUGEPAGE
  if (bytes >= 2 * SPARSEC_HUGE_PAGE)
    alignment = (size_t)SPARSEC_HUGE_PAGE;
#endif
  const size_t size = ((size_t)bytes / alignment + 1) * alignment;
  void *const memory = aligned_alloc(alignment, size);
#ifdef MADV_HUGEPAGE
  if (memory && alignment == (size_t)SPARSEC_HUGE_PAGE)
    (void)madvise(memory, size, MADV_HUGEPAGE);
#endif
  return memory;
}

/// Sets *\p pointer, a `T *`, to \p count aligned elements of \p size bytes,
/// not initialised; to NULL on failure. More than \p limit bytes are refused.
static inline int sparsec_allocate(void *pointer, const char *name,
                                   long long count, size_t size,
                                   long long limit) {
  const long long bytes = sparsec_product(count, (long long)size);
  void *memory = NULL;
  memcpy(pointer, &memory, sizeof memory);
  if (bytes == LLONG_MAX)
    return sparsec_fail(SPARSEC_OVERFLOW,
                        "array '%s' would need more than 2^63 bytes", name);
  if (bytes > limit)
    return sparsec_fail(SPARSEC_FILL_LIMIT,
                        "array '%s' would need %lld bytes, more than the %lld "
                        "bytes that max_fill allows",
                        name, bytes, limit);
  // Asking the system takes as long as a small solve.
  if (bytes <= SPARSEC_HUGE_PAGE || bytes <= sparsec_physical_memory())
    memory = sparsec_aligned(bytes);
  if (!memory)
    return sparsec_fail(SPARSEC_NO_MEMORY,
                        "out of memory: array '%s' needs %lld bytes", name,
                        bytes);
  memcpy(pointer, &memory, sizeof memory);
  return SPARSEC_OK;
}

#endif // SPARSEC_RUNTIME_MEMORY_H
