/*===- driver.c - cases, guarded memory and main of a benchmark driver ----===*/
#define _GNU_SOURCE
#include "bench_driver.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#ifdef _OPENMP
#include <omp.h>
#endif

const struct bench_case *bench_now;
const char *bench_stage = "set-up";
int bench_threads = 1;
int bench_own_memory;

/* Verification on the host puts the end of each array before a page without
   access; a GPU's arrays are images of the host's, guards on both sides
   included. */
static int fenced;

void bench_set_threads(int threads) {
  bench_threads = threads;
#ifdef _OPENMP
  omp_set_num_threads(threads);
#endif
}

double bench_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void die(const char *what) {
  fprintf(stderr, "benchmark driver: %s: %s\n", what, strerror(errno));
  exit(70);
}

unsigned char bench_guard_byte(const unsigned char *place) {
  uintptr_t z = (uintptr_t)place * 0x9e3779b97f4a7c15u;
  return (unsigned char)(z >> 56);
}

#ifndef BENCH_SANITIZE
static void fill_guard(unsigned char *from, unsigned char *to) {
  for (; from < to; ++from)
    *from = bench_guard_byte(from);
}
#endif

static void allocate(struct bench_buffer *buffer, size_t bytes) {
  buffer->bytes = bytes;
#ifdef BENCH_SANITIZE
  /* The sanitizer guards both ends itself. */
  buffer->block_bytes = bytes;
  buffer->block = buffer->data = malloc(bytes ? bytes : 1);
  if (!buffer->block)
    die("out of memory");
#else
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  size_t inner = (BENCH_GUARD + bytes + BENCH_GUARD + page - 1) / page * page;
  buffer->block = mmap(NULL, inner + page, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (buffer->block == MAP_FAILED)
    die("out of memory");
  mprotect(buffer->block + inner, page, PROT_NONE);
  buffer->block_bytes = inner;
  buffer->data =
      fenced ? buffer->block + inner - bytes : buffer->block + BENCH_GUARD;
  fill_guard(buffer->block, buffer->data);
  fill_guard(buffer->data + bytes, buffer->block + inner);
#endif
}

static void release(struct bench_buffer *buffer) {
#ifdef BENCH_SANITIZE
  free(buffer->block);
#else
  munmap(buffer->block,
         buffer->block_bytes + (size_t)sysconf(_SC_PAGESIZE));
#endif
}

void bench_copy(struct bench_arguments *to, const struct bench_arguments *from) {
  for (int s = 0; s < BENCH_SLOTS; ++s)
    memcpy(to->buffer[s].data, from->buffer[s].data, from->buffer[s].bytes);
}

/* Of a member, how many structures there are. */
static size_t structures(const struct bench_buffer *member, int slot) {
  return member->bytes / (size_t)bench_slots[slot].size;
}

static void move_members(const struct bench_arguments *set, int joins) {
  for (int s = 0; s < BENCH_SLOTS; ++s) {
    const struct bench_slot *slot = &bench_slots[s];
    if (slot->holder < 0)
      continue;
    size_t size = (size_t)slot->size,
           step = (size_t)bench_slots[slot->holder].bytes;
    unsigned char *member = set->buffer[s].data,
                  *place = set->buffer[slot->holder].data + slot->offset;
    for (size_t k = structures(&set->buffer[s], s); k > 0; --k) {
      if (joins)
        memcpy(place, member, size);
      else
        memcpy(member, place, size);
      member += size;
      place += step;
    }
  }
}

void bench_join(const struct bench_arguments *set) { move_members(set, 1); }
void bench_split(const struct bench_arguments *set) { move_members(set, 0); }

void bench_reset_written(struct bench_arguments *to, const struct bench_arguments *from) {
  for (int s = 0; s < BENCH_SLOTS; ++s)
    if (bench_slots[s].written)
      memcpy(to->buffer[s].data, from->buffer[s].data, from->buffer[s].bytes);
}

enum { SETS = 6 };

static struct bench_arguments *sets(struct bench_case *c, int k) {
  struct bench_arguments *all[SETS] = {&c->inputs, &c->original, &c->generated, &c->bound,
                             &c->terms, &c->rounding};
  return all[k];
}

/* As many structures as their longest member has. */
static void count_structures(struct bench_case *c) {
  for (int s = 0; s < BENCH_SLOTS; ++s) {
    const struct bench_slot *slot = &bench_slots[s];
    if (slot->holder < 0)
      continue;
    size_t count = c->elements[s] * (size_t)slot->bytes / (size_t)slot->size;
    if (c->elements[slot->holder] < count)
      c->elements[slot->holder] = count;
  }
}

static void open_case(struct bench_case *c) {
  count_structures(c);
  for (int k = 0; k < SETS; ++k)
    for (int s = 0; s < BENCH_SLOTS; ++s) {
      struct bench_arguments *set = sets(c, k);
      allocate(&set->buffer[s],
               c->elements[s] * (size_t)bench_slots[s].bytes);
      set->args[s] = set->buffer[s].data;
    }
  for (int s = 0; s < BENCH_SLOTS; ++s)
    if (!bench_slots[s].structures)
      memcpy(c->inputs.buffer[s].data, c->data[s], c->inputs.buffer[s].bytes);
    else
      memset(c->inputs.buffer[s].data, 0, c->inputs.buffer[s].bytes);
  bench_join(&c->inputs);
}

static void close_case(struct bench_case *c) {
  for (int k = 0; k < SETS; ++k)
    for (int s = 0; s < BENCH_SLOTS; ++s)
      release(&sets(c, k)->buffer[s]);
}

/* Finds the array next to a faulting address: "x", 3 for x[3]. */
static int locate(const unsigned char *place, const char **name, long *index) {
  struct bench_arguments *set = &((struct bench_case *)bench_now)->generated;
  for (int s = 0; s < BENCH_SLOTS; ++s) {
    const struct bench_buffer *b = &set->buffer[s];
    if (place < b->block || place >= b->block + b->block_bytes + 4096)
      continue;
    *name = bench_slots[s].name;
    *index = (long)(place - b->data) / bench_slots[s].bytes;
    return 1;
  }
  return 0;
}

static void on_fault(int number, siginfo_t *info, void *context) {
  (void)context;
  const char *name = "?";
  long index = 0;
  char line[512];
  if (bench_now && number != SIGABRT)
    locate(info->si_addr, &name, &index);
  int length = snprintf(line, sizeof line, "crash\t%s\t%d\t%s\t%s\t%ld\t%d\n",
                        bench_now ? bench_now->name : "?", bench_threads,
                        bench_stage, name, index, number);
  if (write(STDOUT_FILENO, line, (size_t)length) < 0)
    _exit(70);
  _exit(3);
}

#ifdef BENCH_SANITIZE
void __sanitizer_set_death_callback(void (*callback)(void));

/* The sanitizer has said what is wrong; this says where. */
static void on_report(void) {
  printf("crash\t%s\t%d\t%s\t?\t0\t0\n", bench_now ? bench_now->name : "?",
         bench_threads, bench_stage);
  fflush(stdout);
}
#endif

static void catch_faults(void) {
#ifndef BENCH_SANITIZE
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGSEGV, &action, NULL);
  sigaction(SIGBUS, &action, NULL);
  sigaction(SIGFPE, &action, NULL);
  /* The emulation of CUDA has found a mistake and said which. */
  sigaction(SIGABRT, &action, NULL);
#else
  (void)on_fault;
  __sanitizer_set_death_callback(on_report);
#endif
}

/* The file: number of cases; per case the name (256 bytes) and per slot the
   number of elements and the elements, each piece starting at a multiple of
   8 bytes. */
static const unsigned char *read_case(const unsigned char *at,
                                      struct bench_case *c) {
  memset(c, 0, sizeof *c);
  memcpy(c->name, at, sizeof c->name);
  at += sizeof c->name;
  for (int s = 0; s < BENCH_SLOTS; ++s) {
    uint64_t elements;
    memcpy(&elements, at, sizeof elements);
    c->elements[s] = elements;
    c->data[s] = at + sizeof elements;
    size_t bytes = elements * (size_t)bench_slots[s].bytes;
    at = c->data[s] + (bytes + 7) / 8 * 8;
  }
  return at;
}

static const unsigned char *map_file(const char *path) {
  int file = open(path, O_RDONLY);
  struct stat status;
  if (file < 0 || fstat(file, &status) < 0)
    die(path);
  void *data =
      mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
  if (data == MAP_FAILED)
    die(path);
  close(file);
  return data;
}

static void count_statements(struct bench_case *c) {
  double counts[bench_statements + 1];
  memset(counts, 0, sizeof counts);
  bench_copy(&c->terms, &c->inputs);
  bench_count(c->terms.args, counts);
  printf("count\t%s", c->name);
  for (int k = 0; k < bench_statements; ++k)
    printf("\t%.0f", counts[k]);
  printf("\n");
}

/* Verifies, unless that was done before, and times when `seconds` is above
   0. */
static int verify(struct bench_case *c, const int *threads, int count,
                  double seconds) {
  int failed = bench_only_times ? 0 : bench_verify(c, threads, count);
#ifdef BENCH_GPU
  failed = failed || bench_check_freed();
#endif
  if (failed || seconds <= 0)
    return failed;
  count_statements(c);
  return bench_measure(c, threads, count, seconds);
}

#ifdef BENCH_FAULTS
/* The same for faults: `what` is "allocations" or "corrupted". */
static int survive(struct bench_case *c, const int *threads, int count,
                   const char *what) {
  int failed = 0;
  for (int k = 0; k < count && !failed; ++k) {
    bench_set_threads(threads[k]);
    failed = strcmp(what, "corrupted") ? bench_fail_allocations(c)
                                       : bench_try_corrupted(c);
  }
  return failed;
}
#endif

/* driver FILE WHAT THREADS...: WHAT is the seconds for timing, 0 for none, or
   a kind of fault. */
int main(int argc, char **argv) {
  int threads[64], count = 0;
  if (argc < 4 || argc > 3 + 64)
    return 70;
  for (int k = 3; k < argc; ++k)
    threads[count++] = atoi(argv[k]);
  double seconds = atof(argv[2]);
#ifdef BENCH_GPU
  bench_start_gpu();
#else
  fenced = seconds <= 0;
#endif
  catch_faults();
  const unsigned char *at = map_file(argv[1]);
  uint64_t cases;
  memcpy(&cases, at, sizeof cases);
  at += sizeof cases;
  int result = 0;
  static struct bench_case c;
  for (uint64_t k = 0; k < cases; ++k) {
    at = read_case(at, &c);
    bench_now = &c;
    open_case(&c);
#ifdef BENCH_FAULTS
    result |= survive(&c, threads, count, argv[2]);
#else
    result |= verify(&c, threads, count, seconds);
#endif
    close_case(&c);
    fflush(stdout);
  }
  return result ? 3 : 0;
}
