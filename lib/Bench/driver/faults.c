/*===- faults.c - allocations that fail, inputs that break facts ----------===*\
|*
|* The driver is linked with -Wl,--wrap=malloc,..., so that all calls of its
|* objects come here; those of libraries do not. Only what generated code asks
|* for is counted, and only that fails.
|*
\*===----------------------------------------------------------------------===*/
#include "bench_driver.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* enum sparsec_status */
enum { NO_MEMORY = 1, FACT_VIOLATED = 4, BAD_ARGUMENT = 6 };

/* What generated code asks for. */
static struct {
  int runs;    /* generated code */
  long fails;  /* the number of the allocation that fails; -1: none */
  int forever; /* and all after it */
  long asked;  /* since generated code runs */
  long blocks; /* not freed */
} heap;

void *__real_malloc(size_t bytes);
void *__real_calloc(size_t count, size_t bytes);
void *__real_realloc(void *old, size_t bytes);
void *__real_aligned_alloc(size_t alignment, size_t bytes);
void __real_free(void *block);

static void count_blocks(long more) {
  if (heap.runs && !bench_own_memory)
    __atomic_fetch_add(&heap.blocks, more, __ATOMIC_RELAXED);
}

/* The emulation of CUDA asks, too. */
int bench_allocation_fails(void) {
  if (!heap.runs || bench_own_memory)
    return 0;
  long number = __atomic_fetch_add(&heap.asked, 1, __ATOMIC_RELAXED);
  return heap.fails >= 0 &&
         (heap.forever ? number >= heap.fails : number == heap.fails);
}

static void *counted(void *block) {
  count_blocks(block != NULL);
  return block;
}

void *__wrap_malloc(size_t bytes) {
  return bench_allocation_fails() ? NULL : counted(__real_malloc(bytes));
}

void *__wrap_calloc(size_t count, size_t bytes) {
  return bench_allocation_fails() ? NULL : counted(__real_calloc(count, bytes));
}

void *__wrap_realloc(void *old, size_t bytes) {
  if (bench_allocation_fails())
    return NULL;
  void *block = __real_realloc(old, bytes);
  return old ? block : counted(block);
}

void *__wrap_aligned_alloc(size_t alignment, size_t bytes) {
  return bench_allocation_fails()
             ? NULL
             : counted(__real_aligned_alloc(alignment, bytes));
}

void __wrap_free(void *block) {
  count_blocks(-(block != NULL));
  __real_free(block);
}

/* Arrays on the emulated GPU. */
__attribute__((weak)) long bench_device_arrays(void);

static void start(long fails, int forever) {
  heap.fails = fails;
  heap.forever = forever;
  heap.asked = 0;
  heap.runs = 1;
}

/* Whether an allocation has failed since start(). */
static int stop(void) {
  heap.runs = 0;
  return heap.fails >= 0 && heap.asked > heap.fails;
}

static int broken(const struct bench_case *c, const char *text) {
  char failing[64] = "";
  if (heap.fails >= 0)
    snprintf(failing, sizeof failing, ", allocation %ld%s fails", heap.fails,
             heap.forever ? " and all later ones" : "");
  printf("broken\t%s\t%d\t%s%s\t%s\n", c->name, bench_threads, bench_stage,
         failing, text);
  return 1;
}

static int check_leaks(const struct bench_case *c) {
  if (heap.blocks > 0)
    return broken(c, "memory is never freed");
  if (bench_device_arrays && bench_device_arrays() > 0)
    return broken(c, "memory of the GPU is never freed");
  return 0;
}

/* 0 where `code` and its message say that memory ran out, and the caller's
   arrays are what they were. */
static int check_no_memory(const struct bench_case *c, int code) {
  if (code != NO_MEMORY)
    return broken(c, code ? bench_message(code) : "the failure is not told");
  if (!strstr(bench_message(code), "memory"))
    return broken(c, bench_message(code));
  return bench_check_untouched(c);
}

/* A plan from an inspector that nothing fails in; null where it declines. */
static void *make_plan(struct bench_case *c) {
  void *plan = NULL;
  bench_copy(&c->generated, &c->inputs);
  start(-1, 0);
  bench_inspect(&plan, c->generated.args);
  stop();
  return plan;
}

static void destroy(void *plan) {
  start(-1, 0);
  bench_destroy(plan);
  stop();
}

/* What one kind of call does when its allocation `fails` does: -1 for
   something wrong, 0 where it needs no further one, else 1. */
typedef int attempt(struct bench_case *c, long fails, int forever);

static int inspect(struct bench_case *c, long fails, int forever) {
  void *plan = &heap; /* must be overwritten */
  bench_stage = "inspect";
  bench_copy(&c->generated, &c->inputs);
  start(fails, forever);
  int code = bench_inspect(&plan, c->generated.args), failed = stop();
  if (!failed) {
    if (!code)
      destroy(plan);
    return check_leaks(c) ? -1 : 0;
  }
  if (plan)
    return broken(c, "a plan in spite of the failure"), -1;
  return check_no_memory(c, code) || check_leaks(c) ? -1 : 1;
}

/* Of a plan that is there: `_execute`, or `_update`. */
static int use_plan(struct bench_case *c, long fails, int forever,
                    int (*use)(void *, void *const *)) {
  double worst = 0;
  void *plan = make_plan(c);
  if (!plan)
    return 0;
  start(fails, forever);
  int code = use(plan, c->generated.args), failed = stop(), wrong = 0;
  if (failed)
    wrong = check_no_memory(c, code);
  else if (code)
    wrong = broken(c, bench_message(code));
  else if (use == bench_execute)
    wrong = bench_compare(c, &worst);
  destroy(plan);
  return wrong || check_leaks(c) ? -1 : failed;
}

static int execute(struct bench_case *c, long fails, int forever) {
  bench_stage = "execute";
  return use_plan(c, fails, forever, bench_execute);
}

static int update(struct bench_case *c, long fails, int forever) {
  bench_stage = "update";
  return use_plan(c, fails, forever, bench_update);
}

static int drop_in(struct bench_case *c, long fails, int forever) {
  double worst = 0;
  bench_stage = "drop-in";
  bench_copy(&c->generated, &c->inputs);
  start(fails, forever);
  bench_dropin(c->generated.args);
  int failed = stop();
  /* Without a plan the original loops run, in their own order. */
  const int is_unplanned = failed && bench_is_ordered;
  if (is_unplanned)
    bench_run_original(c, 0);
  bench_stage = "drop-in";
  int wrong = bench_compare(c, &worst) || check_leaks(c);
  if (is_unplanned)
    bench_run_original(c, 1);
  return wrong ? -1 : failed;
}

int bench_fail_allocations(struct bench_case *c) {
  attempt *const attempts[] = {inspect, execute, update, drop_in};
  long failures = 0;
  bench_reference(c);
  for (size_t a = 0; a < sizeof attempts / sizeof *attempts; ++a)
    for (int forever = 0; forever < 2; ++forever) {
      int more = 1;
      for (long fails = 0; more; ++fails, failures += more)
        if ((more = attempts[a](c, fails, forever)) < 0)
          return 1;
    }
  printf("survived\t%s\t%d\t%ld\n", c->name, bench_threads, failures);
  return 0;
}

static int in_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* Whether `message` says what is wrong with an argument: it names one and, of
   an array, a position. What the fact says does not count. */
static int names_argument(const char *message) {
  const char *what = strstr(message, " does not hold: ");
  what = what ? what : message;
  int has_number = what[strcspn(what, "0123456789")] != 0;
  for (int s = 0; s < BENCH_SLOTS; ++s) {
    const char *at = what, *name = bench_slots[s].name;
    for (; (at = strstr(at, name)) != NULL; ++at) {
      int whole = (at == what || !in_word(at[-1])) && !in_word(at[strlen(name)]);
      if (whole && (bench_slots[s].scalar || has_number))
        return 1;
    }
  }
  return 0;
}

/* The same for an error of `_inspect` or `_execute` about an argument. */
static int check_refusal(struct bench_case *c, int code) {
  if ((code != FACT_VIOLATED && code != BAD_ARGUMENT) ||
      !names_argument(bench_message(code)))
    return broken(c, bench_message(code));
  return bench_check_untouched(c);
}

int bench_try_corrupted(struct bench_case *c) {
  double worst = 0;
  void *plan = &heap;
  bench_stage = "inspect";
  bench_copy(&c->generated, &c->inputs);
  start(-1, 0);
  int code = bench_inspect(&plan, c->generated.args);
  if (code && plan)
    return broken(c, "a plan in spite of the error");
  if (!code) {
    bench_stage = "execute";
    code = bench_execute(plan, c->generated.args);
  }
  stop();
  int wrong;
  if (code) {
    wrong = check_refusal(c, code);
  } else {
    /* Only now: an input that was not refused is one for the original. */
    bench_reference(c);
    bench_stage = "execute";
    wrong = bench_compare(c, &worst);
  }
  destroy(plan);
  if (wrong || check_leaks(c))
    return 1;
  printf("%s\t%s\n", code ? "refused" : "computed", c->name);
  return 0;
}
