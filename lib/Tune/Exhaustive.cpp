//===- Exhaustive.cpp - all combinations ----------------------------------===//
#include "sparsec/Tune/Strategy.h"

#include <numeric>

namespace sparsec::tune {
namespace {

class Exhaustive : public Strategy {
public:
  std::vector<size_t> propose(Board &board, size_t most) override {
    std::vector<size_t> order(board.space.size() - next);
    std::iota(order.begin(), order.end(), next);
    std::vector<size_t> claimed = claimInOrder(board, order, most);
    next = claimed.empty() ? board.space.size() : claimed.back() + 1;
    return claimed;
  }

private:
  size_t next = 0; ///< all before are claimed or refused
};

} // namespace

std::unique_ptr<Strategy> makeExhaustive(const StrategyOptions &) {
  return std::make_unique<Exhaustive>();
}

} // namespace sparsec::tune
