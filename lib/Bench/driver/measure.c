/*===- measure.c - time runs on the host ----------------------------------===*\
|*
|* The original's on a GPU, too. turns.c says when who runs.
|*
\*===----------------------------------------------------------------------===*/
#include "bench_driver.h"

#include <math.h>
#include <stdio.h>

static struct bench_arguments *
arguments_of(struct bench_case *c, const struct bench_runner *r) {
  return r->candidate ? &c->generated : &c->original;
}

static void run_once(struct bench_case *c, const struct bench_runner *r) {
  if (r->candidate)
    r->candidate->execute(r->plan, c->generated.args);
  else
    bench_original(c->original.args);
}

/* Seconds of one of `batch` runs. One untimed run first brings the data into
   the caches. */
static double time_batch(struct bench_case *c, const struct bench_runner *r,
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
static int choose_batch(struct bench_case *c, const struct bench_runner *r) {
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
  const struct bench_runner original = {0};
  double times[BENCH_MOST_ROUNDS], total = 0;
  int rounds = 0, batch = choose_batch(c, &original);
  if (batch == 0)
    batch = 1;
  while (rounds < BENCH_FEWEST_ROUNDS ||
         (total < seconds && rounds < BENCH_MOST_ROUNDS)) {
    times[rounds] = time_batch(c, &original, batch);
    total += batch * times[rounds++];
  }
  return bench_median(times, rounds);
}

#ifndef BENCH_GPU
int bench_choose_batch(struct bench_case *c, struct bench_runner *r) {
  return choose_batch(c, r);
}

double bench_inspect_runner(struct bench_case *c, struct bench_runner *r) {
  const double start = bench_seconds();
  r->is_out = r->candidate->inspect(&r->plan, c->generated.args) != 0;
  return bench_seconds() - start;
}

void bench_time_runner(struct bench_case *c, struct bench_runner *r) {
  r->times[r->rounds++] = time_batch(c, r, r->batch);
}

/* A library that computes something else, or nothing, is left out. */
static void verify_peer(struct bench_case *c, struct bench_runner *r) {
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

void bench_begin_timing(struct bench_case *c, struct bench_runner *runners,
                        int count, double seconds) {
  for (int k = 0; k < count; ++k)
    if (runners[k].candidate && runners[k].candidate->peer)
      verify_peer(c, &runners[k]);
  bench_copy(&c->original, &c->inputs);
  bench_copy(&c->generated, &c->inputs);
  bench_memory_begin(seconds);
}

void bench_end_timing(void) {}

int bench_measure_libraries(struct bench_case *c) {
  (void)c; /* they take turns as candidates do */
  return 0;
}

static void print_range(double *values, int count) {
  double range[2];
  bench_range(values, count, range);
  printf("\t%.9g\t%.9g", range[0], range[1]);
}

/* The record: time CASE THREADS; medians of inspector, candidate and original;
   the original in times of the candidate; which one it is, its rounds, whether
   it was dropped; the ranges of the three. */
int bench_report(struct bench_case *c, struct bench_runner *r,
                 struct bench_runner *original) {
  double base = bench_median(original->times, original->rounds),
         run = bench_median(r->times, r->rounds);
  printf("time\t%s\t%d\t%.9g\t%.9g\t%.9g\t%.9g\t%d\t%d\t%d", c->name,
         bench_threads, bench_median(r->inspections, r->inspected), run, base,
         base / run, r->candidate->number, r->rounds, r->is_out);
  print_range(r->inspections, r->inspected);
  print_range(r->times, r->rounds);
  print_range(original->times, original->rounds);
  printf("\n");
  return 0;
}
#endif
