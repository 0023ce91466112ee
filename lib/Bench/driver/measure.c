/*===- measure.c - time generated code next to the original ---------------===*/
#include "bench_driver.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_ROUNDS = 101, FEWEST_ROUNDS = 5 };

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

double bench_median(double *values, int count) {
  qsort(values, (size_t)count, sizeof *values, ascending);
  return count % 2 ? values[count / 2]
                   : 0.5 * (values[count / 2 - 1] + values[count / 2]);
}

static void run_once(struct bench_case *c, void *plan) {
  if (plan)
    bench_execute(plan, c->generated.args);
  else
    bench_original(c->original.args);
}

/* Seconds of one of `batch` runs; without a plan of the original. One untimed
   run first brings the data into the caches. */
static double time_batch(struct bench_case *c, void *plan, int batch) {
  bench_reset_written(plan ? &c->generated : &c->original, &c->inputs);
  run_once(c, plan);
  if (batch == 1)
    bench_reset_written(plan ? &c->generated : &c->original, &c->inputs);
  double start = bench_seconds();
  for (int k = 0; k < batch; ++k)
    run_once(c, plan);
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
static int choose_batch(struct bench_case *c, void *plan) {
  double once = time_batch(c, plan, 1);
  int batch = once > 5e-3 ? 1 : (int)(5e-3 / (once + 1e-8));
  if (batch > 20000)
    batch = 20000;
  if (batch <= 1)
    return 1;
  time_batch(c, plan, batch);
  return is_finite(plan ? &c->generated : &c->original) ? batch : 0;
}

double bench_time_original(struct bench_case *c, double seconds) {
  double times[MOST_ROUNDS], total = 0;
  int rounds = 0, batch = choose_batch(c, NULL);
  if (batch == 0)
    batch = 1;
  while (rounds < FEWEST_ROUNDS || (total < seconds && rounds < MOST_ROUNDS)) {
    times[rounds] = time_batch(c, NULL, batch);
    total += batch * times[rounds++];
  }
  return bench_median(times, rounds);
}

#ifndef BENCH_GPU
static double time_inspector(struct bench_case *c, double seconds) {
  double times[MOST_ROUNDS], total = 0;
  int rounds = 0;
  while (rounds < 3 || (total < seconds && rounds < MOST_ROUNDS)) {
    void *plan = NULL;
    double start = bench_seconds();
    int code = bench_inspect(&plan, c->generated.args);
    times[rounds] = bench_seconds() - start;
    total += times[rounds++];
    bench_destroy(plan);
    if (code)
      return -1;
  }
  return bench_median(times, rounds);
}

static int measure(struct bench_case *c, double seconds) {
  double original[MOST_ROUNDS], generated[MOST_ROUNDS], ratio[MOST_ROUNDS];
  bench_copy(&c->original, &c->inputs);
  bench_copy(&c->generated, &c->inputs);
  bench_stage = "timing of the inspector";
  double inspect = time_inspector(c, seconds);
  void *plan = NULL;
  if (inspect < 0 || bench_inspect(&plan, c->generated.args))
    return 0; /* declined: verify has said so */
  bench_stage = "timing";
  int base_batch = choose_batch(c, NULL), batch = choose_batch(c, plan);
  if (base_batch == 0 || batch == 0)
    base_batch = batch = 1;
  int rounds = 0;
  double total = 0;
  while (rounds < FEWEST_ROUNDS ||
         (total < 2 * seconds && rounds < MOST_ROUNDS)) {
    original[rounds] = time_batch(c, NULL, base_batch);
    generated[rounds] = time_batch(c, plan, batch);
    ratio[rounds] = original[rounds] / generated[rounds];
    total += base_batch * original[rounds] + batch * generated[rounds];
    ++rounds;
  }
  bench_destroy(plan);
  double base = bench_median(original, rounds), run = bench_median(generated, rounds);
  printf("time\t%s\t%d\t%.9g\t%.9g\t%.9g\t%.9g\n", c->name, bench_threads,
         inspect, run, base, bench_median(ratio, rounds));
  return 0;
}

int bench_measure(struct bench_case *c, const int *threads, int count,
                  double seconds) {
  int failed = 0;
  for (int k = 0; k < count && !failed; ++k) {
    bench_set_threads(threads[k]);
    failed = measure(c, seconds);
  }
  return failed;
}
#endif
