//===- Random.cpp - combinations drawn without repetition -----------------===//
#include "sparsec/Tune/Strategy.h"

namespace sparsec::tune {
namespace {

class Random : public Strategy {
public:
  explicit Random(unsigned seed) : engine(seed) {}

  std::vector<size_t> propose(Board &board, size_t most) override {
    if (order.empty())
      order = shuffled(board.space, engine);
    return claimInOrder(board, order, most);
  }

private:
  std::mt19937_64 engine;
  std::vector<size_t> order;
};

} // namespace

std::unique_ptr<Strategy> makeRandom(const StrategyOptions &options) {
  return std::make_unique<Random>(options.seed);
}

} // namespace sparsec::tune
