/*===- sensitivity.c - how results follow their inputs --------------------===*\
|*
|* What bounds the rounding error (verify.c) takes divisors from their own
|* bounds: where terms of a divisor cancel, the quotient is off by more. A sum in
|* another order is the source's for inputs that differ by roundings, so that
|* the source itself tells what those make of its results: it runs on inputs
|* that are changed at random, by a part that is small and yet much larger than
|* a rounding. Only where a result is not within its bound.
|*
\*===----------------------------------------------------------------------===*/
#include "bench_driver.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 4 };

/* Per slot, of each number the largest change over the part by which inputs
   change; NULL before it is asked for, and for slots that are not written. */
static double *changes[BENCH_SLOTS];
static int is_known;

static size_t numbers(const struct bench_case *c, int slot) {
  return c->elements[slot] * (size_t)bench_slots[slot].parts;
}

static void *room_for(size_t count, size_t bytes) {
  ++bench_own_memory;
  void *memory = calloc(count ? count : 1, bytes);
  --bench_own_memory;
  if (memory)
    return memory;
  fprintf(stderr, "benchmark driver: out of memory\n");
  exit(70);
}

void bench_forget_sensitivity(void) {
  for (int s = 0; s < BENCH_SLOTS; ++s) {
    free(changes[s]);
    changes[s] = NULL;
  }
  is_known = 0;
}

/* From -1 to 1, and not near 0. */
static double next_sign(uint64_t *state) {
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  const double size = 0.5 + 0.5 * (double)(*state >> 11) * 0x1p-53;
  return *state & 1 ? size : -size;
}

/* Arguments of their own: what is compared stays as it is. */
static void copy_inputs(const struct bench_case *c, struct bench_arguments *to) {
  for (int s = 0; s < BENCH_SLOTS; ++s) {
    const struct bench_buffer *from = &c->inputs.buffer[s];
    to->buffer[s] = *from;
    to->buffer[s].data = to->buffer[s].block = room_for(from->bytes, 1);
    to->args[s] = to->buffer[s].data;
    memcpy(to->buffer[s].data, from->data, from->bytes);
  }
}

static void take_change(const struct bench_case *c,
                        const struct bench_arguments *set, int slot,
                        double part) {
  for (size_t k = 0; k < numbers(c, slot); ++k) {
    const double change =
        fabs(bench_number(set->buffer[slot].data, slot, k) -
             bench_number(c->original.buffer[slot].data, slot, k)) /
        part;
    /* One that is no number says nothing. */
    if (isfinite(change) && change > changes[slot][k])
      changes[slot][k] = change;
  }
}

static void sample(const struct bench_case *c, uint64_t *state) {
  const double part = sqrt(bench_epsilon);
  struct bench_arguments set;
  copy_inputs(c, &set);
  for (int s = 0; s < BENCH_SLOTS; ++s)
    for (size_t k = 0; bench_slots[s].digits && k < numbers(c, s); ++k)
      bench_set_number(set.buffer[s].data, s, k,
                       bench_number(set.buffer[s].data, s, k) *
                           (1 + part * next_sign(state)));
  bench_join(&set);
  bench_original(set.args);
  bench_split(&set);
  for (int s = 0; s < BENCH_SLOTS; ++s)
    if (changes[s])
      take_change(c, &set, s, part);
  ++bench_own_memory;
  for (int s = 0; s < BENCH_SLOTS; ++s)
    free(set.buffer[s].block);
  --bench_own_memory;
}

double bench_sensitivity(const struct bench_case *c, int slot, size_t k) {
  if (!is_known) {
    const char *stage = bench_stage;
    uint64_t state = 88172645463325252u;
    bench_stage = "original on changed inputs";
    for (int s = 0; s < BENCH_SLOTS; ++s)
      if (bench_slots[s].digits && bench_slots[s].written &&
          !bench_slots[s].structures)
        changes[s] = room_for(numbers(c, s), sizeof *changes[s]);
    for (int n = 0; n < SAMPLES && !bench_is_ordered; ++n)
      sample(c, &state);
    bench_stage = stage;
    is_known = 1;
  }
  return changes[slot] ? changes[slot][k] : 0;
}
