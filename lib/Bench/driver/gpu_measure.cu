/*===- gpu_measure.cu - time kernels on the GPU ---------------------------===*/
#include "bench_gpu.h"

#include <stdio.h>

namespace {

enum { SAMPLES = 21, MOST_BATCH = 50 };
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

/* Seconds between two places of bench_stream. */
class Stopwatch {
public:
  Stopwatch() {
    bench_cuda(cudaEventCreate(&start));
    bench_cuda(cudaEventCreate(&stop));
  }
  ~Stopwatch() {
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
  }
  Stopwatch(const Stopwatch &) = delete;
  void begin() { bench_cuda(cudaEventRecord(start, bench_stream)); }
  double end() {
    bench_cuda(cudaEventRecord(stop, bench_stream));
    bench_cuda(cudaStreamSynchronize(bench_stream));
    float milliseconds = 0;
    bench_cuda(cudaEventElapsedTime(&milliseconds, start, stop));
    return 1e-3 * milliseconds;
  }

private:
  cudaEvent_t start, stop;
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
  Stopwatch watch;
  for (int way = 0; way < 2; ++way) {
    double times[SAMPLES];
    for (int k = -2; k < SAMPLES; ++k) {
      watch.begin();
      if (way == 0)
        bench_copy_kernel<<<grid_size(), 256, 0, bench_stream>>>(
            from, to, bytes / sizeof(float4));
      else
        bench_cuda(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice,
                                   bench_stream));
      times[k < 0 ? 0 : k] = watch.end();
    }
    const double rate = 2.0 * (double)bytes / bench_median(times, SAMPLES);
    best = rate > best ? rate : best;
  }
  bench_cuda(cudaFree(from));
  bench_cuda(cudaFree(to));
  return best;
}

/* What is timed: a candidate, or a library's product. */
struct Launch {
  int (*function)(void *context);
  void *context;
  bool run() const { return function(context) == 0; }
};

/* Seconds of one of `batch` launches back to back; below 0 where one fails.
   Values stay near the inputs' whatever the kernel adds up. */
double time_warm(const Launch &launch, int batch) {
  static Stopwatch watch;
  bench_restore_written();
  if (!launch.run())
    return -1;
  watch.begin();
  for (int run = 0; run < batch; ++run)
    if (!launch.run())
      return -1;
  return watch.end() / batch;
}

/* The same of one launch that finds nothing of its data in the L2 cache. It
   hides behind what empties that. */
double time_cold(const Launch &launch) {
  static Stopwatch watch;
  bench_restore_written();
  flush_l2();
  watch.begin();
  if (!launch.run())
    return -1;
  return watch.end();
}

/* Launches in a batch for about 100 us; 0 where one fails. */
int batch_of(const Launch &launch) {
  double once = 0;
  for (int k = 0; k < 3; ++k)
    if ((once = time_warm(launch, 1)) < 0)
      return 0;
  const int batch = (int)(100e-6 / (once + 1e-9));
  return batch < 1 ? 1 : batch > MOST_BATCH ? MOST_BATCH : batch;
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
void *const *device_arguments;

int execute(void *context) {
  const struct bench_runner *r = (const struct bench_runner *)context;
  return r->candidate->execute(r->plan, device_arguments);
}

Launch launch_of(struct bench_runner *r) { return {execute, r}; }

/* It takes turns no longer. */
void leave(struct bench_case *c, struct bench_runner *r, const char *why) {
  printf("without\t%s\t%s\t%s\n", c->name, r->candidate->gpu->label, why);
  r->is_out = 1;
}

/* Timed results have no one to look at them: one more execution is verified. */
int verify_once(struct bench_case *c, struct bench_runner *r, double *worst) {
  bench_stage = "execute after timing";
  bench_copy(&c->generated, &c->inputs);
  const int code = r->candidate->execute(r->plan, bench_to_gpu(c->generated.args));
  if (bench_from_gpu(c->generated.args, code)) {
    printf("broken\t%s\t%d\t%s\tit returns %d\n", c->name, bench_threads,
           bench_stage, code);
    return 1;
  }
  return bench_compare(c, worst);
}

} // namespace

int bench_time_launches(int (*function)(void *), void *context,
                        struct bench_gpu_times *times) {
  const Launch launch = {function, context};
  const int batch = batch_of(launch);
  double cold[SAMPLES], warm[SAMPLES];
  int rounds = 0;
  if (batch == 0)
    return 1;
  do {
    warm[rounds] = time_warm(launch, batch);
    cold[rounds] = time_cold(launch);
    if (warm[rounds] < 0 || cold[rounds] < 0)
      return 1;
    ++rounds;
  } while (rounds < (warm[0] > 50e-3 ? BENCH_FEWEST_ROUNDS : SAMPLES));
  times->warm = bench_median(warm, rounds);
  times->cold = bench_median(cold, rounds);
  bench_range(cold, rounds, times->range);
  times->rounds = rounds;
  bench_cuda(cudaGetLastError());
  return 0;
}

/* The record: gpu CASE LABEL THREADS; seconds of the original, cold, warm, of
   the inspector; bytes of all arrays and the own; operations; bytes that a copy
   moves in a second; the error; a note; which candidate it is, its rounds,
   whether it was dropped; the ranges of the inspector and cold. */
void bench_print_row(const struct bench_case *c,
                     const struct bench_gpu_row *row) {
  const struct bench_gpu_times *times = &row->times;
  printf("gpu\t%s\t%s\t%d\t%.9g\t%.9g\t%.9g\t%.9g\t%.17g\t%.17g\t%.17g\t%.9g"
         "\t%.3g\t%s",
         c->name, row->label, bench_threads, original_seconds, times->cold,
         times->warm, row->inspect, array_bytes(c, nullptr), row->own_bytes,
         floating_operations, copy_bandwidth(), row->worst, row->note);
  printf("\t%d\t%d\t%d\t%.9g\t%.9g\t%.9g\t%.9g\n", row->number,
         times->rounds, row->is_out, row->inspect_range[0],
         row->inspect_range[1], times->range[0], times->range[1]);
  fflush(stdout);
}

extern "C" {

/* The original takes no turns: it would take most of the time. */
void bench_begin_timing(struct bench_case *c, struct bench_runner *runners,
                        int, double seconds) {
  floating_operations = operations(c);
  copy_bandwidth();
  bench_stage = "timing of the original";
  bench_copy(&c->original, &c->inputs);
  original_seconds = bench_time_original(c, seconds);
  runners[0].times[0] = original_seconds;
  runners[0].rounds = 1;
  runners[0].is_out = 1;
  bench_reference(c);
  bench_copy(&c->generated, &c->inputs);
  device_arguments = bench_to_gpu(c->generated.args);
  bench_keep_written();
  flush_l2(); /* takes its memory before plans do */
  bench_unguarded = 1;
}

double bench_inspect_runner(struct bench_case *c, struct bench_runner *r) {
  const struct bench_gpu_code *code = r->candidate->gpu;
  const size_t before = bench_gpu_bytes();
  const double start = bench_seconds();
  r->is_out = r->candidate->inspect(&r->plan, code->inspects_on_gpu
                                                  ? device_arguments
                                                  : c->generated.args) != 0;
  bench_cuda(cudaDeviceSynchronize());
  const double seconds = bench_seconds() - start;
  /* Its inspector took the input before: what is new are the others' plans. */
  if (r->is_out)
    leave(c, r, "its inspector fails beside the plans of others");
  r->own_bytes = (double)(bench_gpu_bytes() - before);
  return seconds;
}

int bench_choose_batch(struct bench_case *c, struct bench_runner *r) {
  const int batch = batch_of(launch_of(r));
  if (batch == 0)
    leave(c, r, "an execution fails");
  return batch ? batch : 1;
}

void bench_time_runner(struct bench_case *c, struct bench_runner *r) {
  const double warm = time_warm(launch_of(r), r->batch),
               cold = time_cold(launch_of(r));
  bench_cuda(cudaGetLastError());
  if (warm < 0 || cold < 0)
    return leave(c, r, "an execution fails");
  r->warm[r->rounds] = warm;
  r->times[r->rounds++] = cold;
}

int bench_report(struct bench_case *c, struct bench_runner *r,
                 struct bench_runner *) {
  const struct bench_gpu_code *code = r->candidate->gpu;
  struct bench_gpu_row row = {code->label, "", r->candidate->number, r->is_out};
  row.inspect = bench_median(r->inspections, r->inspected);
  bench_range(r->inspections, r->inspected, row.inspect_range);
  row.times.cold = bench_median(r->times, r->rounds);
  row.times.warm = bench_median(r->warm, r->rounds);
  row.times.rounds = r->rounds;
  bench_range(r->times, r->rounds, row.times.range);
  row.own_bytes = r->own_bytes + array_bytes(c, code->executes);
  row.worst = bench_worst;
  if (r->plan && verify_once(c, r, &row.worst))
    return 1;
  bench_print_row(c, &row);
  return 0;
}

void bench_end_timing(void) { bench_unguarded = 0; }

int bench_measure_libraries(struct bench_case *c) {
#ifdef BENCH_PEER_CUSPARSE
  return bench_measure_peers(c);
#else
  (void)c;
  return 0;
#endif
}

} // extern "C"
