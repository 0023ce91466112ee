//===- arguments.h - what command lines of solvers share --------*- C -*-===//
///
/// \file
/// Values of options. Functions that can fail return SPARSEC_OK or a status,
/// with the text in sparsec_last_error().
///
//===--------------------------------------------------------------------===//
#ifndef SOLVERS_ARGUMENTS_H
#define SOLVERS_ARGUMENTS_H

#include <stdint.h>

/// What follows `NAME=` in \p word; null if it is another option.
const char *argument_value(const char *word, const char *name);

/// A finite number that is not negative.
int argument_real(double *number, const char *name, const char *value);

/// An integer in [\p low, INT_MAX].
int argument_count(int *number, int low, const char *name, const char *value);

/// The matrix in \p path, which is null before: there is to be one.
int argument_path(const char **path, const char *word);

/// The next number in [-1, 1) of a fixed sequence (splitmix64).
double random_number(uint64_t *state);

#endif // SOLVERS_ARGUMENTS_H
