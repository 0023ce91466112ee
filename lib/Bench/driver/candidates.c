/*===- candidates.c - what a driver times, of one generated version -------===*/
#include "bench_driver.h"

#ifdef BENCH_GPU
extern const struct bench_gpu_code bench_gpu_code;
int bench_call_inspect(void **plan, void *const *args);
int bench_call_execute(void *plan, void *const *args);

const struct bench_candidate bench_candidates[] = {
    {0, bench_call_inspect, bench_call_execute, bench_destroy, NULL,
     &bench_gpu_code}};
#else
const struct bench_candidate bench_candidates[] = {
    {0, bench_inspect, bench_execute, bench_destroy, NULL, NULL}};
#endif
const int bench_candidate_count = 1;
const int bench_only_times = 0;
const double bench_budget = 0, bench_runs = 0;
