//===- matrix-market.c - reads .mtx and .mtx.gz ---------------------------===//
///
/// \file
/// Reader of the Matrix Market exchange format (Boisvert, Pozo, Remington,
/// NISTIR 5935, 1996), line by line.
///
//===----------------------------------------------------------------------===//
#include "lines.h"
#include "matrix.h"

#include <sparsec/error.h>

#include <limits.h>
#include <stdlib.h>

typedef struct {
  line_reader lines;
  int pattern, symmetric;
} reader;

static int bad_line(const reader *r, const char *text) {
  return lines_bad(&r->lines, text);
}

static int read_banner(reader *r) {
  int got;
  const int status = lines_next(&r->lines, &got);
  if (status != SPARSEC_OK)
    return status;
  if (!got)
    return bad_line(r, "the file is empty");
  const char *at = r->lines.line;
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

static int read_size(reader *r, triplets *entries) {
  int status = lines_need_entry(&r->lines, "the line with the size is missing");
  if (status != SPARSEC_OK)
    return status;
  char *at = r->lines.line;
  long long rows, columns;
  if (!take_integer(&at, 0, INT_MAX - 1, &rows) ||
      !take_integer(&at, 0, INT_MAX - 1, &columns) ||
      !take_integer(&at, 0, INT_MAX / 2, &entries->count) || !is_blank(at))
    return bad_line(r, "expected the numbers of rows, columns and entries");
  if (rows != columns)
    return sparsec_fail(SPARSEC_BAD_ARGUMENT,
                        "%s:%lld: the matrix is not square: %lld x %lld",
                        r->lines.path, r->lines.number, rows, columns);
  entries->n = (int)rows;
  return SPARSEC_OK;
}

static int read_entry(reader *r, int n, triplets *entries, long long at) {
  int status =
      lines_need_entry(&r->lines, "the file ends before its last entry");
  if (status != SPARSEC_OK)
    return status;
  char *text = r->lines.line;
  long long row, column;
  if (!take_integer(&text, 1, n, &row) || !take_integer(&text, 1, n, &column))
    return bad_line(r, "expected a row and a column of the matrix");
  double value = 1;
  if (!r->pattern && !take_real(&text, &value))
    return bad_line(r, "expected a finite value");
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
  int got;
  const int status = lines_next_entry(&r->lines, &got);
  return status == SPARSEC_OK && got
             ? bad_line(r, "there are more entries than the size says")
             : status;
}

int triplets_read(triplets *entries, const char *path) {
  *entries = (triplets){0};
  reader r = {0};
  int status = lines_open(&r.lines, path, "%");
  if (status == SPARSEC_OK)
    status = read_banner(&r);
  if (status == SPARSEC_OK)
    status = read_size(&r, entries);
  if (status == SPARSEC_OK)
    status = read_entries(&r, entries);
  lines_close(&r.lines);
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
