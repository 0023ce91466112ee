/*===- cuda_collectives.h - where threads wait for each other -------------===*\
|*
|* Barriers, shuffles and votes. A warp's operation waits until all lanes of its
|* mask have come to the same line of the program with the same mask; a lane
|* that has returned, or never comes, is an error, not undefined.
|*
\*===----------------------------------------------------------------------===*/
#ifndef SPARSEC_EMULATION_CUDA_COLLECTIVES_H
#define SPARSEC_EMULATION_CUDA_COLLECTIVES_H

#include <cstring>
#include <source_location>
#include <type_traits>

namespace cudaEmulation {

/* The place of the call: an address would differ where a compiler has doubled
   the code around one call. */
using Site = std::source_location;

enum class Collective : unsigned char {
  SyncThreads,
  SyncWarp,
  Shuffle,
  ShuffleUp,
  ShuffleDown,
  ShuffleXor,
  Ballot,
  Any,
  All
};

struct Exchange {
  Collective kind = Collective::SyncThreads;
  unsigned mask = 0;
  unsigned long long bits = 0; /* what the lane gives */
  int operand = 0;             /* of a shuffle: lane, delta or lane mask */
  int width = 32;
};

/* Waits for the others and returns what this lane gets. */
unsigned long long meet(const Exchange &exchange, Site site);

template <typename T>
T shuffle(Collective kind, unsigned mask, T value, int operand, int width,
          Site site) {
  static_assert(std::is_arithmetic_v<T> && (sizeof(T) == 4 || sizeof(T) == 8),
                "CUDA shuffles numbers of 4 and 8 bytes");
  Exchange exchange{kind, mask, 0, operand, width};
  std::memcpy(&exchange.bits, &value, sizeof(T));
  const unsigned long long bits = meet(exchange, site);
  std::memcpy(&value, &bits, sizeof(T));
  return value;
}

} // namespace cudaEmulation

inline void
__syncthreads(cudaEmulation::Site site = cudaEmulation::Site::current()) {
  cudaEmulation::meet({}, site);
}

inline void
__syncwarp(unsigned mask = 0xffffffffu,
           cudaEmulation::Site site = cudaEmulation::Site::current()) {
  cudaEmulation::meet({cudaEmulation::Collective::SyncWarp, mask}, site);
}

#define SPARSEC_EMULATION_SHUFFLE(NAME, KIND, OPERAND)                         \
  template <typename T>                                                        \
  T NAME(unsigned mask, T value, OPERAND operand, int width = 32,              \
         cudaEmulation::Site site = cudaEmulation::Site::current()) {          \
    return cudaEmulation::shuffle(cudaEmulation::Collective::KIND, mask,       \
                                  value, int(operand), width, site);           \
  }
SPARSEC_EMULATION_SHUFFLE(__shfl_sync, Shuffle, int)
SPARSEC_EMULATION_SHUFFLE(__shfl_up_sync, ShuffleUp, unsigned)
SPARSEC_EMULATION_SHUFFLE(__shfl_down_sync, ShuffleDown, unsigned)
SPARSEC_EMULATION_SHUFFLE(__shfl_xor_sync, ShuffleXor, int)
#undef SPARSEC_EMULATION_SHUFFLE

#define SPARSEC_EMULATION_VOTE(NAME, KIND, RESULT)                             \
  inline RESULT NAME(unsigned mask, int predicate,                             \
                     cudaEmulation::Site site =                                \
                         cudaEmulation::Site::current()) {                     \
    return RESULT(cudaEmulation::meet(                                         \
        {cudaEmulation::Collective::KIND, mask, predicate != 0}, site));       \
  }
SPARSEC_EMULATION_VOTE(__ballot_sync, Ballot, unsigned)
SPARSEC_EMULATION_VOTE(__any_sync, Any, int)
SPARSEC_EMULATION_VOTE(__all_sync, All, int)
#undef SPARSEC_EMULATION_VOTE

/* One thread runs at a time, and sees what others wrote. These order nothing
   for the search for races: a fence alone makes no thread wait. */
inline void __threadfence() {}
inline void __threadfence_block() {}
inline void __threadfence_system() {}

#endif
