/*===- measure.c - time generated code next to the original ---------------===*\
|*
|* All candidates and one original take turns: a round runs each of them once,
|* so that what disturbs the machine meets all alike. A round begins with
|* another one than the round before.
|*
\*===----------------------------------------------------------------------===*/
#include "bench_driver.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of fewer rounds than QUARTERED one long disturbance can take in all that are
   between the quartiles. */
enum { MOST_ROUNDS = 101, FEWEST_ROUNDS = 5, QUARTERED = 11 };

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

double bench_median(double *values, int count) {
  qsort(values, (size_t)count, sizeof *values, ascending);
  return count % 2 ? values[count / 2]
                   : 0.5 * (values[count / 2 - 1] + values[count / 2]);
}

/* What takes turns. */
struct runner {
  const struct bench_candidate *candidate; /* NULL: the original */
  void *plan;
  int batch;
  int is_out; /* it is timed no longer */
  int inspected, rounds;
  double *inspections, *times;
};

/* The value that a part of all, from 0 to 1, is below. */
static double quantile(double *values, int count, double part) {
  if (count == 0)
    return 0;
  qsort(values, (size_t)count, sizeof *values, ascending);
  double at = part * (count - 1);
  int below = (int)at;
  return below + 1 < count ? values[below] + (at - below) * (values[below + 1] -
                                                             values[below])
                           : values[below];
}

static struct bench_arguments *arguments_of(struct bench_case *c,
                                            const struct runner *r) {
  return r->candidate ? &c->generated : &c->original;
}

static void run_once(struct bench_case *c, const struct runner *r) {
  if (r->candidate)
    r->candidate->execute(r->plan, c->generated.args);
  else
    bench_original(c->original.args);
}

/* Seconds of one of `batch` runs. One untimed run first brings the data into
   the caches. */
static double time_batch(struct bench_case *c, const struct runner *r,
                         int batch) {
  bench_reset_written(arguments_of(c, r), &c->inputs);
  run_once(c, r);
  if (batch == 1)
    bench_reset_written(arguments_of(c, r), &c->inputs);
  double start = bench_seconds();
  for (int k = 0; k < batch; ++k)
    run_once(c, r);
  return (bench_seconds() - start) / batch;
}

static int is_finite(const struct bench_arguments *set) {
  bench_split(set);
  for (int s = 0; s < BENCH_SLOTS; ++s) {
    const unsigned char *data = set->buffer[s].data;
    size_t size = (size_t)(bench_slots[s].bytes / bench_slots[s].parts),
           count = set->buffer[s].bytes / size;
    if (!bench_slots[s].digits || !bench_slots[s].written)
      continue;
    for (size_t k = 0; k < count; ++k) {
      if (!isfinite(bench_number(data, s, k)))
        return 0;
    }
  }
  return 1;
}

/* Runs per batch for about 5 ms; 0 when running on one's own result leaves the
   numbers that the hardware handles at full speed. */
static int choose_batch(struct bench_case *c, const struct runner *r) {
  double once = time_batch(c, r, 1);
  int batch = once > 5e-3 ? 1 : (int)(5e-3 / (once + 1e-8));
  if (batch > 20000)
    batch = 20000;
  if (batch <= 1)
    return 1;
  time_batch(c, r, batch);
  return is_finite(arguments_of(c, r)) ? batch : 0;
}

double bench_time_original(struct bench_case *c, double seconds) {
  const struct runner original = {0};
  double times[MOST_ROUNDS], total = 0;
  int rounds = 0, batch = choose_batch(c, &original);
  if (batch == 0)
    batch = 1;
  while (rounds < FEWEST_ROUNDS || (total < seconds && rounds < MOST_ROUNDS)) {
    times[rounds] = time_batch(c, &original, batch);
    total += batch * times[rounds++];
  }
  return bench_median(times, rounds);
}

#ifndef BENCH_GPU
static double *room_for(int count) {
  double *values = malloc((size_t)count * sizeof *values);
  if (values)
    return values;
  fprintf(stderr, "benchmark driver: out of memory\n");
  exit(70);
}

/* Those that decline an input are out: verification has said so. */
static void time_inspectors(struct bench_case *c, struct runner *runners,
                            int count, double seconds, int fewest) {
  const double end = bench_seconds() + seconds;
  for (int round = 0;
       round < fewest || (bench_seconds() < end && round < MOST_ROUNDS);
       ++round)
    for (int k = 0; k < count; ++k) {
      struct runner *r = &runners[(round + k) % count];
      if (!r->candidate || r->is_out)
        continue;
      void *plan = NULL;
      double start = bench_seconds();
      r->is_out = r->candidate->inspect(&plan, c->generated.args) != 0;
      r->inspections[r->inspected++] = bench_seconds() - start;
      r->candidate->destroy(plan);
    }
}

/* Makes the plans, and says how many runs a batch of each has: of all one where
   more would not do for some. */
static void prepare(struct bench_case *c, struct runner *runners, int count) {
  int is_single = 0;
  for (int k = 0; k < count; ++k) {
    struct runner *r = &runners[k];
    if (r->candidate && !r->is_out)
      r->is_out = r->candidate->inspect(&r->plan, c->generated.args) != 0;
    if (r->is_out)
      continue;
    r->batch = choose_batch(c, r);
    is_single |= r->batch == 0;
  }
  for (int k = 0; k < count && is_single; ++k)
    runners[k].batch = 1;
}

/* A library that computes something else, or nothing, is left out. */
static void verify_peer(struct bench_case *c, struct runner *r) {
  const char *name = r->candidate->peer;
  void *plan = NULL;
  double worst = 0;
  bench_reference(c);
  bench_copy(&c->generated, &c->inputs);
  bench_stage = name;
  int code = r->candidate->inspect(&plan, c->generated.args);
  if (!code)
    code = r->candidate->execute(plan, c->generated.args);
  if (code)
    printf("without\t%s\t%s\tit returns %d\n", c->name, name, code);
  r->is_out = code || bench_compare(c, &worst);
  if (!r->is_out)
    printf("ok\t%s\t%.3g\t0\n", c->name, worst);
  r->candidate->destroy(plan);
}

/* What memory gives is measured apart from the candidates' time. */
static double time_for_runs(void) {
  return bench_seconds() - bench_memory_spent();
}

static void run_rounds(struct bench_case *c, struct runner *runners, int count,
                       double seconds, int fewest) {
  const double end = time_for_runs() + seconds;
  for (int round = 0;
       round < fewest || (time_for_runs() < end && round < MOST_ROUNDS);
       ++round) {
    bench_memory_pass();
    for (int k = 0; k < count; ++k) {
      struct runner *r = &runners[(round + k) % count];
      if (!r->is_out)
        r->times[r->rounds++] = time_batch(c, r, r->batch);
    }
  }
}

/* What candidates are ranked by. */
static double cost(struct runner *r) {
  double once = bench_median(r->times, r->rounds);
  return bench_runs > 0
             ? bench_median(r->inspections, r->inspected) + bench_runs * once
             : once;
}

/* Leaves the better half of the candidates, but two. */
static void halve(struct runner *runners, int count, int left) {
  const int keep = (left + 1) / 2 < 2 ? 2 : (left + 1) / 2;
  for (; left > keep; --left) {
    struct runner *worst = NULL;
    for (int k = 0; k < count; ++k)
      if (runners[k].candidate && !runners[k].is_out &&
          (!worst || cost(&runners[k]) > cost(worst)))
        worst = &runners[k];
    worst->is_out = 1;
    worst->candidate->destroy(worst->plan);
    worst->plan = NULL;
  }
}

static int candidates_left(const struct runner *runners, int count) {
  int left = 0;
  for (int k = 0; k < count; ++k)
    left += runners[k].candidate && !runners[k].is_out;
  return left;
}

/* How often candidates are dropped. */
static int halvings(int left) {
  int number = 0;
  for (; left > 2; left = (left + 1) / 2)
    ++number;
  return number;
}

/* Quartiles; of few values the least and the most. */
static void print_range(double *values, int count) {
  const double part = count < QUARTERED ? 0 : 0.25;
  printf("\t%.9g\t%.9g", quantile(values, count, part),
         quantile(values, count, 1 - part));
}

/* The record: time CASE THREADS; medians of inspector, candidate and original;
   the original in times of the candidate; which one it is, its rounds, whether
   it was dropped; the ranges of the three. */
static void report(const struct bench_case *c, struct runner *r,
                   struct runner *original) {
  double base = bench_median(original->times, original->rounds),
         run = bench_median(r->times, r->rounds);
  printf("time\t%s\t%d\t%.9g\t%.9g\t%.9g\t%.9g\t%d\t%d\t%d", c->name,
         bench_threads, bench_median(r->inspections, r->inspected), run, base,
         base / run, r->candidate->number, r->rounds, r->is_out);
  print_range(r->inspections, r->inspected);
  print_range(r->times, r->rounds);
  print_range(original->times, original->rounds);
  printf("\n");
}

/* With a budget, a quarter of it at most is for the inspectors; the rest goes
   to stages, equal parts of it, between which candidates are dropped. */
static void take_turns(struct bench_case *c, struct runner *runners, int count,
                       double seconds) {
  const double end = time_for_runs() + bench_budget;
  const int is_limited = bench_budget > 0;
  bench_stage = "timing of the inspector";
  time_inspectors(c, runners, count,
                  is_limited ? bench_budget / 4 : seconds * (count - 1),
                  is_limited ? 1 : 3);
  bench_stage = "timing";
  prepare(c, runners, count);
  int left = candidates_left(runners, count);
  for (int stages = is_limited ? halvings(left) + 1 : 1; stages > 0; --stages) {
    run_rounds(c, runners, count,
               is_limited ? (end - time_for_runs()) / stages : seconds * count,
               !is_limited  ? FEWEST_ROUNDS
               : stages > 1 ? 1
                            : 3);
    if (stages > 1)
      halve(runners, count, left);
    left = candidates_left(runners, count);
  }
}

static void measure(struct bench_case *c, double seconds) {
  const int count = bench_candidate_count + 1;
  struct runner runners[count];
  memset(runners, 0, sizeof runners);
  const int most = MOST_ROUNDS * (halvings(count) + 1);
  for (int k = 0; k < count; ++k) {
    runners[k].candidate = k ? &bench_candidates[k - 1] : NULL;
    runners[k].inspections = room_for(MOST_ROUNDS);
    runners[k].times = room_for(most);
    if (k && runners[k].candidate->peer)
      verify_peer(c, &runners[k]);
  }
  bench_copy(&c->original, &c->inputs);
  bench_copy(&c->generated, &c->inputs);
  bench_memory_begin(seconds);
  take_turns(c, runners, count, seconds);
  bench_memory_end();
  for (int k = 1; k < count; ++k)
    if (runners[k].rounds)
      report(c, &runners[k], &runners[0]);
  for (int k = 0; k < count; ++k) {
    if (runners[k].plan)
      runners[k].candidate->destroy(runners[k].plan);
    free(runners[k].inspections);
    free(runners[k].times);
  }
}

int bench_measure(struct bench_case *c, const int *threads, int count,
                  double seconds) {
  for (int k = 0; k < count; ++k) {
    bench_set_threads(threads[k]);
    measure(c, seconds);
  }
  return 0;
}
#endif
