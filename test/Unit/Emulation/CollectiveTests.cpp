//===- CollectiveTests.cpp - what shuffles, votes and barriers give -------===//

#include "cuda_runtime.h"

#include <gtest/gtest.h>

#include <functional>
#include <vector>

namespace {

/// What \p lane computes for each of \p threads threads of one block.
template <typename T>
std::vector<T> block(unsigned threads, std::function<T(int)> lane) {
  std::vector<T> result(threads);
  cudaEmulate("k", 1, threads,
              [&] { result[threadIdx.x] = lane(int(threadIdx.x)); });
  return result;
}

constexpr unsigned all = 0xffffffffu;

TEST(Collectives, XorSumsGroups) {
  for (int width : {2, 4, 8, 16, 32}) {
    auto sums = block<double>(64, [&](int t) {
      double sum = t;
      for (int offset = width / 2; offset > 0; offset /= 2)
        sum += __shfl_xor_sync(all, sum, offset, width);
      return sum;
    });
    for (int t = 0; t < 64; ++t) {
      const int first = t / width * width;
      EXPECT_EQ(sums[t], width * first + width * (width - 1) / 2);
    }
  }
}

TEST(Collectives, ShufflesStayInTheirGroup) {
  auto up = block<int>(32, [](int t) { return __shfl_up_sync(all, t, 3, 8); });
  auto down =
      block<int>(32, [](int t) { return __shfl_down_sync(all, t, 3, 8); });
  auto from =
      block<int>(32, [](int t) { return __shfl_sync(all, t, t + 5, 8); });
  // Later groups are out of reach, earlier ones are not.
  auto across =
      block<int>(32, [](int t) { return __shfl_xor_sync(all, t, 8, 8); });
  for (int t = 0; t < 32; ++t) {
    EXPECT_EQ(up[t], t % 8 < 3 ? t : t - 3);
    EXPECT_EQ(down[t], t % 8 > 4 ? t : t + 3);
    EXPECT_EQ(from[t], t / 8 * 8 + (t + 5) % 8);
    EXPECT_EQ(across[t], t / 8 % 2 ? t - 8 : t);
  }
}

template <typename T>
void rotates(T scale) {
  auto values = block<T>(32, [&](int t) {
    return __shfl_sync(all, T(T(t) * scale), (t + 1) % 32);
  });
  for (int t = 0; t < 32; ++t)
    EXPECT_EQ(values[t], T(T((t + 1) % 32) * scale));
}

TEST(Collectives, ShuffleEveryType) {
  rotates<int>(-7);
  rotates<unsigned>(0x9000001u);
  rotates<long long>(-1234567890123);
  rotates<unsigned long long>(0x123456789abcdefull);
  rotates<float>(-0.1f);
  rotates<double>(0.1);
}

TEST(Collectives, GroupsWithMasksOfTheirOwn) {
  // Each group of eight takes another number of rounds.
  auto sums = block<int>(32, [](int t) {
    const unsigned mask = 0xffu << (t / 8 * 8);
    int sum = 0;
    for (int round = 0; round <= t / 8; ++round) {
      int part = t;
      for (int offset = 4; offset > 0; offset /= 2)
        part += __shfl_xor_sync(mask, part, offset, 8);
      sum += part;
    }
    return sum;
  });
  for (int t = 0; t < 32; ++t)
    EXPECT_EQ(sums[t], (t / 8 + 1) * (64 * (t / 8) + 28));
}

TEST(Collectives, Votes) {
  auto odd = block<unsigned>(
      40, [](int t) { return __ballot_sync(t < 32 ? all : 0xff, t & 1); });
  EXPECT_EQ(odd[5], 0xaaaaaaaau);
  EXPECT_EQ(odd[39], 0xaau);
  auto any = block<int>(32, [](int t) { return __any_sync(all, t == 9); });
  auto none = block<int>(32, [](int) { return __any_sync(all, 0); });
  auto every = block<int>(32, [](int) { return __all_sync(all, 2); });
  auto most = block<int>(32, [](int t) { return __all_sync(all, t != 9); });
  EXPECT_TRUE(any[0] && every[31]);
  EXPECT_FALSE(none[0] || most[31]);
}

TEST(Collectives, SharedMemoryIsTheBlocks) {
  std::vector<int> result(7 * 96);
  cudaEmulate("reverse", 7, 96, [&] {
    __shared__ int buffer[96];
    const int t = int(threadIdx.x), first = int(blockIdx.x) * 96;
    buffer[t] = first + t;
    __syncthreads();
    result[first + t] = buffer[95 - t];
  });
  for (int k = 0; k < 7 * 96; ++k)
    EXPECT_EQ(result[k], k / 96 * 96 + 95 - k % 96);
}

TEST(Collectives, BarriersInLoops) {
  // A scan by doubling: each round reads what the one before wrote.
  std::vector<int> result(256);
  cudaEmulate("scan", 1, dim3(16, 16), [&] {
    __shared__ int from[256], to[256];
    const unsigned t = threadIdx.y * 16 + threadIdx.x;
    from[t] = int(t);
    __syncthreads();
    for (unsigned step = 1; step < 256; step *= 2) {
      to[t] = from[t] + (t >= step ? from[t - step] : 0);
      __syncthreads();
      from[t] = to[t];
      __syncthreads();
    }
    result[t] = from[t];
  });
  for (int t = 0; t < 256; ++t)
    EXPECT_EQ(result[t], t * (t + 1) / 2);
}

TEST(Collectives, LargestBlockAndDimensions) {
  std::vector<int> visits(1024 * 12);
  cudaEmulate("count", dim3(2, 3, 2), dim3(8, 4, 32), [&] {
    const unsigned b = (blockIdx.z * gridDim.y + blockIdx.y) * 2 + blockIdx.x;
    const unsigned t =
        (threadIdx.z * blockDim.y + threadIdx.y) * 8 + threadIdx.x;
    __syncthreads();
    atomicAdd(&visits[1024 * b + t], 1);
  });
  for (int count : visits)
    EXPECT_EQ(count, 1);
}

TEST(Collectives, ConfigurationsThatNoGpuTakes) {
  for (dim3 block : {dim3(0), dim3(1025), dim3(1, 1, 65)}) {
    cudaEmulate("never", 1, block, [] { FAIL(); });
    EXPECT_EQ(cudaPeekAtLastError(), cudaErrorInvalidConfiguration);
    EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidConfiguration);
    EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  }
}

} // namespace
