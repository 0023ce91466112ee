//===- RaceTests.cpp - threads that share memory --------------------------===//

#include "emulation.h"

#include <gtest/gtest.h>

namespace {

constexpr unsigned all = 0xffffffffu;

/// Skips where the compiler does not tell of loads and stores.
class Races : public testing::Test {
protected:
  void SetUp() override {
    if (!cudaEmulation::watching)
      GTEST_SKIP() << "needs -fsanitize=thread";
    cudaMalloc(&array, 256 * sizeof(double));
    cudaMemset(array, 0, 256 * sizeof(double));
  }
  void TearDown() override { cudaFree(array); }

  /// Runs \p kernel; a race ends the program.
  template <typename Kernel>
  void run(unsigned blocks, unsigned threads, Kernel kernel) {
    double *a = array;
    cudaEmulate("k", blocks, threads, [=] { kernel(a); });
  }
  double *array = nullptr;
};

void neighbours(double *a) {
  __shared__ double s[64];
  const unsigned t = threadIdx.x;
  s[t] = t;
  s[(t + 32) % 64] = 1;
  a[t] = s[t];
}

TEST_F(Races, SharedMemoryWithoutBarrier) {
  EXPECT_DEATH(run(1, 64, neighbours),
               "error: CUDA emulation: kernel 'k', block \\(0,0,0\\): thread "
               "\\([0-9]+,0,0\\) writes 8 bytes of shared memory, which "
               "races: thread .* of block \\(0,0,0\\) wrote it with no "
               "__syncthreads\\(\\) between\n  at .*RaceTests.cpp:");
}

void stage(double *a) {
  __shared__ double s[64];
  const unsigned t = threadIdx.x;
  for (int round = 0; round < 4; ++round) {
    s[t] = a[64 * round + t];
    __syncthreads();
    a[64 * round + t] = s[63 - t];
    __syncthreads();
  }
}

TEST_F(Races, BarriersOrderABlock) { run(1, 64, stage); }

// Everything is written only once all have read it; but the next round starts
// before the last one is read.
void stageWithOneBarrier(double *a) {
  __shared__ double s[64];
  const unsigned t = threadIdx.x;
  for (int round = 0; round < 4; ++round) {
    s[t] = a[64 * round + t];
    __syncthreads();
    a[64 * round + t] = s[63 - t];
  }
}

TEST_F(Races, BarrierMissingBehindTheRead) {
  EXPECT_DEATH(
      run(1, 64, stageWithOneBarrier),
      "8 bytes of shared memory, which races: thread .* (read|wrote) it "
      "with no __syncthreads");
}

TEST_F(Races, BlocksOfOneLaunch) {
  auto same = [](double *a) { a[threadIdx.x] = 1; };
  EXPECT_DEATH(run(2, 8, same), "wrote it in the same launch");
  auto reads = [](double *a) {
    if (blockIdx.x == 1)
      a[0] = 1;
    else
      a[threadIdx.x + 1] = a[0];
  };
  EXPECT_DEATH(run(2, 1, reads), "(wrote|read) it in the same launch");
  run(1, 8, same);
  run(1, 8, same); // launches are ordered
}

TEST_F(Races, BarriersOfABlockDoNotOrderOthers) {
  auto kernel = [](double *a) {
    __syncthreads();
    if (threadIdx.x == 0)
      a[0] += 1;
    __syncthreads();
  };
  run(1, 64, kernel);
  EXPECT_DEATH(run(2, 64, kernel), "in the same launch");
}

void sumOfWarp(double *a) {
  __shared__ double s[32];
  const unsigned t = threadIdx.x;
  s[t] = t;
  for (unsigned step = 16; step > 0; step /= 2) {
    __syncwarp();
    const double other = t < step ? s[t + step] : 0;
    __syncwarp();
    s[t] += other;
  }
  if (t == 0)
    a[0] = s[0];
}

TEST_F(Races, WarpBarriersOrderLanes) {
  run(1, 32, sumOfWarp);
  double sum = 0;
  cudaMemcpy(&sum, array, sizeof sum, cudaMemcpyDeviceToHost);
  EXPECT_EQ(sum, 31 * 16);
}

void swapByShuffle(double *a) {
  a[threadIdx.x] = 1;
  __shfl_xor_sync(all, 1, 1);
  a[threadIdx.x ^ 1] = 2;
}

TEST_F(Races, ShufflesOrderNoMemory) {
  EXPECT_DEATH(run(1, 32, swapByShuffle),
               "wrote it with no __syncwarp\\(\\) between");
}

void swapInHalves(double *a) {
  const unsigned lane = threadIdx.x, half = lane / 16 * 16;
  a[lane] = 1;
  __syncwarp(0xffffu << half);
  a[half + (lane + 1) % 16] = 2; // in the half: ordered
  __syncwarp(0xffffu << half);
  if (lane == 15)
    a[20] = 3; // in the other one: not
}

TEST_F(Races, WarpBarriersOrderOnlyTheirMask) {
  EXPECT_DEATH(run(1, 32, swapInHalves),
               "byte 160 of an array of 2048 bytes, which races");
}

void passOn(double *a) {
  const unsigned lane = threadIdx.x;
  if (lane == 0)
    a[0] = 1;
  if (lane < 2)
    __syncwarp(3);
  if (lane == 1 || lane == 2)
    __syncwarp(6);
  if (lane == 2)
    a[0] += 1; // after lane 0, by way of lane 1
}

TEST_F(Races, WarpBarriersFormChains) { run(1, 32, passOn); }

TEST_F(Races, WarpBarriersDoNotOrderWarps) {
  auto kernel = [](double *a) {
    if (threadIdx.x == 40)
      a[0] = 1;
    __syncwarp();
    if (threadIdx.x == 3)
      a[0] = 2;
  };
  EXPECT_DEATH(run(1, 64, kernel), "wrote it with no __syncthreads");
}

TEST_F(Races, AtomicsAgainstEachOtherAndAgainstOthers) {
  run(3, 64, [](double *a) { atomicAdd(a, 1); });
  EXPECT_DEATH(run(1, 64,
                   [](double *a) {
                     atomicAdd(a, 1);
                     if (threadIdx.x == 9)
                       a[0] = 0;
                   }),
               "updated it atomically|wrote it");
  EXPECT_DEATH(run(2, 1,
                   [](double *a) {
                     if (blockIdx.x)
                       atomicAdd(a, 1);
                     else
                       a[1] = a[0];
                   }),
               "read it in the same launch|updated it atomically");
}

void multiply(double *a) {
  auto *word = reinterpret_cast<unsigned long long *>(a);
  unsigned long long seen = *static_cast<volatile unsigned long long *>(word);
  unsigned long long before;
  do {
    before = seen;
    seen = atomicCAS(word, before, before * 2 + 1);
  } while (seen != before);
}

TEST_F(Races, CompareAndSwapMayStartWithAVolatileRead) {
  run(2, 8, multiply);
  EXPECT_DEATH(run(1, 8,
                   [](double *a) {
                     if (threadIdx.x == 7)
                       a[0] = 1;
                     multiply(a);
                   }),
               "reads 8 bytes .* which races: .* wrote it");
}

TEST_F(Races, AtomicsAreOrderedByBarriers) {
  run(1, 96, [](double *a) {
    __shared__ int count;
    if (threadIdx.x == 0)
      count = 0;
    __syncthreads();
    atomicAdd(&count, 1);
    __syncthreads();
    a[threadIdx.x] = count;
  });
}

TEST_F(Races, FarReaderIsRemembered) {
  // Block 1 runs first, and block 0 reads more than once before it writes.
  auto kernel = [](double *a) {
    a[1 + blockIdx.x * 32 + threadIdx.x] = a[0];
    __syncthreads();
    a[1 + blockIdx.x * 32 + threadIdx.x] += a[0];
    __syncthreads();
    if (blockIdx.x == 0 && threadIdx.x == 31)
      a[0] = 2;
  };
  EXPECT_DEATH(run(2, 32, kernel), "in the same launch");
}

TEST_F(Races, NeighbouringBytesAreApart) {
  run(1, 64, [](double *a) {
    auto *bytes = reinterpret_cast<char *>(a);
    bytes[threadIdx.x] = 1;
    __syncwarp();
    auto *halves = reinterpret_cast<short *>(a);
    halves[threadIdx.x + 64] = 1;
  });
}

TEST_F(Races, VectorsOverlapScalars) {
  EXPECT_DEATH(run(1, 2,
                   [](double *a) {
                     if (threadIdx.x)
                       *reinterpret_cast<double2 *>(a) = make_double2(1, 2);
                     else
                       a[1] = 3;
                   }),
               "races");
}

TEST_F(Races, VectorsAreAsManyElements) {
  run(1, 32, [](double *a) {
    if (threadIdx.x % 2)
      return;
    const double2 v = *reinterpret_cast<const double2 *>(&a[threadIdx.x]);
    a[threadIdx.x + 1] = v.x + v.y;
  });
  EXPECT_DEATH(run(1, 2,
                   [](double *a) {
                     if (threadIdx.x) {
                       a[1] = 3;
                       return;
                     }
                     const double2 v = *reinterpret_cast<double2 *>(a);
                     a[2] = v.x + v.y;
                   }),
               "races");
}

TEST_F(Races, VectorBetweenItsMultiples) {
  EXPECT_DEATH(
      run(1, 1,
          [](double *a) {
            const double2 v = *reinterpret_cast<const double2 *>(&a[1]);
            a[0] = v.x + v.y;
          }),
      "reads 16 bytes at byte 8 of an array of .* bytes, which does not begin "
      "at a multiple of their number");
}

TEST_F(Races, SharedMemoryThatNobodyWrote) {
  auto kernel = [](double *a) {
    __shared__ double s[32];
    if (blockIdx.x == 1) // runs first: the storage is the same
      s[threadIdx.x] = 1;
    a[32 * blockIdx.x + threadIdx.x] = s[threadIdx.x];
  };
  EXPECT_DEATH(run(2, 32, kernel), "which no thread of the block has written");
}

TEST_F(Races, AccessOutsideOfAnArray) {
  double *three = nullptr;
  cudaMalloc(&three, 20);
  EXPECT_DEATH(run(1, 32, [=](double *) { three[2] = 1; }),
               "writes 8 bytes at byte 16 of an array of 20 bytes, which is "
               "outside of it");
  EXPECT_DEATH(run(1, 32, [=](double *a) { a[threadIdx.x] = three[-1]; }),
               "at byte -8 of an array of 20 bytes");
  cudaFree(three);
}

TEST_F(Races, HostInTheMemoryOfTheGpu) {
  EXPECT_DEATH(array[3] = 1,
               "error: CUDA emulation: the host writes 8 bytes at "
               "byte 24 of an array of 2048 bytes");
  cudaEmulation::DeviceScope library;
  array[3] = 1;
}

} // namespace
