//===- sgd.c - factors ratings by stochastic gradient descent -------------===//
///
/// \file
/// Reads ratings, leaves a part of them out, learns factors from the rest and
/// reports: errors of both parts, and where the time went.
/// docs/recipes/sgd.md explains how its kernel is replaced by generated code.
///
//===----------------------------------------------------------------------===//
#include "options.h"
#include "support.h"
#include "train.h"

#include <sparsec/error.h>

#include <stdio.h>

#ifdef _OPENMP
#include <omp.h>
#endif

enum { DONE = 0, FAILED = 1, BAD_USAGE = 2, NOT_LEARNT = 3 };

/// Ratings and factors of one run.
typedef struct {
  rating_rows ratings, test;
  factor_pair factors;
  training training;
  training_report report;
} run;

static int read_ratings(run *self, const options *options) {
  rating_list list;
  int status = rating_list_read(&list, options->path, options->base);
  if (status != SPARSEC_OK)
    return status;
  // Before anything is sorted: where a number is a slip of the pen there is no
  // memory for so many rows.
  status = factor_pair_make(&self->factors, list.users, list.items);
  if (status == SPARSEC_OK)
    status = rating_rows_make(&self->ratings, &list);
  rating_list_destroy(&list);
  return status;
}

static int prepare(run *self, const options *options) {
  int status = read_ratings(self, options);
  if (status != SPARSEC_OK)
    return status;
  double mean, size;
  rating_sizes(&self->ratings, &mean, &size);
  printf("ratings: %d by %d users of %d items, mean %g, RMS %g\n",
         self->ratings.index[self->ratings.users], self->ratings.users,
         self->ratings.items, mean, size);
  const uint64_t seed = (uint64_t)options->seed;
  status = rating_rows_split(&self->ratings, &self->test, options->test, seed);
  if (status != SPARSEC_OK)
    return status;
  printf("training: %d, test: %d\n", self->ratings.index[self->ratings.users],
         self->test.index[self->test.users]);
  printf("factors: %d features\n", SGD_FEATURES);
  fflush(stdout);
  // Another sequence than the split's.
  factor_pair_begin(&self->factors, &self->ratings, ~seed);
  self->training = (training){.ratings = &self->ratings,
                              .test = &self->test,
                              .step = options->step,
                              .decay = options->decay,
                              .penalty = options->penalty,
                              .epochs = options->epochs,
                              .tolerance = options->tolerance,
                              .patience = options->patience,
                              .progress = options->progress};
  return SPARSEC_OK;
}

static void print_time(const char *what, double time, double total) {
  printf("%-14s %10.6f  %5.1f %%\n", what, time,
         total > 0 ? 100 * time / total : 0);
}

static void print_times(const training_report *report) {
  int threads = 1;
#ifdef _OPENMP
  threads = omp_get_max_threads();
#endif
  const double total = report->inspection + report->updates + report->errors;
  printf("time in seconds, %d thread%s\n", threads, threads > 1 ? "s" : "");
  print_time("inspection", report->inspection, total);
  print_time("updates", report->updates, total);
  print_time("errors", report->errors, total);
  print_time("total", total, total);
}

static void print_result(const run *self, const options *options) {
  const training_report *report = &self->report;
  printf("epochs: %d", report->epochs);
  if (report->end == PLATEAU)
    printf(", the last %d did not lessen the error by %g", options->patience,
           options->tolerance);
  printf("\nRMSE: training %.6g", report->error);
  if (self->test.index[self->test.users] > 0)
    printf(", test %.6g", report->test_error);
  printf("\n");
  print_times(report);
  fflush(stdout);
}

static int report_run(const run *self, const options *options) {
  print_result(self, options);
  if (self->report.end == DIVERGED) {
    fprintf(stderr,
            "sgd: error: diverged in epoch %d: the RMSE is %g, that of "
            "predicting 0 would be %g; take shorter steps than -step=%g\n",
            self->report.epochs, self->report.error, self->factors.scale,
            options->step);
    return NOT_LEARNT;
  }
  if (options->factors &&
      factor_pair_write(&self->factors, options->factors) != SPARSEC_OK) {
    fprintf(stderr, "sgd: error: %s\n", sparsec_last_error());
    return FAILED;
  }
  return DONE;
}

static void destroy(run *self) {
  rating_rows_destroy(&self->ratings);
  rating_rows_destroy(&self->test);
  factor_pair_destroy(&self->factors);
}

int main(int count, char **words) {
  options options;
  int help = 0;
  if (options_read(&options, count, words, &help) != SPARSEC_OK) {
    fprintf(stderr, "sgd: error: %s\n", sparsec_last_error());
    return BAD_USAGE;
  }
  if (help) {
    fputs(options_help, stdout);
    return DONE;
  }
  run self = {0};
  int status = prepare(&self, &options);
  if (status == SPARSEC_OK)
    status = train(&self.training, &self.factors, &self.report);
  fflush(stdout);
  int code = FAILED;
  if (status != SPARSEC_OK)
    fprintf(stderr, "sgd: error: %s\n", sparsec_last_error());
  else
    code = report_run(&self, &options);
  destroy(&self);
  return code;
}
