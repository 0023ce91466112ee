//===- OrderSearch.cpp - greedy restarts and simulated annealing ----------===//
///
/// \file
/// The number of states after each step of an order depends on the pattern
/// only, so an order's cost is exact before anything is computed. Greedy: take
/// the vertex that leaves the fewest states, ties at random. Annealing: move a
/// vertex to another place in the order; the energy is the logarithm of the
/// transitions.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Permanent/Elimination.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace sparsec::permanent {
namespace {

using Random = std::mt19937_64;

/// In [0, 1), the same on every platform, unlike the library's distributions.
double uniform(Random &random) {
  return static_cast<double>(random() >> 11) * 0x1p-53;
}
int below(Random &random, int bound) {
  return static_cast<int>(uniform(random) * bound);
}

class Search {
public:
  Search(const Graph &graph, const SearchEffort &effort)
      : graph(graph), effort(effort), random(effort.seed),
        visitsOfOne(static_cast<double>(graph.edges() + graph.vertices())) {}

  std::vector<int> run() {
    for (int restart = 0; restart < 64 && (restart < 2 || !spent(0.3));
         ++restart)
      offer(greedy(restart == 0 ? 0 : 0.5));
    for (int round = 0; round < 32 && (round == 0 || !spent(1)); ++round)
      anneal();
    return best;
  }

private:
  const Graph &graph;
  const SearchEffort &effort;
  Random random;
  double visitsOfOne;
  double visits = 0, bestCost = INFINITY;
  std::vector<int> best;

  bool spent(double share) const {
    double allowed = std::clamp(bestCost * effort.shareOfRun,
                                effort.leastVisits, effort.mostVisits);
    return visits > share * allowed;
  }
  double cost(const std::vector<int> &order) {
    visits += visitsOfOne;
    return costOf(graph, order).transitions;
  }
  void offer(const std::vector<int> &order) {
    double value = cost(order);
    if (value < bestCost) {
      bestCost = value;
      best = order;
    }
  }

  /// \p noise: by how much, in logarithms, a worse vertex may be preferred.
  std::vector<int> greedy(double noise) {
    Walk walk(graph);
    std::vector<int> order, left(graph.vertices());
    for (int vertex = 0; vertex < graph.vertices(); ++vertex)
      left[vertex] = vertex;
    while (!left.empty()) {
      size_t chosen = 0;
      double least = INFINITY;
      for (size_t i = 0; i < left.size(); ++i) {
        double score =
            walk.statesAfter(left[i]) * (1 + noise * uniform(random));
        if (score < least) {
          least = score;
          chosen = i;
        }
      }
      visits += visitsOfOne;
      order.push_back(left[chosen]);
      walk.eliminate(left[chosen]);
      left[chosen] = left.back();
      left.pop_back();
    }
    return order;
  }

  /// One cooling from the best order so far.
  void anneal() {
    std::vector<int> current = best, next;
    double energy = std::log(bestCost);
    double allowance = std::clamp(bestCost * effort.shareOfRun,
                                  effort.leastVisits, effort.mostVisits);
    int moves = static_cast<int>(std::min(0.35 * allowance / visitsOfOne, 1e6));
    for (int move = 0; move < moves; ++move) {
      double temperature = 0.5 * std::pow(0.01, double(move) / moves);
      next = current;
      shift(next);
      double value = cost(next);
      double change = std::log(value) - energy;
      if (change > 0 && uniform(random) >= std::exp(-change / temperature))
        continue;
      current.swap(next);
      energy += change;
      if (value < bestCost) {
        bestCost = value;
        best = current;
      }
    }
  }

  /// Moves one vertex, near places more often than far ones.
  void shift(std::vector<int> &order) {
    int size = graph.vertices();
    int from = below(random, size);
    double reach = std::pow(double(size), uniform(random));
    int step = 1 + static_cast<int>(reach);
    int to = from + (below(random, 2) ? step : -step);
    to = std::clamp(to, 0, size - 1);
    auto at = order.begin();
    if (from < to)
      std::rotate(at + from, at + from + 1, at + to + 1);
    else
      std::rotate(at + to, at + from, at + from + 1);
  }
};

} // namespace

std::vector<int> findOrder(const Graph &graph, const SearchEffort &effort) {
  return Search(graph, effort).run();
}

} // namespace sparsec::permanent
