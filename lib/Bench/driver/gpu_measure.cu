/*===- gpu_measure.cu - time kernels on the GPU ---------------------------===*/
#include "bench_gpu.h"

#include <stdio.h>

namespace {

enum { SAMPLES = 21, FEWEST_SAMPLES = 5, MOST_BATCH = 50 };
constexpr size_t flush_bytes = (size_t)256 << 20;

/* __ldcg: a read that stays in the L2 cache, so that it displaces what is
   there. */
__global__ void bench_read(const float4 *from, size_t count, float *sink) {
  const size_t stride = (size_t)gridDim.x * blockDim.x;
  float sum = 0;
  for (size_t k = blockIdx.x * (size_t)blockDim.x + threadIdx.x; k < count;
       k += stride) {
    const float4 v = __ldcg(from + k);
    sum += v.x + v.y + v.z + v.w;
  }
  if (sum == 12345.678f)
    *sink = sum;
}

__global__ void bench_copy_kernel(const float4 *__restrict__ from,
                                  float4 *__restrict__ to, size_t count) {
  const size_t stride = (size_t)gridDim.x * blockDim.x;
  size_t k = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  for (; k + 3 * stride < count; k += 4 * stride) {
    const float4 a = from[k], b = from[k + stride], c = from[k + 2 * stride],
                 d = from[k + 3 * stride];
    to[k] = a;
    to[k + stride] = b;
    to[k + 2 * stride] = c;
    to[k + 3 * stride] = d;
  }
  for (; k < count; k += stride)
    to[k] = from[k];
}

int grid_size() {
  static int blocks = 0;
  if (!blocks) {
    int processors = 0;
    bench_cuda(cudaDeviceGetAttribute(&processors,
                                      cudaDevAttrMultiProcessorCount, 0));
    blocks = 8 * processors;
  }
  return blocks;
}

void flush_l2() {
  static float4 *data;
  static float *sink;
  if (!data) {
    bench_cuda(cudaMalloc(&data, flush_bytes));
    bench_cuda(cudaMemset(data, 0, flush_bytes));
    bench_cuda(cudaMalloc(&sink, sizeof *sink));
  }
  bench_read<<<grid_size(), 256, 0, bench_stream>>>(
      data, flush_bytes / sizeof(float4), sink);
}

struct Events {
  cudaEvent_t start[SAMPLES], stop[SAMPLES];
  Events() {
    for (int k = 0; k < SAMPLES; ++k) {
      bench_cuda(cudaEventCreate(&start[k]));
      bench_cuda(cudaEventCreate(&stop[k]));
    }
  }
  ~Events() {
    for (int k = 0; k < SAMPLES; ++k) {
      cudaEventDestroy(start[k]);
      cudaEventDestroy(stop[k]);
    }
  }
  void begin(int k) { bench_cuda(cudaEventRecord(start[k], bench_stream)); }
  void end(int k) { bench_cuda(cudaEventRecord(stop[k], bench_stream)); }
  /* Seconds of one of batch launches. */
  double median(int samples, int batch) {
    double times[SAMPLES];
    bench_cuda(cudaStreamSynchronize(bench_stream));
    for (int k = 0; k < samples; ++k) {
      float milliseconds = 0;
      bench_cuda(cudaEventElapsedTime(&milliseconds, start[k], stop[k]));
      times[k] = 1e-3 * milliseconds / batch;
    }
    return bench_median(times, samples);
  }
};

/* Bytes read and written per second: the better of a kernel and cudaMemcpy. */
double copy_bandwidth() {
  static double best;
  if (best > 0)
    return best;
  size_t available = 0, total = 0;
  bench_cuda(cudaMemGetInfo(&available, &total));
  size_t bytes = (size_t)1 << 30;
  while (bytes > available / 4)
    bytes /= 2;
  float4 *from = nullptr, *to = nullptr;
  bench_cuda(cudaMalloc(&from, bytes));
  bench_cuda(cudaMalloc(&to, bytes));
  bench_cuda(cudaMemset(from, 1, bytes));
  Events events;
  for (int way = 0; way < 2; ++way) {
    for (int k = -2; k < SAMPLES; ++k) {
      events.begin(k < 0 ? 0 : k);
      if (way == 0)
        bench_copy_kernel<<<grid_size(), 256, 0, bench_stream>>>(
            from, to, bytes / sizeof(float4));
      else
        bench_cuda(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice,
                                   bench_stream));
      events.end(k < 0 ? 0 : k);
    }
    const double rate = 2.0 * (double)bytes / events.median(SAMPLES, 1);
    best = rate > best ? rate : best;
  }
  bench_cuda(cudaFree(from));
  bench_cuda(cudaFree(to));
  return best;
}

struct Execution {
  void *plan;
  void *const *args;
};

int launch(void *context) {
  const Execution *execution = (const Execution *)context;
  return bench_call_execute(execution->plan, execution->args);
}

/* Seconds of an inspection, its copies to the GPU included. */
double time_inspector(void *const *args, double seconds) {
  double times[SAMPLES], total = 0;
  int rounds = 0;
  while (rounds < 3 || (total < seconds && rounds < SAMPLES)) {
    void *plan = nullptr;
    const double start = bench_seconds();
    const int code = bench_call_inspect(&plan, args);
    bench_cuda(cudaDeviceSynchronize());
    times[rounds] = bench_seconds() - start;
    total += times[rounds++];
    bench_destroy(plan);
    if (code)
      return -1;
  }
  return bench_median(times, rounds);
}

/* Bytes of arrays; with only, of those that it marks. */
double array_bytes(const struct bench_case *c, const int *only) {
  double total = 0;
  for (int s = 0; s < BENCH_SLOTS; ++s)
    if (!bench_slots[s].scalar && (!only || only[s]))
      total += (double)c->elements[s] * bench_slots[s].bytes;
  return total;
}

double operations(struct bench_case *c) {
  static const double each[BENCH_STATEMENTS + 1] = {BENCH_OPERATIONS};
  double counts[BENCH_STATEMENTS + 1] = {0}, total = 0;
  bench_copy(&c->terms, &c->inputs);
  bench_count(c->terms.args, counts);
  for (int k = 0; k < BENCH_STATEMENTS; ++k)
    total += counts[k] * each[k];
  return total;
}

double original_seconds, floating_operations;

/* Timed results have no one to look at them: one more execution is verified. */
int verify_once(struct bench_case *c, void *plan, double *worst) {
  bench_stage = "execute after timing";
  bench_copy(&c->generated, &c->inputs);
  bench_execute(plan, c->generated.args);
  return bench_compare(c, worst);
}

int measure_generated(struct bench_case *c, double seconds) {
  bench_copy(&c->generated, &c->inputs);
  void *const *args = bench_to_gpu(c->generated.args);
  bench_keep_written();
  void *const *inspected = bench_inspects_on_gpu ? args : c->generated.args;
  struct bench_gpu_row row = {BENCH_LABEL, "", 0, {0, 0}, 0, bench_worst};
  bench_stage = "timing of the inspector";
  bench_unguarded = 1;
  row.inspect = time_inspector(inspected, seconds);
  Execution execution = {nullptr, args};
  if (row.inspect < 0 || bench_call_inspect(&execution.plan, inspected)) {
    bench_unguarded = 0;
    return 0; /* declined: verify has said so */
  }
  row.own_bytes =
      (double)bench_gpu_bytes() + array_bytes(c, bench_executes);
  bench_stage = "timing";
  int failed = bench_time_launches(launch, &execution, &row.times) ||
               verify_once(c, execution.plan, &row.worst);
  bench_destroy(execution.plan);
  bench_unguarded = 0;
  if (!failed)
    bench_print_row(c, &row);
  return failed;
}

} // namespace

int bench_time_launches(int (*launch)(void *), void *context,
                        struct bench_gpu_times *times) {
  Events events;
  bench_restore_written();
  for (int k = 0; k < 3; ++k) {
    events.begin(0);
    if (launch(context))
      return 1;
    events.end(0);
  }
  const double once = events.median(1, 1);
  const int samples = once > 50e-3 ? FEWEST_SAMPLES : SAMPLES;
  int batch = (int)(100e-6 / (once + 1e-9));
  batch = batch < 1 ? 1 : batch > MOST_BATCH ? MOST_BATCH : batch;
  for (int k = 0; k < samples; ++k) {
    /* Values stay near the inputs' whatever the kernel adds up. */
    bench_restore_written();
    if (launch(context))
      return 1;
    events.begin(k);
    for (int run = 0; run < batch; ++run)
      if (launch(context))
        return 1;
    events.end(k);
  }
  times->warm = events.median(samples, batch);
  for (int k = 0; k < samples; ++k) {
    bench_restore_written();
    /* Launches hide behind it. */
    flush_l2();
    events.begin(k);
    if (launch(context))
      return 1;
    events.end(k);
  }
  times->cold = events.median(samples, 1);
  bench_cuda(cudaGetLastError());
  return 0;
}

void bench_print_row(const struct bench_case *c,
                     const struct bench_gpu_row *row) {
  printf("gpu\t%s\t%s\t%d\t%.9g\t%.9g\t%.9g\t%.9g\t%.17g\t%.17g\t%.17g\t%.9g"
         "\t%.3g\t%s\n",
         c->name, row->label, bench_threads, original_seconds, row->times.cold,
         row->times.warm, row->inspect, array_bytes(c, nullptr), row->own_bytes,
         floating_operations, copy_bandwidth(), row->worst, row->note);
  fflush(stdout);
}

extern "C" int bench_measure(struct bench_case *c, const int *threads,
                             int count, double seconds) {
  floating_operations = operations(c);
  copy_bandwidth();
  int failed = 0;
  for (int k = 0; k < count && !failed; ++k) {
    bench_set_threads(threads[k]);
    bench_stage = "timing of the original";
    bench_copy(&c->original, &c->inputs);
    original_seconds = bench_time_original(c, seconds);
    bench_reference(c);
    failed = measure_generated(c, seconds);
  }
#ifdef BENCH_PEER_CUSPARSE
  failed = failed || bench_measure_peers(c);
#endif
  return failed;
}
