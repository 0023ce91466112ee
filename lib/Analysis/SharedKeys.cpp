//===- SharedKeys.cpp - iterations that have a value in common ------------===//
///
/// \file
/// Iterations that touch `u[row(t)]` meet where row(t) = row(t'): to visit all
/// pairs would cost their square. They keep their order when each of them comes
/// after the last one before with its value, so one visit of the values is
/// enough: the nest of one side, if it visits what the other one would.
///
//===----------------------------------------------------------------------===//

#include "PairBuilder.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

/// For a question that is asked of many pairs of calls, most of which are not
/// equal, and whose answer makes an inspector faster, not possible.
constexpr unsigned long guessOperations = 300'000;

namespace {

/// Whether two lists of arguments have the same values. They may know of
/// different parameters, which isl's plain comparison takes for a difference.
bool haveSameValues(const std::vector<isl::pw_aff> &first,
                    const std::vector<isl::pw_aff> &second) {
  return llvm::equal(first, second,
                     [](const isl::pw_aff &a, const isl::pw_aff &b) {
                       return a.as_map().is_equal(b.as_map());
                     });
}

} // namespace

/// Whether two calls have one value wherever the instances meet.
bool PairBuilder::areEqual(const InstancePair &pair, const std::string &first,
                           const std::string &second) const {
  isl::space space = relation.meetings.space();
  isl::pw_aff a = poly::parameter(space, first),
              b = poly::parameter(space, second);
  return proves(
      program.context.ctx(),
      [&] {
        return pair.facts.provesEmpty(
                   relation.meetings.intersect(a.lt_set(b))) &&
               pair.facts.provesEmpty(relation.meetings.intersect(b.lt_set(a)));
      },
      guessOperations);
}

/// v and the other dimensions of the sink, or those of the source.
std::vector<unsigned> PairBuilder::dimsOf(bool ofSink) const {
  std::vector<unsigned> dims = {ofSink ? 1u : 0u};
  for (unsigned dim = ofSink ? firstOfSink : 2;
       dim < (ofSink ? unsigned(names.size()) : firstOfSink); ++dim)
    dims.push_back(dim);
  return dims;
}

/// Whether one access of one statement meets itself: both sides are alike.
bool PairBuilder::meetsItself() const {
  std::string sinkElement = relation.sinkElement;
  llvm::erase(sinkElement, '\'');
  return relation.source == relation.sink &&
         relation.sourceElement == sinkElement;
}

/// Calls over the dimensions \p dims => the calls that they are in the other
/// instance, \p map exchanges the two.
std::map<std::string, std::string>
PairBuilder::twinCalls(const CallTable &calls, const isl::pw_multi_aff &map,
                       const std::vector<unsigned> &dims) const {
  std::map<std::string, std::string> twin;
  // Nested calls first: those around them mention the names of their twins.
  for (bool grown = true; grown;) {
    grown = false;
    for (const auto &[name, call] : calls) {
      if (twin.count(name) || !needsOnly(calls, name, dims))
        continue;
      std::vector<isl::pw_aff> arguments;
      for (isl::pw_aff argument : call.arguments) {
        for (const auto &[from, to] : twin)
          argument = poly::renameParam(argument, from, to);
        arguments.push_back(argument.pullback(map).coalesce());
      }
      auto same = llvm::find_if(calls, [&](const auto &other) {
        return other.second.function == call.function &&
               haveSameValues(other.second.arguments, arguments);
      });
      if (same == calls.end())
        continue;
      twin.emplace(name, same->first);
      grown = true;
    }
  }
  return twin;
}

/// Whether the arguments of call \p name are over the dimensions \p dims.
bool PairBuilder::needsOnly(const CallTable &calls, const std::string &name,
                            const std::vector<unsigned> &dims) const {
  return llvm::all_of(neededBy(calls, name), [&](unsigned dim) {
    return llvm::is_contained(dims, dim);
  });
}

/// Whether \p part visits no iteration with a value of its key that \p whole,
/// a visit of the other side, does not; \p isSink: \p part is of the sink.
bool PairBuilder::isWithin(const IterationPairs &pairs, const Plan &part,
                           const Plan &whole, bool isSink) const {
  const isl::space space = pairs.points.space();
  std::vector<isl::pw_aff> values;
  for (unsigned dim = 0; dim < unsigned(names.size()); ++dim)
    values.push_back(poly::dimension(space, dim));
  for (const auto &[ofSink, ofSource] : twins)
    std::swap(values[ofSink], values[ofSource]);
  const isl::pw_multi_aff map = poly::makeMap(space, "R", values);
  isl::set points = part.points.intersect_params(program.context);
  for (const auto &[from, to] : twinCalls(pairs.calls, map, dimsOf(isSink)))
    points = poly::renameParam(points, from, to);
  for (const auto &entry : pairs.calls)
    if (poly::involvesParam(part.points, entry.first))
      points = poly::dropParam(points, entry.first);
  return points.preimage(map).is_subset(whole.points);
}

/// A visit of one iteration with its value of the call \p name of the source,
/// or \p other of the sink: every iteration of either side has to be in it.
std::optional<PairBuilder::Link>
PairBuilder::link(const IterationPairs &pairs, const std::string &name,
                  const std::string &other) const {
  Plan sources =
      cheapest(pairs, 0, dimsOf(/*ofSink=*/true), neededBy(pairs.calls, name));
  if (meetsItself())
    return Link{std::move(sources), 0, name};
  Plan sinks = cheapest(pairs, 1, dimsOf(/*ofSink=*/false),
                        neededBy(pairs.calls, other));
  if (isWithin(pairs, sinks, sources, /*isSink=*/true))
    return Link{std::move(sources), 0, name};
  if (isWithin(pairs, sources, sinks, /*isSink=*/false))
    return Link{std::move(sinks), 1, other};
  return std::nullopt;
}

/// Equal values of a call keep iterations in order: u and v meet where row(p) =
/// row(p'). One side of it is enough to visit.
std::optional<PairVisit> PairBuilder::chain(const InstancePair &pair,
                                            const IterationPairs &pairs) const {
  const std::vector<unsigned> sources = dimsOf(false), sinks = dimsOf(true);
  // row(p) rather than colptr(row(p)).
  auto nested = [&](const std::string &one) {
    return nestedCalls(pairs.calls.at(one), pairs.calls).size();
  };
  std::optional<Link> best;
  for (const auto &[name, call] : pairs.calls)
    for (const auto &[otherName, other] : pairs.calls) {
      if (name == otherName || call.function != other.function ||
          !needsOnly(pairs.calls, name, sources) ||
          !needsOnly(pairs.calls, otherName, sinks) ||
          !areEqual(pair, name, otherName))
        continue;
      std::optional<Link> found = link(pairs, name, otherName);
      if (!found)
        continue;
      const Cost cost = found->plan.order.cost;
      if (best && !(cost < best->plan.order.cost) &&
          (best->plan.order.cost < cost ||
           nested(best->key) <= nested(found->key)))
        continue;
      best = std::move(found);
    }
  if (!best)
    return std::nullopt;
  PairVisit made =
      visitOf(pairs, simplified(pairs, best->own, std::move(best->plan),
                                neededBy(pairs.calls, best->key), best->key));
  made.key = best->key;
  return made;
}

} // namespace sparsec
