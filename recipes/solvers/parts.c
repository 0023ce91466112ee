//===- parts.c - setting parts up -----------------------------------------===//
#include "parts.h"

#include <time.h>

double seconds(void) {
  struct timespec now;
  timespec_get(&now, TIME_UTC);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

int linear_map_setup(linear_map *map, const part *part,
                     const csr_matrix *matrix, setup_report *report) {
  map->part = part;
  const double start = seconds();
  const double before = report->inspection + report->factorization;
  const int status = part->setup(&map->state, matrix, report);
  report->rest +=
      seconds() - start - (report->inspection + report->factorization - before);
  return status;
}

void linear_map_teardown(linear_map *map) {
  if (map->part)
    map->part->teardown(map->state);
  *map = (linear_map){0};
}
