//===- read.c - files of ratings ------------------------------------------===//
///
/// \file
/// Reads coordinate files of the Matrix Market format and plain triples, line
/// by line. Each rating is checked where it stands, so that messages name its
/// line.
///
//===----------------------------------------------------------------------===//
#include "ratings.h"

#include "lines.h"
#include "support.h"

#include <sparsec/error.h>

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>

/// Numbers of rows and positions are ints, and one more.
enum { MOST = INT_MAX - 1 };

static int reserve(rating_list *list, long long room) {
  int *user = realloc(list->user, (size_t)room * sizeof *user);
  if (user)
    list->user = user;
  int *item = realloc(list->item, (size_t)room * sizeof *item);
  if (item)
    list->item = item;
  float *value = realloc(list->value, (size_t)room * sizeof *value);
  if (value)
    list->value = value;
  if (!user || !item || !value)
    return sparsec_fail(SPARSEC_NO_MEMORY, "out of memory: %lld ratings", room);
  return SPARSEC_OK;
}

/// The rating in the current line; \p users and \p items are the last numbers.
static int read_rating(line_reader *lines, int base, int users, int items,
                       rating_list *list) {
  char *text = lines->line;
  long long user, item;
  double value;
  if (!take_integer(&text, LLONG_MIN, LLONG_MAX, &user) ||
      !take_integer(&text, LLONG_MIN, LLONG_MAX, &item))
    return lines_bad(lines, "expected a user, an item and a rating");
  if (user < base || user > users)
    return sparsec_fail(SPARSEC_BAD_ARGUMENT,
                        "%s:%lld: user %lld is not in %d..%d", lines->path,
                        lines->number, user, base, users);
  if (item < base || item > items)
    return sparsec_fail(SPARSEC_BAD_ARGUMENT,
                        "%s:%lld: item %lld is not in %d..%d", lines->path,
                        lines->number, item, base, items);
  if (!take_real(&text, &value) || fabs(value) > FLT_MAX)
    return lines_bad(lines, "expected a rating, a finite number");
  if (!is_blank(text))
    return lines_bad(lines, "expected the end of the line");
  list->user[list->count] = (int)(user - base);
  list->item[list->count] = (int)(item - base);
  list->value[list->count++] = (float)value;
  return SPARSEC_OK;
}

/// What stands behind "%%MatrixMarket matrix" in the first line.
static int check_banner(const line_reader *lines, const char *at) {
  if (!take_word(&at, "matrix") || !take_word(&at, "coordinate"))
    return lines_bad(lines, "expected 'matrix coordinate'");
  if (!take_word(&at, "real") && !take_word(&at, "integer") &&
      !take_word(&at, "double"))
    return lines_bad(lines,
                     "expected 'real' or 'integer': ratings are numbers");
  if (!take_word(&at, "general"))
    return lines_bad(lines, "expected 'general': users are no items");
  return SPARSEC_OK;
}

static int read_market(line_reader *lines, rating_list *list) {
  int status = lines_need_entry(lines, "the line with the size is missing");
  if (status != SPARSEC_OK)
    return status;
  char *at = lines->line;
  long long users, items, count;
  if (!take_integer(&at, 0, MOST, &users) ||
      !take_integer(&at, 0, MOST, &items) ||
      !take_integer(&at, 0, MOST, &count) || !is_blank(at))
    return lines_bad(lines, "expected the numbers of users, items and ratings");
  list->users = (int)users;
  list->items = (int)items;
  list->base = 1;
  if (count > 0)
    status = reserve(list, count);
  while (status == SPARSEC_OK && list->count < count) {
    status = lines_need_entry(lines, "the file ends before its last rating");
    if (status == SPARSEC_OK)
      status = read_rating(lines, 1, list->users, list->items, list);
  }
  int more = 0;
  if (status == SPARSEC_OK)
    status = lines_next_entry(lines, &more);
  return status == SPARSEC_OK && more
             ? lines_bad(lines, "there are more ratings than the size says")
             : status;
}

/// From the current line on, if there is one.
static int read_triples(line_reader *lines, int got, int base,
                        rating_list *list) {
  long long room = 0;
  int status = SPARSEC_OK;
  list->base = base;
  while (status == SPARSEC_OK && got) {
    if (list->count == MOST)
      return lines_bad(lines, "there are more ratings than can be numbered");
    if (list->count == room) {
      room = room < 1024 ? 1024 : room < MOST / 2 ? 2 * room : MOST;
      if ((status = reserve(list, room)) != SPARSEC_OK)
        return status;
    }
    status = read_rating(lines, base, MOST - 1, MOST - 1, list);
    if (status != SPARSEC_OK)
      return status;
    const int user = list->user[list->count - 1];
    const int item = list->item[list->count - 1];
    if (user >= list->users)
      list->users = user + 1;
    if (item >= list->items)
      list->items = item + 1;
    status = lines_next_entry(lines, &got);
  }
  return status;
}

static int read_lines(line_reader *lines, rating_list *list, int base) {
  int got;
  int status = lines_next(lines, &got);
  if (status != SPARSEC_OK)
    return status;
  if (!got)
    return lines_bad(lines, "the file is empty");
  const char *at = lines->line;
  if (take_word(&at, "%%matrixmarket")) {
    lines->comments = "%";
    status = check_banner(lines, at);
    return status == SPARSEC_OK ? read_market(lines, list) : status;
  }
  if (lines_is_comment(lines))
    status = lines_next_entry(lines, &got);
  return status == SPARSEC_OK ? read_triples(lines, got, base, list) : status;
}

int rating_list_read(rating_list *list, const char *path, int base) {
  *list = (rating_list){0};
  line_reader lines;
  int status = lines_open(&lines, path, "%#");
  if (status == SPARSEC_OK)
    status = read_lines(&lines, list, base);
  if (status == SPARSEC_OK && list->count == 0)
    status =
        sparsec_fail(SPARSEC_BAD_ARGUMENT, "%s: there are no ratings", path);
  lines_close(&lines);
  if (status != SPARSEC_OK)
    rating_list_destroy(list);
  return status;
}

void rating_list_destroy(rating_list *list) {
  free(list->user);
  free(list->item);
  free(list->value);
  *list = (rating_list){0};
}
