//===- Strategy.cpp - what strategies share -------------------------------===//
#include "sparsec/Tune/Strategy.h"

#include "llvm/ADT/STLExtras.h"

#include <numeric>

namespace sparsec::tune {

llvm::ArrayRef<StrategyKind> strategies() {
  static const StrategyKind kinds[] = {
#define STRATEGY(NAME, MAKE, USES_MODEL, IS_LIMITED, HELP)                     \
  {#NAME, HELP, MAKE, USES_MODEL, IS_LIMITED},
#include "sparsec/Tune/Strategies.def"
  };
  return kinds;
}

const StrategyKind *strategyNamed(llvm::StringRef name) {
  const auto *found =
      llvm::find_if(strategies(), [&](const StrategyKind &kind) {
        return kind.name == name;
      });
  return found == strategies().end() ? nullptr : found;
}

// Not std::uniform_int_distribution, whose numbers the standard leaves open.
size_t drawBelow(std::mt19937_64 &engine, size_t bound) {
  return engine() % bound;
}

double drawUnit(std::mt19937_64 &engine) {
  return static_cast<double>(engine() >> 11) * 0x1p-53;
}

std::vector<size_t> claimInOrder(Board &board, llvm::ArrayRef<size_t> order,
                                 size_t most) {
  std::vector<size_t> claimed;
  for (size_t number : order) {
    if (claimed.size() == most)
      break;
    if (board.claim(number))
      claimed.push_back(number);
  }
  return claimed;
}

std::vector<size_t> shuffled(const Space &space, std::mt19937_64 &engine) {
  std::vector<size_t> order(space.size());
  std::iota(order.begin(), order.end(), size_t{0});
  for (size_t left = order.size(); left > 1; --left)
    std::swap(order[left - 1], order[drawBelow(engine, left)]);
  return order;
}

} // namespace sparsec::tune
