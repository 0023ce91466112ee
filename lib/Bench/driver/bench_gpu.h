/*===- bench_gpu.h - shared by the GPU's parts of a benchmark driver ------===*\
|*
|* Verification works on the host's arrays as it does for C: bench_execute of a
|* CUDA driver (contract.cu) copies them to the GPU with their guard zones, runs
|* _execute there and copies all of it back. Generated code takes its memory
|* from bench_gpu_malloc, with guard zones of its own.
|*
\*===----------------------------------------------------------------------===*/
#ifndef BENCH_GPU_H
#define BENCH_GPU_H

#include <cuda_runtime.h>

extern "C" {
#include "bench_driver.h"

/* Functions of candidates, which run on the GPU, take device arrays, scalars on
   the host, and this stream. */
extern cudaStream_t bench_stream;

/* Ends the driver when error is one of CUDA's. */
void bench_cuda(cudaError_t error);

/* Device arrays with the contents of host's, guard zones included; scalars
   stay on the host. */
void *const *bench_to_gpu(void *const *host);
/* Waits, copies everything back to host and checks the guard zones of what
   generated code has taken; returns code. */
int bench_from_gpu(void *const *host, int code);
/* Waits and copies back what the kernel writes only. */
void bench_written_from_gpu(void *const *host);
/* Sets what the kernel writes back to what bench_to_gpu copied, in stream
   order. */
void bench_keep_written(void);
void bench_restore_written(void);

/* In place of cudaMalloc and cudaFree in generated code. */
cudaError_t bench_gpu_malloc(void **pointer, size_t bytes);
cudaError_t bench_gpu_free(void *pointer);
/* Bytes that generated code holds. */
size_t bench_gpu_bytes(void);
/* Memory is without guard zones while this is set: for timing. */
extern int bench_unguarded;
}

/* Seconds of one launch: with an L2 cache that holds nothing of it, their range
   as bench_range gives it, and back to back. */
struct bench_gpu_times {
  double cold, range[2], warm;
  int rounds;
};
/* gpu_measure.cu: times launch(context), which puts work on bench_stream. 0 if
   all returned 0. */
int bench_time_launches(int (*launch)(void *), void *context,
                        struct bench_gpu_times *times);

/* One line of the table. */
struct bench_gpu_row {
  const char *label, *note;
  int number; /* of the candidate; -1: a library */
  int is_out; /* dropped on the way */
  double inspect, inspect_range[2];
  struct bench_gpu_times times;
  double own_bytes; /* arrays of the format and those that execute takes */
  double worst;
};
void bench_print_row(const struct bench_case *c,
                     const struct bench_gpu_row *row);

/* gpu_cusparse.cu, where asked for: rows of the same product by cuSPARSE. The
   reference is in force, the inputs are on the GPU. */
int bench_measure_peers(struct bench_case *c);

#endif
