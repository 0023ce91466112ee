//===- Emulation.cpp - threads that meet the worst schedule ---------------===//

#include "sparsec/Stress/Emulation.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <optional>

namespace sparsec::stress {
namespace {

/// A multiple of what aligned_alloc is asked for.
constexpr size_t zone = 64;
constexpr unsigned char guardByte = 0xC9, freshByte = 0xA5;
/// Bytes that isolated teams of one run may copy. A parallel loop inside others
/// copies all that threads share again and again; what isolation can show was
/// shown then, and the teams after run one thread after the other.
constexpr size_t maxCopied = size_t(1) << 28;

/// A work-sharing loop with chunks, `schedule(dynamic, 4)`.
struct SharedLoop {
  long start = 0, end = 0, step = 1, chunk = 1;
  long next = 0; ///< number of the next chunk of the running thread
};

struct State {
  EmulationMode mode;
  std::vector<std::pair<void *, size_t>> shared;
  std::map<unsigned char *, size_t> heap; ///< block => bytes asked for
  std::string problem;
  int thread = 0, team = 1;
  size_t copied = 0; ///< bytes, by isolated teams
  SharedLoop loop;
};

State &state() {
  static State only;
  return only;
}

/// The contents of all memory that threads share.
class Image {
public:
  Image() {
    for (const auto &[start, size] : state().shared)
      add(static_cast<unsigned char *>(start), size);
    for (const auto &[start, size] : state().heap)
      add(start, size);
  }

  void restore() const {
    for (const auto &[start, bytes] : blocks)
      std::copy(bytes.begin(), bytes.end(), start);
  }
  /// Takes over what memory holds that differs from \p initial.
  void mergeChanges(const Image &initial) {
    for (size_t number = 0; number < blocks.size(); ++number) {
      const auto &[start, before] = initial.blocks[number];
      for (size_t at = 0; at < before.size(); ++at)
        if (start[at] != before[at])
          blocks[number].second[at] = start[at];
    }
  }

private:
  void add(unsigned char *start, size_t size) {
    blocks.emplace_back(start, std::vector<unsigned char>(start, start + size));
  }
  std::vector<std::pair<unsigned char *, std::vector<unsigned char>>> blocks;
};

/// Whether the team that begins gets copies of the memory.
bool isIsolated(int threads) {
  State &now = state();
  if (!now.mode.isolated || threads <= 1 || now.copied > maxCopied)
    return false;
  for (const auto &[start, size] : now.shared)
    now.copied += size;
  for (const auto &[start, size] : now.heap)
    now.copied += size;
  return true;
}

void runTeam(int wanted, const std::function<void()> &body) {
  State &now = state();
  int threads = wanted > 0 ? wanted : now.mode.threads;
  int outerThread = now.thread, outerTeam = now.team;
  SharedLoop outerLoop = now.loop;
  std::optional<Image> initial, merged;
  if (isIsolated(threads))
    merged = initial.emplace();
  now.team = threads;
  for (now.thread = threads - 1; now.thread >= 0; --now.thread) {
    if (initial)
      initial->restore();
    now.loop.next = now.thread;
    body();
    if (initial)
      merged->mergeChanges(*initial);
  }
  if (merged)
    merged->restore();
  now.thread = outerThread;
  now.team = outerTeam;
  now.loop = outerLoop;
}

/// The chunk that the running thread gets next: every team-th one.
bool nextChunk(long *start, long *end) {
  SharedLoop &loop = state().loop;
  long trips = loop.step > 0
                   ? (loop.end - loop.start + loop.step - 1) / loop.step
                   : (loop.start - loop.end - loop.step - 1) / -loop.step;
  long first = loop.next * loop.chunk;
  if (first >= trips)
    return false;
  long last = std::min(trips, first + loop.chunk);
  *start = loop.start + first * loop.step;
  *end = last == trips ? loop.end : loop.start + last * loop.step;
  loop.next += state().team;
  return true;
}

void setLoop(long start, long end, long step, long chunk) {
  state().loop = {start, end, step, chunk > 0 ? chunk : 1, state().thread};
}

void *allocate(size_t size, unsigned char fill) {
  auto *raw = static_cast<unsigned char *>(
      std::aligned_alloc(zone, (size / zone + 3) * zone));
  std::memset(raw, guardByte, size + 2 * zone);
  std::memset(raw + zone, fill, size);
  state().heap[raw + zone] = size;
  return raw + zone;
}

void release(void *pointer) {
  if (!pointer)
    return;
  auto *start = static_cast<unsigned char *>(pointer);
  auto found = state().heap.find(start);
  if (found == state().heap.end()) {
    state().problem = "free() of memory that was not allocated";
    return;
  }
  for (size_t at = 0; at < zone; ++at)
    if (start[-1 - long(at)] != guardByte ||
        start[found->second + at] != guardByte)
      state().problem = "write outside an allocated array of " +
                        std::to_string(found->second) + " bytes";
  state().heap.erase(found);
  std::free(start - zone);
}

} // namespace

void emulateThreads(EmulationMode mode,
                    std::vector<std::pair<void *, size_t>> shared) {
  state().mode = mode;
  state().shared = std::move(shared);
  state().copied = 0;
}

std::string heapProblem() {
  std::string problem = state().problem;
  if (problem.empty() && !state().heap.empty())
    problem = std::to_string(state().heap.size()) +
              " allocated blocks were not freed";
  state().heap.clear();
  state().problem.clear();
  return problem;
}

} // namespace sparsec::stress

//===----------------------------------------------------------------------===//
// What generated code calls: the allocator by macro, the rest by libgomp's
// names, which the program exports.
//===----------------------------------------------------------------------===//

using namespace sparsec::stress;

extern "C" {

void *stress_malloc(size_t size) { return allocate(size, freshByte); }
void *stress_aligned_alloc(size_t, size_t size) {
  return allocate(size, freshByte);
}
void *stress_calloc(size_t count, size_t size) {
  return allocate(count * size, 0);
}
void stress_free(void *pointer) { release(pointer); }
void *stress_realloc(void *pointer, size_t size) {
  void *result = allocate(size, freshByte);
  if (pointer) {
    size_t old = state().heap[static_cast<unsigned char *>(pointer)];
    std::memcpy(result, pointer, old < size ? old : size);
    release(pointer);
  }
  return result;
}

int omp_get_max_threads() { return state().mode.threads; }
int omp_get_num_threads() { return state().team; }
int omp_get_thread_num() { return state().thread; }
int omp_in_parallel() { return state().team > 1; }

void GOMP_parallel(void (*body)(void *), void *data, unsigned threads,
                   unsigned) {
  // A region that asks for a number of threads is one of sparse_wavefront,
  // whose threads wait for each other: one of them does all the work here.
  runTeam(threads > 0 ? 1 : 0, [&] { body(data); });
}

void GOMP_barrier() {}
void GOMP_atomic_start() {}
void GOMP_atomic_end() {}
void GOMP_critical_start() {}
void GOMP_critical_end() {}
void GOMP_loop_end() {}
void GOMP_loop_end_nowait() {}

#define SPARSEC_SHARED_LOOP(KIND)                                              \
  void GOMP_parallel_loop_##KIND(void (*body)(void *), void *data,             \
                                 unsigned threads, long start, long end,       \
                                 long step, long chunk, unsigned) {            \
    runTeam(int(threads), [&] {                                                \
      setLoop(start, end, step, chunk);                                        \
      body(data);                                                              \
    });                                                                        \
  }                                                                            \
  bool GOMP_loop_##KIND##_start(long start, long end, long step, long chunk,   \
                                long *from, long *to) {                        \
    setLoop(start, end, step, chunk);                                          \
    return nextChunk(from, to);                                                \
  }                                                                            \
  bool GOMP_loop_##KIND##_next(long *from, long *to) {                         \
    return nextChunk(from, to);                                                \
  }

SPARSEC_SHARED_LOOP(dynamic)
SPARSEC_SHARED_LOOP(guided)
SPARSEC_SHARED_LOOP(nonmonotonic_dynamic)
SPARSEC_SHARED_LOOP(nonmonotonic_guided)

} // extern "C"
