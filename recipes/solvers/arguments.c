//===- arguments.c - what command lines of solvers share ------------------===//
#include "arguments.h"

#include <sparsec/error.h>

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

int argument_real(double *number, const char *name, const char *value) {
  char *end = NULL;
  *number = strtod(value, &end);
  if (end == value || *end || !isfinite(*number) || *number < 0)
    return sparsec_fail(SPARSEC_BAD_ARGUMENT, "%s: '%s' is not a number >= 0",
                        name, value);
  return SPARSEC_OK;
}

int argument_count(int *number, int low, const char *name, const char *value) {
  char *end = NULL;
  errno = 0;
  const long read = strtol(value, &end, 10);
  if (end == value || *end || errno || read < low || read > INT_MAX)
    return sparsec_fail(SPARSEC_BAD_ARGUMENT,
                        "%s: '%s' is not an integer >= %d", name, value, low);
  *number = (int)read;
  return SPARSEC_OK;
}

const char *argument_value(const char *word, const char *name) {
  const size_t length = strlen(name);
  return strncmp(word, name, length) || word[length] != '=' ? NULL
                                                            : word + length + 1;
}

int argument_path(const char **path, const char *word) {
  if (*path)
    return sparsec_fail(SPARSEC_BAD_ARGUMENT,
                        "one matrix is expected: '%s', '%s'", *path, word);
  *path = word;
  return SPARSEC_OK;
}

double random_number(uint64_t *state) {
  uint64_t bits = *state += 0x9e3779b97f4a7c15u;
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9u;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebu;
  bits ^= bits >> 31;
  return (double)(bits >> 11) * 0x1p-52 - 1;
}
