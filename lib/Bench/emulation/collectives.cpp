/*===- collectives.cpp - barriers, shuffles and votes ---------------------===*/
#include "emulation.h"

namespace cudaEmulation {

const char *nameOf(Collective kind) {
  static const char *const names[] = {
      "__syncthreads",  "__syncwarp",       "__shfl_sync",
      "__shfl_up_sync", "__shfl_down_sync", "__shfl_xor_sync",
      "__ballot_sync",  "__any_sync",       "__all_sync"};
  return names[unsigned(kind)];
}

bool sameSite(const Site &a, const Site &b) {
  return a.line() == b.line() && a.column() == b.column() &&
         (a.file_name() == b.file_name() ||
          std::strcmp(a.file_name(), b.file_name()) == 0);
}

namespace {

bool isShuffle(Collective kind) {
  return kind >= Collective::Shuffle && kind <= Collective::ShuffleXor;
}

/* The lanes that the running warp has. */
unsigned warpMask(unsigned firstThread) {
  const unsigned count = machine.threads - firstThread;
  return count >= lanes ? 0xffffffffu : (1u << count) - 1;
}

void checkArguments(const Exchange &exchange, const Site &site) {
  const unsigned first = machine.current / lanes * lanes;
  const char *name = nameOf(exchange.kind);
  const auto line = unsigned(site.line());
  if (!(exchange.mask >> (machine.current - first) & 1))
    failThread("calls %s(0x%08x) in %s:%u, but is not in the mask", name,
               exchange.mask, site.file_name(), line);
  if (exchange.mask & ~warpMask(first))
    failThread("calls %s(0x%08x) in %s:%u, but its warp has only %u lanes",
               name, exchange.mask, site.file_name(), line,
               machine.threads - first);
  const int width = exchange.width;
  if (isShuffle(exchange.kind) &&
      (width < 1 || width > int(lanes) || (width & (width - 1))))
    failThread("calls %s() in %s:%u with width %d, which is no power of two up "
               "to 32",
               name, site.file_name(), line, width);
}

/* The lane that `lane` reads from; its own where that is outside of its group
   of `width` lanes, as PTX's shfl says. */
unsigned sourceLane(const Exchange &exchange, unsigned lane) {
  const auto width = unsigned(exchange.width);
  const unsigned low = lane & ~(width - 1), high = low + width - 1;
  const auto operand = unsigned(exchange.operand);
  unsigned source = lane;
  if (exchange.kind == Collective::Shuffle)
    source = low + (operand & (width - 1));
  else if (exchange.kind == Collective::ShuffleUp && operand <= lane - low)
    source = lane - operand;
  else if (exchange.kind == Collective::ShuffleDown && operand <= high - lane)
    source = lane + operand;
  else if (exchange.kind == Collective::ShuffleXor &&
           (lane ^ (operand & (lanes - 1))) <= high)
    source = lane ^ (operand & (lanes - 1));
  return source;
}

unsigned ballot(unsigned first, unsigned mask) {
  unsigned result = 0;
  for (unsigned lane = 0; lane < lanes; ++lane)
    if ((mask >> lane & 1) && machine.thread[first + lane].exchange.bits)
      result |= 1u << lane;
  return result;
}

void shuffleLane(unsigned first, unsigned lane) {
  Thread &thread = machine.thread[first + lane];
  const unsigned source = sourceLane(thread.exchange, lane);
  if (!(thread.exchange.mask >> source & 1)) {
    machine.current = first + lane;
    failThread("reads lane %u by %s(0x%08x) in %s:%u, which is not in the mask",
               source, nameOf(thread.exchange.kind), thread.exchange.mask,
               thread.site.file_name(), unsigned(thread.site.line()));
  }
  thread.result = machine.thread[first + source].exchange.bits;
}

/* All lanes of the mask are here: gives each what it came for. */
void finish(unsigned first, const Exchange &exchange) {
  const unsigned mask = exchange.mask;
  const unsigned votes = isShuffle(exchange.kind) ? 0 : ballot(first, mask);
  const unsigned long long result =
      exchange.kind == Collective::Any   ? votes != 0
      : exchange.kind == Collective::All ? votes == mask
                                         : votes;
  if (exchange.kind == Collective::SyncWarp)
    orderLanes(first, mask);
  for (unsigned lane = 0; lane < lanes; ++lane) {
    if (!(mask >> lane & 1))
      continue;
    if (isShuffle(exchange.kind))
      shuffleLane(first, lane);
    else
      machine.thread[first + lane].result = result;
    if (first + lane != machine.current)
      wake(first + lane);
  }
}

/* Whether the lanes of the mask wait at the same place with the same mask. */
bool isComplete(unsigned first, const Thread &self) {
  for (unsigned lane = 0; lane < lanes; ++lane) {
    const Thread &other = machine.thread[first + lane];
    if (!(self.exchange.mask >> lane & 1) || &other == &self)
      continue;
    if (other.state != State::Waiting ||
        other.exchange.kind != self.exchange.kind ||
        other.exchange.mask != self.exchange.mask ||
        !sameSite(other.site, self.site))
      return false;
  }
  return true;
}

void meetWarp(Thread &self) {
  const unsigned first = machine.current / lanes * lanes;
  checkArguments(self.exchange, self.site);
  if (isComplete(first, self))
    finish(first, self.exchange);
  else
    suspend();
}

void meetBlock(Thread &self) {
  if (machine.atBarrier++ == 0)
    machine.mixedBarrier = false;
  else
    machine.mixedBarrier |= !sameSite(machine.barrierSite, self.site);
  machine.barrierSite = self.site;
  if (machine.atBarrier < machine.threads || machine.mixedBarrier) {
    suspend();
    return;
  }
  machine.atBarrier = 0;
  orderBlock();
  for (unsigned t = 0; t < machine.threads; ++t)
    if (t != machine.current)
      wake(t);
}

} // namespace

unsigned long long meet(const Exchange &exchange, Site site) {
  if (!machine.kernel)
    fail("%s() is called by the host", nameOf(exchange.kind));
  Thread &self = machine.thread[machine.current];
  self.exchange = exchange;
  self.site = site;
  if (exchange.kind == Collective::SyncThreads)
    meetBlock(self);
  else
    meetWarp(self);
  return self.result;
}

} // namespace cudaEmulation
