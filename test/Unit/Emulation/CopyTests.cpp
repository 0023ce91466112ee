//===- CopyTests.cpp - copies that arrive late ----------------------------===//

#include "emulation.h"

#include "cuda_pipeline_primitives.h"

#include <gtest/gtest.h>

namespace {

constexpr int steps = 5, threads = 64, stages = 3;

/// Skips where the compiler does not tell of loads and stores.
class Copies : public testing::Test {
protected:
  void SetUp() override {
    if (!cudaEmulation::watching)
      GTEST_SKIP() << "needs -fsanitize=thread";
    cudaMalloc(&array, steps * threads * sizeof(double));
    cudaMalloc(&sums, threads * sizeof(double));
    double values[steps * threads];
    for (int k = 0; k < steps * threads; ++k)
      values[k] = k;
    cudaMemcpy(array, values, sizeof values, cudaMemcpyHostToDevice);
  }
  void TearDown() override {
    cudaFree(array);
    cudaFree(sums);
  }

  /// Each thread adds up what its mirror image has copied.
  template <typename Kernel>
  void run(Kernel kernel) {
    double *a = array, *s = sums;
    cudaEmulate("k", 1, threads, [=] { kernel(a, s); });
  }
  double *array = nullptr, *sums = nullptr;
};

/// A ring of three boxes; \p pending groups may be under way.
template <int pending, bool hasBarrier>
void ring(const double *a, double *s) {
  __shared__ double box[stages][threads];
  const unsigned t = threadIdx.x;
  for (int k = 0; k < stages - 1; ++k) {
    __pipeline_memcpy_async(&box[k][t], &a[k * threads + t], sizeof(double));
    __pipeline_commit();
  }
  double sum = 0;
  for (int k = 0; k < steps; ++k) {
    __pipeline_wait_prior(pending);
    if (hasBarrier)
      __syncthreads();
    if (const int ahead = k + stages - 1; ahead < steps)
      __pipeline_memcpy_async(&box[ahead % stages][t], &a[ahead * threads + t],
                              sizeof(double));
    __pipeline_commit();
    sum += box[k % stages][hasBarrier ? threads - 1 - t : t];
  }
  s[t] = sum;
}

TEST_F(Copies, ArriveAtTheWait) {
  run(ring<stages - 2, true>);
  double result[threads];
  cudaMemcpy(result, sums, sizeof result, cudaMemcpyDeviceToHost);
  for (int t = 0; t < threads; ++t)
    EXPECT_EQ(result[t], steps * (threads - 1 - t) + threads * 10);
}

TEST_F(Copies, OwnOnesNeedNoBarrier) { run(ring<stages - 2, false>); }

TEST_F(Copies, AWaitTooFew) {
  EXPECT_DEATH(run(ring<stages - 1, true>),
               "error: CUDA emulation: kernel 'k', block \\(0,0,0\\): thread "
               "\\([0-9]+,0,0\\) reads 8 bytes of shared memory, where an "
               "asynchronous copy is under way");
}

void others(const double *a, double *s) {
  __shared__ double box[threads];
  const unsigned t = threadIdx.x;
  __pipeline_memcpy_async(&box[t], &a[t], sizeof(double));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  s[t] = box[threads - 1 - t];
}

TEST_F(Copies, OfOthersNeedABarrier) {
  EXPECT_DEATH(run(others),
               "races|is under way|no thread of the block has written");
}

// The box that is filled ahead is the one that others read.
void ringTooSmall(const double *a, double *s) {
  __shared__ double box[2][threads];
  const unsigned t = threadIdx.x;
  double sum = 0;
  for (int k = 0; k < steps; ++k) {
    __pipeline_memcpy_async(&box[k % 2][t], &a[k * threads + t],
                            sizeof(double));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    sum += box[k % 2][threads - 1 - t];
    __pipeline_memcpy_async(&box[k % 2][t], &a[t], sizeof(double));
  }
  s[t] = sum;
}

TEST_F(Copies, IntoWhatOthersRead) {
  EXPECT_DEATH(run(ringTooSmall), "which races: thread .* (read|wrote) "
                                  "it with no __syncthreads|is under way");
}

/// What the bytes of \p place are, unseen.
__attribute__((no_sanitize("thread"))) double peek(const double *place) {
  return *place;
}

void poisoned(const double *a, double *s) {
  __shared__ double box[threads];
  const unsigned t = threadIdx.x;
  __pipeline_memcpy_async(&box[t], &a[t], sizeof(double));
  __pipeline_commit();
  __pipeline_wait_prior(1);
  s[t] = peek(&box[t]);
}

TEST_F(Copies, AreNoNumbersBefore) {
  run(poisoned);
  double result[threads];
  cudaMemcpy(result, sums, sizeof result, cudaMemcpyDeviceToHost);
  for (int t = 0; t < threads; ++t)
    EXPECT_NE(result[t], result[t]);
}

TEST_F(Copies, OfSizesThatGpusKnow) {
  const auto copy = [](size_t bytes, size_t offset) {
    return [=](double *a, double *) {
      __shared__ double box[4];
      __pipeline_memcpy_async(reinterpret_cast<char *>(box) + offset, a, bytes);
    };
  };
  EXPECT_DEATH(run(copy(2, 0)), "copies 2 bytes by one asynchronous copy");
  EXPECT_DEATH(run(copy(8, 4)), "does not begin at a multiple of their number");
  EXPECT_DEATH(
      run([](double *a, double *) { __pipeline_memcpy_async(a, a + 1, 8); }),
      "not in shared memory, by an asynchronous copy");
}

} // namespace
