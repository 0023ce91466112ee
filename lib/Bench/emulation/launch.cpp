/*===- launch.cpp - grids, and the words of errors ------------------------===*/
#include "emulation.h"

#include <cstdarg>
#include <cstdio>
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
  return dim3(unsigned(number % size.x), unsigned(number / size.x % size.y),
              unsigned(number / size.x / size.y));
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
  const unsigned long long blocks = 1ull * grid.x * grid.y * grid.z;
  for (unsigned long long k = 0; k < blocks; ++k) {
    machine.block = unflatten(scrambled(k, blocks), grid);
    runBlock();
  }
  machine.kernel = nullptr;
  pthread_mutex_unlock(&one);
}

namespace {

void startError() {
  std::fflush(nullptr);
  std::fprintf(stderr, "error: CUDA emulation: ");
  if (machine.kernel)
    std::fprintf(stderr, "kernel '%s', block (%u,%u,%u): ", machine.kernel,
                 machine.block.x, machine.block.y, machine.block.z);
}

[[noreturn]] void endError() {
  std::fflush(nullptr);
  std::abort();
}

bool waitAlike(const Thread &a, const Thread &b) {
  return a.state == b.state &&
         (a.state != State::Waiting ||
          (a.exchange.kind == b.exchange.kind &&
           a.exchange.mask == b.exchange.mask && sameSite(a.site, b.site)));
}

void describe(unsigned first, unsigned last) {
  std::fprintf(stderr, first == last ? "  thread %u " : "  threads %u-%u ",
               first, last);
  const Thread &thread = machine.thread[first];
  const char *verb = first == last ? "waits" : "wait";
  if (thread.state == State::Returned)
    std::fprintf(stderr, "returned\n");
  else if (thread.exchange.kind == Collective::SyncThreads)
    std::fprintf(stderr, "%s at __syncthreads() in %s:%u\n", verb,
                 thread.site.file_name(), unsigned(thread.site.line()));
  else
    std::fprintf(stderr, "%s at %s(0x%08x) in %s:%u\n", verb,
                 nameOf(thread.exchange.kind), thread.exchange.mask,
                 thread.site.file_name(), unsigned(thread.site.line()));
}

} // namespace

void fail(const char *format, ...) {
  startError();
  va_list arguments;
  va_start(arguments, format);
  std::vfprintf(stderr, format, arguments);
  va_end(arguments);
  std::fprintf(stderr, "\n");
  endError();
}

void failThread(const char *format, ...) {
  startError();
  const dim3 index = machine.index[machine.current];
  std::fprintf(stderr, "thread (%u,%u,%u) ", index.x, index.y, index.z);
  va_list arguments;
  va_start(arguments, format);
  std::vfprintf(stderr, format, arguments);
  va_end(arguments);
  std::fprintf(stderr, "\n");
  endError();
}

void failStuck() {
  startError();
  std::fprintf(stderr, machine.atBarrier
                           ? "not all threads come to one __syncthreads():\n"
                           : "a warp waits for lanes that do not come:\n");
  unsigned first = 0;
  for (unsigned t = 1; t <= machine.threads; ++t)
    if (t == machine.threads ||
        !waitAlike(machine.thread[first], machine.thread[t])) {
      describe(first, t - 1);
      first = t;
    }
  endError();
}

} // namespace cudaEmulation
