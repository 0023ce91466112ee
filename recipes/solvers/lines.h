//===- lines.h - lines of text files, plain or compressed -------*- C -*-===//
///
/// \file
/// What readers of matrices share. Functions that can fail return SPARSEC_OK or
/// a status, with the text, which names file and line, in sparsec_last_error().
///
//===--------------------------------------------------------------------===//
#ifndef SOLVERS_LINES_H
#define SOLVERS_LINES_H

#include <zlib.h>

/// Longer lines are an error; Matrix Market allows 1024 characters.
enum { LINE_SIZE = 1026 };

typedef struct {
  gzFile file;
  const char *path;
  const char *comments; ///< lines that begin with one of these are comments
  long long number;     ///< of the current line, from 1
  char line[LINE_SIZE];
} line_reader;

int lines_open(line_reader *lines, const char *path, const char *comments);
void lines_close(line_reader *lines);

/// Fails because of the current line.
int lines_bad(const line_reader *lines, const char *text);

/// The next line, in lines->line; *got becomes 0 at the end of the file.
int lines_next(line_reader *lines, int *got);

/// Whether the current line is a comment or empty.
int lines_is_comment(const line_reader *lines);

/// The next line that is neither empty nor a comment.
int lines_next_entry(line_reader *lines, int *got);

/// The same; \p missing is the error at the end of the file.
int lines_need_entry(line_reader *lines, const char *missing);

int is_blank(const char *text);

/// Whether the text at \p at begins with \p word, in any case; moves behind it.
int take_word(const char **at, const char *word);

/// An integer in [low, high] at \p at, which moves behind it; false if there is
/// none.
int take_integer(char **at, long long low, long long high, long long *value);

/// A finite number likewise.
int take_real(char **at, double *value);

#endif // SOLVERS_LINES_H
