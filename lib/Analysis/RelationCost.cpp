//===- RelationCost.cpp - what visiting a relation costs ------------------===//

#include "RelationCost.h"

#include "PointPaths.h"

#include "sparsec/Poly/AstBuild.h"

#include "llvm/ADT/STLExtras.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>

namespace sparsec {
namespace {

std::string power(const std::string &base, int exponent) {
  return exponent == 1 ? base : base + "^" + std::to_string(exponent);
}

/// With more dimensions the first order is taken: 2^dims are too many to try.
constexpr unsigned searchLimit = 14;

/// Dimensions that are known: bit k for dimension k.
using Known = uint64_t;

/// The answers to a question that stays true when more is known.
class Growing {
public:
  bool ask(Known known, const std::function<bool()> &test) {
    auto isWithin = [](Known less, Known more) { return !(less & ~more); };
    for (Known enough : yes)
      if (isWithin(enough, known))
        return true;
    for (Known tooFew : no)
      if (isWithin(known, tooFew))
        return false;
    bool answer = test();
    (answer ? yes : no).push_back(known);
    return answer;
  }

private:
  std::vector<Known> yes, no;
};

/// The search for an order of loops.
class Visit {
public:
  Visit(const CallTable &calls, const isl::set &points)
      : calls(calls), points(points), dims(unsigned(points.tuple_dim())),
        paths(PointPaths::of(points)), computed(dims), ranged(dims),
        bounded(dims) {
    for (const auto &entry : calls)
      neededBy(entry.first);
    for (unsigned dim = 0; dim < dims; ++dim)
      constant.push_back(isConstant(dim));
  }

  Cost cheapest() { return cheapestFrom(0); }
  VisitingOrder startingWith(unsigned first, const std::vector<unsigned> &left);

private:
  static bool has(Known known, unsigned dim) { return known >> dim & 1; }

  Known neededBy(const std::string &name);
  Cost cheapestFrom(Known known);
  Known close(Known known);
  isl::set seenFrom(Known known, unsigned dim) const;
  bool isComputed(Known known, unsigned dim) const;
  bool isConstant(unsigned dim) const;
  bool isRanged(Known known, unsigned dim) const;
  Cost loopOver(Known known, unsigned dim);
  bool isBounded(Known known, unsigned dim) const;
  bool isKnown(Known known, const std::string &variable) const;
  std::vector<std::string> keptCalls(Known known) const;

  const CallTable &calls;
  const isl::set &points;
  unsigned dims;
  /// Where all is differences, which answer faster than sets.
  std::optional<PointPaths> paths;
  /// Call => the dimensions that its arguments involve, at any depth.
  std::map<std::string, Known> needs;
  /// One for each dimension.
  std::vector<bool> constant;
  std::vector<Growing> computed, ranged, bounded;
  /// What the loops over the rest cost, once these are known: the order in
  /// which they became known does not matter.
  std::map<Known, Cost> costs;
};

Known Visit::neededBy(const std::string &name) {
  if (auto found = needs.find(name); found != needs.end())
    return found->second;
  Known needed = 0;
  for (const isl::pw_aff &argument : calls.at(name).arguments)
    for (unsigned dim = 0; dim < dims; ++dim)
      if (poly::involvesDim(argument, dim))
        needed |= Known(1) << dim;
  for (const std::string &nested : nestedCalls(calls.at(name), calls))
    needed |= neededBy(nested);
  return needs[name] = needed;
}

/// The program's parameters and the calls that can be made by now.
std::vector<std::string> Visit::keptCalls(Known known) const {
  std::vector<std::string> kept;
  for (const std::string &name : poly::paramNames(points.space())) {
    auto call = needs.find(name);
    if (call == needs.end() || !(call->second & ~known))
      kept.push_back(name);
  }
  return kept;
}

/// Whether \p variable is one of \p known, or a parameter or a call that can be
/// made by now.
bool Visit::isKnown(Known known, const std::string &variable) const {
  if (std::optional<unsigned> dim = poly::dimensionOf(variable))
    return has(known, *dim);
  auto call = needs.find(variable);
  return call == needs.end() || !(call->second & ~known);
}

/// What is known of \p dim and the dimensions \p known.
isl::set Visit::seenFrom(Known known, unsigned dim) const {
  std::vector<unsigned> others;
  for (unsigned other = 0; other < dims; ++other)
    if (!has(known, other) && other != dim)
      others.push_back(other);
  return poly::keepParams(poly::eliminateDims(points, others),
                          keptCalls(known));
}

bool Visit::isComputed(Known known, unsigned dim) const {
  if (paths)
    return paths->isDetermined(
        dim, [&](const auto &name) { return isKnown(known, name); });
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

Known Visit::close(Known known) {
  for (bool grown = true; grown;) {
    grown = false;
    for (unsigned dim = 0; dim < dims; ++dim)
      if (!has(known, dim) &&
          computed[dim].ask(known, [&] { return isComputed(known, dim); })) {
        known |= Known(1) << dim;
        grown = true;
      }
  }
  return known;
}

/// Whether numbers bound \p dim from both sides.
bool Visit::isConstant(unsigned dim) const {
  if (paths)
    return paths->isBounded(dim, [](const auto &) { return false; });
  std::vector<unsigned> others;
  for (unsigned other = 0; other < dims; ++other)
    if (other != dim)
      others.push_back(other);
  return poly::isBounded(
      poly::keepParams(poly::eliminateDims(points, others), {}), dim);
}

/// Whether parameters bound \p dim from both sides.
bool Visit::isRanged(Known known, unsigned dim) const {
  if (paths)
    return paths->isBounded(dim, [&](const auto &name) {
      return !calls.count(name) && isKnown(known, name);
    });
  isl::set seen = seenFrom(known, dim);
  std::vector<std::string> parameters;
  for (const std::string &name : poly::paramNames(seen.space()))
    if (!calls.count(name))
      parameters.push_back(name);
  return poly::isBounded(poly::keepParams(seen, parameters), dim);
}

/// Whether anything that is known bounds \p dim from both sides.
bool Visit::isBounded(Known known, unsigned dim) const {
  if (paths)
    return paths->isBounded(
        dim, [&](const auto &name) { return isKnown(known, name); });
  return poly::isBounded(seenFrom(known, dim), dim);
}

Cost Visit::loopOver(Known known, unsigned dim) {
  if (constant[dim])
    return Cost();
  if (ranged[dim].ask(known, [&] { return isRanged(known, dim); }))
    return {0, 1};
  bool isSegment =
      bounded[dim].ask(known, [&] { return isBounded(known, dim); });
  return isSegment ? Cost{1, -1} : Cost{1, 0};
}

Cost Visit::cheapestFrom(Known known) {
  known = close(known);
  if (auto found = costs.find(known); found != costs.end())
    return found->second;
  std::optional<Cost> best;
  for (unsigned dim = 0; dim < dims; ++dim) {
    if (has(known, dim))
      continue;
    Cost cost = loopOver(known, dim) + cheapestFrom(known | Known(1) << dim);
    if (!best || cost < *best)
      best = cost;
    if (dims > searchLimit)
      break;
  }
  return costs[known] = best.value_or(Cost());
}

VisitingOrder Visit::startingWith(unsigned first,
                                  const std::vector<unsigned> &left) {
  VisitingOrder order;
  Known known = 0;
  for (unsigned dim : left)
    known |= Known(1) << dim;
  auto add = [&](unsigned dim) {
    order.cost = order.cost + loopOver(known, dim);
    order.dims.push_back(dim);
    Known closed = close(known | Known(1) << dim);
    for (unsigned other = 0; other < dims; ++other)
      if (other != dim && has(closed & ~known, other))
        order.dims.push_back(other);
    known = closed;
  };
  for (add(first); order.dims.size() + left.size() < dims;) {
    std::optional<std::pair<Cost, unsigned>> best;
    for (unsigned dim = 0; dim < dims; ++dim) {
      if (has(known, dim))
        continue;
      Cost cost = loopOver(known, dim) + cheapestFrom(known | Known(1) << dim);
      if (!best || cost < best->first)
        best = {cost, dim};
    }
    add(best->second);
  }
  return order;
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
  unsigned dims = unsigned(points.tuple_dim());
  if (dims >= 64)
    return {int(dims), 0};
  return Visit(pair.facts.calls(), points).cheapest();
}

VisitingOrder visitingOrder(const CallTable &calls, const isl::set &points,
                            unsigned first, const std::vector<unsigned> &left) {
  return Visit(calls, points).startingWith(first, left);
}

} // namespace sparsec
