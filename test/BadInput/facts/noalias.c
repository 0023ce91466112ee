// Arrays that were said not to overlap: execute refuses, and has modified
// nothing; with -assume nothing is checked.
// RUN: %sparsec %S/Inputs/apart.c -recipe %S/Inputs/walk.script -o %t.h
// RUN: %cc -fopenmp -fsanitize=address,undefined -I %S/Inputs -include %t.h %s -o %t
// RUN: %t 2>&1 | FileCheck %s
// RUN: %sparsec %S/Inputs/apart.c -assume -recipe %S/Inputs/walk.script -o %t.assumed.c
// RUN: not grep "overlap(.* x," %t.assumed.c
#include "violation.h"

int main(void) {
  const int index[] = {0, 1, 2}, col[] = {0, 1};
  const double a[] = {1, 2};
  double x[] = {1, 2, 3};
  apart_plan *plan = NULL;
  assert(apart_inspect(&plan, 2, index, col) == SPARSEC_OK);
  assert(apart_execute(plan, index, col, a, x, x + 1) == SPARSEC_OVERLAP);
  // CHECK: apart_execute: arrays 'y' and 'x' overlap
  fprintf(stderr, "%s\n", sparsec_last_error());
  assert(x[0] == 1 && x[1] == 2 && x[2] == 3);
  apart_destroy(plan);
  return 0;
}
