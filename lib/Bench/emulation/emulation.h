/*===- emulation.h - what the parts of the emulation share ----------------===*/
#ifndef SPARSEC_EMULATION_EMULATION_H
#define SPARSEC_EMULATION_EMULATION_H

#include "cuda_runtime.h"

#include <cstdint>

#if defined(__SANITIZE_ADDRESS__)
#define WITH_ADDRESS_SANITIZER
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define WITH_ADDRESS_SANITIZER
#endif
#endif

namespace cudaEmulation {

constexpr unsigned lanes = 32, mostThreads = 1024;

struct Fiber;

/* Waiting: in a barrier, shuffle or vote. Parked: for a value. */
enum class State : unsigned char {
  Fresh,
  Running,
  Waiting,
  Parked,
  Ready,
  Returned
};

/* A thread of the running block. */
struct Thread {
  State state;
  Fiber *fiber; /* while it waits or is ready to go on */
  Exchange exchange;
  Site site;
  unsigned long long result;
};

/* The running kernel and block. Threads are counted x first, then y, z. */
struct Machine {
  const char *kernel = nullptr; /* null: the host runs */
  dim3 grid, blockSize;
  Body body;
  unsigned threads = 0;
  dim3 block;
  unsigned current = 0; /* the running thread */
  Thread thread[mostThreads];
  dim3 index[mostThreads];           /* threadIdx */
  unsigned short order[mostThreads]; /* in which threads start */
  unsigned started = 0, returned = 0, atBarrier = 0;
  bool mixedBarrier = false; /* not all came to the same __syncthreads() */
  Site barrierSite;
};
extern Machine machine;

const char *nameOf(Collective kind);
bool sameSite(const Site &a, const Site &b);

/* Lets another thread run until somebody calls wake() for this one. */
void suspend(State state = State::Waiting);
void wake(unsigned thread);
/* Runs the threads of the block that `machine` describes. */
void runBlock();

/* The block that a launch runs as its k-th. */
dim3 blockAt(unsigned long long k);
/* Whether `place` is a thread's own, or the stack that the host runs on. */
bool onStack(uintptr_t place);

/* What is known of an access. */
struct Access {
  /* A volatile read may race with atomic updates: compare-and-swap loops start
     with one. Start: a write by an asynchronous copy, which is not there yet.
   */
  enum Kind { Read, Write, Atomic, VolatileRead, Start };
  uintptr_t place;
  size_t bytes;
  Kind kind;
  const void *code; /* behind the call */
};

/* [from, to) */
struct ByteRange {
  uintptr_t from = 0, to = 0;
  bool has(uintptr_t place) const { return place >= from && place < to; }
};

/* Whether the generated code tells of its accesses. */
extern bool watching;
/* shadow.cpp: what the running thread does, and what orders it. */
void accessed(const Access &access);
void startLaunch();
void startBlock();
void orderBlock();
void orderLanes(unsigned firstThread, unsigned mask);
/* copies.cpp: drops what the last block's threads have not waited for. */
void forgetCopies();
/* arrivals.cpp: the same of copies in bulk and what counts them. */
void forgetArrivals();
/* Memory that has come or gone. */
void forget(ByteRange pages);
bool isSharedMemory(uintptr_t place);

/* What cudaMalloc gave, to which the guards around it are counted; of other
   places `bytes` is 0. */
struct DeviceArray {
  uintptr_t start = 0;
  size_t bytes = 0;
};
DeviceArray deviceArray(uintptr_t place);

/* Ends the program by SIGABRT, which no report explains away, with a line
   "error: CUDA emulation: kernel 'k', block (0,0,0): ..." */
[[noreturn, gnu::format(printf, 1, 2)]] void fail(const char *format, ...);
/* The same, with the running thread before the text. */
[[noreturn, gnu::format(printf, 1, 2)]] void failThread(const char *format,
                                                        ...);
/* The same for an access: "thread (0,0,0) writes 8 bytes at ..., WHAT" with
   the line of the program where it is known. */
[[noreturn]] void failAccess(const Access &access, const char *what,
                             const char *details);
/* The running thread waits for what no thread will publish. */
[[noreturn]] void failUnpublished();
/* No thread can go on: says what each waits for. */
[[noreturn]] void failStuck();

/* The driver's, where it lets allocations fail: whether the next one does. */
extern "C" __attribute__((weak)) int bench_allocation_fails(void);
/* How many of them are not freed. */
extern "C" long bench_device_arrays(void);

void setLastError(cudaError_t error);

} // namespace cudaEmulation

#endif
