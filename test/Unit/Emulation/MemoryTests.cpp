//===- MemoryTests.cpp - what lies around the device's arrays -------------===//

#include "cuda_runtime.h"

#include <gtest/gtest.h>

namespace {

double *make(size_t count) {
  double *array = nullptr;
  EXPECT_EQ(cudaMalloc(&array, count * sizeof(double)), cudaSuccess);
  return array;
}

TEST(Memory, CopiesAndSets) {
  double host[3] = {1, 2, 3}, back[3] = {};
  double *a = make(3), *b = make(3);
  cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemcpyAsync(b, a, sizeof host, cudaMemcpyDeviceToDevice, nullptr);
  cudaMemsetAsync(b, 0, sizeof(double), nullptr);
  cudaMemcpy(back, b, sizeof host, cudaMemcpyDeviceToHost);
  EXPECT_EQ(back[0] + 10 * back[1] + 100 * back[2], 320);
  EXPECT_EQ(cudaFree(a), cudaSuccess);
  EXPECT_EQ(cudaFreeAsync(b, nullptr), cudaSuccess);
  EXPECT_EQ(cudaFree(nullptr), cudaSuccess);
}

TEST(Memory, FreshMemoryIsNeitherZeroNorSmall) {
  double *a = make(1), value = 0;
  cudaMemcpy(&value, a, sizeof value, cudaMemcpyDeviceToHost);
  EXPECT_NE(value, 0);
  cudaFree(a);
}

TEST(Memory, WhatNoGraphHas) {
  double *a = make(1), *b = nullptr;
  cudaEmulateCapture(1);
  EXPECT_EQ(cudaMalloc(&b, 8), cudaErrorStreamCaptureUnsupported);
  EXPECT_EQ(cudaFree(a), cudaErrorStreamCaptureUnsupported);
  EXPECT_EQ(cudaStreamSynchronize(nullptr), cudaErrorStreamCaptureUnsupported);
  double host = 1;
  EXPECT_EQ(cudaMemcpy(&host, a, sizeof(double), cudaMemcpyDeviceToHost),
            cudaErrorStreamCaptureUnsupported);
  EXPECT_EQ(host, 1);
  EXPECT_EQ(cudaMemset(a, 0, sizeof(double)),
            cudaErrorStreamCaptureUnsupported);
  EXPECT_EQ(cudaMemsetAsync(a, 0, sizeof(double), nullptr), cudaSuccess);
  EXPECT_EQ(cudaMemcpyAsync(a, a, sizeof(double), cudaMemcpyDeviceToDevice),
            cudaSuccess);
  EXPECT_EQ(cudaGetLastError(), cudaErrorStreamCaptureUnsupported);
  cudaEmulateCapture(0);
  EXPECT_EQ(cudaFree(a), cudaSuccess);
}

__constant__ int table[4];

TEST(Memory, Constants) {
  const int values[4] = {5, 6, 7, 8};
  int sum = 0;
  EXPECT_EQ(cudaMemcpyToSymbol(table, values, sizeof values), cudaSuccess);
  EXPECT_EQ(cudaMemcpyToSymbol(table, values, sizeof values, 4),
            cudaErrorInvalidValue);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
  cudaEmulate("sum", 1, 4, [&] { atomicAdd(&sum, table[threadIdx.x]); });
  EXPECT_EQ(sum, 26);
}

TEST(Memory, WritesOutside) {
  EXPECT_DEATH(
      {
        double *a = make(10);
        cudaEmulation::DeviceScope library;
        static_cast<volatile double *>(a)[10] = 1;
      },
      "");
  EXPECT_DEATH(
      {
        char *a = nullptr;
        cudaMalloc(&a, 5);
        cudaEmulation::DeviceScope library;
        a[5] = 1;
        cudaFree(a);
      },
      "write outside of an array of 5 bytes, found by cudaFree");
  EXPECT_DEATH(
      {
        double *a = make(10);
        cudaEmulation::DeviceScope library;
        a[-1] = 1;
        cudaFree(a);
      },
      "write outside of an array of 80 bytes");
}

TEST(Memory, CopiesOutside) {
  double host[4] = {};
  double *a = make(3);
  EXPECT_DEATH(cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice),
               "cudaMemcpy\\(\\) to 32 bytes at byte 0 of an array of 24");
  EXPECT_DEATH(cudaMemset(a + 2, 0, 9), "9 bytes at byte 16 of an array of 24");
  EXPECT_DEATH(cudaMemcpy(host, host, 8, cudaMemcpyDeviceToHost),
               "takes memory of the host for the GPU's");
  EXPECT_DEATH(cudaMemcpy(a, a, 8, cudaMemcpyHostToDevice),
               "takes memory of the GPU for the host's");
  EXPECT_DEATH(cudaFree(host), "what cudaMalloc\\(\\) did not return");
  cudaFree(a);
}

TEST(Memory, AttributesAndCallsWithoutEffect) {
  int value = 0;
  EXPECT_EQ(cudaGetDevice(&value), cudaSuccess);
  EXPECT_EQ(cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 0),
            cudaSuccess);
  EXPECT_EQ(value, warpSize);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(nullptr), cudaSuccess);
}

} // namespace
