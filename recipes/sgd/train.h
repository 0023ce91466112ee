//===- train.h - epochs of stochastic gradient descent ----------*- C -*-===//
#ifndef SGD_TRAIN_H
#define SGD_TRAIN_H

#include "factors.h"

/// What is learnt from, and for how long.
typedef struct {
  const rating_rows *ratings; ///< scaled by factor_pair_begin
  const rating_rows *test;    ///< as they are
  double step, decay, penalty;
  int epochs;
  double tolerance;
  int patience; ///< as in options.h
  int progress;
} training;

typedef enum { ALL_EPOCHS, PLATEAU, DIVERGED } training_end;

typedef struct {
  training_end end;
  int epochs;
  double error, test_error; ///< root mean squares after the last epoch
  double inspection;        ///< seconds of _inspect
  double updates;           ///< seconds of all _execute
  double errors;            ///< seconds of computing errors
} training_report;

/// Improves \p factors by epochs in which each rating is learnt from once, all
/// with one plan, and prints a line for each. A status is SPARSEC_OK, also for
/// DIVERGED, or a failure with its text in sparsec_last_error().
int train(const training *what, factor_pair *factors, training_report *report);

#endif // SGD_TRAIN_H
