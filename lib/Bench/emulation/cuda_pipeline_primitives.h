/*===- cuda_pipeline_primitives.h - copies that arrive late ---------------===*\
|*
|* Included in place of NVIDIA's header. What a thread copies to shared memory
|* arrives when it waits for the copy's group, and not a moment before: until
|* then the place holds bytes that are no number, and who reads it is an error.
|*
\*===----------------------------------------------------------------------===*/
#ifndef SPARSEC_EMULATION_CUDA_PIPELINE_PRIMITIVES_H
#define SPARSEC_EMULATION_CUDA_PIPELINE_PRIMITIVES_H

#include <cstddef>

namespace cudaEmulation {

void startCopy(void *to, const void *from, size_t bytes);
void commitCopies();
void waitForCopies(size_t pending);

} // namespace cudaEmulation

inline void __pipeline_memcpy_async(void *to, const void *from, size_t bytes) {
  cudaEmulation::startCopy(to, from, bytes);
}

inline void __pipeline_commit() { cudaEmulation::commitCopies(); }

inline void __pipeline_wait_prior(size_t pending) {
  cudaEmulation::waitForCopies(pending);
}

#endif
