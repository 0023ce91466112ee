/*===- turns.c - candidates take turns in being timed ---------------------===*\
|*
|* All candidates and one original take turns: a round runs each of them once,
|* so that what disturbs the machine meets all alike. A round begins with
|* another one than the round before. How one is timed depends on where it
|* runs: measure.c on the host, gpu_measure.cu on a GPU.
|*
\*===----------------------------------------------------------------------===*/
#include "bench_driver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of fewer rounds than QUARTERED one long disturbance can take in all that are
   between the quartiles. */
enum { QUARTERED = 11 };

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

double bench_median(double *values, int count) {
  qsort(values, (size_t)count, sizeof *values, ascending);
  return count % 2 ? values[count / 2]
                   : 0.5 * (values[count / 2 - 1] + values[count / 2]);
}

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

void bench_range(double *values, int count, double *range) {
  const double part = count < QUARTERED ? 0 : 0.25;
  range[0] = quantile(values, count, part);
  range[1] = quantile(values, count, 1 - part);
}

static double *room_for(int count) {
  double *values = malloc((size_t)count * sizeof *values);
  if (values)
    return values;
  fprintf(stderr, "benchmark driver: out of memory\n");
  exit(70);
}

static void forget_plan(struct bench_runner *r) {
  if (r->plan)
    r->candidate->destroy(r->plan);
  r->plan = NULL;
}

/* Those that decline an input are out: verification has said so. */
static void time_inspectors(struct bench_case *c, struct bench_runner *runners,
                            int count, double seconds, int fewest) {
  const double end = bench_seconds() + seconds;
  for (int round = 0;
       round < fewest || (bench_seconds() < end && round < BENCH_MOST_ROUNDS);
       ++round)
    for (int k = 0; k < count; ++k) {
      struct bench_runner *r = &runners[(round + k) % count];
      if (!r->candidate || r->is_out)
        continue;
      r->inspections[r->inspected++] = bench_inspect_runner(c, r);
      forget_plan(r);
    }
}

/* Makes the plans, and says how many runs a batch of each has: of all one where
   more would not do for some. */
static void prepare(struct bench_case *c, struct bench_runner *runners,
                    int count) {
  int is_single = 0;
  for (int k = 0; k < count; ++k) {
    struct bench_runner *r = &runners[k];
    if (r->candidate && !r->is_out)
      bench_inspect_runner(c, r);
    if (r->is_out)
      continue;
    r->batch = bench_choose_batch(c, r);
    is_single |= r->batch == 0;
  }
  for (int k = 0; k < count && is_single; ++k)
    runners[k].batch = 1;
}

/* What memory gives is measured apart from the candidates' time. */
static double time_for_runs(void) {
  return bench_seconds() - bench_memory_spent();
}

static void run_rounds(struct bench_case *c, struct bench_runner *runners,
                       int count, double seconds, int fewest) {
  const double end = time_for_runs() + seconds;
  for (int round = 0;
       round < fewest || (time_for_runs() < end && round < BENCH_MOST_ROUNDS);
       ++round) {
    bench_memory_pass();
    for (int k = 0; k < count; ++k) {
      struct bench_runner *r = &runners[(round + k) % count];
      if (r->is_out)
        continue;
      bench_time_runner(c, r);
    }
  }
}

/* What candidates are ranked by. */
static double cost(struct bench_runner *r) {
  double once = bench_median(r->times, r->rounds);
  return bench_runs > 0
             ? bench_median(r->inspections, r->inspected) + bench_runs * once
             : once;
}

/* Leaves the better half of the candidates, but two. */
static void halve(struct bench_runner *runners, int count, int left) {
  const int keep = (left + 1) / 2 < 2 ? 2 : (left + 1) / 2;
  for (; left > keep; --left) {
    struct bench_runner *worst = NULL;
    for (int k = 0; k < count; ++k)
      if (runners[k].candidate && !runners[k].is_out &&
          (!worst || cost(&runners[k]) > cost(worst)))
        worst = &runners[k];
    worst->is_out = 1;
    forget_plan(worst);
  }
}

static int candidates_left(const struct bench_runner *runners, int count) {
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

/* With a budget, a quarter of it at most is for the inspectors; the rest goes
   to stages, equal parts of it, between which candidates are dropped. */
static void take_turns(struct bench_case *c, struct bench_runner *runners,
                       int count, double seconds) {
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
               !is_limited  ? BENCH_FEWEST_ROUNDS
               : stages > 1 ? 1
                            : 3);
    if (stages > 1)
      halve(runners, count, left);
    left = candidates_left(runners, count);
  }
}

static void open_runner(struct bench_runner *r, int most) {
  r->inspections = room_for(BENCH_MOST_ROUNDS);
  r->times = room_for(most);
  r->warm = room_for(most);
}

static void close_runner(struct bench_runner *r) {
  forget_plan(r);
  free(r->inspections);
  free(r->times);
  free(r->warm);
}

/* 0 unless something was found to be wrong. */
static int measure(struct bench_case *c, double seconds) {
  const int count = bench_candidate_count + 1;
  struct bench_runner runners[count];
  memset(runners, 0, sizeof runners);
  const int most = BENCH_MOST_ROUNDS * (halvings(count) + 1);
  int failed = 0;
  for (int k = 0; k < count; ++k) {
    runners[k].candidate = k ? &bench_candidates[k - 1] : NULL;
    open_runner(&runners[k], most);
  }
  bench_begin_timing(c, runners, count, seconds);
  take_turns(c, runners, count, seconds);
  bench_memory_end();
  for (int k = 1; k < count && !failed; ++k)
    if (runners[k].rounds)
      failed = bench_report(c, &runners[k], &runners[0]);
  for (int k = 0; k < count; ++k)
    close_runner(&runners[k]);
  bench_end_timing();
  return failed;
}

int bench_measure(struct bench_case *c, const int *threads, int count,
                  double seconds) {
  int failed = 0;
  for (int k = 0; k < count && !failed; ++k) {
    bench_set_threads(threads[k]);
    failed = measure(c, seconds);
  }
  return failed || bench_measure_libraries(c);
}
