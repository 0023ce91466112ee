//===- options.c - the command line of sgd --------------------------------===//
#include "options.h"

#include "arguments.h"

#include <sparsec/error.h>

#include <string.h>

const char options_help[] =
    "sgd [OPTION...] RATINGS[.gz]\n"
    "Factors ratings by stochastic gradient descent: rating(i, j) ~ U[i] . "
    "V[j].\n"
    "RATINGS is a Matrix Market file, users by items, or has a line\n"
    "'USER ITEM RATING' for each rating.\n"
    "  -base=0|1           number of the first user and item in such lines, "
    "default 1\n"
    "  -test=PART          part of the ratings that is left out, default 0.1\n"
    "  -seed=N             which of them, and the first factors, default 1\n"
    "  -epochs=N           at most so many, default 20\n"
    "  -step=S             length of steps, default 0.2\n"
    "  -decay=D            S / (1 + D t) in epoch t, from 0; default 0.1\n"
    "  -penalty=L          weight of the factors' squares, default 0.01\n"
    "  -tolerance=T        an epoch is to lessen the error by that part, "
    "default 1e-3\n"
    "  -patience=N         stop after so many epochs in a row that do not, "
    "default 3;\n"
    "                      0: never\n"
    "  -progress=N         a line every so many epochs, default 1, 0: none\n"
    "  -factors=PREFIX     write PREFIX-users.mtx and PREFIX-items.mtx\n"
    "Exit codes: 0 done, 1 an error, 2 a wrong command line, 3 diverged.\n";

static int take_part(double *part, const char *name, const char *value) {
  const int status = argument_real(part, name, value);
  if (status == SPARSEC_OK && *part >= 1)
    return sparsec_fail(SPARSEC_BAD_ARGUMENT,
                        "%s: %s of the ratings would leave none to learn from",
                        name, value);
  return status;
}

static int take_base(int *base, const char *value) {
  if (strcmp(value, "0") && strcmp(value, "1"))
    return sparsec_fail(SPARSEC_BAD_ARGUMENT, "-base: '%s' is neither 0 nor 1",
                        value);
  *base = *value - '0';
  return SPARSEC_OK;
}

static int take_prefix(const char **prefix, const char *value) {
  if (!*value)
    return sparsec_fail(SPARSEC_BAD_ARGUMENT,
                        "-factors: the beginning of names is missing");
  *prefix = value;
  return SPARSEC_OK;
}

static int take_number(options *options, const char *word, int *taken) {
  struct {
    const char *name;
    double *real;
    int *count, low;
  } const numbers[] = {{"-seed", NULL, &options->seed, 0},
                       {"-epochs", NULL, &options->epochs, 0},
                       {"-patience", NULL, &options->patience, 0},
                       {"-progress", NULL, &options->progress, 0},
                       {"-step", &options->step, NULL, 0},
                       {"-decay", &options->decay, NULL, 0},
                       {"-penalty", &options->penalty, NULL, 0},
                       {"-tolerance", &options->tolerance, NULL, 0}};
  for (size_t at = 0; at < sizeof numbers / sizeof *numbers; at++) {
    const char *name = numbers[at].name;
    const char *value = argument_value(word, name);
    if (!value)
      continue;
    *taken = 1;
    return numbers[at].real ? argument_real(numbers[at].real, name, value)
                            : argument_count(numbers[at].count, numbers[at].low,
                                             name, value);
  }
  *taken = 0;
  return SPARSEC_OK;
}

static int take_option(options *options, const char *word) {
  const char *value;
  if ((value = argument_value(word, "-test")))
    return take_part(&options->test, "-test", value);
  if ((value = argument_value(word, "-base")))
    return take_base(&options->base, value);
  if ((value = argument_value(word, "-factors")))
    return take_prefix(&options->factors, value);
  int taken;
  const int status = take_number(options, word, &taken);
  if (taken)
    return status;
  return sparsec_fail(SPARSEC_BAD_ARGUMENT, "unknown option '%s', see -help",
                      word);
}

static int take_path(const char **path, const char *word) {
  if (*path)
    return sparsec_fail(SPARSEC_BAD_ARGUMENT,
                        "one file of ratings is expected: '%s', '%s'", *path,
                        word);
  *path = word;
  return SPARSEC_OK;
}

int options_read(options *options, int count, char **words, int *help) {
  *options = (struct options){.base = 1,
                              .test = 0.1,
                              .seed = 1,
                              .epochs = 20,
                              .step = 0.2,
                              .decay = 0.1,
                              .penalty = 0.01,
                              .tolerance = 1e-3,
                              .patience = 3,
                              .progress = 1};
  *help = 0;
  for (int at = 1; at < count; at++) {
    const char *word = words[at];
    if (!strcmp(word, "-help") || !strcmp(word, "--help")) {
      *help = 1;
      return SPARSEC_OK;
    }
    const int status = word[0] == '-' ? take_option(options, word)
                                      : take_path(&options->path, word);
    if (status != SPARSEC_OK)
      return status;
  }
  if (!options->path)
    return sparsec_fail(SPARSEC_BAD_ARGUMENT,
                        "no file of ratings is given, see -help");
  return SPARSEC_OK;
}
