/*===- gpu.cu - device arrays with guard zones ----------------------------===*/
#include "bench_gpu.h"

#include <map>
#include <stdio.h>
#include <stdlib.h>
#include <vector>

cudaStream_t bench_stream;
int bench_unguarded;

namespace {

/* A slot's block on the GPU: guard, elements, guard. */
struct Image {
  unsigned char *block = nullptr;
  size_t room = 0;
  unsigned char *kept = nullptr; /* a second copy, of what the kernel writes */
};

/* What generated code has taken. */
struct Taken {
  size_t bytes;
  bool guarded;
};

Image images[BENCH_SLOTS];
void *arguments[BENCH_SLOTS];
std::map<unsigned char *, Taken> taken;
constexpr int pattern = 0xa5;

size_t slot_bytes(int s) {
  return bench_now->elements[s] * (size_t)bench_slots[s].bytes;
}

size_t block_bytes(int s) { return slot_bytes(s) + 2 * BENCH_GUARD; }

void make_room(int s) {
  Image &image = images[s];
  const size_t needed = block_bytes(s);
  if (needed <= image.room)
    return;
  bench_cuda(cudaFree(image.block));
  bench_cuda(cudaFree(image.kept));
  bench_cuda(cudaMalloc(&image.block, needed));
  if (bench_slots[s].written)
    bench_cuda(cudaMalloc(&image.kept, needed));
  image.room = needed;
}

void stray(const Taken &block, long offset) {
  printf("stray\t%s\t%d\t%s\tan array of the plan (%zu bytes)\t%ld\n",
         bench_now->name, bench_threads, bench_stage, block.bytes, offset);
  fflush(stdout);
  exit(3);
}

void check_guards(unsigned char *data, const Taken &block) {
  unsigned char guard[2][BENCH_GUARD];
  if (!block.guarded)
    return;
  bench_cuda(cudaMemcpy(guard[0], data - BENCH_GUARD, BENCH_GUARD,
                        cudaMemcpyDeviceToHost));
  bench_cuda(cudaMemcpy(guard[1], data + block.bytes, BENCH_GUARD,
                        cudaMemcpyDeviceToHost));
  for (int side = 0; side < 2; ++side)
    for (int k = 0; k < BENCH_GUARD; ++k)
      if (guard[side][k] != pattern)
        stray(block, side ? (long)block.bytes + k : (long)k - BENCH_GUARD);
}

} // namespace

void bench_cuda(cudaError_t error) {
  if (error == cudaSuccess)
    return;
  if (error == cudaErrorMemoryAllocation) {
    printf("declined\t%s\t%d\t%s\t%d\tthe GPU's memory is too small\n",
           bench_now ? bench_now->name : "?", bench_threads, bench_stage,
           (int)error);
    fflush(stdout);
    exit(1);
  }
  printf("fault\t%s\t%d\t%s\t%s\n", bench_now ? bench_now->name : "?",
         bench_threads, bench_stage, cudaGetErrorString(error));
  fflush(stdout);
  exit(3);
}

void bench_start_gpu(void) {
  int count = 0;
  cudaError_t error = cudaGetDeviceCount(&count);
  if (error != cudaSuccess || count == 0) {
    printf("nogpu\t%s\n", error == cudaSuccess ? "there is no GPU"
                                               : cudaGetErrorString(error));
    exit(1);
  }
  bench_cuda(cudaStreamCreate(&bench_stream));
  cudaDeviceProp properties;
  bench_cuda(cudaGetDeviceProperties(&properties, 0));
  printf("device\t%s\n", properties.name);
}

void *const *bench_to_gpu(void *const *host) {
  for (int s = 0; s < BENCH_SLOTS; ++s) {
    arguments[s] = host[s];
    if (bench_slots[s].scalar)
      continue;
    make_room(s);
    bench_cuda(cudaMemcpy(images[s].block,
                          (unsigned char *)host[s] - BENCH_GUARD,
                          block_bytes(s), cudaMemcpyHostToDevice));
    arguments[s] = images[s].block + BENCH_GUARD;
  }
  return arguments;
}

int bench_from_gpu(void *const *host, int code) {
  bench_cuda(cudaStreamSynchronize(bench_stream));
  bench_cuda(cudaDeviceSynchronize());
  for (int s = 0; s < BENCH_SLOTS; ++s)
    if (!bench_slots[s].scalar)
      bench_cuda(cudaMemcpy((unsigned char *)host[s] - BENCH_GUARD,
                            images[s].block, block_bytes(s),
                            cudaMemcpyDeviceToHost));
  for (const auto &block : taken)
    check_guards(block.first, block.second);
  return code;
}

void bench_written_from_gpu(void *const *host) {
  bench_cuda(cudaStreamSynchronize(bench_stream));
  for (int s = 0; s < BENCH_SLOTS; ++s)
    if (bench_slots[s].written && !bench_slots[s].scalar)
      bench_cuda(cudaMemcpy((unsigned char *)host[s] - BENCH_GUARD,
                            images[s].block, block_bytes(s),
                            cudaMemcpyDeviceToHost));
}

void bench_keep_written(void) {
  for (int s = 0; s < BENCH_SLOTS; ++s)
    if (bench_slots[s].written && !bench_slots[s].scalar)
      bench_cuda(cudaMemcpyAsync(images[s].kept, images[s].block,
                                 block_bytes(s), cudaMemcpyDeviceToDevice,
                                 bench_stream));
}

void bench_restore_written(void) {
  for (int s = 0; s < BENCH_SLOTS; ++s)
    if (bench_slots[s].written && !bench_slots[s].scalar)
      bench_cuda(cudaMemcpyAsync(images[s].block, images[s].kept,
                                 block_bytes(s), cudaMemcpyDeviceToDevice,
                                 bench_stream));
}

cudaError_t bench_gpu_malloc(void **pointer, size_t bytes) {
  const bool guarded = !bench_unguarded;
  const size_t guards = guarded ? 2 * BENCH_GUARD : 0;
  unsigned char *block = nullptr;
  cudaError_t error = cudaMalloc(&block, bytes + guards);
  if (error != cudaSuccess)
    return error;
  if (guarded) {
    /* Not zeros, so that what is read before it is written shows. */
    error = cudaMemset(block, pattern, bytes + guards);
    if (error == cudaSuccess)
      error = cudaDeviceSynchronize();
    block += BENCH_GUARD;
  }
  taken[block] = {bytes, guarded};
  *pointer = block;
  return error;
}

cudaError_t bench_gpu_free(void *pointer) {
  if (!pointer)
    return cudaSuccess;
  auto found = taken.find((unsigned char *)pointer);
  if (found == taken.end())
    return cudaErrorInvalidValue;
  bench_cuda(cudaDeviceSynchronize());
  check_guards(found->first, found->second);
  unsigned char *block =
      found->first - (found->second.guarded ? BENCH_GUARD : 0);
  taken.erase(found);
  return cudaFree(block);
}

size_t bench_gpu_bytes(void) {
  size_t total = 0;
  for (const auto &block : taken)
    total += block.second.bytes;
  return total;
}

int bench_check_freed(void) {
  if (taken.empty())
    return 0;
  printf("kept\t%s\t%d\t%s\t%zu\n", bench_now->name, bench_threads,
         bench_stage, bench_gpu_bytes());
  return 1;
}
