/*===- shadow.cpp - which accesses of a launch are ordered ----------------===*\
|*
|* Every word of memory that a kernel touches has a cell with the last write and
|* two of the last reads or atomic updates. Two accesses of different threads to
|* one byte, one of them a write, are a race unless
|*   - a __syncthreads() lies between them, in one block: the number of passed
|*     barriers, `epoch`, has grown; it grows with every block and launch, too;
|*   - a chain of __syncwarp() lies between them, in one warp: vector clocks;
|*   - both are atomic.
|* Shuffles and votes order no memory (CUDA's manual says so of each). Nothing
|* orders blocks of one launch.
|*
|* Of several reads that none is ordered before another, the last one and that
|* of the remotest thread (block, else warp) are kept; of bytes of one word, the
|* last accessed. So a race may be missed there, but none is imagined.
|*
\*===----------------------------------------------------------------------===*/
#include "emulation.h"

#include <cstdio>
#include <link.h>
#include <map>
#include <vector>

namespace cudaEmulation {

bool watching = false;

namespace {

struct Stamp {
  uint64_t epoch : 32 = 0; /* 0: no access */
  uint64_t clock : 16 = 0; /* warp barriers that the thread had passed */
  uint64_t thread : 10 = 0;
  uint64_t bytes : 4 = 0; /* which of the word */
  uint64_t atomic : 1 = 0;
  uint64_t late : 1 = 0; /* by an asynchronous copy that is under way */
};

struct Cell {
  Stamp write, last, far;
};

constexpr uintptr_t pageBytes = 4096, wordBytes = 4;

struct Page {
  Cell cell[pageBytes / wordBytes];
  ByteRange valid;
};

/* What the lanes of a warp know of each other since the last barrier. */
struct WarpClocks {
  uint32_t epoch = 0; /* other than the block's: nothing */
  uint32_t own[lanes] = {};
  /* [a][b]: what b did at clocks below is known to a. */
  uint32_t seen[lanes][lanes] = {};
};

uint32_t epoch = 0, launchStart = 0, blockStart = 0;
WarpClocks warpClocks[mostThreads / lanes];
std::vector<uint32_t> starts; /* of the blocks of this launch */
ByteRange sharedMemory;

std::map<uintptr_t, Page> &pages() {
  static std::map<uintptr_t, Page> all;
  return all;
}

struct {
  uintptr_t number = 0;
  Page *page = nullptr;
} recent[1024];

/* Whether `place` is in a variable of the program, as __device__ ones are. */
int findVariable(dl_phdr_info *program, size_t, void *place) {
  const auto address = *static_cast<uintptr_t *>(place);
  for (int k = 0; k < program->dlpi_phnum; ++k) {
    const auto &part = program->dlpi_phdr[k];
    const uintptr_t start = program->dlpi_addr + part.p_vaddr;
    if (part.p_type == PT_LOAD &&
        ByteRange{.from = start, .to = start + part.p_memsz}.has(address))
      return 1;
  }
  return 0;
}

/* What may be accessed of the page that holds `place`: nothing of the host's
   memory where generated code was given arrays on the GPU. */
ByteRange validAround(uintptr_t place) {
  const DeviceArray array = deviceArray(place);
  const bool isForeign = mostToHost != size_t(-1) && !array.bytes &&
                         !sharedMemory.has(place) &&
                         !dl_iterate_phdr(findVariable, &place);
  if (isForeign)
    return {};
  if (!array.bytes)
    return {.from = 0, .to = UINTPTR_MAX};
  return {.from = array.start, .to = array.start + array.bytes};
}

Page &pageOf(uintptr_t place) {
  const uintptr_t number = place / pageBytes;
  auto &entry = recent[number % std::size(recent)];
  if (entry.page && entry.number == number)
    return *entry.page;
  auto [found, isNew] = pages().try_emplace(number);
  if (isNew)
    found->second.valid = validAround(place);
  entry.number = number;
  entry.page = &found->second;
  return found->second;
}

/* Storage of `__shared__` variables: thread_local, so in the TLS segment of the
   program or library that has the running kernel. */
int findShared(dl_phdr_info *program, size_t size, void *) {
  auto code = reinterpret_cast<uintptr_t>(machine.body.function);
  if (!findVariable(program, size, &code))
    return 0;
  for (int k = 0; k < program->dlpi_phnum; ++k)
    if (program->dlpi_phdr[k].p_type == PT_TLS && program->dlpi_tls_data) {
      const auto start = reinterpret_cast<uintptr_t>(program->dlpi_tls_data);
      sharedMemory = {.from = start,
                      .to = start + program->dlpi_phdr[k].p_memsz};
    }
  return 1;
}

void nextEpoch() {
  if (++epoch == 0xffffffffu)
    fail("too many barriers in one launch");
}

WarpClocks &clocksOf(unsigned thread) {
  WarpClocks &clocks = warpClocks[thread / lanes];
  if (clocks.epoch != epoch) {
    clocks = {};
    clocks.epoch = epoch;
  }
  return clocks;
}

/* How far apart an access is from the running thread: 0 where it came before or
   is its own, 1 another lane, 2 another warp, 3 another block. Epochs before
   `since` do not count. */
unsigned distance(const Stamp &old, uint32_t since) {
  const unsigned self = machine.current;
  if (old.epoch < since)
    return 0;
  if (old.epoch < blockStart)
    return 3;
  if (old.epoch < epoch || old.thread == self)
    return 0;
  if (old.thread / lanes != self / lanes)
    return 2;
  const WarpClocks &clocks = warpClocks[self / lanes];
  return clocks.epoch != epoch ||
         clocks.seen[self % lanes][old.thread % lanes] <= old.clock;
}

Stamp stampNow(unsigned bytes, bool atomic) {
  const unsigned self = machine.current;
  const WarpClocks &clocks = warpClocks[self / lanes];
  const uint32_t clock = clocks.epoch == epoch ? clocks.own[self % lanes] : 0;
  Stamp now;
  now.epoch = epoch;
  now.clock = std::min(clock, 0xffffu);
  now.thread = self;
  now.bytes = bytes;
  now.atomic = atomic;
  return now;
}

dim3 blockOf(const Stamp &stamp) {
  size_t k = starts.size() - 1;
  while (starts[k] > stamp.epoch)
    --k;
  return blockAt(k);
}

/* One access of the running thread to one word. */
struct Touch {
  const Access &access;
  uintptr_t word;
  Stamp now;
  uint32_t since; /* a block's shared memory is new */

  unsigned away(const Stamp &old) const { return distance(old, since); }

  [[noreturn]] void race(const Stamp &old, const char *did) const {
    const dim3 thread = machine.index[old.thread], block = blockOf(old);
    char other[160];
    std::snprintf(other, sizeof other,
                  "thread (%u,%u,%u) of block (%u,%u,%u) %s %s", thread.x,
                  thread.y, thread.z, block.x, block.y, block.z, did,
                  away(old) == 3   ? "in the same launch"
                  : away(old) == 2 ? "with no __syncthreads() between"
                                   : "with no __syncwarp() between");
    failAccess(access, "which races: ", other);
  }

  bool conflicts(const Stamp &old) const {
    return (old.bytes & now.bytes) && away(old) > 0;
  }

  /* A read or an atomic update. */
  void share(Cell &cell, bool isRead) const {
    if (conflicts(cell.write))
      race(cell.write, "wrote it");
    for (const Stamp &old : {cell.last, cell.far})
      if (old.atomic == isRead && conflicts(old))
        race(old, isRead ? "updated it atomically" : "read it");
    const unsigned last = away(cell.last);
    if (last && last >= away(cell.far))
      cell.far = cell.last;
    cell.last = now;
  }

  /* Is not kept: a plain write that comes later is not seen to race. */
  void peek(const Cell &cell) const {
    if (conflicts(cell.write))
      race(cell.write, "wrote it");
  }

  void write(Cell &cell) const {
    if (conflicts(cell.write))
      race(cell.write, "wrote it");
    for (const Stamp &old : {cell.last, cell.far})
      if (conflicts(old))
        race(old, old.atomic ? "updated it atomically" : "read it");
    cell.write = now;
  }
};

bool sameAccess(const Stamp &a, const Stamp &b) {
  return a.epoch == b.epoch && a.clock == b.clock && a.thread == b.thread &&
         a.bytes == b.bytes && a.atomic == b.atomic;
}

bool isWrite(const Access &access) {
  return access.kind == Access::Write || access.kind == Access::Start;
}

void touch(const Access &access, uintptr_t word, Cell &cell, unsigned bytes) {
  const bool isShared = sharedMemory.has(word);
  if (isShared && !isWrite(access) && cell.write.late &&
      (cell.write.bytes & bytes) && cell.write.epoch >= blockStart)
    failAccess(access,
               "where an asynchronous copy is under way: nobody has waited for "
               "its group",
               "");
  if (isShared &&
      (access.kind == Access::Read || access.kind == Access::VolatileRead) &&
      cell.write.epoch < blockStart && cell.last.epoch < blockStart)
    failAccess(access, "which no thread of the block has written", "");
  Touch now = {.access = access,
               .word = word,
               .now = stampNow(bytes, access.kind == Access::Atomic),
               .since = isShared ? blockStart : launchStart};
  now.now.late = access.kind == Access::Start;
  if (isWrite(access))
    now.write(cell);
  else if (access.kind == Access::VolatileRead)
    now.peek(cell);
  else if (!sameAccess(cell.last, now.now) || now.away(cell.write))
    now.share(cell, access.kind == Access::Read);
}

} // namespace

void startLaunch() {
  if (epoch > 0x80000000u) {
    pages().clear();
    for (auto &entry : recent)
      entry.page = nullptr;
    for (WarpClocks &clocks : warpClocks)
      clocks.epoch = 0;
    epoch = 0;
  }
  starts.clear();
  nextEpoch();
  launchStart = epoch;
  dl_iterate_phdr(findShared, nullptr);
}

void startBlock() {
  nextEpoch();
  blockStart = epoch;
  starts.push_back(epoch);
}

void orderBlock() { nextEpoch(); }

void orderLanes(unsigned first, unsigned mask) {
  WarpClocks &clocks = clocksOf(first);
  uint32_t together[lanes] = {};
  for (unsigned a = 0; a < lanes; ++a)
    for (unsigned b = 0; (mask >> a & 1) && b < lanes; ++b)
      together[b] = std::max(together[b], clocks.seen[a][b]);
  for (unsigned a = 0; a < lanes; ++a)
    if (mask >> a & 1)
      together[a] = ++clocks.own[a];
  for (unsigned a = 0; a < lanes; ++a)
    if (mask >> a & 1)
      std::memcpy(clocks.seen[a], together, sizeof together);
}

void accessed(const Access &access) {
  if (onStack(access.place))
    return;
  const uintptr_t end = access.place + access.bytes;
  for (uintptr_t at = access.place; at < end;) {
    const uintptr_t word = at / wordBytes * wordBytes;
    const uintptr_t stop = std::min(end, word + wordBytes);
    Page &page = pageOf(word);
    if (at < page.valid.from || stop > page.valid.to)
      failAccess(access,
                 page.valid.to ? "which is outside of it"
                               : "which is not the GPU's",
                 "");
    const unsigned bytes = ((1u << (stop - at)) - 1) << (at - word);
    touch(access, word, page.cell[word % pageBytes / wordBytes], bytes);
    at = stop;
  }
}

void forget(ByteRange range) {
  const auto first = pages().lower_bound(range.from / pageBytes),
             last = pages().lower_bound(range.to / pageBytes);
  for (auto page = first; page != last; ++page)
    recent[page->first % std::size(recent)].page = nullptr;
  pages().erase(first, last);
}

bool isSharedMemory(uintptr_t place) { return sharedMemory.has(place); }

} // namespace cudaEmulation
