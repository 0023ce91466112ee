//===- CompactionStep.cpp - the executor of a compaction ------------------===//
///
/// \file
/// Makes the executor statement `{ X[O.., p, I..] }` with offset(O) <= p <
/// offset(O + 1) and K = index(p), and puts it in the place of the old nest.
///
//===----------------------------------------------------------------------===//

#include "Compaction/CompactionStep.h"

#include "sparsec/IR/Widths.h"
#include "sparsec/Transforms/LoopUtils.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <set>

namespace sparsec {

using Dims = TouchedSet::Dims;

CompactionStep::CompactionStep(const Program &program,
                               const CompactionRequest &request,
                               TouchedSet touched)
    : old(program), request(request), set(std::move(touched)), next(program),
      source(set.nest), indexType(ElementType::int32()) {
  for (const auto &entry : set.nest.calls)
    if (old.arrays.at(entry.second.function).type.bytes > 4)
      indexType = ElementType::int64();
}

/// The executor of one statement, from its own loops alone.
llvm::Error CompactionStep::prepare(StepResult &result) {
  if (llvm::Error error = chooseLookup())
    return error;
  nameParts();
  if (llvm::Error error = moveArrays())
    return error;
  if (llvm::Error error = requireOneVisit())
    return error;
  return makeExecutor(result);
}

llvm::Expected<StepResult>
CompactionStep::run(std::vector<CompactionStep> &others) {
  StepResult result{next, {}, {}, {}, false, request.mayReassociate, {}};
  if (llvm::Error error = prepare(result))
    return error;
  for (CompactionStep &other : others) {
    if (llvm::Error error = other.prepare(result))
      return error;
    if (llvm::Error error = other.requireListOf(*this))
      return error;
  }
  dropUnusedIndices(others);
  replaceNests(others);
  makeInspector();
  makeUpdate();
  addIndexFacts();
  keepInside(*this);
  for (const CompactionStep &other : others)
    keepInside(other);
  // After the phases of earlier steps, whose arrays these may read.
  next.phases.insert(next.phases.end() - 1, phases.begin(), phases.end());
  result.program = next;
  auto finish = [&](CompactionStep &step, InstanceMap &map) {
    step.recorder = recorder;
    if (step.listedAt)
      map.listed = step.enumeration();
    result.made.push_back({"executor", step.executor});
  };
  finish(*this, result.instanceMaps.front());
  for (size_t pos = 0; pos < others.size(); ++pos)
    finish(others[pos], result.instanceMaps[pos + 1]);
  for (const std::string &inspector : inspectors)
    result.made.push_back({"inspector", inspector});
  for (const MovedArray &array : moved)
    result.storageMap[array.from] = array.to;
  return result;
}

/// Who lists the old instances, for the checker.
Enumeration CompactionStep::enumeration() const {
  const Statement &statement = old.statement(request.statement);
  const ScheduleTree &tree = old.phaseOf(request.statement)->tree;
  std::vector<isl::pw_aff> loops;
  for (const ScheduleTree *loop : tree.loopsAround(request.statement))
    loops.push_back(loop->values.at(request.statement));
  auto valuesOf = [&](const Dims &dims) {
    std::vector<isl::pw_aff> values;
    for (unsigned dim : dims)
      values.push_back(loops[dim]);
    return values;
  };
  Dims visit = set.free, touched = set.outerKeys;
  llvm::append_range(visit, set.derived);
  llvm::append_range(touched, set.keys);
  return {recorder,
          poly::makeMap(statement.space(), recorder,
                        recorder.empty() ? std::vector<isl::pw_aff>()
                                         : valuesOf(visit)),
          valuesOf(touched), listedAt, members};
}

void CompactionStep::nameParts() {
  std::string loop =
      request.newLoop.empty() ? request.loops.front() : request.newLoop;
  position = loop;
  executor = next.freshName(request.statement + "x");
  offset = next.freshName(loop + "_offset");
  count = next.freshName(loop + "_count");
  slot = next.freshName(loop + "_slot");
  present = next.freshName(loop + "_present");
  stamps = next.freshName(loop + "_seen");
  for (unsigned dim : set.keys)
    indexOf[dim] = next.freshName(set.name(dim) + "_index");
}

/// The value of key \p dim at the position dimension of \p space.
isl::pw_aff CompactionStep::keyValue(unsigned dim, const isl::space &space,
                                     CallTable &calls,
                                     const std::vector<std::string> &iterators,
                                     unsigned at) const {
  isl::pw_aff point = poly::dimension(space, at);
  if (rowRun && dim != rowRun->row) {
    // { X[..] -> P[O.., number] }; X has all outer loops or, if the key does
    // not follow from them, none.
    std::vector<isl::pw_aff> known;
    for (unsigned pos = 0; pos < set.outer.size(); ++pos)
      known.push_back(pos < at ? poly::dimension(space, pos)
                               : poly::constant(space, 0));
    known.push_back(point);
    return rowRun->keys.at(dim).pullback(poly::makeMap(space, "P", known));
  }
  return sparsec::addCall(calls, {indexOf.at(dim), {point}}, iterators, space);
}

Statement CompactionStep::positioned(const Statement &nest,
                                     const std::string &name, const Dims &outer,
                                     const Dims &inner,
                                     isl::pw_multi_aff *mapOut) {
  std::vector<std::string> iterators;
  std::map<unsigned, unsigned> place;
  auto add = [&](unsigned dim) {
    place[dim] = unsigned(iterators.size());
    iterators.push_back(set.name(dim));
  };
  llvm::for_each(outer, add);
  unsigned at = unsigned(iterators.size());
  if (!set.single)
    iterators.push_back(position);
  llvm::for_each(inner, add);

  isl::space space =
      poly::tupleSpace(old.context.ctx(), name, unsigned(iterators.size()));
  CallTable calls;
  std::vector<isl::pw_aff> values;
  std::vector<isl::pw_aff> outerValues;
  for (unsigned dim : set.outerKeys)
    if (place.count(dim))
      outerValues.push_back(poly::dimension(space, place.at(dim)));
  for (unsigned dim = 0; dim < nest.iterators.size(); ++dim) {
    auto key = llvm::find(set.keys, dim);
    if (place.count(dim))
      values.push_back(poly::dimension(space, place.at(dim)));
    else if (key != set.keys.end() && !set.single)
      values.push_back(keyValue(dim, space, calls, iterators, at));
    else if (llvm::is_contained(set.eliminated, dim))
      values.push_back(sparsec::addCall(calls, {"found_" + set.name(dim), {}},
                                        iterators, space));
    else
      values.push_back(poly::constant(space, 0));
  }
  // Single values are functions of the outer loops: { R[..] -> [K] }.
  isl::pw_multi_aff map = poly::makeMap(space, "R", values);
  for (size_t pos = 0; pos < set.singleValues.size(); ++pos) {
    values[set.keys[pos]] = set.singleValues[pos].pullback(map);
  }
  if (set.single)
    map = poly::makeMap(space, "R", values);

  isl::set domain = isl::set::universe(space), constraints = domain;
  if (!set.single) {
    isl::pw_aff point = poly::dimension(space, at);
    if (rowRun || set.outerKeys.empty()) {
      domain = point.ge_set(poly::constant(space, 0))
                   .intersect(point.lt_set(poly::parameter(space, count)));
      // A position that is no instance's number has none.
      if (rowRun)
        domain = domain.intersect(rowRun->number.pullback(map).eq_set(point));
    } else {
      for (size_t pos = 0; pos < outerValues.size(); ++pos)
        outerValues[pos] = outerValues[pos].sub(
            poly::onSpace(bounds(set.outerKeys[pos]).first, space));
      std::vector<isl::pw_aff> end = outerValues;
      end.back() = end.back().add_constant(1);
      isl::pw_aff low =
          sparsec::addCall(calls, {offset, outerValues}, iterators, space);
      isl::pw_aff high =
          sparsec::addCall(calls, {offset, end}, iterators, space);
      domain = point.ge_set(poly::constant(space, 0));
      constraints = low.le_set(point).intersect(point.lt_set(high));
    }
  }
  if (mapOut) {
    *mapOut = map;
    if (!set.single)
      members = domain.intersect(constraints);
  }
  return pullBack(nest, name, iterators, map, calls, domain, constraints);
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

/// Keeps the indices of the executors, those that gather values, and the keys
/// that the places of a segment are looked up by.
void CompactionStep::dropUnusedIndices(
    const std::vector<CompactionStep> &others) {
  bool looksUp = lookup == Lookup::Stamp && !set.distinct && !moved.empty();
  std::erase_if(indexOf, [&](const auto &entry) {
    auto uses = [&](const Statement &user) {
      return usesCallOf(user, entry.second);
    };
    bool isUsed = looksUp || uses(*executing) || llvm::any_of(gathers, uses) ||
                  llvm::any_of(others, [&](const CompactionStep &other) {
                    return uses(*other.executing);
                  });
    return set.single || (rowRun && rowRun->row != entry.first) || !isUsed;
  });
}

bool CompactionStep::usesCallOf(const Statement &statement,
                                const std::string &array) const {
  return llvm::any_of(statement.calls, [&](const auto &entry) {
    return entry.second.function == array;
  });
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

void CompactionStep::addIndexFacts() {
  auto range = [&](const std::string &array, std::optional<isl::pw_aff> low,
                   std::optional<isl::pw_aff> high) {
    Fact fact;
    fact.kind = Fact::Kind::Range;
    fact.origin = Fact::Origin::Proved;
    fact.arrays = {array};
    fact.lower = low;
    fact.upper = high;
    next.facts.push_back(fact);
  };
  isl::space params = isl::space::unit(old.context.ctx());
  isl::pw_aff zero = poly::constant(params, 0);
  if (next.arrays.count(offset)) {
    range(offset, zero, poly::parameter(params, count).add_constant(1));
    Fact monotonic;
    monotonic.kind = Fact::Kind::Monotonic;
    monotonic.origin = Fact::Origin::Proved;
    monotonic.arrays = {offset};
    next.facts.push_back(monotonic);
    // A value has one entry in the list of its segment.
    bool isAlone = set.keys.size() == 1 && set.outerKeys.size() == 1;
    if (isAlone && indexOf.count(set.keys.front())) {
      Fact unique = monotonic;
      unique.kind = Fact::Kind::Unique;
      unique.arrays = {indexOf.at(set.keys.front()), offset};
      next.facts.push_back(unique);
    }
    Fact start = monotonic; // offset[0] = 0
    start.kind = Fact::Kind::Boundary;
    start.at = start.upper = zero;
    if (counters.size() == 1)
      next.facts.push_back(start);
  }
  for (const auto &[dim, array] : indexOf) {
    auto limits = factBounds(dim);
    if (limits)
      range(array, limits->first, limits->second.add_constant(1));
    if (!listsInOrder(dim))
      continue;
    Fact ascending;
    ascending.kind = Fact::Kind::Monotonic;
    ascending.origin = Fact::Origin::Proved;
    ascending.arrays = {array};
    ascending.strict = set.keys.size() == 1;
    next.facts.push_back(ascending);
  }
}

/// Whether the list has the values of key \p dim in ascending order: marks are
/// collected so, rows number their instances so, and where segments are those
/// of the key alone it has one value in each. (One key: each value once.)
bool CompactionStep::listsInOrder(unsigned dim) const {
  if (!set.outerKeys.empty())
    return false;
  if (lookup == Lookup::Rows)
    return set.outer.empty() && rowRun->row == dim;
  return lookup == Lookup::Mark || counters == Dims{dim};
}

void replaceStatement(ScheduleTree &tree, const std::string &from,
                      const std::string &to, const isl::pw_multi_aff &map) {
  tree.walk([&](ScheduleTree &node) {
    if (node.isLeaf() && node.name == from)
      node.name = to;
    auto found = node.values.find(from);
    if (found == node.values.end())
      return;
    isl::pw_aff value = found->second.pullback(map);
    node.values.erase(from);
    node.values.insert_or_assign(to, value);
  });
}

} // namespace sparsec
