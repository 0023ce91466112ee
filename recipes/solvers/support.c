//===- support.c - memory and time ----------------------------------------===//
#include "support.h"

#include <sparsec/error.h>

#include <stdint.h>
#include <stdlib.h>
#include <time.h>

void *allocate(long long count, unsigned long size) {
  if (count < 1)
    count = 1;
  void *memory = (unsigned long long)count <= SIZE_MAX / size
                     ? malloc((size_t)count * size)
                     : NULL;
  if (!memory)
    sparsec_fail(SPARSEC_NO_MEMORY, "out of memory: %lld elements of %lu bytes",
                 count, size);
  return memory;
}

double seconds(void) {
  struct timespec now;
  timespec_get(&now, TIME_UTC);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
