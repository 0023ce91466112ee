// What sparsec-permanent loads: a slice of the sum on so many threads. kernel.c
// is permanent-range.c, derived by range.script.
#include "kernel.c"

#ifdef _OPENMP
#include <omp.h>
#endif

int permanent_slice_in_pairs(int threads, int n, long long subsets, long long first,
                    int groups, int lanes, long long size, const int *index,
                    const int *col, const double *a, double *sum,
                    const char **message) {
  permanent_range_plan *plan = NULL;
#ifdef _OPENMP
  omp_set_num_threads(threads);
#endif
  int status = permanent_range_inspect(&plan, n, subsets, groups, lanes, size,
                                       index, col, a);
  if (status == SPARSEC_OK)
    status = permanent_range_execute(plan, first, groups, lanes,
                                     (double(*)[lanes][2])sum);
  permanent_range_destroy(plan);
  if (status != SPARSEC_OK)
    *message = sparsec_last_error();
  return status;
}
