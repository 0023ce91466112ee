//===- Phases.h - the phase that loops are of -------------------*- C++ -*-===//
#ifndef SPARSEC_LIB_LOOPTEXT_PHASES_H
#define SPARSEC_LIB_LOOPTEXT_PHASES_H

#include "NodeReader.h"

#include "sparsec/LoopText/LoopText.h"

namespace sparsec::looptext {

/// Gives \p module a phase with the loops \p sources, one for each loop node in
/// order, and the assignments that have a name; points the nodes to it.
void addPhase(LoopModule &module, Phase::Role role,
              const std::vector<SourceKey> &sources);

} // namespace sparsec::looptext

#endif // SPARSEC_LIB_LOOPTEXT_PHASES_H
