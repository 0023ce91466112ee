//===- Replay.h - searches over times that are known ------------*- C++ -*-===//
#ifndef SPARSEC_TUNE_REPLAY_H
#define SPARSEC_TUNE_REPLAY_H

#include "sparsec/Tune/Log.h"
#include "sparsec/Tune/Strategy.h"

namespace sparsec::tune {

/// Searches of one strategy on one input of a log.
struct ReplayResult {
  std::string input; ///< "stencil2d:30, 1 thread"
  size_t points = 0; ///< that were tried in the log
  /// Per search how many trials it took to come within `within` of the log's
  /// best; one that did not counts as all of its trials and one more.
  std::vector<size_t> reached;
  size_t missed = 0; ///< searches that did not
  double mean() const;
  double median() const;
};

struct ReplayOptions {
  const StrategyKind *strategy = nullptr;
  const Model *model = nullptr; ///< for strategies that use one
  unsigned seed = 1, searches = 1;
  size_t mostTrials = usualTrials;
  double within = 0.02;
};

/// Runs searches with the seeds seed, seed + 1, .. on each input of \p log,
/// which answers in place of a machine: points that it does not have are
/// refused. Nothing is compiled or timed.
llvm::Expected<std::vector<ReplayResult>> replay(const LoggedSearch &log,
                                                 const ReplayOptions &options);

/// What \p model predicts for \p number on \p inputs: the mean. Fails where it
/// asks for what neither the params nor the features have, or where it does not
/// know a param.
llvm::Expected<std::function<double(size_t)>>
predictionOf(const Model &model, const Space &space, const LoggedSpace &about,
             llvm::ArrayRef<LoggedInput> inputs);

} // namespace sparsec::tune

#endif // SPARSEC_TUNE_REPLAY_H
