//===- options.c - the command line of pcg --------------------------------===//
#include "options.h"

#include "arguments.h"

#include <sparsec/error.h>

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

static int take_option(options *options, const char *word) {
  const char *value;
  if ((value = argument_value(word, "-preconditioner")))
    return argument_preconditioner(&options->preconditioner, value);
  if ((value = argument_value(word, "-right-hand-side")))
    return take_right_hand_side(options, value);
  if ((value = argument_value(word, "-tolerance")))
    return argument_real(&options->tolerance, "-tolerance", value);
  if ((value = argument_value(word, "-shift")))
    return argument_real(&options->shift, "-shift", value);
  if ((value = argument_value(word, "-max-iterations")))
    return argument_count(&options->max_iterations, 0, "-max-iterations",
                          value);
  if ((value = argument_value(word, "-history")))
    return argument_count(&options->history, 1, "-history", value);
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
    else
      status = argument_path(&options->path, word);
    if (status != SPARSEC_OK)
      return status;
  }
  if (!options->path)
    return sparsec_fail(SPARSEC_BAD_ARGUMENT, "no matrix is given, see -help");
  return SPARSEC_OK;
}
