//===- Strategy.h - which combinations to try next --------------*- C++ -*-===//
///
/// \file
/// A strategy is a file of lib/Tune and a row of Strategies.def. It proposes a
/// batch of points, which are compiled in parallel and timed in turns, sees how
/// they ended, and proposes the next. It draws from its own seed only, so that
/// a search with the same answers makes the same trials again: this is what
/// resumes one that was interrupted.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_TUNE_STRATEGY_H
#define SPARSEC_TUNE_STRATEGY_H

#include "sparsec/Tune/Board.h"

#include "llvm/ADT/ArrayRef.h"

#include <memory>
#include <random>

namespace sparsec::tune {

class Model;

/// What strategies may use.
struct StrategyOptions {
  unsigned seed = 1;
  /// Of the geometric mean over the inputs; for those that ask a model. Its
  /// sign does not matter, larger is faster.
  std::function<double(size_t number)> predict;
};

class Strategy {
public:
  virtual ~Strategy() = default;
  /// Claims up to \p most points and returns them, those first that are worth
  /// most; none: there is nothing left to try.
  virtual std::vector<size_t> propose(Board &board, size_t most) = 0;
};

/// A row of Strategies.def.
struct StrategyKind {
  llvm::StringLiteral name, help;
  std::unique_ptr<Strategy> (*make)(const StrategyOptions &);
  bool usesModel, isLimited;
};
llvm::ArrayRef<StrategyKind> strategies();
/// Null: there is none of that name.
const StrategyKind *strategyNamed(llvm::StringRef name);

#define STRATEGY(NAME, MAKE, USES_MODEL, IS_LIMITED, HELP)                     \
  std::unique_ptr<Strategy> MAKE(const StrategyOptions &options);
#include "sparsec/Tune/Strategies.def"

/// Candidates of one generation, and how many of the best live on in the next:
/// GS-10 of G-Sparse (PACT 2023), as all constants here.
constexpr size_t populationSize = 16, eliteSize = 6;
constexpr size_t generations = 3;
/// Trials of a search that is not told how many: the first population and the
/// offspring of each generation.
constexpr size_t usualTrials =
    populationSize + generations * (populationSize - eliteSize);

/// Uniform in [0, bound); the same numbers with every library.
size_t drawBelow(std::mt19937_64 &engine, size_t bound);
/// Uniform in [0, 1).
double drawUnit(std::mt19937_64 &engine);
/// Claims up to \p most points of \p order, in its order.
std::vector<size_t> claimInOrder(Board &board, llvm::ArrayRef<size_t> order,
                                 size_t most);
/// All points, in random order.
std::vector<size_t> shuffled(const Space &space, std::mt19937_64 &engine);

/// One generation after the board's trials: parents by roulette wheel on speed,
/// each parameter from either of them, one of five parameters drawn anew; what
/// cannot be tried becomes the nearest that can.
std::vector<size_t> breed(Board &board, std::mt19937_64 &engine, size_t most);

} // namespace sparsec::tune

#endif // SPARSEC_TUNE_STRATEGY_H
