//===- ArrivalTests.cpp - copies in bulk, and what counts them ------------===//

#include "emulation.h"

#include "cuda/ptx"
#include "cuda_awbarrier_primitives.h"

#include <gtest/gtest.h>

namespace {

constexpr int threads = 32;

/// Skips where the compiler does not tell of loads and stores.
class Arrivals : public testing::Test {
protected:
  void SetUp() override {
    if (!cudaEmulation::watching)
      GTEST_SKIP() << "needs -fsanitize=thread";
    cudaMalloc(&array, threads * sizeof(double));
    cudaMalloc(&sums, threads * sizeof(double));
    double values[threads];
    for (int k = 0; k < threads; ++k)
      values[k] = k;
    cudaMemcpy(array, values, sizeof values, cudaMemcpyHostToDevice);
  }
  void TearDown() override {
    cudaFree(array);
    cudaFree(sums);
  }

  template <typename Kernel>
  void run(Kernel kernel) {
    double *a = array, *s = sums;
    cudaEmulate("k", 1, threads, [=] { kernel(a, s); });
  }
  double *array = nullptr, *sums = nullptr;
};

void start(double *to, const double *from, unsigned bytes, unsigned expected,
           __mbarrier_t *word) {
  using namespace cuda::ptx;
  mbarrier_expect_tx(sem_relaxed, scope_cta, space_shared, word, expected);
  cp_async_bulk(space_cluster, space_global, to, from, bytes, word);
}

/// One thread copies \p bytes from \p offset on where \p expected are expected;
/// all read them, behind a wait or not.
template <int offset, unsigned bytes, unsigned expected, bool waits>
void copyOnce(const double *a, double *s) {
  alignas(16) __shared__ double box[threads];
  __shared__ __mbarrier_t word;
  const unsigned t = threadIdx.x;
  if (t == 0)
    __mbarrier_init(&word, threads);
  __syncthreads();
  if (t == 1)
    start(box, a + offset, bytes, expected, &word);
  __mbarrier_arrive(&word);
  while (waits && !__mbarrier_try_wait_parity(&word, 0, 1))
    ;
  __syncthreads();
  s[t] = box[threads - 1 - t];
}

constexpr unsigned all = threads * sizeof(double);

TEST_F(Arrivals, BringWhatOneThreadHasStarted) {
  run(copyOnce<0, all, all, true>);
  double result[threads];
  cudaMemcpy(result, sums, sizeof result, cudaMemcpyDeviceToHost);
  for (int t = 0; t < threads; ++t)
    EXPECT_EQ(result[t], threads - 1 - t);
}

TEST_F(Arrivals, AreSeenByNobodyWhoDoesNotWait) {
  EXPECT_DEATH(run(copyOnce<0, all, all, false>),
               "reads 8 bytes of shared memory, where an asynchronous copy is "
               "under way");
}

TEST_F(Arrivals, CountBytes) {
  EXPECT_DEATH(run(copyOnce<0, all, all + 16, true>),
               "arrives last where 272 bytes are expected and 256 are copied");
}

TEST_F(Arrivals, HaveUnitsOf16Bytes) {
  EXPECT_DEATH(run(copyOnce<0, 24, 24, true>),
               "copies 24 bytes in bulk, which is no multiple of 16");
  EXPECT_DEATH(run(copyOnce<1, 16, 16, true>),
               "in bulk, which does not begin at a multiple of 16");
}

void twice(const double *, double *) {
  __shared__ __mbarrier_t word;
  __mbarrier_init(&word, threads);
}

void missing(const double *, double *) {
  __shared__ __mbarrier_t word;
  if (threadIdx.x == 0)
    __mbarrier_init(&word, threads);
  __syncthreads();
  if (threadIdx.x > 0)
    __mbarrier_arrive(&word);
  while (!__mbarrier_try_wait_parity(&word, 0, 1))
    ;
}

TEST_F(Arrivals, BeginOnce) {
  EXPECT_DEATH(run(twice), "begins a barrier that has begun and not ended");
}

TEST_F(Arrivals, WaitForAllThreads) {
  EXPECT_DEATH(run(missing), "waits for a value that no thread before it");
}

} // namespace
