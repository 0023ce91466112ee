//===- lines.c - lines of text files, plain or compressed -----------------===//
#include "lines.h"

#include <sparsec/error.h>

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

int lines_open(line_reader *lines, const char *path, const char *comments) {
  *lines = (line_reader){.path = path, .comments = comments};
  errno = 0;
  lines->file = gzopen(path, "rb");
  if (!lines->file)
    return sparsec_fail(SPARSEC_BAD_ARGUMENT, "cannot open '%s': %s", path,
                        errno ? strerror(errno) : "out of memory");
  gzbuffer(lines->file, 1u << 18);
  return SPARSEC_OK;
}

void lines_close(line_reader *lines) {
  if (lines->file)
    gzclose(lines->file);
  lines->file = NULL;
}

int lines_bad(const line_reader *lines, const char *text) {
  return sparsec_fail(SPARSEC_BAD_ARGUMENT, "%s:%lld: %s", lines->path,
                      lines->number, text);
}

int lines_next(line_reader *lines, int *got) {
  lines->number++;
  *got = gzgets(lines->file, lines->line, LINE_SIZE) != NULL;
  if (*got && strchr(lines->line, '\n'))
    return SPARSEC_OK;
  int code = Z_OK;
  gzerror(lines->file, &code);
  if (code == Z_ERRNO)
    return lines_bad(lines, strerror(errno));
  if (code != Z_OK)
    return lines_bad(lines, "the compressed file is cut off or damaged");
  return !*got || gzeof(lines->file) ? SPARSEC_OK
                                     : lines_bad(lines, "the line is too long");
}

int lines_is_comment(const line_reader *lines) {
  return strchr(lines->comments, lines->line[0]) || is_blank(lines->line);
}

int lines_next_entry(line_reader *lines, int *got) {
  int status = SPARSEC_OK;
  do
    status = lines_next(lines, got);
  while (status == SPARSEC_OK && *got && lines_is_comment(lines));
  return status;
}

int lines_need_entry(line_reader *lines, const char *missing) {
  int got;
  const int status = lines_next_entry(lines, &got);
  return status == SPARSEC_OK && !got ? lines_bad(lines, missing) : status;
}

int is_blank(const char *text) {
  while (isspace((unsigned char)*text))
    text++;
  return *text == 0;
}

int take_word(const char **at, const char *word) {
  const char *text = *at;
  while (isspace((unsigned char)*text))
    text++;
  for (; *word; word++, text++)
    if (tolower((unsigned char)*text) != *word)
      return 0;
  if (*text && !isspace((unsigned char)*text))
    return 0;
  *at = text;
  return 1;
}

int take_integer(char **at, long long low, long long high, long long *value) {
  char *end = *at;
  errno = 0;
  *value = strtoll(*at, &end, 10);
  if (end == *at || errno || *value < low || *value > high ||
      (*end && !isspace((unsigned char)*end)))
    return 0;
  *at = end;
  return 1;
}

int take_real(char **at, double *value) {
  char *end = *at;
  *value = strtod(*at, &end);
  if (end == *at || !isfinite(*value) ||
      (*end && !isspace((unsigned char)*end)))
    return 0;
  *at = end;
  return 1;
}
