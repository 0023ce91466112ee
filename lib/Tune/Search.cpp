//===- Search.cpp - runs a strategy ---------------------------------------===//
#include "sparsec/Tune/Search.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec::tune {

llvm::Error search(Strategy &strategy, Board &board, size_t mostTrials,
                   Evaluate evaluate) {
  while (board.trials().size() < mostTrials) {
    // No more at once than are compiled and held in memory well.
    const size_t most =
        std::min(populationSize, mostTrials - board.trials().size());
    const std::vector<size_t> batch = strategy.propose(board, most);
    if (batch.empty())
      break;
    llvm::Expected<std::vector<Trial>> ended = evaluate(batch);
    if (!ended)
      return ended.takeError();
    for (const Trial &trial : *ended)
      board.add(trial);
  }
  return llvm::Error::success();
}

size_t trialsToReach(llvm::ArrayRef<Trial> trials, double best, double within) {
  for (const auto &[k, trial] : llvm::enumerate(trials))
    if (trial.outcome == Outcome::Good && trial.cost <= best * (1 + within))
      return k + 1;
  return 0;
}

} // namespace sparsec::tune
