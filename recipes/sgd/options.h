//===- options.h - the command line of sgd ----------------------*- C -*-===//
#ifndef SGD_OPTIONS_H
#define SGD_OPTIONS_H

typedef struct options {
  const char *path;
  const char *factors; ///< beginning of the names of files; null: none
  int base;            ///< number of the first user and item in triples
  double test;         ///< part of the ratings that is left out
  int seed;
  int epochs;
  double step, decay; ///< epoch t, from 0, has steps of step / (1 + decay t)
  double penalty;
  double tolerance; ///< less than that part is no progress
  int patience;     ///< epochs without progress before the end; 0: any number
  int progress;     ///< a line every so many epochs; 0: none
} options;

/// Reads the command line; a failure's text is in sparsec_last_error(). With
/// -help *help becomes 1, and no file is needed.
int options_read(options *options, int count, char **words, int *help);

/// What -help prints.
extern const char options_help[];

#endif // SGD_OPTIONS_H
