// Includes GENERATED and lets the first, second, … allocation fail until one
// run of INSPECT needs no more: every failure is reported, leaves no plan, and
// the drop-in KERNEL computes all the same. Linked with -Wl,--wrap=….
#include GENERATED

#define JOIN2(a, b) a##b
#define JOIN(a, b) JOIN2(a, b)

static long allocations, failing = -1;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
static int fails(void) {
  long number = __atomic_fetch_add(&allocations, 1, __ATOMIC_RELAXED);
  return number == failing;
}
void *__wrap_malloc(size_t size) { return fails() ? 0 : __real_malloc(size); }
void *__wrap_calloc(size_t count, size_t size) {
  return fails() ? 0 : __real_calloc(count, size);
}
void *__wrap_realloc(void *old, size_t size) {
  return fails() ? 0 : __real_realloc(old, size);
}
void *__wrap_aligned_alloc(size_t alignment, size_t size) {
  return fails() ? 0 : __real_aligned_alloc(alignment, size);
}

static const int n = 4, m = 5;
static const int index[] = {0, 2, 2, 5, 6};
static const int col[] = {0, 3, 1, 2, 4, 0};
static const double a[] = {1, 2, 3, 4, 5, 6}, x[] = {1, 2, 3, 4, 5};

static int require(int holds, const char *what, long run) {
  if (!holds)
    printf("allocation %ld: %s\n", run, what);
  return !holds;
}

static int is_reported(int status, const void *plan, long run) {
  return require(status == SPARSEC_NO_MEMORY, "another status", run) +
         require(plan == 0, "a plan", run) +
         require(strstr(sparsec_last_error(), "memory") != 0, "no text", run);
}

static int computes(long run) {
  double y[] = {1, 1, 1, 1, 1}, expected[] = {1, 1, 1, 1, 1};
  JOIN(KERNEL, _original)(n, m, index, col, a, x, expected);
  failing = run;
  allocations = 0;
  KERNEL(n, m, index, col, a, x, y);
  return require(memcmp(y, expected, sizeof y) == 0, "another result", run);
}

int main(void) {
  int wrong = 0;
  for (long run = 0;; run++) {
    JOIN(KERNEL, _plan) *plan = (void *)1;
    failing = run;
    allocations = 0;
    int status = INSPECT;
    if (allocations <= run) {
      wrong += require(status == SPARSEC_OK, "an error without a failure", run);
      JOIN(KERNEL, _destroy)(plan);
      printf("%s: %ld allocations, %d wrong\n", NAME, run, wrong);
      return wrong != 0;
    }
    wrong += is_reported(status, plan, run) + computes(run);
  }
}
