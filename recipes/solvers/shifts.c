//===- shifts.c - incomplete factorizations that break down ---------------===//
///
/// \file
/// An incomplete factorization of a positive definite matrix may meet a pivot
/// that is not positive. That of A + shift diag(A) does not if the shift is
/// great enough (Manteuffel, Math. Comp. 34, 1980): then all rows are dominated
/// by their diagonal.
///
//===----------------------------------------------------------------------===//
#include "parts.h"

#include <sparsec/error.h>

#include <stdio.h>

/// The first shift that is tried after none, and how often it is doubled.
static const double FIRST_SHIFT = 1e-3;
enum { TRIES = 24 };

int factor_with_shifts(const char *name, factor_attempt *attempt, void *state,
                       setup_report *report) {
  for (int count = 0; count < TRIES; count++) {
    int row = -1;
    const double start = seconds();
    const int status = attempt(state, report->shift, &row);
    report->factorization += seconds() - start;
    report->factorizations++;
    if (status != SPARSEC_OK || row < 0)
      return status;
    const double failed = report->shift;
    report->shift = failed > 0 ? 2 * failed : FIRST_SHIFT;
    printf("%s with shift %g: the pivot of row %d is not positive; trying "
           "shift %g\n",
           name, failed, row + 1, report->shift);
  }
  return sparsec_fail(SPARSEC_BAD_ARGUMENT,
                      "%s found no shift for which all pivots are positive",
                      name);
}
