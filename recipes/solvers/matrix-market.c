//===- matrix-market.c - reads .mtx and .mtx.gz ---------------------------===//
///
/// \file
/// Reader of the Matrix Market exchange format (Boisvert, Pozo, Remington,
/// NISTIR 5935, 1996), line by line.
///
//===----------------------------------------------------------------------===//
#include "matrix.h"

#include <sparsec/error.h>

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

/// Longer lines are an error; the format allows 1024 characters.
enum { LINE_SIZE = 1026 };

typedef struct {
  gzFile file;
  const char *path;
  long long number; ///< of the current line, from 1
  char line[LINE_SIZE];
  int pattern, symmetric;
} reader;

static int bad_line(const reader *r, const char *text) {
  return sparsec_fail(SPARSEC_BAD_ARGUMENT, "%s:%lld: %s", r->path, r->number,
                      text);
}

/// The next line, in r->line; \p missing is the error at the end of the file.
static int next_line(reader *r, const char *missing) {
  r->number++;
  const int got = gzgets(r->file, r->line, LINE_SIZE) != NULL;
  if (got && strchr(r->line, '\n'))
    return SPARSEC_OK;
  int code = Z_OK;
  gzerror(r->file, &code);
  if (code == Z_ERRNO)
    return bad_line(r, strerror(errno));
  if (code != Z_OK)
    return bad_line(r, "the compressed file is cut off or damaged");
  if (!got)
    return bad_line(r, missing);
  return gzeof(r->file) ? SPARSEC_OK : bad_line(r, "the line is too long");
}

static int is_blank(const char *text) {
  while (isspace((unsigned char)*text))
    text++;
  return *text == 0;
}

/// The next line that is neither empty nor a comment.
static int next_entry(reader *r, const char *missing) {
  int status = SPARSEC_OK;
  do
    status = next_line(r, missing);
  while (status == SPARSEC_OK && (r->line[0] == '%' || is_blank(r->line)));
  return status;
}

/// Whether the text at \p at begins with \p word, in any case; moves behind it.
static int take_word(const char **at, const char *word) {
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

static int read_banner(reader *r) {
  int status = next_line(r, "the file is empty");
  if (status != SPARSEC_OK)
    return status;
  const char *at = r->line;
  if (!take_word(&at, "%%matrixmarket") || !take_word(&at, "matrix"))
    return bad_line(r, "expected '%%MatrixMarket matrix'");
  if (!take_word(&at, "coordinate"))
    return bad_line(r, "expected 'coordinate': dense matrices are not read");
  r->pattern = take_word(&at, "pattern");
  if (!r->pattern && !take_word(&at, "real") && !take_word(&at, "integer") &&
      !take_word(&at, "double"))
    return bad_line(r, "expected 'real', 'integer' or 'pattern'");
  r->symmetric = take_word(&at, "symmetric");
  if (!r->symmetric && !take_word(&at, "general"))
    return bad_line(r, "expected 'symmetric' or 'general': other matrices are "
                       "not symmetric");
  return SPARSEC_OK;
}

/// An integer in [low, high] at \p at, which moves behind it; false if there is
/// none.
static int take_integer(char **at, long long low, long long high,
                        long long *value) {
  char *end = *at;
  errno = 0;
  *value = strtoll(*at, &end, 10);
  if (end == *at || errno || *value < low || *value > high ||
      (*end && !isspace((unsigned char)*end)))
    return 0;
  *at = end;
  return 1;
}

static int read_size(reader *r, triplets *entries) {
  int status = next_entry(r, "the line with the size is missing");
  if (status != SPARSEC_OK)
    return status;
  char *at = r->line;
  long long rows, columns;
  if (!take_integer(&at, 0, INT_MAX - 1, &rows) ||
      !take_integer(&at, 0, INT_MAX - 1, &columns) ||
      !take_integer(&at, 0, INT_MAX / 2, &entries->count) || !is_blank(at))
    return bad_line(r, "expected the numbers of rows, columns and entries");
  if (rows != columns)
    return sparsec_fail(SPARSEC_BAD_ARGUMENT,
                        "%s:%lld: the matrix is not square: %lld x %lld",
                        r->path, r->number, rows, columns);
  entries->n = (int)rows;
  return SPARSEC_OK;
}

static int read_entry(reader *r, int n, triplets *entries, long long at) {
  int status = next_entry(r, "the file ends before its last entry");
  if (status != SPARSEC_OK)
    return status;
  char *text = r->line;
  long long row, column;
  if (!take_integer(&text, 1, n, &row) || !take_integer(&text, 1, n, &column))
    return bad_line(r, "expected a row and a column of the matrix");
  double value = 1;
  if (!r->pattern) {
    char *end = text;
    value = strtod(text, &end);
    if (end == text || !isfinite(value))
      return bad_line(r, "expected a finite value");
    text = end;
  }
  if (!is_blank(text))
    return bad_line(r, "expected the end of the line");
  entries->row[at] = (int)row - 1;
  entries->col[at] = (int)column - 1;
  entries->value[at] = value;
  return SPARSEC_OK;
}

/// The lines after the size; entries->count grows by those above a symmetric
/// matrix' diagonal.
static int read_entries(reader *r, triplets *entries) {
  const long long lines = entries->count;
  const long long room = r->symmetric ? 2 * lines : lines;
  entries->row = allocate(room, sizeof(int));
  entries->col = allocate(room, sizeof(int));
  entries->value = allocate(room, sizeof(double));
  if (!entries->row || !entries->col || !entries->value)
    return SPARSEC_NO_MEMORY;
  long long count = 0;
  for (long long line = 0; line < lines; line++) {
    const int status = read_entry(r, entries->n, entries, count);
    if (status != SPARSEC_OK)
      return status;
    const long long here = count++;
    if (!r->symmetric || entries->row[here] == entries->col[here])
      continue;
    entries->row[count] = entries->col[here];
    entries->col[count] = entries->row[here];
    entries->value[count] = entries->value[here];
    count++;
  }
  entries->count = count;
  while (gzgets(r->file, r->line, LINE_SIZE)) {
    r->number++;
    if (r->line[0] != '%' && !is_blank(r->line))
      return bad_line(r, "there are more entries than the size says");
  }
  return SPARSEC_OK;
}

int triplets_read(triplets *entries, const char *path) {
  *entries = (triplets){0};
  reader r = {.path = path};
  errno = 0;
  r.file = gzopen(path, "rb");
  if (!r.file)
    return sparsec_fail(SPARSEC_BAD_ARGUMENT, "cannot open '%s': %s", path,
                        errno ? strerror(errno) : "out of memory");
  gzbuffer(r.file, 1u << 18);
  int status = read_banner(&r);
  if (status == SPARSEC_OK)
    status = read_size(&r, entries);
  if (status == SPARSEC_OK)
    status = read_entries(&r, entries);
  gzclose(r.file);
  if (status != SPARSEC_OK)
    triplets_destroy(entries);
  return status;
}

void triplets_destroy(triplets *entries) {
  free(entries->row);
  free(entries->col);
  free(entries->value);
  *entries = (triplets){0};
}
