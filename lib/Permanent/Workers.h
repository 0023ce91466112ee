//===- Workers.h - shares a range of work between threads -------*- C++ -*-===//
#ifndef SPARSEC_LIB_PERMANENT_WORKERS_H
#define SPARSEC_LIB_PERMANENT_WORKERS_H

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

namespace sparsec::permanent {

/// Calls body(begin, end) for pieces of 0 .. size; small ranges stay here.
template <typename Body>
void forRanges(uint64_t size, unsigned threads, const Body &body) {
  constexpr uint64_t piece = uint64_t{1} << 16;
  uint64_t pieces = (size + piece - 1) / piece;
  threads = static_cast<unsigned>(std::min<uint64_t>(threads, pieces));
  if (threads <= 1)
    return body(0, size);
  std::atomic<uint64_t> taken = 0;
  auto work = [&] {
    for (uint64_t at; (at = taken++) < pieces;)
      body(at * piece, std::min(size, (at + 1) * piece));
  };
  std::vector<std::thread> others;
  for (unsigned i = 1; i < threads; ++i)
    others.emplace_back(work);
  work();
  for (std::thread &thread : others)
    thread.join();
}

} // namespace sparsec::permanent

#endif // SPARSEC_LIB_PERMANENT_WORKERS_H
