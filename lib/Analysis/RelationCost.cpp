//===- RelationCost.cpp - what visiting a relation costs ------------------===//

#include "RelationCost.h"

#include "sparsec/Poly/AstBuild.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <optional>

namespace sparsec {
namespace {

std::string power(const std::string &base, int exponent) {
  return exponent == 1 ? base : base + "^" + std::to_string(exponent);
}

/// The search for an order of loops.
class Visit {
public:
  Visit(const InstancePair &pair, const isl::set &points)
      : calls(pair.facts.calls()), points(points),
        dims(unsigned(points.tuple_dim())) {}

  Cost cheapest() { return cheapestFrom(Known(dims, false)); }

private:
  using Known = std::vector<bool>;

  Cost cheapestFrom(Known known);
  void close(Known &known) const;
  isl::set seenFrom(const Known &known, unsigned dim) const;
  bool isComputed(const Known &known, unsigned dim) const;
  Cost loopOver(const Known &known, unsigned dim) const;
  bool isKnownCall(const Known &known, const std::string &name) const;
  std::vector<std::string> keptCalls(const Known &known) const;

  const CallTable &calls;
  const isl::set &points;
  unsigned dims;
  /// What the loops over the rest cost, once these are known: the order in
  /// which they became known does not matter.
  std::map<Known, Cost> costs;
};

bool Visit::isKnownCall(const Known &known, const std::string &name) const {
  return llvm::all_of(calls.at(name).arguments,
                      [&](const isl::pw_aff &argument) {
                        for (unsigned dim = 0; dim < dims; ++dim)
                          if (!known[dim] && poly::involvesDim(argument, dim))
                            return false;
                        return llvm::all_of(calls, [&](const auto &other) {
                          return !poly::involvesParam(argument, other.first) ||
                                 isKnownCall(known, other.first);
                        });
                      });
}

/// The program's parameters and the calls that can be made by now.
std::vector<std::string> Visit::keptCalls(const Known &known) const {
  std::vector<std::string> kept;
  for (const std::string &name : poly::paramNames(points.space()))
    if (!calls.count(name) || isKnownCall(known, name))
      kept.push_back(name);
  return kept;
}

/// What is known of \p dim and the dimensions \p known.
isl::set Visit::seenFrom(const Known &known, unsigned dim) const {
  std::vector<unsigned> others;
  for (unsigned other = 0; other < dims; ++other)
    if (!known[other] && other != dim)
      others.push_back(other);
  return poly::keepParams(poly::eliminateDims(points, others),
                          keptCalls(known));
}

bool Visit::isComputed(const Known &known, unsigned dim) const {
  isl::set seen = seenFrom(known, dim);
  isl::pw_aff value = poly::dimension(seen.space(), dim);
  auto as = [&](const std::string &name) {
    isl::pw_aff stand = poly::parameter(seen.space(), name);
    return poly::eliminateDims(seen.intersect(value.eq_set(stand)), {dim});
  };
  isl::pw_aff one = poly::parameter(seen.space(), "@one");
  isl::pw_aff two = poly::parameter(seen.space(), "@two");
  return as("@one").intersect(as("@two")).is_disjoint(one.lt_set(two));
}

void Visit::close(Known &known) const {
  for (bool grown = true; grown;) {
    grown = false;
    for (unsigned dim = 0; dim < dims; ++dim)
      if (!known[dim] && isComputed(known, dim))
        known[dim] = grown = true;
  }
}

Cost Visit::loopOver(const Known &known, unsigned dim) const {
  isl::set seen = seenFrom(known, dim);
  std::vector<std::string> parameters;
  for (const std::string &name : poly::paramNames(seen.space()))
    if (!calls.count(name))
      parameters.push_back(name);
  if (poly::isBounded(poly::keepParams(seen, parameters), dim))
    return {0, 1};
  return poly::isBounded(seen, dim) ? Cost{1, -1} : Cost{1, 0};
}

Cost Visit::cheapestFrom(Known known) {
  close(known);
  if (auto found = costs.find(known); found != costs.end())
    return found->second;
  std::optional<Cost> best;
  for (unsigned dim = 0; dim < dims; ++dim) {
    if (known[dim])
      continue;
    Known more = known;
    more[dim] = true;
    Cost cost = loopOver(known, dim) + cheapestFrom(std::move(more));
    if (!best || cost < *best)
      best = cost;
  }
  return costs[known] = best.value_or(Cost());
}

} // namespace

std::string Cost::text() const {
  std::string over, under;
  for (auto [base, exponent] : {std::pair<std::string, int>("nnz", elements),
                                std::pair<std::string, int>("n", rows)}) {
    std::string &side = exponent > 0 ? over : under;
    if (exponent != 0)
      side += (side.empty() ? "" : "*") + power(base, std::abs(exponent));
  }
  if (over.empty())
    over = "1";
  return under.empty() ? over : over + "/" + under;
}

Cost visitingCost(const InstancePair &pair, const isl::set &points) {
  return Visit(pair, points).cheapest();
}

} // namespace sparsec
