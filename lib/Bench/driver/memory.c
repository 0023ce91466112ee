/*===- memory.c - what memory gives ---------------------------------------===*\
|*
|* The rate at which threads read an array that caches do not hold, to compare
|* kernels with that have to take their data from there. It takes turns with
|* what is timed, so that what disturbs the machine meets both.
|*
\*===----------------------------------------------------------------------===*/
#define _GNU_SOURCE
#include "bench_driver.h"

#include <omp.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Of integers, whose sums compilers may take in any order. */
typedef uint64_t lanes __attribute__((vector_size(64)));

enum { FEWEST_PASSES = 3, MOST_PASSES = 7 };
static const size_t least_bytes = (size_t)128 << 20,
                    most_bytes = (size_t)1 << 30;
/* Runs of less are to verify, and the times are by the way. */
static const double most_seconds = 0.25, least_run = 0.01;

#ifdef BENCH_SANITIZE
enum { is_sanitized = 1 };
#else
enum { is_sanitized = 0 };
#endif

static struct {
  lanes *data; /* NULL: there is nothing to measure */
  size_t count;
  int passes;
  double rate, spent;
  size_t cache; /* bytes that the threads' caches hold; 0: unknown */
} memory;

/* The number in a file of Linux that describes a cache; -1: none. */
static long about_cache(int cpu, int level, const char *what) {
  char path[128];
  long value = -1;
  snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/cache/index%d/%s",
           cpu, level, what);
  FILE *file = fopen(path, "r");
  if (!file)
    return -1;
  if (fscanf(file, "%ld", &value) != 1)
    value = -1;
  fclose(file);
  return value;
}

/* What the last level of caches holds for so many threads: each may run beside
   another of them. */
static size_t cache_bytes(int threads) {
  cpu_set_t allowed;
  unsigned char seen[CPU_SETSIZE] = {0};
  int caches = 0;
  long largest = 0;
  if (sched_getaffinity(0, sizeof allowed, &allowed))
    return 0;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (!CPU_ISSET(cpu, &allowed))
      continue;
    const int level = about_cache(cpu, 3, "size") > 0 ? 3 : 2;
    const long kilobytes = about_cache(cpu, level, "size"),
               id = about_cache(cpu, level, "id");
    if (kilobytes > largest)
      largest = kilobytes;
    if (id >= 0 && id < CPU_SETSIZE && !seen[id]) {
      seen[id] = 1;
      ++caches;
    }
  }
  if (caches > threads)
    caches = threads;
  return (size_t)largest * 1024 * (size_t)(caches ? caches : 1);
}

/* The part of thread `me` of `all`, from the first of two numbers to below the
   second. */
static void part_of(int me, int all, size_t *from, size_t *to) {
  *from = memory.count * (size_t)me / (size_t)all;
  *to = memory.count * (size_t)(me + 1) / (size_t)all;
}

/* Each thread touches first what it will read. */
static void fill(void) {
#pragma omp parallel
  {
    size_t from, to;
    part_of(omp_get_thread_num(), omp_get_num_threads(), &from, &to);
    for (size_t k = from; k < to; ++k)
      memory.data[k] = (lanes){k};
  }
}

/* Whatever flags candidates are compiled with, this is to wait for memory. */
#if defined(__GNUC__) && !defined(__clang__)
__attribute__((optimize("O2")))
#endif
static uint64_t
sum_of(const lanes *data, size_t count) {
  lanes a = {0}, b = {0}, c = {0}, d = {0};
  uint64_t total = 0;
  size_t k = 0;
  for (; k + 4 <= count; k += 4) {
    a += data[k];
    b += data[k + 1];
    c += data[k + 2];
    d += data[k + 3];
  }
  for (; k < count; ++k)
    a += data[k];
  a += b + c + d;
  for (int lane = 0; lane < 8; ++lane)
    total += a[lane];
  return total;
}

static uint64_t sum(void) {
  uint64_t total = 0;
#pragma omp parallel reduction(+ : total)
  {
    size_t from, to;
    part_of(omp_get_thread_num(), omp_get_num_threads(), &from, &to);
    total += sum_of(memory.data + from, to - from);
  }
  return total;
}

static size_t array_bytes(size_t cache) {
  const long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
  size_t bytes = 4 * cache;
  if (bytes < least_bytes)
    bytes = least_bytes;
  if (bytes > most_bytes)
    bytes = most_bytes;
  /* Not where programs might be swapped out for it. */
  return pages > 0 && bytes / (size_t)page > (size_t)pages / 8 ? 0 : bytes;
}

void bench_memory_begin(double seconds) {
  const double start = bench_seconds();
  memory.passes = 0;
  memory.rate = memory.spent = 0;
  if (is_sanitized || bench_is_emulated || seconds < least_run)
    return;
  memory.cache = cache_bytes(bench_threads);
  const size_t bytes = array_bytes(memory.cache);
  memory.count = bytes / sizeof(lanes);
  memory.data = bytes ? aligned_alloc(sizeof(lanes), bytes) : NULL;
  if (memory.data)
    fill();
  memory.spent = bench_seconds() - start;
}

void bench_memory_pass(void) {
  static volatile uint64_t result;
  if (!memory.data || memory.passes == MOST_PASSES ||
      (memory.passes >= FEWEST_PASSES && memory.spent > most_seconds))
    return;
  const double start = bench_seconds();
  result = sum();
  const double seconds = bench_seconds() - start,
               rate = (double)(memory.count * sizeof(lanes)) / seconds;
  (void)result;
  if (rate > memory.rate)
    memory.rate = rate;
  memory.spent += seconds;
  ++memory.passes;
}

double bench_memory_spent(void) { return memory.spent; }

void bench_memory_end(void) {
  if (memory.data && memory.passes)
    printf("memory\t%d\t%.9g\t%zu\n", bench_threads, memory.rate, memory.cache);
  free(memory.data);
  memory.data = NULL;
}
