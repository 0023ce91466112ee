//===- ratings.c - compressed rows of ratings, and parts of them ----------===//
#include "ratings.h"

#include "arguments.h"
#include "support.h"

#include <sparsec/error.h>

#include <stdlib.h>
#include <string.h>

static int rows_allocate(rating_rows *rows, int users, int items, int count) {
  *rows = (rating_rows){.users = users,
                        .items = items,
                        .index = allocate((long long)users + 1, sizeof(int)),
                        .item = allocate(count, sizeof(int)),
                        .value = allocate(count, sizeof(float))};
  if (rows->index && rows->item && rows->value)
    return SPARSEC_OK;
  rating_rows_destroy(rows);
  return SPARSEC_NO_MEMORY;
}

void rating_rows_destroy(rating_rows *rows) {
  free(rows->index);
  free(rows->item);
  free(rows->value);
  *rows = (rating_rows){0};
}

/// Turns the numbers of ratings of each key below \p keys in first[key + 1]
/// into positions: first[key] is where those of the key begin.
static void count_keys(int *first, int keys, const int *key, int count) {
  memset(first, 0, ((size_t)keys + 1) * sizeof *first);
  for (int at = 0; at < count; at++)
    first[key[at] + 1]++;
  for (int k = 0; k < keys; k++)
    first[k + 1] += first[k];
}

/// The ratings' numbers by rising item; \p first [items + 1] is overwritten.
static void sort_by_item(const rating_list *list, int *first, int *order) {
  const int count = (int)list->count;
  count_keys(first, list->items, list->item, count);
  for (int at = 0; at < count; at++)
    order[first[list->item[at]]++] = at;
}

/// Fills \p rows with the ratings in \p order, which is by item; \p first
/// [users] is overwritten.
static void fill_rows(rating_rows *rows, const rating_list *list,
                      const int *order, int *first) {
  const int count = (int)list->count;
  count_keys(rows->index, rows->users, list->user, count);
  memcpy(first, rows->index, (size_t)rows->users * sizeof *first);
  for (int at = 0; at < count; at++) {
    const int place = first[list->user[order[at]]]++;
    rows->item[place] = list->item[order[at]];
    rows->value[place] = list->value[order[at]];
  }
}

static int check_duplicates(const rating_rows *rows, int base) {
  for (int user = 0; user < rows->users; user++)
    for (int at = rows->index[user] + 1; at < rows->index[user + 1]; at++)
      if (rows->item[at] == rows->item[at - 1])
        return sparsec_fail(SPARSEC_BAD_ARGUMENT,
                            "user %d rates item %d twice: %g and %g",
                            user + base, rows->item[at] + base,
                            rows->value[at - 1], rows->value[at]);
  return SPARSEC_OK;
}

int rating_rows_make(rating_rows *rows, const rating_list *list) {
  const int most = list->users > list->items ? list->users : list->items;
  int status = rows_allocate(rows, list->users, list->items, (int)list->count);
  if (status != SPARSEC_OK)
    return status;
  int *first = allocate((long long)most + 1, sizeof(int));
  int *order = allocate(list->count, sizeof(int));
  status = SPARSEC_NO_MEMORY;
  if (first && order) {
    sort_by_item(list, first, order);
    fill_rows(rows, list, order, first);
    status = check_duplicates(rows, list->base);
  }
  free(first);
  free(order);
  return status;
}

/// Moves ratings, given how many \p left each item has.
static void move_ratings(rating_rows *rows, rating_rows *test, double part,
                         uint64_t seed, int *left) {
  int kept = 0, moved = 0;
  for (int user = 0; user < rows->users; user++) {
    const int begin = rows->index[user], end = rows->index[user + 1];
    int own = end - begin;
    rows->index[user] = kept;
    test->index[user] = moved;
    for (int at = begin; at < end; at++) {
      const int item = rows->item[at];
      const int drawn = (random_number(&seed) + 1) / 2 < part;
      rating_rows *to = drawn && own > 1 && left[item] > 1 ? test : rows;
      const int place = to == test ? moved++ : kept++;
      if (to == test) {
        own--;
        left[item]--;
      }
      to->item[place] = item;
      to->value[place] = rows->value[at];
    }
  }
  rows->index[rows->users] = kept;
  test->index[rows->users] = moved;
}

int rating_rows_split(rating_rows *rows, rating_rows *test, double part,
                      uint64_t seed) {
  const int count = rows->index[rows->users];
  int status =
      rows_allocate(test, rows->users, rows->items, part > 0 ? count : 0);
  int *left = allocate(rows->items, sizeof(int));
  if (status == SPARSEC_OK && !left)
    status = SPARSEC_NO_MEMORY;
  if (status == SPARSEC_OK) {
    memset(left, 0, (size_t)rows->items * sizeof *left);
    for (int at = 0; at < count; at++)
      left[rows->item[at]]++;
    move_ratings(rows, test, part, seed, left);
  }
  free(left);
  return status;
}
