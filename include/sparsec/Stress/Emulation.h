//===- Emulation.h - threads that meet the worst schedule -------*- C++ -*-===//
///
/// \file
/// Small matrices and real threads find a race once in a thousand runs. So the
/// generated code is compiled with -fopenmp, but calls *our* GOMP_parallel:
/// the threads of a team run one after the other, the last one first, so that
/// every dependence between their iterations is broken. Isolated threads see
/// none of each other's writes and what each changed is merged at the end:
/// two threads that update one element lose an update, always.
///
/// Memory that generated code allocates lies between guard zones too.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_STRESS_EMULATION_H
#define SPARSEC_STRESS_EMULATION_H

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace sparsec::stress {

struct EmulationMode {
  int threads = 1;
  bool isolated = false; ///< teams see none of each other's writes, as long as
                         ///< what is copied for it stays affordable
};

/// Sets the mode and what memory the threads share besides what they allocate.
void emulateThreads(EmulationMode mode,
                    std::vector<std::pair<void *, size_t>> shared);

/// "" or what is wrong with the allocated memory: a written guard zone, blocks
/// that were not freed. Forgets all blocks.
std::string heapProblem();

} // namespace sparsec::stress

#endif // SPARSEC_STRESS_EMULATION_H
