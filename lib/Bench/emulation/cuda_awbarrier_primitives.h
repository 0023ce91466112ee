/*===- cuda_awbarrier_primitives.h - barriers that count arrivals ---------===*\
|*
|* Included in place of NVIDIA's header. A phase of such a barrier is over when
|* all threads have arrived that it is for, and all bytes that copies to shared
|* memory (cuda/ptx) are to bring; these are not there a moment before.
|*
\*===----------------------------------------------------------------------===*/
#ifndef SPARSEC_EMULATION_CUDA_AWBARRIER_PRIMITIVES_H
#define SPARSEC_EMULATION_CUDA_AWBARRIER_PRIMITIVES_H

#include <cstddef>

using __mbarrier_t = unsigned long long;

namespace cudaEmulation {

void beginArrivals(__mbarrier_t *barrier, unsigned threads);
void endArrivals(__mbarrier_t *barrier);
void arrive(__mbarrier_t *barrier);
/* Whether a phase of that parity is the last one that is over. */
bool isOver(__mbarrier_t *barrier, bool parity);
void expectBytes(__mbarrier_t *barrier, size_t bytes);
void startBulkCopy(void *to, const void *from, size_t bytes,
                   __mbarrier_t *barrier);

} // namespace cudaEmulation

inline void __mbarrier_init(__mbarrier_t *barrier, unsigned threads) {
  cudaEmulation::beginArrivals(barrier, threads);
}

inline void __mbarrier_inval(__mbarrier_t *barrier) {
  cudaEmulation::endArrivals(barrier);
}

inline unsigned long long __mbarrier_arrive(__mbarrier_t *barrier) {
  cudaEmulation::arrive(barrier);
  return 0;
}

inline bool __mbarrier_try_wait_parity(__mbarrier_t *barrier, bool parity,
                                       unsigned /*nanoseconds*/) {
  return cudaEmulation::isOver(barrier, parity);
}

#endif
