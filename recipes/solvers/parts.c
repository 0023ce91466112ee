//===- parts.c - setting parts up -----------------------------------------===//
#include "parts.h"

#include <sparsec/error.h>

#include <string.h>

int argument_preconditioner(const part **part_out, const char *value) {
  const part *const parts[] = {&none_part, &jacobi_part, &sgs_part, &ilu0_part,
                               &ic0_part};
  for (size_t at = 0; at < sizeof parts / sizeof *parts; at++)
    if (!strcmp(value, parts[at]->name)) {
      *part_out = parts[at];
      return SPARSEC_OK;
    }
  return sparsec_fail(SPARSEC_BAD_ARGUMENT,
                      "-preconditioner: '%s' is none of none, jacobi, sgs, "
                      "ilu0, ic0",
                      value);
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
