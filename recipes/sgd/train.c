//===- train.c - epochs of stochastic gradient descent --------------------===//
///
/// \file
/// The kernel visits each rating once an epoch; in which order is up to its
/// plan, which is made once. Errors are computed by loops of their own.
///
//===----------------------------------------------------------------------===//
#include "train.h"

#include "support.h"
#include "update.h"

#include <sparsec/error.h>

#include <stdio.h>
#include <stdlib.h>

/// Predicting 0 has an error of the ratings' own size. What has so many times
/// that will not come back.
static const double HOPELESS = 10;

typedef struct {
  const training *what;
  factor_pair *factors;
  training_report *report;
  sgd_update_plan *plan;
  double *sums; ///< [users]
  double best;  ///< the least error so far
  int stale;    ///< epochs since
} trainer;

static int has_test(const training *what) {
  return what->test->index[what->test->users] > 0;
}

static void measure(trainer *self) {
  const double start = seconds();
  training_report *report = self->report;
  report->error = factor_pair_error(self->factors, self->what->ratings,
                                    self->factors->scale, self->sums);
  report->test_error =
      factor_pair_error(self->factors, self->what->test, 1, self->sums);
  report->errors += seconds() - start;
}

/// A line for an epoch that took \p time; \p last is printed in any case.
static void print_progress(const trainer *self, double step, double time,
                           int last) {
  const int every = self->what->progress, at = self->report->epochs;
  if (every == 0 || (at % every != 0 && !last))
    return;
  if (at == 0)
    printf("%5s  %8s  %12s  %12s  %9s  %s\n", "epoch", "step", "training RMSE",
           "test RMSE", "seconds", "million updates/s");
  printf("%5d  ", at);
  if (at > 0)
    printf("%8.5f", step);
  else
    printf("%8s", "");
  printf("  %13.6g  ", self->report->error);
  if (has_test(self->what))
    printf("%12.6g", self->report->test_error);
  else
    printf("%12s", "-");
  const int count = self->what->ratings->index[self->what->ratings->users];
  if (at > 0)
    printf("  %9.4f  %.2f", time, time > 0 ? 1e-6 * count / time : 0);
  printf("\n");
  fflush(stdout);
}

/// Whether the epoch that was measured is the last one, and why.
static int is_last(trainer *self) {
  const training *what = self->what;
  training_report *report = self->report;
  if (!(report->error <= HOPELESS * self->factors->scale)) {
    report->end = DIVERGED;
    return 1;
  }
  const double error = has_test(what) ? report->test_error : report->error;
  if (report->epochs == 0 || error < self->best * (1 - what->tolerance)) {
    self->best = error;
    self->stale = 0;
  } else {
    self->stale++;
  }
  if (what->patience > 0 && self->stale >= what->patience) {
    report->end = PLATEAU;
    return 1;
  }
  report->end = ALL_EPOCHS;
  return report->epochs == what->epochs;
}

static int run_epoch(trainer *self, double step, double *time) {
  const rating_rows *rows = self->what->ratings;
  const double start = seconds();
  const int status = sgd_update_execute(
      self->plan, rows->users, rows->items, rows->value, (float)step,
      (float)self->what->penalty, self->factors->U, self->factors->V);
  *time = seconds() - start;
  self->report->updates += *time;
  return status;
}

static int run_epochs(trainer *self) {
  const training *what = self->what;
  double step = what->step, time = 0;
  int status = SPARSEC_OK;
  for (;;) {
    measure(self);
    const int last = is_last(self);
    print_progress(self, step, time, last);
    if (last)
      return status;
    step = what->step / (1 + what->decay * self->report->epochs);
    status = run_epoch(self, step, &time);
    if (status != SPARSEC_OK)
      return status;
    self->report->epochs++;
  }
}

int train(const training *what, factor_pair *factors, training_report *report) {
  const rating_rows *rows = what->ratings;
  trainer self = {.what = what, .factors = factors, .report = report};
  *report = (training_report){0};
  self.sums = allocate(rows->users, sizeof(double));
  if (!self.sums)
    return SPARSEC_NO_MEMORY;
  const double start = seconds();
  int status = sgd_update_inspect(&self.plan, rows->users, rows->items,
                                  rows->index, rows->item);
  report->inspection = seconds() - start;
  if (status == SPARSEC_OK)
    status = run_epochs(&self);
  sgd_update_destroy(self.plan);
  free(self.sums);
  return status;
}
