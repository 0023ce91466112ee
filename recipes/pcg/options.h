//===- options.h - the command line of pcg ----------------------*- C -*-===//
#ifndef PCG_OPTIONS_H
#define PCG_OPTIONS_H

#include "parts.h"

/// The vector b.
typedef enum { ONES, RANDOM, PRODUCT } right_hand_side;

typedef struct {
  const char *path;
  const part *preconditioner;
  double tolerance;
  int max_iterations; ///< -1: ten times the rows, at least 1000
  double shift;
  right_hand_side b;
  int history; ///< print every so many iterations; 0: about ten of them
} options;

/// Reads the command line; a failure's text is in sparsec_last_error(). With
/// -help *help becomes 1, and no file is needed.
int options_read(options *options, int count, char **words, int *help);

/// What -help prints.
extern const char options_help[];

#endif // PCG_OPTIONS_H
