/*===- bench_driver.h - shared by the parts of a benchmark driver ---------===*\
|*
|* The driver that sparsec-bench compiles for one kernel: it maps a file of
|* cases (inputs), runs the original and the generated code on equal copies of
|* them, compares, and times. Results go to stdout, one tab-separated record a
|* line. What is particular to the kernel is in bench_kernel.h and behind the
|* bench_* functions below.
|*
\*===----------------------------------------------------------------------===*/
#ifndef BENCH_DRIVER_H
#define BENCH_DRIVER_H

#include <stddef.h>
#include <stdint.h>

/* One scalar or array that crosses the kernel's interface. */
struct bench_slot {
  const char *name;
  int bytes;  /* of one element */
  int digits; /* of a floating number: 53, 24, of _Float16 11, of __bf16 8;
                 0: an integer */
  int scalar;
  int written; /* by the kernel; others must be the same afterwards */
  int varies;  /* may change between inspect and execute */
  int updated; /* may change when followed by _update */
  int parts;   /* 2 for complex numbers, of doubles, else 1 */
  /* Of a member of an array of structures: the slot of the array, -1 for
     others; where it lies in a structure, and its bytes there. The kernel takes
     the array, inputs and comparisons are about its members. */
  int holder, offset, size;
  int structures;  /* it is such an array */
  double rounding; /* of its elements in the plan, relative to them */
};

/* The kernel; args holds one pointer per slot. Each lies in an object of its
   own, whose other names are local to it. */
void bench_original(void *const *args);
void bench_dropin(void *const *args);
/* Whether the recipe leaves the order of iterations open. Then bench_order
   runs the plan on arguments that nobody needs, and finds it out; 0 when it
   did. bench_replay is the original in this order. */
extern const int bench_is_ordered;
int bench_order(void *const *args);
void bench_replay(void *const *args);
int bench_inspect(void **plan, void *const *args);
int bench_execute(void *plan, void *const *args);
int bench_update(void *plan, void *const *args);
void bench_destroy(void *plan);
const char *bench_message(int code);
/* What is known of code for a GPU; see contract.cu. */
struct bench_gpu_code {
  const char *label;
  int inspects_on_gpu;
  const int *executes; /* per slot: whether _execute takes it */
};
/* A generated version of the kernel that is timed: all of them beside one
   original, in one process. On a GPU its functions take the arrays that the
   contract's do, elsewhere the host's. */
struct bench_candidate {
  int number; /* by which records name it */
  int (*inspect)(void **plan, void *const *args);
  int (*execute)(void *plan, void *const *args);
  void (*destroy)(void *plan);
  const char *peer; /* a library, which is not verified before; NULL: none */
  const struct bench_gpu_code *gpu; /* NULL: it is for the host */
};
/* candidates.c */
extern const struct bench_candidate bench_candidates[];
extern const int bench_candidate_count;
/* What was verified before is only timed; seconds for all candidates together,
   of whom the slower ones are dropped on the way, 0: no limit; how many
   executions one inspection is for, 0: uncounted. */
extern const int bench_only_times;
extern const double bench_budget, bench_runs;
/* The kernel with every term's magnitude added up, on absolute values. */
void bench_bound(void *const *args);
/* The longest chain of roundings behind each element, from zeros. */
void bench_terms(void *const *args);
/* By how much each element may be off relatively, where those that arguments
   hold first are off by what these hold instead. */
void bench_rounding(void *const *args);
/* How often each statement runs. */
void bench_count(void *const *args, double *counts);

#include "bench_kernel.h"

struct bench_buffer {
  unsigned char *block; /* what was allocated, guard zones included */
  size_t block_bytes;
  unsigned char *data;
  size_t bytes;
};

/* A complete set of arguments. */
struct bench_arguments {
  struct bench_buffer buffer[BENCH_SLOTS];
  void *args[BENCH_SLOTS];
};

/* One input. */
struct bench_case {
  char name[256];
  size_t elements[BENCH_SLOTS];
  const unsigned char *data[BENCH_SLOTS];
  /* data: the inputs in force; original, generated: what each made of them;
     bound, terms, rounding: for the comparison. */
  struct bench_arguments inputs, original, generated, bound, terms, rounding;
};

/* Of the kernel; not in bench_kernel.h, which these files should share with as
   many other kernels as can be (ObjectCache.h). */
extern const struct bench_slot bench_slots[BENCH_SLOTS];
extern const int bench_statements;
extern const double bench_epsilon;
extern const int bench_is_emulated; /* code for a GPU; times mean nothing */
/* Where the run is, for messages: also when a signal ends it. */
extern const struct bench_case *bench_now;
extern const char *bench_stage;
extern int bench_threads;
/* Above 0 while the driver allocates for generated code: not what fails. */
extern int bench_own_memory;

/* Number `index` of a slot's data; complex ones are two. */
double bench_number(const unsigned char *data, int slot, size_t index);
void bench_set_threads(int threads);
double bench_seconds(void);
unsigned char bench_guard_byte(const unsigned char *place);
void bench_copy(struct bench_arguments *to, const struct bench_arguments *from);
/* Puts members into their structures, and takes them out. */
void bench_join(const struct bench_arguments *set);
void bench_split(const struct bench_arguments *set);
/* Only what the kernel writes. */
void bench_reset_written(struct bench_arguments *to,
                         const struct bench_arguments *from);

/* Bytes before and after each array that no one may write. */
enum { BENCH_GUARD = 256 };

void bench_set_number(unsigned char *data, int slot, size_t index,
                      double value);
/* sensitivity.c: by how much number k of a slot changes, after the last
   bench_reference, where inputs do by small parts of themselves, over that
   part; 0 where nothing tells. */
double bench_sensitivity(const struct bench_case *c, int slot, size_t k);
void bench_forget_sensitivity(void);
/* verify.c: runs the original on the inputs in force; as_planned: in the order
   of the plan, unless there is none, of inputs that its inspector refuses. */
void bench_run_original(struct bench_case *c, int as_planned);
/* Runs the original on the inputs in force, and what bounds its
   error. */
void bench_reference(struct bench_case *c);
/* 0 when c->generated holds the inputs in force still, guards included; else
   prints what does not. */
int bench_check_untouched(const struct bench_case *c);
/* 0 when c->generated is what the reference asks for; raises *worst to the
   largest relative error. Prints what is wrong. */
int bench_compare(const struct bench_case *c, double *worst);
/* The largest error of the last bench_verify. */
extern double bench_worst;
/* 0 when original and generated agree on the case at all numbers of
   threads in [threads, threads + count). */
int bench_verify(struct bench_case *c, const int *threads, int count);
/* order.c: takes down that an iteration with these values of its loops, from
   the outermost one, runs; how many did, and a loop's values in their order. */
void bench_visit(int order, int loops, const long long *values);
void bench_forget_visits(void);
long long bench_visits(int order);
const long long *bench_visited(int order, int loop);
/* faults.c: 0 when each allocation may fail, alone and with all later ones, in
   each function of the contract. */
int bench_fail_allocations(struct bench_case *c);
/* 0 when an input that may break a fact is refused, with the place in the
   message, or computed as the original does. */
int bench_try_corrupted(struct bench_case *c);
/* turns.c: prints a record per candidate and number of threads; 0 unless
   something was found to be wrong. */
int bench_measure(struct bench_case *c, const int *threads, int count,
                  double seconds);
double bench_median(double *values, int count);
/* The quartiles; of fewer than 11 values the least and the most. */
void bench_range(double *values, int count, double *range);
enum { BENCH_MOST_ROUNDS = 101, BENCH_FEWEST_ROUNDS = 5 };
/* What takes turns. */
struct bench_runner {
  const struct bench_candidate *candidate; /* NULL: the original */
  void *plan;
  double own_bytes; /* on a GPU, that its plan holds there */
  int batch;
  int is_out; /* it is timed no longer */
  int inspected, rounds;
  double *inspections, *times; /* seconds */
  double *warm;                /* on a GPU, of runs back to back */
};
/* How they are timed: measure.c, or gpu_measure.cu on a GPU. All of them begin
   with the inputs in force. */
void bench_begin_timing(struct bench_case *c, struct bench_runner *runners,
                        int count, double seconds);
/* Makes the plan, unless it is declined: is_out. Seconds of that. */
double bench_inspect_runner(struct bench_case *c, struct bench_runner *r);
/* Runs per batch; 0 when running on one's own result leaves the numbers that
   the hardware handles at full speed. */
int bench_choose_batch(struct bench_case *c, struct bench_runner *r);
/* Its times of one more round, unless it is out. */
void bench_time_runner(struct bench_case *c, struct bench_runner *r);
/* Prints the record; 0 unless its result is wrong. */
int bench_report(struct bench_case *c, struct bench_runner *r,
                 struct bench_runner *original);
void bench_end_timing(void);
/* After all that, the libraries that take no turns. */
int bench_measure_libraries(struct bench_case *c);
/* measure.c: seconds of one run of the original. */
double bench_time_original(struct bench_case *c, double seconds);
/* memory.c: measures the rate at which threads read memory, a pass at a time,
   until there were enough, unless runs are to take so few seconds that it would
   take longer; what it has taken; the end prints the `memory` record. None of
   it without a beginning. */
void bench_memory_begin(double seconds);
void bench_memory_pass(void);
double bench_memory_spent(void);
void bench_memory_end(void);

#ifdef BENCH_GPU
/* gpu.cu: ends the driver where there is no GPU. */
void bench_start_gpu(void);
/* 0 when all memory of the GPU that generated code took is freed. */
int bench_check_freed(void);
#endif

#endif /* BENCH_DRIVER_H */
