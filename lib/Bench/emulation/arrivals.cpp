/*===- arrivals.cpp - copies in bulk, and barriers that count them --------===*/
#include "emulation.h"

#include "cuda_awbarrier_primitives.h"

#include <cstring>
#include <map>
#include <vector>

namespace cudaEmulation {
namespace {

/* What accesses are told by, and what such copies are made of. */
constexpr size_t unit = 16;
/* All bits set: no number as a floating value, out of every array as an
   index. */
constexpr int nothingYet = 0xff;

struct BulkCopy {
  char *to;
  const char *from;
  size_t bytes;
  unsigned thread;
  const void *code;
};

struct Barrier {
  unsigned threads = 0, arrived = 0;
  size_t expected = 0, phases = 0; /* bytes of this one; how many are over */
  std::vector<BulkCopy> copies;
  std::vector<BulkCopy> unseen; /* of phases that are over */
};
std::map<const __mbarrier_t *, Barrier> barriers; /* of the running block */

Barrier &barrierAt(const __mbarrier_t *place) {
  if (!machine.kernel)
    fail("a barrier of a block is used by the host");
  auto found = barriers.find(place);
  if (found == barriers.end())
    failThread("uses a barrier that has not begun");
  return found->second;
}

void tell(const BulkCopy &copy, Access::Kind kind) {
  if (!watching)
    return;
  /* Whoever comes last ends the phase; the copies are those of others. */
  const unsigned running = machine.current;
  machine.current = copy.thread;
  const char *start = kind == Access::Read ? copy.from : copy.to;
  for (size_t done = 0; done < copy.bytes; done += unit)
    accessed({.place = reinterpret_cast<uintptr_t>(start + done),
              .bytes = unit,
              .kind = kind,
              .code = copy.code});
  machine.current = running;
}

void check(const BulkCopy &copy) {
  const auto to = reinterpret_cast<uintptr_t>(copy.to),
             from = reinterpret_cast<uintptr_t>(copy.from);
  if (!copy.bytes || copy.bytes % unit)
    failThread("copies %zu bytes in bulk, which is no multiple of 16",
               copy.bytes);
  for (uintptr_t place : {to, from})
    if (place % unit)
      failAccess({.place = place,
                  .bytes = copy.bytes,
                  .kind = place == to ? Access::Write : Access::Read,
                  .code = copy.code},
                 "in bulk, which does not begin at a multiple of 16", "");
  if (!isSharedMemory(to))
    failThread("copies in bulk to what is not shared memory");
  if (isSharedMemory(from) || onStack(from))
    failThread("copies in bulk from what is not global memory");
}

void endPhase(Barrier &barrier) {
  size_t bytes = 0;
  for (const BulkCopy &copy : barrier.copies)
    bytes += copy.bytes;
  if (bytes != barrier.expected)
    failThread("arrives last where %zu bytes are expected and %zu are copied",
               barrier.expected, bytes);
  barrier.unseen.insert(barrier.unseen.end(), barrier.copies.begin(),
                        barrier.copies.end());
  barrier.copies.clear();
  barrier.expected = 0;
  barrier.arrived = 0;
  ++barrier.phases;
  published();
}

/* Before somebody has waited nobody may rely on it. */
void deliver(Barrier &barrier) {
  for (const BulkCopy &copy : barrier.unseen) {
    tell(copy, Access::Read);
    tell(copy, Access::Write);
    std::memcpy(copy.to, copy.from, copy.bytes);
  }
  barrier.unseen.clear();
}

} // namespace

void beginArrivals(__mbarrier_t *place, unsigned threads) {
  if (!isSharedMemory(reinterpret_cast<uintptr_t>(place)))
    failThread("begins a barrier that is not in shared memory");
  const auto [entry, isNew] = barriers.try_emplace(place);
  if (!isNew)
    failThread("begins a barrier that has begun and not ended");
  entry->second.threads = threads;
}

void endArrivals(__mbarrier_t *place) {
  const Barrier &barrier = barrierAt(place);
  if (barrier.arrived || !barrier.copies.empty())
    failThread("ends a barrier in the middle of a phase");
  if (!barrier.unseen.empty())
    failThread("ends a barrier for whose last phase nobody has waited");
  barriers.erase(place);
}

void arrive(__mbarrier_t *place) {
  Barrier &barrier = barrierAt(place);
  if (++barrier.arrived == barrier.threads)
    endPhase(barrier);
}

/* Lets others run where it is not. */
bool isOver(__mbarrier_t *place, bool parity) {
  Barrier &barrier = barrierAt(place);
  if (barrier.phases % 2 != size_t(parity)) {
    deliver(barrier);
    return true;
  }
  awaitOthers();
  return false;
}

void expectBytes(__mbarrier_t *place, size_t bytes) {
  barrierAt(place).expected += bytes;
}

/* Told of twice, when it starts and when it has arrived: it is made at some
   time in between. */
[[gnu::noinline]] void startBulkCopy(void *to, const void *from, size_t bytes,
                                     __mbarrier_t *place) {
  Barrier &barrier = barrierAt(place);
  const BulkCopy copy = {.to = static_cast<char *>(to),
                         .from = static_cast<const char *>(from),
                         .bytes = bytes,
                         .thread = machine.current,
                         .code = __builtin_return_address(0)};
  check(copy);
  tell(copy, Access::Read);
  tell(copy, Access::Start);
  std::memset(to, nothingYet, bytes);
  barrier.copies.push_back(copy);
}

void forgetArrivals() { barriers.clear(); }

} // namespace cudaEmulation
