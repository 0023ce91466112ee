//===- precondition.c - M^-1 of blocks of vectors -------------------------===//
#include "precondition.h"

#include <sparsec/error.h>

int precondition(const linear_map *map, int n, int m, const double *R,
                 int count, const int *chosen, double *W, double *room) {
  const size_t length = (size_t)n;
  double *from = room, *to = room + length * (size_t)count;
#ifdef _OPENMP
#pragma omp parallel for
#endif
  for (int i = 0; i < n; i++)
    for (int k = 0; k < count; k++)
      from[(size_t)k * length + (size_t)i] =
          R[(size_t)i * (size_t)m + (size_t)chosen[k]];
  int status = SPARSEC_OK;
  for (int k = 0; k < count && status == SPARSEC_OK; k++)
    status = map->part->apply(map->state, from + (size_t)k * length,
                              to + (size_t)k * length);
#ifdef _OPENMP
#pragma omp parallel for
#endif
  for (int i = 0; i < n; i++)
    for (int k = 0; k < count; k++)
      W[(size_t)i * (size_t)count + (size_t)k] =
          to[(size_t)k * length + (size_t)i];
  return status;
}
