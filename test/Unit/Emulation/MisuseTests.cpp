//===- MisuseTests.cpp - threads that wait in vain ------------------------===//

#include "cuda_runtime.h"

#include <gtest/gtest.h>

namespace {

constexpr unsigned all = 0xffffffffu;

TEST(Misuse, BarrierThatSomeSkipByReturning) {
  EXPECT_DEATH(cudaEmulate("early", 4, 64,
                           [] {
                             if (threadIdx.x >= 40)
                               return;
                             __syncthreads();
                           }),
               "error: CUDA emulation: kernel 'early', block \\([0-3],0,0\\): "
               "not all threads come to one __syncthreads\\(\\):\n"
               "  threads 0-39 wait at __syncthreads\\(\\) in .*Misuse.*\n"
               "  threads 40-63 returned\n");
}

// The place of a call inside of EXPECT_DEATH is that of the macro.
void barriersInBranches() {
  if (threadIdx.x < 32)
    __syncthreads();
  else
    __syncthreads();
}

TEST(Misuse, BarriersInBothBranches) {
  EXPECT_DEATH(cudaEmulate("branches", 1, 64, barriersInBranches),
               "kernel 'branches', .*not all threads come to one");
}

TEST(Misuse, BarrierAgainstShuffle) {
  EXPECT_DEATH(cudaEmulate("mixed", 1, 64,
                           [] {
                             if (threadIdx.x == 7)
                               __syncthreads();
                             else
                               __syncwarp();
                           }),
               "threads 0-6 wait at __syncwarp\\(0xffffffff\\)");
}

TEST(Misuse, LaneThatReturned) {
  EXPECT_DEATH(cudaEmulate("gone", 1, 32,
                           [] {
                             if (threadIdx.x != 3)
                               __shfl_down_sync(all, 1.0, 1);
                           }),
               "a warp waits for lanes that do not come:\n"
               "  threads 0-2 wait at __shfl_down_sync\\(0xffffffff\\).*\n"
               "  thread 3 returned\n");
}

TEST(Misuse, LanesWithDifferentMasks) {
  EXPECT_DEATH(
      cudaEmulate("masks", 1, 32,
                  [] { __any_sync(threadIdx.x < 16 ? all : 0xffff0000u, 1); }),
      "threads 0-15 wait at __any_sync\\(0xffffffff\\)");
}

void shufflesInBranches() {
  if (threadIdx.x & 1)
    __shfl_xor_sync(all, 1, 1);
  else
    __shfl_xor_sync(all, 1, 1);
}

TEST(Misuse, LanesAtDifferentShuffles) {
  EXPECT_DEATH(cudaEmulate("lines", 1, 32, shufflesInBranches),
               "thread 0 waits at __shfl_xor_sync");
}

TEST(Misuse, LaneOutsideOfItsMask) {
  EXPECT_DEATH(
      cudaEmulate("outside", 1, 32, [] { __syncwarp(0x7fffffffu); }),
      "thread \\(31,0,0\\) calls __syncwarp\\(0x7fffffff\\) in .*, but "
      "is not in the mask");
}

TEST(Misuse, MaskThatNamesLanesBeyondTheBlock) {
  EXPECT_DEATH(cudaEmulate("short", 1, 48, [] { __syncwarp(); }),
               "its warp has only 16 lanes");
}

TEST(Misuse, ReadOfALaneOutsideOfTheMask) {
  EXPECT_DEATH(cudaEmulate("read", 1, 32,
                           [] {
                             if (threadIdx.x < 16)
                               __shfl_sync(0xffffu, 1, 20);
                           }),
               "reads lane 20 by __shfl_sync\\(0x0000ffff\\)");
}

TEST(Misuse, WidthThatIsNoPowerOfTwo) {
  EXPECT_DEATH(cudaEmulate("width", 1, 32, [] { __shfl_sync(all, 1, 0, 12); }),
               "width 12, which is no power of two");
}

} // namespace
