//===- Landscapes.h - times by formula, for tests ---------------*- C++ -*-===//
#ifndef SPARSEC_TEST_UNIT_TUNE_LANDSCAPES_H
#define SPARSEC_TEST_UNIT_TUNE_LANDSCAPES_H

#include "sparsec/Tune/Search.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>

namespace sparsec::tune {

/// 8 x 6 x 5 combinations.
inline Space landscapeSpace() {
  return llvm::cantFail(
      Space::create({{"T", {8, 16, 32, 64, 128, 256, 512, 1024}},
                     {"W", {0, 1, 2, 4, 8, 16}},
                     {"K", {2, 3, 4, 6, 8}}}));
}

/// Bowls in the logarithms, tilted; the middles move with the matrix (mean
/// length of rows), and \p ripple adds what no smooth model foresees.
struct Landscape {
  double rowMean = 8, ripple = 0;

  double cost(const Space &space, size_t number) const {
    const std::vector<long> v = space.values(number);
    const double t = std::log2(v[0]), w = std::log2(1.0 + double(v[1])),
                 k = std::log2(v[2]), row = std::log2(rowMean);
    const double bowl = 0.08 * std::pow(t - 4 - 0.6 * row, 2) +
                        0.15 * std::pow(w - 0.5 * row, 2) +
                        0.3 * std::pow(k - 1.8, 2) + 0.04 * (t - 6) * (w - 2);
    return std::exp(bowl + ripple * std::sin(12.9898 * double(number)));
  }

  double best(const Space &space) const {
    double least = cost(space, 0);
    for (size_t number = 1; number < space.size(); ++number)
      least = std::min(least, cost(space, number));
    return least;
  }
};

inline bool allAllowed(size_t) { return true; }

/// Good trials with the costs of \p costOf.
inline auto answering(std::function<double(size_t)> costOf) {
  return [costOf = std::move(costOf)](llvm::ArrayRef<size_t> numbers) {
    std::vector<Trial> trials;
    for (size_t number : numbers)
      trials.push_back({number, Outcome::Good, costOf(number)});
    return llvm::Expected<std::vector<Trial>>(std::move(trials));
  };
}

} // namespace sparsec::tune

#endif // SPARSEC_TEST_UNIT_TUNE_LANDSCAPES_H
