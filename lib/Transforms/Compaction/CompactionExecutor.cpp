//===- CompactionExecutor.cpp - the executor of a compaction --------------===//
///
/// \file
/// Makes the executor statement `{ X[O.., p, I..] }` with offset(O) <= p <
/// offset(O + 1) and K = index(p).
///
//===----------------------------------------------------------------------===//

#include "Compaction/CompactionStep.h"

#include "sparsec/Transforms/LoopUtils.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <set>
#include <tuple>

namespace sparsec {

using Dims = CompactedDomain::Dims;

/// The value of key \p dim at the position of \p frame.
isl::pw_aff CompactionStep::keyValue(unsigned dim, Frame &frame) const {
  isl::pw_aff point = poly::dimension(frame.space, frame.at);
  if (rowRun && dim != rowRun->row) {
    // { X[..] -> P[O.., number] }; X has all outer loops or, if the key does
    // not follow from them, none.
    std::vector<isl::pw_aff> known;
    for (unsigned pos = 0; pos < set.outer.size(); ++pos)
      known.push_back(pos < frame.at ? poly::dimension(frame.space, pos)
                                     : poly::constant(frame.space, 0));
    known.push_back(point);
    return rowRun->keys.at(dim).pullback(
        poly::makeMap(frame.space, "P", known));
  }
  return frame.valueOf({indexOf.at(dim), {point}});
}

CompactionStep::Frame CompactionStep::frameOf(const std::string &name,
                                              const Dims &outer,
                                              const Dims &inner) const {
  Frame frame;
  auto add = [&](unsigned dim) {
    frame.place[dim] = unsigned(frame.iterators.size());
    frame.iterators.push_back(set.name(dim));
  };
  llvm::for_each(outer, add);
  frame.at = unsigned(frame.iterators.size());
  if (!set.single)
    frame.iterators.push_back(position);
  llvm::for_each(inner, add);
  frame.space = poly::tupleSpace(old.context.ctx(), name,
                                 unsigned(frame.iterators.size()));
  return frame;
}

/// `{ X[O.., p, I..] -> R[..] }`.
isl::pw_multi_aff CompactionStep::nestAt(const Statement &nest,
                                         Frame &frame) const {
  const isl::space &space = frame.space;
  std::vector<isl::pw_aff> values;
  for (unsigned dim = 0; dim < nest.iterators.size(); ++dim) {
    auto key = llvm::find(set.keys, dim);
    if (frame.place.count(dim))
      values.push_back(poly::dimension(space, frame.place.at(dim)));
    else if (key != set.keys.end() && !set.single)
      values.push_back(keyValue(dim, frame));
    else if (llvm::is_contained(set.eliminated, dim))
      values.push_back(frame.valueOf({"found_" + set.name(dim), {}}));
    else
      values.push_back(poly::constant(space, 0));
  }
  // Single values are functions of the outer loops: { R[..] -> [K] }.
  isl::pw_multi_aff map = poly::makeMap(space, "R", values);
  for (size_t pos = 0; pos < set.singleValues.size(); ++pos)
    values[set.keys[pos]] = set.singleValues[pos].pullback(map);
  return set.single ? poly::makeMap(space, "R", values) : map;
}

/// Where the position is in its segment, in the list where there are none:
/// `{ X[..] }` as a domain and constraints, which are over calls.
std::pair<isl::set, isl::set>
CompactionStep::positionBounds(const isl::pw_multi_aff &map,
                               Frame &frame) const {
  const isl::space &space = frame.space;
  const isl::set all = isl::set::universe(space);
  isl::pw_aff point = poly::dimension(space, frame.at);
  isl::set domain = point.ge_set(poly::constant(space, 0));
  if (rowRun || set.outerKeys.empty()) {
    domain = domain.intersect(point.lt_set(poly::parameter(space, count)));
    // A position that is no instance's number has none.
    if (rowRun)
      domain = domain.intersect(rowRun->number.pullback(map).eq_set(point));
    return {domain, all};
  }
  std::vector<isl::pw_aff> segment;
  for (unsigned dim : set.outerKeys)
    if (frame.place.count(dim))
      segment.push_back(poly::dimension(space, frame.place.at(dim)));
  for (size_t pos = 0; pos < segment.size(); ++pos)
    segment[pos] = segment[pos].sub(
        poly::onSpace(bounds(set.outerKeys[pos]).first, space));
  std::vector<isl::pw_aff> end = segment;
  end.back() = end.back().add_constant(1);
  isl::pw_aff low = frame.valueOf({offset, segment});
  isl::pw_aff high = frame.valueOf({offset, end});
  return {domain, low.le_set(point).intersect(point.lt_set(high))};
}

Statement CompactionStep::positioned(const Statement &nest,
                                     const std::string &name, const Dims &outer,
                                     const Dims &inner,
                                     isl::pw_multi_aff *mapOut) {
  Frame frame = frameOf(name, outer, inner);
  isl::pw_multi_aff map = nestAt(nest, frame);
  isl::set domain = isl::set::universe(frame.space), constraints = domain;
  if (!set.single)
    std::tie(domain, constraints) = positionBounds(map, frame);
  if (mapOut) {
    *mapOut = map;
    if (!set.single)
      members = domain.intersect(constraints);
  }
  return pullBack(nest, name, frame.iterators, map, frame.calls, domain,
                  constraints);
}

/// The listed keys are touched ones: what \p domain says of them and of the
/// outer loops alone holds, so only the outer loops' own bounds are kept.
isl::set CompactionStep::withoutKeyBounds(const isl::set &domain) const {
  Dims inner = set.inner, insideOuter = set.keys;
  llvm::append_range(inner, set.eliminated);
  llvm::append_range(insideOuter, inner);
  isl::set outer = poly::eliminateDims(domain, insideOuter);
  isl::set listed = poly::eliminateDims(domain, inner);
  return domain.gist(listed).intersect(outer);
}

/// What the list does not say of the instances of \p nest. Of the outer loops
/// it says all, but only once it was looked at: their own bounds stay.
isl::set CompactionStep::beyondList(const Statement &nest) const {
  return nest.instances()
      .gist(set.touched.intersect(nest.domain))
      .intersect(set.around);
}

/// The dimensions of \p executor inside the one over positions.
Dims CompactionStep::innerDims(const Statement &executor) const {
  Dims dims;
  for (unsigned pos = unsigned(set.outer.size()) + (set.single ? 0 : 1);
       pos < executor.iterators.size(); ++pos)
    dims.push_back(pos);
  return dims;
}

llvm::Error CompactionStep::makeExecutor(StepResult &result) {
  // The guard that is left: nothing on padding or where flags replace it, else
  // what the touched set does not already say.
  isl::set whole = isl::set::universe(source.space());
  bool dropped = request.pad && !guarded;
  bool byFlags = guarded && !set.eliminated.empty();
  if (dropped || byFlags)
    source.constraints = set.around;
  else if (!set.single)
    source.constraints = beyondList(source);
  source.domain = poly::eliminateDims(source.domain, set.eliminated);
  source.constraints = poly::eliminateDims(source.constraints, set.eliminated);
  if (rowRun) {
    source.constraints = whole;
    source.domain = poly::eliminateDims(source.domain, {rowRun->row});
  } else if (!set.single) {
    source.domain = withoutKeyBounds(source.domain);
  }
  isl::pw_multi_aff map;
  Statement made = positioned(source, executor, set.outer, set.inner, &map);
  if (rowRun) // every number is listed, and so is what follows from it
    members = poly::eliminateDims(made.instances(), innerDims(made));
  if (llvm::Error error = requireNoEliminated(made))
    return error;

  std::map<unsigned, unsigned> place;
  for (unsigned dim : set.outer)
    place[dim] = unsigned(place.size());
  unsigned at = unsigned(place.size());
  unsigned skip = set.single ? 0 : 1;
  for (unsigned dim : set.inner)
    place[dim] = unsigned(place.size()) + skip;
  placeAccesses(made, place,
                set.single ? std::nullopt : std::optional<unsigned>(at));
  made.location = old.statement(request.statement).location;
  made.span = old.statement(request.statement).span;

  isl::pw_multi_aff toOld = set.toOld.pullback(map);
  InstanceMap from{executor, request.statement, toOld, dropped && hasPadding()};
  from.merged = !set.eliminated.empty();
  for (const auto &[name, call] : set.nest.calls) {
    UninterpretedCall over = call;
    for (isl::pw_aff &argument : over.arguments)
      argument = argument.pullback(map);
    if (poly::involvesParam(toOld.as_map().wrap(), name) &&
        !made.calls.count(name))
      from.calls.emplace(name, over);
  }
  result.instanceMaps.push_back(from);
  if (!set.single)
    listedAt = at;
  if (set.distinct && !set.single)
    gathers = makeGathers();
  executing = std::move(made);
  return llvm::Error::success();
}

/// The executor has no loop to find an eliminated iterator's value.
llvm::Error CompactionStep::requireNoEliminated(const Statement &made) const {
  for (unsigned dim : set.eliminated) {
    if (!usesCallOf(made, "found_" + set.name(dim)))
      continue;
    std::set<std::string> readers;
    for (const Access &access : set.nest.accesses())
      if (llvm::any_of(access.subscripts, [&](const isl::pw_aff &subscript) {
            return poly::involvesDim(subscript, dim);
          }))
        readers.insert(access.array);
    for (const MovedArray &array : moved)
      readers.erase(array.from);
    bool canMove = !readers.empty();
    for (const auto &[name, call] : set.nest.calls)
      if (usesCallOf(made, call.function) &&
          poly::involvesDim(call.arguments[0], dim))
        canMove = !readers.insert(call.function).second && canMove;
    return refuse("loop '" + set.name(dim) +
                  "' goes away, but the statement still needs it as a "
                  "subscript of " +
                  llvm::join(readers, ", ") +
                  (canMove
                       ? "; move them too"
                       : ", which index others and stay; coalesce({\"" +
                             request.loops.front() + "\", \"" + set.name(dim) +
                             "\"}) keeps the value for each instance"));
  }
  return llvm::Error::success();
}

} // namespace sparsec
