//===- matrix_market.c - reads Matrix Market files, for programs in C -----===//
///
/// \file
/// Reader of the Matrix Market exchange format (Boisvert, Pozo, Remington,
/// NISTIR 5935, 1996), line by line.
///
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE // strtod_l: what a number is does not depend on the locale

#include "sparsec/matrix_market.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <stdarg.h>
#include <stdio.h>

typedef struct {
  int row, col;
  double value;
} entry;

typedef struct {
  const char *path;
  gzFile file;
  locale_t c;
  long long number; ///< of the line
  char line[2048];
  const char *at; ///< in the line
  enum { General, Symmetric, Skew } symmetry;
  int pattern, integer;
  entry *entries;
  long long announced, count, room;
  double bytes; ///< that were allocated
  sparsec_matrix *matrix;
} reader;

__attribute__((format(printf, 2, 3))) static int fail(reader *r,
                                                      const char *format, ...) {
  char *message = r->matrix->message;
  const size_t size = sizeof r->matrix->message;
  va_list arguments;
  const int place =
      r->number ? snprintf(message, size, "%s:%lld: ", r->path, r->number)
                : snprintf(message, size, "%s: ", r->path);
  if (place < 0 || (size_t)place >= size)
    return 1;
  va_start(arguments, format);
  vsnprintf(message + place, size - (size_t)place, format, arguments);
  va_end(arguments);
  return 1;
}

static void skip_blanks(reader *r) {
  while (isspace((unsigned char)*r->at))
    r->at++;
}

/// Whether there is more of the line than was read. (Without a zero byte in it,
/// what is shorter is whole.)
static int is_cut(const reader *r) {
  return strlen(r->line) == sizeof r->line - 1 &&
         r->line[sizeof r->line - 2] != '\n';
}

/// The next line; sets *got to 0 at the end of the file.
static int next_line(reader *r, int *got) {
  int status;
  *got = gzgets(r->file, r->line, sizeof r->line) != NULL;
  r->at = r->line;
  const char *problem = gzerror(r->file, &status);
  if (status != Z_OK && status != Z_STREAM_END)
    return fail(r, "cannot be read: %s",
                status == Z_BUF_ERROR ? "it is cut off" : problem);
  if (!*got)
    return 0;
  r->number++;
  skip_blanks(r);
  // Blanks in front and comments may be longer: what does not fit of them is
  // read over.
  while (is_cut(r) && (*r->at == '\0' || *r->at == '%')) {
    const int kept = *r->at == '%';
    r->line[0] = '%';
    r->line[kept] = '\0';
    if (!gzgets(r->file, r->line + kept, (int)sizeof r->line - kept))
      break;
    r->at = r->line;
    skip_blanks(r);
  }
  r->at = r->line;
  return strchr(r->line, '\n') || gzeof(r->file)
             ? 0
             : fail(r, "the line is too long, or no text");
}

/// The next line that is neither empty nor a comment.
static int next_item(reader *r, int *got) {
  do {
    if (next_line(r, got))
      return 1;
    if (*got)
      skip_blanks(r);
  } while (*got && (*r->at == '\0' || *r->at == '%'));
  return 0;
}

static int take_word(reader *r, const char *word) {
  const size_t length = strlen(word);
  skip_blanks(r);
  if (strncasecmp(r->at, word, length) != 0 ||
      (r->at[length] && !isspace((unsigned char)r->at[length])))
    return 0;
  r->at += length;
  return 1;
}

static int at_word_end(const reader *r) {
  return *r->at == '\0' || isspace((unsigned char)*r->at);
}

static int take_integer(reader *r, long long least, long long most,
                        long long *value) {
  char *end;
  errno = 0;
  *value = strtoll(r->at, &end, 10);
  if (end == r->at || errno || *value < least || *value > most)
    return 0;
  r->at = end;
  return at_word_end(r);
}

static int take_real(reader *r, double *value) {
  char *end;
  errno = 0;
  *value = strtod_l(r->at, &end, r->c);
  // No hexadecimal numbers: other readers do not know them.
  if (end == r->at || memchr(r->at, 'x', (size_t)(end - r->at)) ||
      memchr(r->at, 'X', (size_t)(end - r->at)))
    return 0;
  r->at = end;
  return at_word_end(r);
}

static int end_of_line(reader *r) {
  skip_blanks(r);
  return *r->at ? fail(r, "unexpected text at the end of the line") : 0;
}

static int read_banner(reader *r) {
  int got;
  if (next_line(r, &got))
    return 1;
  if (!got || !take_word(r, "%%MatrixMarket") || !take_word(r, "matrix"))
    return fail(r, "not a Matrix Market file: the first line must read "
                   "'%%%%MatrixMarket matrix FORMAT FIELD SYMMETRY'");
  if (!take_word(r, "coordinate"))
    return fail(r, "only format 'coordinate' is read");
  r->pattern = take_word(r, "pattern");
  r->integer = !r->pattern && take_word(r, "integer");
  if (!r->pattern && !r->integer && !take_word(r, "real") &&
      !take_word(r, "double"))
    return fail(r, "only fields real, integer and pattern are read");
  if (take_word(r, "symmetric"))
    r->symmetry = Symmetric;
  else if (!r->pattern && take_word(r, "skew-symmetric"))
    r->symmetry = Skew;
  else if (!take_word(r, "general"))
    return fail(r, "only symmetries general, symmetric and, with values, "
                   "skew-symmetric are read");
  return end_of_line(r);
}

static int read_size(reader *r) {
  int got;
  long long rows, columns;
  if (next_item(r, &got))
    return 1;
  // Counts of entries, and columns of the transpose, stay ints.
  if (!got || !take_integer(r, 0, INT_MAX - 1, &rows) ||
      !take_integer(r, 0, INT_MAX - 1, &columns) ||
      !take_integer(r, 0, INT_MAX, &r->announced))
    return fail(r, "expected the numbers of rows, columns and entries, below "
                   "2^31");
  if (r->symmetry != General && rows != columns)
    return fail(r, "a symmetric matrix must be square");
  r->matrix->rows = (int)rows;
  r->matrix->columns = (int)columns;
  return end_of_line(r);
}

static int add(reader *r, int row, int col, double value) {
  if (r->count == INT_MAX)
    return fail(r, "the matrix has 2^31 entries or more");
  if (r->count == r->room) {
    // Not all at once: the announced number may be wrong.
    const long long room = r->room ? 2 * r->room : 1024;
    entry *more = (unsigned long long)room > SIZE_MAX / sizeof(entry)
                      ? NULL
                      : realloc(r->entries, (size_t)room * sizeof(entry));
    if (!more)
      return fail(r, "out of memory: %lld entries", room);
    r->entries = more;
    r->room = room;
  }
  const entry made = {row, col, value};
  r->entries[r->count++] = made;
  return 0;
}

static int read_value(reader *r, double *value) {
  long long whole;
  *value = 1;
  if (r->pattern)
    return 0;
  if (r->integer) {
    if (!take_integer(r, LLONG_MIN, LLONG_MAX, &whole))
      return fail(r, "expected an integer value");
    if (r->symmetry == Skew && whole == LLONG_MIN)
      return fail(r, "the opposite of %lld is too large", whole);
    *value = (double)whole;
    return 0;
  }
  if (!take_real(r, value))
    return fail(r, "expected a value");
  // What is too small is 0, or a number near it.
  return isinf(*value) && errno == ERANGE ? fail(r, "the value is too large")
                                          : 0;
}

static int read_entry(reader *r) {
  long long row, col;
  double value;
  int got;
  if (next_item(r, &got))
    return 1;
  if (!got)
    return fail(r, "the file ends before the last of its %lld entries",
                r->announced);
  if (!take_integer(r, 1, r->matrix->rows, &row))
    return fail(r, "expected a row from 1 to %d", r->matrix->rows);
  if (!take_integer(r, 1, r->matrix->columns, &col))
    return fail(r, "expected a column from 1 to %d", r->matrix->columns);
  if (read_value(r, &value) || end_of_line(r))
    return 1;
  if (r->symmetry != General && col > row)
    return fail(r, "the entry lies above the diagonal; symmetric files hold "
                   "the lower triangle");
  if (r->symmetry == Skew && col == row)
    return fail(r, "a skew-symmetric matrix has no diagonal entries");
  if (add(r, (int)row - 1, (int)col - 1, value))
    return 1;
  return r->symmetry == General || row == col
             ? 0
             : add(r, (int)col - 1, (int)row - 1,
                   r->symmetry == Skew ? -value : value);
}

/// Zeros. Systems promise more memory than they have and stop who uses it, so
/// that what a file says of sizes is not asked for as such.
static void *allocate(reader *r, long long count, size_t size) {
  const double most = (double)sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE);
  r->bytes += (double)count * (double)size;
  void *memory =
      r->bytes > most ? NULL : calloc(count ? (size_t)count : 1, size);
  if (!memory)
    fail(r, "out of memory: a matrix of %d rows, %d columns and %lld entries",
         r->matrix->rows, r->matrix->columns, r->count);
  return memory;
}

/// The entries by \p key, a row or a column, each kept in order: places[k] is
/// where the first one of k goes.
static void count_sort(const entry *from, entry *to, long long count,
                       int by_row, int *places) {
  for (long long e = 0; e < count; e++)
    to[places[by_row ? from[e].row : from[e].col]++] = from[e];
}

/// places[k + 1] += entries of k, added up.
static void count_places(const reader *r, int by_row, int lines, int *places) {
  for (long long e = 0; e < r->count; e++)
    places[(by_row ? r->entries[e].row : r->entries[e].col) + 1]++;
  for (int line = 0; line < lines; line++)
    places[line + 1] += places[line];
}

/// By column, then by row.
static int sort_rows(reader *r) {
  sparsec_matrix *m = r->matrix;
  int *columns = allocate(r, m->columns + 1LL, sizeof(int));
  int *rows = allocate(r, m->rows + 1LL, sizeof(int));
  entry *sorted = allocate(r, r->count, sizeof(entry));
  m->index = allocate(r, m->rows + 1LL, sizeof(int));
  m->col = allocate(r, r->count, sizeof(int));
  m->a = allocate(r, r->count, sizeof(double));
  const int fine = columns && rows && sorted && m->index && m->col && m->a;
  if (fine) {
    count_places(r, 0, m->columns, columns);
    count_places(r, 1, m->rows, m->index);
    memcpy(rows, m->index, ((size_t)m->rows + 1) * sizeof(int));
    count_sort(r->entries, sorted, r->count, 0, columns);
    count_sort(sorted, r->entries, r->count, 1, rows);
    for (long long e = 0; e < r->count; e++) {
      m->col[e] = r->entries[e].col;
      m->a[e] = r->entries[e].value;
    }
  }
  free(columns);
  free(rows);
  free(sorted);
  return !fine;
}

static int read_all(reader *r) {
  int got;
  if (read_banner(r) || read_size(r))
    return 1;
  for (long long e = 0; e < r->announced; e++)
    if (read_entry(r))
      return 1;
  if (next_item(r, &got))
    return 1;
  if (got)
    return fail(r, "there are more entries than the %lld announced",
                r->announced);
  r->number = 0;
  return sort_rows(r);
}

/// A pipe may wait for ever.
static int open_file(reader *r) {
  struct stat state;
  if (stat(r->path, &state))
    return fail(r, "cannot be opened: %s", strerror(errno));
  if (!S_ISREG(state.st_mode))
    return fail(r, "not a regular file");
  r->file = gzopen(r->path, "rb");
  r->c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  return r->file && r->c ? 0 : fail(r, "cannot be opened: %s", strerror(errno));
}

int sparsec_matrix_read(const char *path, sparsec_matrix *matrix) {
  reader r;
  memset(&r, 0, sizeof r);
  memset(matrix, 0, sizeof *matrix);
  r.path = path;
  r.matrix = matrix;
  int failed = open_file(&r);
  if (!failed)
    failed = read_all(&r);
  if (r.file)
    gzclose(r.file);
  if (r.c)
    freelocale(r.c);
  free(r.entries);
  if (failed) {
    char message[sizeof matrix->message];
    memcpy(message, matrix->message, sizeof message);
    sparsec_matrix_free(matrix);
    memcpy(matrix->message, message, sizeof message);
  }
  return failed;
}

void sparsec_matrix_free(sparsec_matrix *matrix) {
  free(matrix->index);
  free(matrix->col);
  free(matrix->a);
  memset(matrix, 0, sizeof *matrix);
}
