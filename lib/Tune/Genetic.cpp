//===- Genetic.cpp - generations of the best ones' offspring --------------===//
///
/// \file
/// After G-Sparse (PACT 2023): a population of 16, of which the 6 best live on,
/// parents by roulette wheel on the inverse of time, one gene of five mutated.
/// What lives on is not tried again, so that the best six of a generation are
/// the best six of all trials.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Tune/Strategy.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec::tune {
namespace {

constexpr double mutationRate = 0.2;

class Genetic : public Strategy {
public:
  explicit Genetic(unsigned seed) : engine(seed) {}

  std::vector<size_t> propose(Board &board, size_t most) override {
    if (board.ranking().empty())
      return claimInOrder(board, shuffled(board.space, engine),
                          std::min(most, populationSize));
    return breed(board, engine, std::min(most, populationSize - eliteSize));
  }

private:
  std::mt19937_64 engine;
};

/// The best six of all, and the newest others up to the population's size.
std::vector<Trial> populationOf(const Board &board) {
  std::vector<Trial> population = board.ranking();
  population.resize(std::min(population.size(), eliteSize));
  for (const Trial &trial : llvm::reverse(board.trials())) {
    const bool isElite = llvm::any_of(population, [&](const Trial &other) {
      return other.number == trial.number;
    });
    if (population.size() < populationSize && !isElite &&
        trial.outcome == Outcome::Good)
      population.push_back(trial);
  }
  return population;
}

/// One of \p population, as likely as it is fast.
const Trial &spin(const std::vector<Trial> &population,
                  std::mt19937_64 &engine) {
  double sum = 0;
  for (const Trial &trial : population)
    sum += 1 / trial.cost;
  double at = drawUnit(engine) * sum;
  for (const Trial &trial : population) {
    at -= 1 / trial.cost;
    if (at < 0)
      return trial;
  }
  return population.back();
}

} // namespace

std::vector<size_t> breed(Board &board, std::mt19937_64 &engine, size_t most) {
  const std::vector<Trial> population = populationOf(board);
  const std::vector<Parameter> &parameters = board.space.parameters();
  std::vector<size_t> claimed;
  while (claimed.size() < most && !board.isExhausted()) {
    const Point mother = board.space.at(spin(population, engine).number),
                father = board.space.at(spin(population, engine).number);
    Point child = mother;
    for (size_t k = 0; k < child.size(); ++k) {
      if (drawBelow(engine, 2))
        child[k] = father[k];
      if (drawUnit(engine) < mutationRate)
        child[k] = drawBelow(engine, parameters[k].values.size());
    }
    if (auto number = board.claimNearest(board.space.numberOf(child)))
      claimed.push_back(*number);
  }
  return claimed;
}

std::unique_ptr<Strategy> makeGenetic(const StrategyOptions &options) {
  return std::make_unique<Genetic>(options.seed);
}

} // namespace sparsec::tune
