//===- ModelGuided.cpp - generations that begin where a model says --------===//
///
/// \file
/// The first population is what the model takes for the best, and some drawn at
/// random, for a model that is wrong; what follows is genetic search. The model
/// is trained before, on other matrices, and costs no trials.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Tune/Strategy.h"

#include "llvm/ADT/STLExtras.h"

#include <cassert>

namespace sparsec::tune {
namespace {

/// Of the first population. G-Sparse takes 5 to 20 of its model's best.
constexpr size_t predictedBest = 8;

class ModelGuided : public Strategy {
public:
  explicit ModelGuided(const StrategyOptions &options)
      : engine(options.seed), predict(options.predict) {
    assert(predict && "a model-guided search needs a model");
  }

  std::vector<size_t> propose(Board &board, size_t most) override;

private:
  std::vector<size_t> ranked(const Space &space) const;

  std::mt19937_64 engine;
  std::function<double(size_t)> predict;
};

/// All points, the one with the greatest prediction first.
std::vector<size_t> ModelGuided::ranked(const Space &space) const {
  std::vector<std::pair<double, size_t>> order;
  for (size_t number = 0; number < space.size(); ++number)
    order.emplace_back(-predict(number), number);
  llvm::sort(order);
  std::vector<size_t> numbers;
  llvm::append_range(numbers, llvm::make_second_range(order));
  return numbers;
}

std::vector<size_t> ModelGuided::propose(Board &board, size_t most) {
  if (!board.ranking().empty())
    return breed(board, engine, std::min(most, populationSize - eliteSize));
  most = std::min(most, populationSize);
  std::vector<size_t> first =
      claimInOrder(board, ranked(board.space), std::min(most, predictedBest));
  llvm::append_range(first, claimInOrder(board, shuffled(board.space, engine),
                                         most - first.size()));
  return first;
}

} // namespace

std::unique_ptr<Strategy> makeModelGuided(const StrategyOptions &options) {
  return std::make_unique<ModelGuided>(options);
}

} // namespace sparsec::tune
