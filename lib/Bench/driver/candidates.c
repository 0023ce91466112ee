/*===- candidates.c - what a driver times, of one generated version -------===*/
#include "bench_driver.h"

const struct bench_candidate bench_candidates[] = {
    {0, bench_inspect, bench_execute, bench_destroy, NULL}};
const int bench_candidate_count = 1;
const int bench_only_times = 0;
const double bench_budget = 0, bench_runs = 0;
