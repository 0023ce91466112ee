//===- IterationOrder.cpp - iterations that keep their order --------------===//
///
/// \file
/// From relations between instances, `{ S[..] -> T[..] }`, to relations between
/// iterations, `{ [u, v, ..] }`. The iterator that is the loop's value in an
/// instance becomes u or v, all others stay as they are. For a visit, iterators
/// go that only make it costlier: a pair too many orders two iterations that
/// could run at once, and nothing else.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Analysis/IterationOrder.h"

#include "ImpliedConditions.h"
#include "PairBuilder.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

namespace sparsec {
namespace {

using Fate = CarriedRelation::Fate;

/// The dimension of `[S -> T]` that \p time is, but for a constant and its
/// sign, and its value `{ [time] -> [dimension] }`.
std::optional<std::pair<unsigned, isl::pw_aff>>
inverted(const isl::pw_aff &time) {
  std::vector<unsigned> dims;
  unsigned count = unsigned(time.as_map().domain().tuple_dim());
  for (unsigned dim = 0; dim < count; ++dim)
    if (poly::involvesDim(time, dim))
      dims.push_back(dim);
  if (dims.size() != 1)
    return std::nullopt;
  isl::space space = time.space().domain();
  isl::map back = time.as_map().reverse().apply_range(
      poly::dimension(space, dims[0]).as_map());
  if (!back.is_single_valued())
    return std::nullopt;
  return std::pair(dims[0], back.as_pw_multi_aff().at(0));
}

} // namespace

/// Gives u, v and the iterators of both instances their dimensions.
void PairBuilder::findDimensions() {
  auto first = inverted(relation.sourceTime);
  auto second = inverted(relation.sinkTime);
  const unsigned sources = unsigned(source.iterators.size());
  const unsigned all = sources + unsigned(sink.iterators.size());
  names = {"u", "v"};
  std::vector<std::optional<unsigned>> places;
  for (unsigned dim = 0; dim < all; ++dim) {
    if ((first && dim == first->first) || (second && dim == second->first)) {
      places.push_back(std::nullopt);
      continue;
    }
    std::string name =
        dim < sources ? source.iterators[dim] : sink.iterators[dim - sources];
    while (llvm::is_contained(names, name))
      name += "_2";
    places.push_back(unsigned(names.size()));
    names.push_back(name);
    if (dim < sources)
      firstOfSink = unsigned(names.size());
  }
  findTwins(places);
  isl::space space =
      poly::tupleSpace(program.context.ctx(), "R", unsigned(names.size()));
  auto valueAt = [&](unsigned dim) {
    if (places[dim])
      return poly::dimension(space, *places[dim]);
    bool isSource = first && dim == first->first;
    isl::pw_aff time = poly::dimension(space, isSource ? 0 : 1);
    return (isSource ? *first : *second)
        .second.pullback(isl::pw_multi_aff(time));
  };
  std::vector<isl::pw_aff> ofSource, ofSink;
  for (unsigned dim = 0; dim < all; ++dim)
    (dim < sources ? ofSource : ofSink).push_back(valueAt(dim));
  toPair = poly::makeMap(space, source.name, ofSource)
               .range_product(poly::makeMap(space, sink.name, ofSink));
}

/// Dimensions of the sink that may say what one of the source says: those of
/// one iterator, and for what is left those in the same place. Whoever uses
/// them asks whether they do. \p places: of the iterators of the source, then
/// of those of the sink.
void PairBuilder::findTwins(
    const std::vector<std::optional<unsigned>> &places) {
  twins[1] = 0;
  const size_t sources = source.iterators.size();
  std::set<unsigned> taken;
  std::vector<unsigned> left;
  for (size_t pos = 0; pos < sink.iterators.size(); ++pos) {
    const std::optional<unsigned> place = places[sources + pos];
    if (!place)
      continue;
    auto found = llvm::find(source.iterators, sink.iterators[pos]);
    const size_t same = size_t(found - source.iterators.begin());
    if (same < sources && places[same] && taken.insert(*places[same]).second)
      twins[*place] = *places[same];
    else
      left.push_back(*place);
  }
  auto next = left.begin();
  for (size_t pos = 0; pos < sources && next != left.end(); ++pos)
    if (places[pos] && taken.insert(*places[pos]).second)
      twins[*next++] = *places[pos];
}

IterationPairs PairBuilder::over(const isl::set &points) const {
  IterationPairs pairs{
      {}, points.preimage(*toPair), relation.array, relation.isReduction};
  isl::space space = pairs.points.space();
  for (unsigned pos : {0u, 1u}) {
    const isl::pw_aff &time = pos ? relation.sinkTime : relation.sourceTime;
    pairs.points = pairs.points.intersect(
        time.pullback(*toPair).eq_set(poly::dimension(space, pos)));
  }
  for (const auto &[name, call] : relation.calls) {
    // Calls with parameters only, index(n), stay what they are.
    if (program.calls.count(name))
      continue;
    UninterpretedCall over = call;
    for (isl::pw_aff &argument : over.arguments)
      argument = argument.pullback(*toPair).coalesce();
    pairs.calls.emplace(name, std::move(over));
  }
  pairs.points = poly::withDimNames(pairs.points.coalesce(), names);
  return pairs;
}

/// \p points without \p dim and the calls that need it.
isl::set PairBuilder::without(const isl::set &points, const CallTable &calls,
                              unsigned dim) const {
  std::vector<std::string> gone, kept;
  for (bool grown = true; grown;) {
    grown = false;
    for (const auto &[name, call] : calls) {
      bool needs = llvm::any_of(call.arguments, [&](const auto &argument) {
        return poly::involvesDim(argument, dim) ||
               llvm::any_of(gone, [&](const std::string &other) {
                 return poly::involvesParam(argument, other);
               });
      });
      if (!needs || llvm::is_contained(gone, name))
        continue;
      gone.push_back(name);
      grown = true;
    }
  }
  for (const std::string &name : poly::paramNames(points.space()))
    if (!llvm::is_contained(gone, name))
      kept.push_back(name);
  return poly::keepParams(poly::eliminateDims(points, {dim}), kept);
}

/// Whether no call that \p points mention needs \p dim: then nothing is lost
/// without it.
bool PairBuilder::isFree(const isl::set &points, const CallTable &calls,
                         unsigned dim) const {
  return llvm::none_of(calls, [&](const auto &entry) {
    return poly::involvesParam(points, entry.first) &&
           llvm::is_contained(neededBy(calls, entry.first), dim);
  });
}

/// Without the dimensions \p left, and more that make the visit costlier or
/// that nothing needs; not \p kept.
PairBuilder::Plan
PairBuilder::cheapest(const IterationPairs &pairs, unsigned own,
                      std::vector<unsigned> left,
                      const std::vector<unsigned> &kept) const {
  isl::set points = pairs.points;
  for (unsigned dim : left)
    points = without(points, pairs.calls, dim);
  Plan plan{visitingOrder(pairs.calls, points, own, left), left, points};
  for (bool better = true; better;) {
    better = false;
    for (unsigned dim = unsigned(names.size()); dim-- > 2;) {
      if (llvm::is_contained(plan.left, dim) || llvm::is_contained(kept, dim))
        continue;
      Plan next = plan;
      next.left.push_back(dim);
      next.points = without(plan.points, pairs.calls, dim);
      next.order = visitingOrder(pairs.calls, next.points, own, next.left);
      bool isCheaper = next.order.cost < plan.order.cost;
      if (!isCheaper && (plan.order.cost < next.order.cost ||
                         !isFree(plan.points, pairs.calls, dim)))
        continue;
      plan = std::move(next);
      better = true;
    }
  }
  return plan;
}

PairVisit PairBuilder::visit() const {
  InstancePair pair(program, program, source, sink);
  std::vector<bool> fixed;
  for (unsigned dim = 0; dim < unsigned(relation.meetings.tuple_dim()); ++dim)
    fixed.push_back(poly::involvesDim(relation.sourceTime, dim) ||
                    poly::involvesDim(relation.sinkTime, dim));
  IterationPairs pairs =
      over(pair.facts.representatives(relation.meetings, fixed));
  Plan plan = cheapest(pairs, 0), bySink = cheapest(pairs, 1);
  bool ownIsSource = plan.order.cost < bySink.order.cost;
  if (!ownIsSource)
    plan = std::move(bySink);
  if (isDear(plan))
    if (std::optional<PairVisit> byKey = chain(pair, pairs))
      return *byKey;
  PairVisit made =
      visitOf(pairs, simplified(pairs, ownIsSource ? 0 : 1, std::move(plan)));
  made.other = ownIsSource ? 1 : 0;
  return made;
}

/// \p plan without conditions that the facts imply: each costs what it reads.
/// Then, without dimensions that only these asked for; not \p kept. The call
/// \p key stays.
PairBuilder::Plan PairBuilder::simplified(const IterationPairs &pairs,
                                          unsigned own, Plan plan,
                                          const std::vector<unsigned> &kept,
                                          const std::string &key) const {
  isl::set points = withoutImplied(program, pairs.calls, plan.points, key);
  Plan next = cheapest({pairs.calls, points}, own, plan.left, kept);
  // Calls that only facts brought in ask for nothing.
  for (const auto &entry : pairs.calls) {
    if (entry.first == key || !poly::involvesParam(next.points, entry.first) ||
        poly::involvesParam(relation.meetings, entry.first))
      continue;
    Plan without = next;
    without.points = poly::dropParam(next.points, entry.first);
    without.order = visitingOrder(pairs.calls, without.points, own, next.left);
    if (!(next.order.cost < without.order.cost))
      next = std::move(without);
  }
  return plan.order.cost < next.order.cost ? plan : next;
}

PairVisit PairBuilder::visitOf(const IterationPairs &pairs,
                               const Plan &plan) const {
  Statement nest;
  nest.iterators = names;
  isl::set all = isl::set::universe(plan.points.space());
  nest.domain = poly::withDimNames(all, names);
  nest.constraints = plan.points;
  nest.calls = pairs.calls;
  return {std::move(nest), plan.order.dims,        0,
          std::nullopt,    plan.order.cost.text(), !isDear(plan)};
}

/// The dimensions that the arguments of call \p name involve, at any depth.
std::vector<unsigned> PairBuilder::neededBy(const CallTable &calls,
                                            const std::string &name) const {
  std::vector<unsigned> needed;
  for (unsigned dim = 0; dim < unsigned(names.size()); ++dim)
    for (const isl::pw_aff &argument : calls.at(name).arguments)
      if (poly::involvesDim(argument, dim))
        needed.push_back(dim);
  for (const std::string &nested : nestedCalls(calls.at(name), calls))
    llvm::append_range(needed, neededBy(calls, nested));
  return needed;
}

IterationOrder iterationOrder(const Program &program, const Phase &phase,
                              const ScheduleTree &loop, bool wantsVisits) {
  IterationOrder order;
  for (const CarriedRelation &relation :
       relationsCarriedBy(program, phase, loop, /*witnesses=*/false)) {
    if (relation.fate == Fate::Affine || relation.fate == Fate::Refuted)
      continue;
    PairBuilder builder(program, relation);
    // Relations that are the same have the same instances.
    if (relation.fate != Fate::Same)
      order.pairs.push_back(builder.over(relation.relation.wrap()));
    if (relation.fate == Fate::Kept && wantsVisits)
      order.visits.push_back(builder.visit());
    if (!order.visits.empty() && !order.visits.back().isCheap)
      break;
  }
  return order;
}

} // namespace sparsec
