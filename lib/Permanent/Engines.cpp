//===- Engines.cpp - which engines a block is offered to ------------------===//
///
/// \file
/// Predictions cost time themselves, most of all the search for an order of
/// elimination. A short search comes first; only where that leaves work to do
/// are sums over subsets looked at, then a longer search, which may take a
/// share of what the best plan so far takes, and then splitting.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Permanent/Engine.h"

#include <algorithm>
#include <cmath>

namespace sparsec::permanent {
namespace {

using Engines = std::vector<std::unique_ptr<Engine>>;

/// What takes less is not worth a look at other engines: to make a kernel takes
/// a second, to split takes a search for every part.
constexpr double littleForGray = 0.2, littleForSplit = 5;
/// Blocks of fewer rows have no expensive order.
constexpr int fewRows = 14;

void append(Engines &engines, Engines more) {
  for (auto &engine : more)
    engines.push_back(std::move(engine));
}

Engines enginesAsked(const Pattern &block, const Numbers &numbers,
                     const Resources &resources, const RoundedSquare *values) {
  Engines engines;
  const std::string &name = resources.engine;
  const bool isGray = name.starts_with("gray");
  if (name == "split")
    engines.push_back(makeSplitEngine(block, numbers, resources));
  else if (isGray && static_cast<int>(block.size()) >= leastGrayRows)
    append(engines, makeGrayEngines(block, numbers, resources, values));
  else
    engines.push_back(makeFrontierEngine(block, numbers, resources));
  return engines;
}

double leastSeconds(const Engines &engines, const Resources &resources) {
  double least = INFINITY;
  for (const auto &engine : engines)
    if (fits(engine->cost(), resources))
      least = std::min(least, engine->cost().seconds);
  return least;
}

/// Replaces the frontier engine if a longer search finds a better order.
void searchLonger(std::unique_ptr<Engine> &frontier, double bestSeconds,
                  const Pattern &block, const Numbers &numbers,
                  Resources resources) {
  const Cost cost = frontier->cost();
  SearchEffort &search = resources.search;
  if (std::isfinite(bestSeconds) && std::isfinite(cost.seconds))
    search.mostVisits =
        std::min(search.mostVisits, search.shareOfRun * bestSeconds *
                                        cost.operations / cost.seconds);
  if (search.mostVisits <= search.leastVisits)
    return;
  auto longer = makeFrontierEngine(block, numbers, resources);
  if (longer->cost().seconds < cost.seconds)
    frontier = std::move(longer);
}

} // namespace

bool isEngine(const std::string &name) {
  for (const char *known :
       {"", "frontier", "split", "gray", "gray-cpu", "gray-gpu"})
    if (name == known)
      return true;
  return false;
}

bool fits(const Cost &cost, const Resources &resources) {
  return cost.bytes <= resources.bytes && cost.seconds <= resources.seconds;
}

Engines enginesFor(const Pattern &block, const Numbers &numbers,
                   const Resources &resources, const RoundedSquare *values) {
  if (!resources.engine.empty())
    return enginesAsked(block, numbers, resources, values);
  Engines engines;
  Resources quick = resources;
  quick.search.mostVisits = quick.search.leastVisits;
  engines.push_back(makeFrontierEngine(block, numbers, quick));
  if (leastSeconds(engines, resources) < littleForGray)
    return engines;
  if (static_cast<int>(block.size()) >= fewRows)
    append(engines, makeGrayEngines(block, numbers, resources, values));
  searchLonger(engines.front(), leastSeconds(engines, resources), block,
               numbers, resources);
  if (engines.front()->cost().bytes > resources.bytes && block.size() > 2 &&
      leastSeconds(engines, resources) > littleForSplit)
    engines.push_back(makeSplitEngine(block, numbers, resources));
  return engines;
}

std::unique_ptr<Engine> cheapest(Engines engines, const Resources &resources) {
  auto rank = [&](const std::unique_ptr<Engine> &engine) {
    return std::pair(!fits(engine->cost(), resources), engine->cost().seconds);
  };
  return std::move(*std::min_element(
      engines.begin(), engines.end(),
      [&](const auto &a, const auto &b) { return rank(a) < rank(b); }));
}

} // namespace sparsec::permanent
