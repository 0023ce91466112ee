//===- Schedule.cpp - gives frontier vertices their bits ------------------===//

#include "sparsec/Permanent/Schedule.h"

#include <bit>

namespace sparsec::permanent {
namespace {

class Scheduler {
public:
  explicit Scheduler(const Graph &graph)
      : graph(graph), bitOf(graph.vertices(), -1), walk(graph) {}

  /// False if there are not enough bits.
  bool add(int vertex) {
    Step step;
    if (bitOf[vertex] >= 0) {
      step.own = Bits{1} << bitOf[vertex];
      now.mask &= ~step.own;
      now.rows &= ~step.own;
    }
    for (int other : graph.neighbours[vertex])
      if (!walk.isEliminated(other) && !addEdge(step, vertex, other))
        return false;
    walk.eliminate(vertex);
    now.elements = std::popcount(now.rows) + walk.balance();
    step.after = now;
    steps.push_back(std::move(step));
    return true;
  }
  std::vector<Step> steps;

private:
  const Graph &graph;
  std::vector<int> bitOf;
  Walk walk;
  Frontier now;

  bool addEdge(Step &step, int vertex, int other) {
    bool isKnown = bitOf[other] >= 0;
    if (!isKnown) {
      if (~now.mask == 0)
        return false;
      bitOf[other] = std::countr_one(now.mask);
    }
    Bits bit = Bits{1} << bitOf[other];
    now.mask |= bit;
    now.rows |= graph.isRow(other) ? bit : 0;
    (isKnown ? step.known : step.fresh) |= bit;
    bool isRow = graph.isRow(vertex);
    step.edges.push_back({bitOf[other], isRow ? vertex : other,
                          (isRow ? other : vertex) - graph.size});
    return true;
  }
};

} // namespace

std::optional<std::vector<Step>> schedule(const Graph &graph,
                                          const std::vector<int> &order) {
  Scheduler scheduler(graph);
  for (int vertex : order)
    if (!scheduler.add(vertex))
      return std::nullopt;
  return std::move(scheduler.steps);
}

} // namespace sparsec::permanent
