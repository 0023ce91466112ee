/*===- launch.cpp - grids, block after block ------------------------------===*/
#include "emulation.h"

#include <pthread.h>

namespace cudaEmulation {

Machine machine;

dim3 threadIndex() noexcept { return machine.index[machine.current]; }
dim3 blockIndex() noexcept { return machine.block; }
dim3 blockSize() noexcept { return machine.blockSize; }
dim3 gridSize() noexcept { return machine.grid; }

namespace {

/* The k-th of count items in an order that visits each once, neither up nor
   down, so that what depends on an order shows. */
unsigned long long scrambled(unsigned long long k, unsigned long long count) {
  const unsigned long long half = (count + 1) / 2;
  const unsigned long long item = k < half ? 2 * k : 2 * (k - half) + 1;
  return count - 1 - item;
}

dim3 unflatten(unsigned long long number, dim3 size) {
  return {unsigned(number % size.x), unsigned(number / size.x % size.y),
          unsigned(number / size.x / size.y)};
}

unsigned long long gridBlocks() {
  return 1ull * machine.grid.x * machine.grid.y * machine.grid.z;
}

/* Warp by warp. */
void orderThreads() {
  unsigned at = 0;
  const unsigned warps = (machine.threads + lanes - 1) / lanes;
  for (unsigned k = 0; k < warps; ++k) {
    const unsigned first = unsigned(scrambled(k, warps)) * lanes;
    const unsigned size =
        machine.threads - first < lanes ? machine.threads - first : lanes;
    for (unsigned lane = 0; lane < size; ++lane)
      machine.order[at++] =
          (unsigned short)(first + unsigned(scrambled(lane, size)));
  }
  for (unsigned t = 0; t < machine.threads; ++t)
    machine.index[t] = unflatten(t, machine.blockSize);
}

bool isPossible(dim3 grid, dim3 block) {
  const unsigned long long threads = 1ull * block.x * block.y * block.z;
  return threads > 0 && threads <= mostThreads && block.z <= 64 && grid.x > 0 &&
         grid.x <= 2147483647u && grid.y > 0 && grid.y <= 65535 && grid.z > 0 &&
         grid.z <= 65535;
}

} // namespace

dim3 blockAt(unsigned long long k) {
  return unflatten(scrambled(k, gridBlocks()), machine.grid);
}

void launch(const char *kernel, dim3 grid, dim3 block, Body body) {
  if (!isPossible(grid, block)) {
    setLastError(cudaErrorInvalidConfiguration);
    return;
  }
  static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&one);
  machine.kernel = kernel;
  machine.grid = grid;
  machine.blockSize = block;
  machine.body = body;
  machine.threads = block.x * block.y * block.z;
  orderThreads();
  const unsigned long long blocks = gridBlocks();
  startLaunch();
  for (unsigned long long k = 0; k < blocks; ++k) {
    machine.block = blockAt(k);
    startBlock();
    forgetCopies();
    forgetArrivals();
    runBlock();
  }
  machine.kernel = nullptr;
  pthread_mutex_unlock(&one);
}

} // namespace cudaEmulation
