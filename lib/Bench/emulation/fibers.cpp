/*===- fibers.cpp - threads of a block that wait for each other -----------===*\
|*
|* A thread starts on whatever fiber is free, and most return from it without
|* ever having waited: then the next one starts in the same loop, as a plain
|* call. Only a thread that waits keeps its fiber.
|*
|* Fibers are made by ucontext and switched by _setjmp/_longjmp, as QEMU's
|* coroutines are: as quick as Boost.Context where it counts (swapcontext alone
|* makes a system call each time), on every processor that glibc knows, and
|* nothing needs to be installed where sparsec-bench runs.
|*
\*===----------------------------------------------------------------------===*/
#undef _FORTIFY_SOURCE /* whose longjmp knows one stack only */
#include "emulation.h"

#include <csetjmp>
#include <pthread.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#ifdef WITH_ADDRESS_SANITIZER
#include <sanitizer/common_interface_defs.h>
#endif

namespace cudaEmulation {

struct Fiber {
  std::jmp_buf place; /* where it goes on */
  ucontext_t start;
  bool started = false;
  const void *stack = nullptr;
  size_t bytes = 0;
  void *fakeStack = nullptr; /* the address sanitizer's */
  Fiber *next = nullptr;     /* in the list of idle fibers */
};

namespace {

constexpr size_t stackBytes = size_t(256) << 10;

Fiber host;                        /* what launched the kernel */
Fiber *active = &host;             /* the one that runs */
Fiber *idle = nullptr;             /* those without a thread */
unsigned short ready[mostThreads]; /* threads that may go on, last one first */
unsigned readyCount = 0;
unsigned short parked[mostThreads]; /* threads that wait for a value */
unsigned parkedCount = 0;
/* How often something was published, and that when threads last looked. */
unsigned long long publications = 0, seen = ~0ull;

/* The address sanitizer is told whose stack comes next, and tells where the
   host's is. */
void announce([[maybe_unused]] Fiber *from, [[maybe_unused]] Fiber *to) {
#ifdef WITH_ADDRESS_SANITIZER
  __sanitizer_start_switch_fiber(&from->fakeStack, to->stack, to->bytes);
#endif
}

void arrive() {
#ifdef WITH_ADDRESS_SANITIZER
  const void *stack;
  size_t bytes;
  __sanitizer_finish_switch_fiber(active->fakeStack, &stack, &bytes);
  if (!host.stack) {
    host.stack = stack;
    host.bytes = bytes;
  }
#endif
}

void switchTo(Fiber *to) {
  Fiber *from = active;
  active = to;
  if (_setjmp(from->place) == 0) {
    announce(from, to);
    if (to->started)
      _longjmp(to->place, 1);
    to->started = true;
    setcontext(&to->start);
  }
  arrive();
}

void runThread(unsigned thread) {
  machine.current = thread;
  machine.thread[thread].state = State::Running;
  machine.body.function(machine.body.context);
  machine.thread[thread].state = State::Returned;
  ++machine.returned;
}

/* Lets all parked threads look again. */
void wakeParked() {
  if (seen == publications) {
    machine.current = parked[0];
    failUnpublished();
  }
  seen = publications;
  while (parkedCount)
    wake(parked[--parkedCount]);
}

/* Goes on with a thread that was woken, or else with the launch. */
void leave() {
  if (!readyCount && parkedCount)
    wakeParked();
  if (readyCount) {
    machine.current = ready[--readyCount];
    machine.thread[machine.current].state = State::Running;
    switchTo(machine.thread[machine.current].fiber);
  } else if (machine.returned == machine.threads) {
    switchTo(&host);
  } else {
    failStuck();
  }
}

/* What every fiber does. Woken threads come first, so that a warp which waits
   for itself needs few fibers. */
void serve() {
  arrive();
  for (;;) {
    while (!readyCount && machine.started < machine.threads)
      runThread(machine.order[machine.started++]);
    active->next = idle;
    idle = active;
    leave();
  }
}

Fiber *makeFiber() {
  auto *fiber = new Fiber;
  const auto page = size_t(sysconf(_SC_PAGESIZE));
  void *block = mmap(nullptr, stackBytes + page, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (block == MAP_FAILED)
    fail("no memory for the stack of a thread");
  mprotect(block, page, PROT_NONE);
  void *stack = static_cast<char *>(block) + page;
  fiber->stack = stack;
  fiber->bytes = stackBytes;
  getcontext(&fiber->start);
  fiber->start.uc_stack.ss_sp = stack;
  fiber->start.uc_stack.ss_size = stackBytes;
  fiber->start.uc_link = nullptr;
  makecontext(&fiber->start, serve, 0);
  return fiber;
}

Fiber *idleFiber() {
  Fiber *fiber = idle;
  if (!fiber)
    return makeFiber();
  idle = fiber->next;
  return fiber;
}

bool onStackOf(const Fiber &fiber, uintptr_t place) {
  return place - reinterpret_cast<uintptr_t>(fiber.stack) < fiber.bytes;
}

/* Arguments of a launch lie there. */
bool onHostStack(uintptr_t place) {
  static pthread_t owner;
  static uintptr_t start;
  static size_t bytes = 0;
  if (!bytes || !pthread_equal(owner, pthread_self())) {
    pthread_attr_t attributes;
    void *stack;
    pthread_getattr_np(pthread_self(), &attributes);
    pthread_attr_getstack(&attributes, &stack, &bytes);
    pthread_attr_destroy(&attributes);
    owner = pthread_self();
    start = reinterpret_cast<uintptr_t>(stack);
  }
  return place - start < bytes;
}

} // namespace

void suspend(State state) {
  Thread &self = machine.thread[machine.current];
  self.state = state;
  self.fiber = active;
  if (!readyCount && machine.started < machine.threads)
    switchTo(idleFiber());
  else
    leave();
}

void awaitOthers() {
  parked[parkedCount++] = (unsigned short)machine.current;
  suspend(State::Parked);
}

void published() { ++publications; }

bool onStack(uintptr_t place) {
  return onStackOf(*active, place) || onHostStack(place);
}

void wake(unsigned thread) {
  machine.thread[thread].state = State::Ready;
  ready[readyCount++] = (unsigned short)thread;
}

void runBlock() {
  machine.started = machine.returned = machine.atBarrier = 0;
  for (unsigned t = 0; t < machine.threads; ++t)
    machine.thread[t].state = State::Fresh;
  host.started = true;
  switchTo(idleFiber());
}

} // namespace cudaEmulation
