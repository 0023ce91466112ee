/* Arguments that break a declared fact: the same status and message from any
 * number of threads, no plan, and no message for arguments that do not. Prints
 * the message behind `what`. Needs #include of the generated code before. */
#include <assert.h>
#include <omp.h>

static const int team_sizes[] = {1, 2, 3, 7};

#define REFUSED(what, function, ...)                                           \
  do {                                                                         \
    char first[512] = "";                                                      \
    for (int t = 0; t < 4; t++) {                                              \
      function##_plan *plan = (function##_plan *)first;                        \
      omp_set_num_threads(team_sizes[t]);                                      \
      assert(function##_inspect(&plan, __VA_ARGS__) == SPARSEC_FACT_VIOLATED); \
      assert(!plan);                                                           \
      if (t == 0)                                                              \
        snprintf(first, sizeof first, "%s", sparsec_last_error());             \
      assert(strcmp(first, sparsec_last_error()) == 0);                        \
    }                                                                          \
    fprintf(stderr, "%s: %s\n", what, first);                                  \
  } while (0)

#define TAKEN(function, ...)                                                   \
  for (int t = 0; t < 4; t++) {                                                \
    function##_plan *plan = NULL;                                              \
    omp_set_num_threads(team_sizes[t]);                                        \
    assert(function##_inspect(&plan, __VA_ARGS__) == SPARSEC_OK && plan);      \
    function##_destroy(plan);                                                  \
  }
