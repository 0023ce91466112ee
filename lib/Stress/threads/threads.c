/*===- threads.c - generated code on real threads under ThreadSanitizer ----===*\
|*
|* libgomp is not instrumented, so that the sanitizer knows nothing of what its
|* regions order. These do with pthreads what generated code asks of it.
|*
|* threads INPUT OUTPUT COUNT: INPUT has one record per parameter, the number of bytes
|* and the bytes; OUTPUT gets them as generated code left them. ENTRY is
|* stress_run_kN. The exit code is the status of the first call that failed.
|*
\*===----------------------------------------------------------------------===*/
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

int ENTRY(int task, void **arguments, const size_t *bytes);

enum { most_parameters = 64, most_threads = 16 };

static int default_threads = 4;

static _Thread_local int thread_number, team_size = 1;
static pthread_barrier_t team_barrier;
static pthread_mutex_t critical = PTHREAD_MUTEX_INITIALIZER;

struct work {
  void (*body)(void *);
  void *data;
  int number, threads;
  /* A work-sharing loop that the region begins with. */
  long start, end, step, chunk;
};

/* Of the running thread: every team-th chunk. */
static _Thread_local struct work running;
static _Thread_local long next_chunk;

static void *run_thread(void *argument) {
  running = *(struct work *)argument;
  thread_number = running.number;
  team_size = running.threads;
  next_chunk = thread_number;
  running.body(running.data);
  return NULL;
}

static void run_team(struct work work) {
  pthread_t threads[most_threads];
  struct work works[most_threads];
  if (work.threads <= 0 || work.threads > most_threads)
    work.threads = default_threads;
  if (team_size > 1)
    work.threads = 1; /* nested */
  const struct work outer = running;
  const int outer_number = thread_number, outer_size = team_size;
  const long outer_chunk = next_chunk;
  if (work.threads > 1)
    pthread_barrier_init(&team_barrier, NULL, (unsigned)work.threads);
  for (int t = 0; t < work.threads; ++t) {
    works[t] = work;
    works[t].number = t;
    if (t > 0 && pthread_create(&threads[t], NULL, run_thread, &works[t]))
      exit(70);
  }
  run_thread(&works[0]);
  for (int t = 1; t < work.threads; ++t)
    pthread_join(threads[t], NULL);
  running = outer;
  thread_number = outer_number;
  team_size = outer_size;
  next_chunk = outer_chunk;
}

static bool take_chunk(long *from, long *to) {
  const long step = running.step, trips =
      step > 0 ? (running.end - running.start + step - 1) / step
               : (running.start - running.end - step - 1) / -step;
  const long size = running.chunk > 0 ? running.chunk : 1;
  const long first = next_chunk * size;
  if (first >= trips)
    return false;
  const long last = first + size < trips ? first + size : trips;
  *from = running.start + first * step;
  *to = last == trips ? running.end : running.start + last * step;
  next_chunk += team_size;
  return true;
}

int omp_get_max_threads(void) { return default_threads; }
int omp_get_num_threads(void) { return team_size; }
int omp_get_thread_num(void) { return thread_number; }
int omp_in_parallel(void) { return team_size > 1; }

void GOMP_parallel(void (*body)(void *), void *data, unsigned threads,
                   unsigned flags) {
  (void)flags;
  run_team((struct work){body, data, 0, (int)threads, 0, 0, 1, 1});
}

void GOMP_barrier(void) {
  if (team_size > 1)
    pthread_barrier_wait(&team_barrier);
}

void GOMP_atomic_start(void) { pthread_mutex_lock(&critical); }
void GOMP_atomic_end(void) { pthread_mutex_unlock(&critical); }
void GOMP_critical_start(void) { pthread_mutex_lock(&critical); }
void GOMP_critical_end(void) { pthread_mutex_unlock(&critical); }
void GOMP_loop_end(void) { GOMP_barrier(); }
void GOMP_loop_end_nowait(void) {}

#define SHARED_LOOP(KIND)                                                      \
  void GOMP_parallel_loop_##KIND(void (*body)(void *), void *data,             \
                                 unsigned threads, long start, long end,       \
                                 long step, long chunk, unsigned flags) {      \
    (void)flags;                                                               \
    run_team((struct work){body, data, 0, (int)threads, start, end, step,      \
                           chunk});                                            \
  }                                                                            \
  bool GOMP_loop_##KIND##_start(long start, long end, long step, long chunk,   \
                                long *from, long *to) {                        \
    running.start = start;                                                     \
    running.end = end;                                                         \
    running.step = step;                                                       \
    running.chunk = chunk;                                                     \
    next_chunk = thread_number;                                                \
    return take_chunk(from, to);                                               \
  }                                                                            \
  bool GOMP_loop_##KIND##_next(long *from, long *to) {                         \
    return take_chunk(from, to);                                               \
  }

SHARED_LOOP(dynamic)
SHARED_LOOP(guided)
SHARED_LOOP(nonmonotonic_dynamic)
SHARED_LOOP(nonmonotonic_guided)

/* No guard zones: the sanitizer has its own eyes. */
void *stress_malloc(size_t size) { return malloc(size); }
void *stress_aligned_alloc(size_t alignment, size_t size) {
  return aligned_alloc(alignment, size);
}
void *stress_calloc(size_t count, size_t size) { return calloc(count, size); }
void *stress_realloc(void *old, size_t size) { return realloc(old, size); }
void stress_free(void *pointer) { free(pointer); }

int main(int argc, char **argv) {
  void *arguments[most_parameters];
  size_t bytes[most_parameters];
  int count = 0;
  FILE *input = argc == 4 ? fopen(argv[1], "rb") : NULL;
  if (!input)
    return 70;
  default_threads = atoi(argv[3]);
  while (count < most_parameters &&
         fread(&bytes[count], sizeof bytes[0], 1, input) == 1) {
    arguments[count] = malloc(bytes[count] + 1);
    if (fread(arguments[count], 1, bytes[count], input) != bytes[count])
      return 70;
    ++count;
  }
  fclose(input);
  int status = ENTRY(1, arguments, bytes);
  ENTRY(3, arguments, bytes);
  FILE *output = fopen(argv[2], "wb");
  if (!output)
    return 70;
  for (int k = 0; k < count; ++k)
    fwrite(arguments[k], 1, bytes[k], output);
  fclose(output);
  return status;
}
