//===- plain.h - plans of kernels that are called as they are ---*- C -*-===//
///
/// \file
/// Each header beside this one gives a kernel's source the contract that
/// generated code has: there is nothing to inspect, _execute calls the
/// function. Replaced by the header that `sparsec -emit=header` writes once the
/// kernel has a recipe.
///
//===--------------------------------------------------------------------===//
#ifndef SOLVERS_PLAIN_PLAIN_H
#define SOLVERS_PLAIN_PLAIN_H

#include <sparsec/error.h>

#include <stdlib.h>

/// As a generated plan keeps them, the sizes that were given to _inspect; all
/// matrices here are square.
typedef struct {
  int n;
} plain_plan;

static inline int plain_inspect(plain_plan **plan_out, int n) {
  plain_plan *plan = (plain_plan *)malloc(sizeof *plan);
  *plan_out = plan;
  if (!plan)
    return sparsec_fail(SPARSEC_NO_MEMORY, "out of memory: a plan");
  plan->n = n;
  return SPARSEC_OK;
}

#endif // SOLVERS_PLAIN_PLAIN_H
