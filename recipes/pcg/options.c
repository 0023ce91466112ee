//===- options.c - the command line of pcg --------------------------------===//
#include "options.h"

#include <sparsec/error.h>

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char options_help[] =
    "pcg [OPTION...] MATRIX.mtx[.gz]\n"
    "Solves A x = b for a symmetric positive definite A by preconditioned\n"
    "conjugate gradients.\n"
    "  -preconditioner=none|jacobi|sgs|ilu0|ic0   default sgs\n"
    "  -tolerance=T        stop at ||r|| / ||b|| <= T, default 1e-8\n"
    "  -max-iterations=N   default 10 n, at least 1000\n"
    "  -shift=S            ilu0 and ic0 factor A + S diag(A), default 0; a\n"
    "                      greater shift is tried where a pivot is not "
    "positive\n"
    "  -right-hand-side=ones|random|product       b is all ones, random in\n"
    "                      [-1, 1) from a fixed seed, or A times ones "
    "(default)\n"
    "  -history[=K]        print the residual of every iteration, or every "
    "K-th\n"
    "Exit codes: 0 converged, 1 an error, 2 a wrong command line, 3 not "
    "converged.\n";

static int take_preconditioner(options *options, const char *value) {
  const part *const parts[] = {&none_part, &jacobi_part, &sgs_part, &ilu0_part,
                               &ic0_part};
  for (size_t at = 0; at < sizeof parts / sizeof *parts; at++)
    if (!strcmp(value, parts[at]->name)) {
      options->preconditioner = parts[at];
      return SPARSEC_OK;
    }
  return sparsec_fail(SPARSEC_BAD_ARGUMENT,
                      "-preconditioner: '%s' is none of none, jacobi, sgs, "
                      "ilu0, ic0",
                      value);
}

static int take_right_hand_side(options *options, const char *value) {
  const char *const names[] = {"ones", "random", "product"};
  for (int at = 0; at < 3; at++)
    if (!strcmp(value, names[at])) {
      options->b = (right_hand_side)at;
      return SPARSEC_OK;
    }
  return sparsec_fail(SPARSEC_BAD_ARGUMENT,
                      "-right-hand-side: '%s' is none of ones, random, product",
                      value);
}

/// A finite number that is not negative.
static int take_real(double *number, const char *name, const char *value) {
  char *end = NULL;
  *number = strtod(value, &end);
  if (end == value || *end || !isfinite(*number) || *number < 0)
    return sparsec_fail(SPARSEC_BAD_ARGUMENT, "%s: '%s' is not a number >= 0",
                        name, value);
  return SPARSEC_OK;
}

static int take_count(int *number, int low, const char *name,
                      const char *value) {
  char *end = NULL;
  errno = 0;
  const long read = strtol(value, &end, 10);
  if (end == value || *end || errno || read < low || read > INT_MAX)
    return sparsec_fail(SPARSEC_BAD_ARGUMENT,
                        "%s: '%s' is not an integer >= %d", name, value, low);
  *number = (int)read;
  return SPARSEC_OK;
}

/// What follows `NAME=` in \p word; null if it is another option.
static const char *value_of(const char *word, const char *name) {
  const size_t length = strlen(name);
  return strncmp(word, name, length) || word[length] != '=' ? NULL
                                                            : word + length + 1;
}

static int take_option(options *options, const char *word) {
  const char *value;
  if ((value = value_of(word, "-preconditioner")))
    return take_preconditioner(options, value);
  if ((value = value_of(word, "-right-hand-side")))
    return take_right_hand_side(options, value);
  if ((value = value_of(word, "-tolerance")))
    return take_real(&options->tolerance, "-tolerance", value);
  if ((value = value_of(word, "-shift")))
    return take_real(&options->shift, "-shift", value);
  if ((value = value_of(word, "-max-iterations")))
    return take_count(&options->max_iterations, 0, "-max-iterations", value);
  if ((value = value_of(word, "-history")))
    return take_count(&options->history, 1, "-history", value);
  if (!strcmp(word, "-history")) {
    options->history = 1;
    return SPARSEC_OK;
  }
  return sparsec_fail(SPARSEC_BAD_ARGUMENT, "unknown option '%s', see -help",
                      word);
}

int options_read(options *options, int count, char **words, int *help) {
  options->path = NULL;
  options->preconditioner = &sgs_part;
  options->tolerance = 1e-8;
  options->max_iterations = -1;
  options->shift = 0;
  options->b = PRODUCT;
  options->history = 0;
  *help = 0;
  for (int at = 1; at < count; at++) {
    const char *word = words[at];
    if (!strcmp(word, "-help") || !strcmp(word, "--help")) {
      *help = 1;
      return SPARSEC_OK;
    }
    int status = SPARSEC_OK;
    if (word[0] == '-')
      status = take_option(options, word);
    else if (options->path)
      status = sparsec_fail(SPARSEC_BAD_ARGUMENT,
                            "one matrix is expected: '%s', '%s'", options->path,
                            word);
    else
      options->path = word;
    if (status != SPARSEC_OK)
      return status;
  }
  if (!options->path)
    return sparsec_fail(SPARSEC_BAD_ARGUMENT, "no matrix is given, see -help");
  return SPARSEC_OK;
}
