//===- AtomicTests.cpp - updates by many threads, and small functions -----===//

#include "cuda_runtime.h"

#include <gtest/gtest.h>

namespace {

template <typename T>
T afterAll(T start, T (*update)(T *, int)) {
  cudaEmulate("update", 3, 64,
              [&] { update(&start, int(blockIdx.x * 64 + threadIdx.x)); });
  return start;
}

TEST(Atomics, Add) {
  EXPECT_EQ(afterAll<int>(-1, [](int *p, int t) { return atomicAdd(p, t); }),
            191 * 96 - 1);
  EXPECT_EQ(
      afterAll<unsigned>(0, [](unsigned *p, int) { return atomicAdd(p, 3); }),
      576u);
  EXPECT_EQ(afterAll<unsigned long long>(0,
                                         [](unsigned long long *p, int) {
                                           return atomicAdd(p, 1ull << 40);
                                         }),
            192ull << 40);
  EXPECT_EQ(afterAll<float>(0, [](float *p, int t) { return atomicAdd(p, t); }),
            191 * 96);
  EXPECT_EQ(
      afterAll<double>(0, [](double *p, int t) { return atomicAdd(p, t); }),
      191 * 96);
}

TEST(Atomics, MinMaxAndBits) {
  EXPECT_EQ(afterAll<int>(5, [](int *p, int t) { return atomicMin(p, 2 - t); }),
            -189);
  EXPECT_EQ(
      afterAll<unsigned long long>(
          5, [](unsigned long long *p, int t) { return atomicMax(p, t); }),
      191u);
  EXPECT_EQ(
      afterAll<unsigned>(
          0, [](unsigned *p, int t) { return atomicOr(p, 1u << (t % 32)); }),
      0xffffffffu);
  EXPECT_EQ(afterAll<unsigned>(~0u,
                               [](unsigned *p, int t) {
                                 return atomicAnd(p, ~(1u << (t % 31)));
                               }),
            0x80000000u);
  EXPECT_EQ(afterAll<int>(
                0, [](int *p, int t) { return atomicXor(p, 1 << (t % 3)); }),
            0);
}

TEST(Atomics, ReturnWhatWasThere) {
  int value = 3;
  EXPECT_EQ(atomicExch(&value, 8), 3);
  EXPECT_EQ(atomicCAS(&value, 7, 1), 8);
  EXPECT_EQ(atomicCAS(&value, 8, 1), 8);
  EXPECT_EQ(atomicAdd(&value, 1), 1);
  EXPECT_EQ(value, 2);
}

TEST(Atomics, CasLoopMultiplies) {
  unsigned long long bits;
  double one = 1;
  std::memcpy(&bits, &one, 8);
  cudaEmulate("product", 1, 10, [&] {
    unsigned long long seen = atomicAdd(&bits, 0), before;
    do {
      before = seen;
      double product;
      std::memcpy(&product, &before, 8);
      product *= threadIdx.x + 1;
      unsigned long long wanted;
      std::memcpy(&wanted, &product, 8);
      seen = atomicCAS(&bits, before, wanted);
    } while (seen != before);
  });
  double product;
  std::memcpy(&product, &bits, 8);
  EXPECT_EQ(product, 3628800);
}

TEST(Functions, Bits) {
  EXPECT_EQ(__popc(0xf0f0u), 8);
  EXPECT_EQ(__popcll(~0ull), 64);
  EXPECT_EQ(__ffs(0), 0);
  EXPECT_EQ(__ffs(8), 4);
  EXPECT_EQ(__ffsll(1ll << 40), 41);
  EXPECT_EQ(__clz(0), 32);
  EXPECT_EQ(__clz(1), 31);
  EXPECT_EQ(__clzll(1), 63);
  const double value = 2.5;
  EXPECT_EQ(__ldg(&value), 2.5);
}

TEST(Functions, VectorsHaveTheSizeAndAlignmentOfCuda) {
  EXPECT_EQ(sizeof(double2), 16u);
  EXPECT_EQ(alignof(double2), 16u);
  EXPECT_EQ(sizeof(float4), 16u);
  EXPECT_EQ(alignof(float4), 16u);
  EXPECT_EQ(alignof(int2), 8u);
  EXPECT_EQ(make_double2(1, 2).y, 2);
  EXPECT_EQ(make_int4(1, 2, 3, 4).w, 4);
}

} // namespace
