//===- options.c - the command line of lobpcg -----------------------------===//
#include "options.h"

#include "arguments.h"

#include <sparsec/error.h>

#include <string.h>

const char options_help[] =
    "lobpcg [OPTION...] MATRIX.mtx[.gz]\n"
    "Finds the smallest eigenvalues of a symmetric positive definite matrix,\n"
    "and their vectors, by LOBPCG.\n"
    "  -eigenvalues=K      how many, default 4\n"
    "  -block=M            vectors that are iterated with, default K + 2 or\n"
    "                      3 K / 2, the greater, up to a multiple of 4, but\n"
    "                      no more than rows\n"
    "  -preconditioner=none|jacobi|sgs|ilu0|ic0   default sgs\n"
    "  -tolerance=T        stop at ||A x - l x|| <= T l for ||x|| = 1, or\n"
    "                      where rounding is reached; default 1e-8\n"
    "  -max-iterations=N   default 1000\n"
    "  -shift=S            ilu0 and ic0 factor A + S diag(A), default 0; a\n"
    "                      greater shift is tried where a pivot is not "
    "positive\n"
    "  -progress=N         a line every N iterations, default 1; 0 for none\n"
    "  -vectors=FILE       write the vectors as a Matrix Market array\n"
    "Exit codes: 0 converged, 1 an error, 2 a wrong command line, 3 not "
    "converged.\n";

static int take_option(options *options, const char *word) {
  const char *value;
  if ((value = argument_value(word, "-preconditioner")))
    return argument_preconditioner(&options->preconditioner, value);
  if ((value = argument_value(word, "-eigenvalues")))
    return argument_count(&options->eigenvalues, 1, "-eigenvalues", value);
  if ((value = argument_value(word, "-block")))
    return argument_count(&options->block, 1, "-block", value);
  if ((value = argument_value(word, "-tolerance")))
    return argument_real(&options->tolerance, "-tolerance", value);
  if ((value = argument_value(word, "-shift")))
    return argument_real(&options->shift, "-shift", value);
  if ((value = argument_value(word, "-max-iterations")))
    return argument_count(&options->max_iterations, 0, "-max-iterations",
                          value);
  if ((value = argument_value(word, "-progress")))
    return argument_count(&options->progress, 0, "-progress", value);
  if ((value = argument_value(word, "-vectors"))) {
    options->vectors = value;
    return *value ? SPARSEC_OK
                  : sparsec_fail(SPARSEC_BAD_ARGUMENT,
                                 "-vectors: the name of a file is missing");
  }
  return sparsec_fail(SPARSEC_BAD_ARGUMENT, "unknown option '%s', see -help",
                      word);
}

static int check(const options *options) {
  if (!options->path)
    return sparsec_fail(SPARSEC_BAD_ARGUMENT, "no matrix is given, see -help");
  if (options->block >= 0 && options->block < options->eigenvalues)
    return sparsec_fail(SPARSEC_BAD_ARGUMENT,
                        "-block: %d vectors cannot give %d eigenvalues",
                        options->block, options->eigenvalues);
  return SPARSEC_OK;
}

int options_read(options *options, int count, char **words, int *help) {
  *options = (struct options){.preconditioner = &sgs_part,
                              .eigenvalues = 4,
                              .block = -1,
                              .tolerance = 1e-8,
                              .max_iterations = 1000,
                              .progress = 1};
  *help = 0;
  for (int at = 1; at < count; at++) {
    const char *word = words[at];
    if (!strcmp(word, "-help") || !strcmp(word, "--help")) {
      *help = 1;
      return SPARSEC_OK;
    }
    const int status = word[0] == '-' ? take_option(options, word)
                                      : argument_path(&options->path, word);
    if (status != SPARSEC_OK)
      return status;
  }
  return check(options);
}
