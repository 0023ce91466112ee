/*===- order.c - the order in which a plan runs iterations ----------------===*\
|*
|* Statements of free orders call bench_visit with the values of the source's
|* loops. An iteration's place in the list is that of its first visit: those
|* that a plan runs at once do not conflict, and of others all visits of the
|* one come before those of the other.
|*
\*===----------------------------------------------------------------------===*/
#include "bench_driver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LOOPS = 16, MOST_ORDERS = 16 };

/* The iterations of one free order: a list of the values of each loop, and a
   hash table of places in it, from 1, by all values. */
struct visits {
  int loops;
  size_t count, room, buckets;
  long long *values[MOST_LOOPS];
  size_t *table;
};

static struct visits all_visits[MOST_ORDERS];

static void *resized(void *memory, size_t count, size_t bytes) {
  memory = realloc(memory, (count ? count : 1) * bytes);
  if (!memory) {
    fprintf(stderr, "no memory for the order of iterations\n");
    exit(1);
  }
  return memory;
}

/* The bucket that \p values are in, or the empty one where they go. */
static size_t bucket_of(const struct visits *list, const long long *values) {
  unsigned long long hash = 1469598103934665603u;
  for (int loop = 0; loop < list->loops; ++loop)
    hash = (hash ^ (unsigned long long)values[loop]) * 1099511628211u;
  hash ^= hash >> 32;
  for (size_t at = hash & (list->buckets - 1);;
       at = (at + 1) & (list->buckets - 1)) {
    const size_t place = list->table[at];
    int same = 1;
    for (int loop = 0; place && loop < list->loops; ++loop)
      same = same && list->values[loop][place - 1] == values[loop];
    if (!place || same)
      return at;
  }
}

/* Twice the room, and a table of which a half is used at most. */
static void grow(struct visits *list) {
  list->room = list->room ? 2 * list->room : 1024;
  list->buckets = 2 * list->room;
  for (int loop = 0; loop < list->loops; ++loop)
    list->values[loop] =
        resized(list->values[loop], list->room, sizeof *list->values[loop]);
  list->table = resized(list->table, list->buckets, sizeof *list->table);
  memset(list->table, 0, list->buckets * sizeof *list->table);
  for (size_t place = 0; place < list->count; ++place) {
    long long values[MOST_LOOPS];
    for (int loop = 0; loop < list->loops; ++loop)
      values[loop] = list->values[loop][place];
    list->table[bucket_of(list, values)] = place + 1;
  }
}

static void take_down(struct visits *list, const long long *values) {
  if (list->count == list->room)
    grow(list);
  const size_t at = bucket_of(list, values);
  if (list->table[at])
    return;
  for (int loop = 0; loop < list->loops; ++loop)
    list->values[loop][list->count] = values[loop];
  list->table[at] = ++list->count;
}

void bench_visit(int order, int loops, const long long *values) {
  if (order >= MOST_ORDERS || loops > MOST_LOOPS) {
    fprintf(stderr, "too many free orders, or loops of one\n");
    exit(1);
  }
#pragma omp critical(bench_visits)
  {
    ++bench_own_memory;
    all_visits[order].loops = loops;
    take_down(&all_visits[order], values);
    --bench_own_memory;
  }
}

void bench_forget_visits(void) {
  for (int order = 0; order < MOST_ORDERS; ++order) {
    struct visits *list = &all_visits[order];
    for (int loop = 0; loop < list->loops; ++loop)
      free(list->values[loop]);
    free(list->table);
    memset(list, 0, sizeof *list);
  }
}

long long bench_visits(int order) {
  return (long long)all_visits[order].count;
}

const long long *bench_visited(int order, int loop) {
  return all_visits[order].values[loop];
}
