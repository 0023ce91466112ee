//===- Search.h - runs a strategy -------------------------------*- C++ -*-===//
#ifndef SPARSEC_TUNE_SEARCH_H
#define SPARSEC_TUNE_SEARCH_H

#include "sparsec/Tune/Strategy.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace sparsec::tune {

/// Tries points, in parallel or not: a trial for each, in their order.
using Evaluate = llvm::function_ref<llvm::Expected<std::vector<Trial>>(
    llvm::ArrayRef<size_t> numbers)>;

/// Asks \p strategy for batches, and \p evaluate for how they end, until \p
/// board has \p mostTrials trials or there is nothing left.
llvm::Error search(Strategy &strategy, Board &board, size_t mostTrials,
                   Evaluate evaluate);

/// How many trials \p trials took until one was good and at most \p within (as
/// 0.02) more than \p best, which is positive; 0: none was.
size_t trialsToReach(llvm::ArrayRef<Trial> trials, double best, double within);

} // namespace sparsec::tune

#endif // SPARSEC_TUNE_SEARCH_H
