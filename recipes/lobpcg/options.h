//===- options.h - the command line of lobpcg -------------------*- C -*-===//
#ifndef LOBPCG_OPTIONS_H
#define LOBPCG_OPTIONS_H

#include "parts.h"

typedef struct options {
  const char *path;
  const char *vectors; ///< where eigenvectors go; null: nowhere
  const part *preconditioner;
  int eigenvalues;
  int block; ///< -1: some more than eigenvalues, as far as there are rows
  double tolerance;
  int max_iterations;
  double shift;
  int progress; ///< a line every so many iterations; 0: none
} options;

/// Reads the command line; a failure's text is in sparsec_last_error(). With
/// -help *help becomes 1, and no file is needed.
int options_read(options *options, int count, char **words, int *help);

/// What -help prints.
extern const char options_help[];

#endif // LOBPCG_OPTIONS_H
