//===- Coverage.cpp - every old instance runs exactly once ----------------===//
///
/// \file
/// For an old statement S with successors X, `{ X[new] -> S[old] }`:
/// no two new instances run one old instance (functional consistency of the
/// calls decides X[i,k,j] with k = col(j)), and the images of all X together
/// contain S's instances. For the second the calls of X are expressed over S:
/// a call's arguments must be functions of the old instance.
///
//===----------------------------------------------------------------------===//

#include "Images.h"
#include "StepCheck.h"

#include "sparsec/IR/CallSafety.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <set>

namespace sparsec {
namespace {

/// `{ [X -> Y] : both run one old instance }`.
isl::set sameOldInstance(InstancePair &pair, const Successor &first,
                         const Successor &second) {
  isl::pw_multi_aff a = pair.mapOf(pair.first, *first.map, first.ofMap());
  isl::pw_multi_aff b = pair.mapOf(pair.second, *second.map, second.ofMap());
  isl::set same = pair.instances();
  // One list has one position for equal values.
  if (first.listed && second.now == first.now && first.listed->position) {
    isl::pw_aff position = first.now->iterator(*first.listed->position);
    same = same.intersect(pair.first.import.value(position).eq_set(
        pair.second.import.value(position)));
  }
  for (unsigned pos = 0; pos < a.size(); ++pos)
    same = same.intersect(a.at(int(pos)).eq_set(b.at(int(pos))));
  return same;
}

bool areDisjoint(const Program &after, const Successor &first,
                 const Successor &second) {
  InstancePair pair(after, after, *first.now, *second.now);
  isl::set same = sameOldInstance(pair, first, second);
  isl::ctx ctx = after.context.ctx();
  if (first.now != second.now)
    return proves(ctx, [&] { return pair.facts.provesEmpty(same); });
  // Two different instances of one statement: the first is smaller at some
  // dimension, all before being equal.
  for (unsigned pos = 0; pos < first.now->iterators.size(); ++pos) {
    isl::pw_aff a = pair.first.import.value(first.now->iterator(pos));
    isl::pw_aff b = pair.second.import.value(second.now->iterator(pos));
    isl::set smaller = same.intersect(a.lt_set(b));
    if (!proves(ctx, [&] { return pair.facts.provesEmpty(smaller); }))
      return false;
    same = same.intersect(a.eq_set(b));
  }
  return true;
}

bool hasUnknownValues(const Program &after, const Successor &successor) {
  CallTable calls = successor.now->calls;
  calls.merge(successor.ofMap());
  return callsWithMap(after, *successor.now, *successor.map, calls).size() >
         calls.size();
}

llvm::Error checkOne(const Program &before, const Program &after,
                     const Statement &old,
                     const std::vector<const Successor *> &successors) {
  for (const Successor *successor : successors)
    if (!successor->merged && !successor->listed &&
        hasUnknownValues(after, *successor))
      return refusal("which instances of '" + old.name + "' '" +
                     successor->now->name +
                     "' runs depends on values that are not known");
  for (size_t i = 0; i < successors.size(); ++i)
    for (size_t j = i; j < successors.size(); ++j)
      if (!areDisjoint(after, *successors[i], *successors[j]))
        return refusal("instances of '" + old.name + "' may run twice, in '" +
                       successors[i]->now->name + "' and '" +
                       successors[j]->now->name + "'");
  Images images(before, after, old);
  isl::ctx ctx = after.context.ctx();
  for (const Successor *successor : successors) {
    if (!proves(ctx, [&] { return images.add(*successor); }))
      return refusal("cannot tell which instances of the former '" + old.name +
                     "' '" + successor->now->name +
                     "' runs now; tile or split fewer of the loops around it, "
                     "or take this step before them");
    // Several old instances in one: which of them exist is the step's word.
    bool isExact = !successor->padded && !successor->merged;
    if (isExact && !proves(ctx, [&] { return images.isInside(); }))
      return refusal("'" + successor->now->name + "' may run instances that '" +
                     old.name + "' does not have");
  }
  if (!proves(ctx, [&] { return images.areCovered(); }))
    return refusal("some instances of '" + old.name +
                   "' may not be run any more");
  return llvm::Error::success();
}

/// Where and with which calls \p statement touches \p subscripts, `{ [s] }`
/// over parameters and calls of parameters alone.
isl::set elementsOf(const Program &program, const Statement &statement,
                    const std::vector<isl::pw_aff> &subscripts,
                    const isl::set &places) {
  isl::set elements = poly::makeMap(statement.space(), "E", subscripts)
                          .as_map()
                          .intersect_domain(places)
                          .range();
  for (const auto &entry : statement.calls)
    if (!program.calls.count(entry.first))
      elements = poly::dropParam(elements, entry.first);
  return elements;
}

/// `{ S[..] }` where \p statement runs, and what is known of its calls there.
isl::set placesOf(const Program &program, const Statement &statement) {
  std::set<std::string> calls;
  for (const auto &entry : statement.calls)
    calls.insert(entry.first);
  return statement.instances().intersect_params(
      CallSafety(program, {&statement}).knownOf(statement, calls));
}

/// Whether \p old touches elements of the array of \p access, and its greatest
/// ones reach as far as \p touched: the array's length is not given then.
bool reachesAsFar(const Program &before, const Statement &old,
                  const Access &access, const isl::set &touched) {
  isl::set places = placesOf(before, old);
  std::optional<isl::set> elements;
  for (const Access &other : old.accesses())
    if (other.array == access.array && !other.isWhole) {
      isl::set more = elementsOf(before, old, other.subscripts, places);
      elements = elements ? elements->unite(more) : more;
    }
  return elements &&
         touched.intersect_params(elements->params()).is_subset(*elements);
}

/// Whether it is the statement of before, which only asks for less.
bool asksForLess(const Successor &successor) {
  return successor.now->name == successor.old->name;
}

/// Whether \p access of the padding of \p successor touches an array of unknown
/// length where others are known to. Of a statement that only asks for less
/// nothing is known: it may never have run, and the array not be there.
bool isReached(const Program &before, const Program &after,
               const Successor &successor, const Access &access,
               const isl::set &places) {
  const Statement &now = *successor.now;
  return !asksForLess(successor) &&
         reachesAsFar(before, *successor.old, access,
                      elementsOf(after, now, access.subscripts, places));
}

/// Padding of \p successor may touch \p array outside; \p isGiven: its length.
llvm::Error refuseOutside(const Successor &successor, const std::string &array,
                          bool isGiven) {
  const std::string &now = successor.now->name;
  const std::string length = "state its length, extent(" + array + ", ..)";
  if (asksForLess(successor))
    return refusal("where nobody asked for it '" + now +
                   "' would touch elements of '" + array +
                   "' that may not be there" + (isGiven ? "" : "; " + length));
  return refusal(
      "the padding that '" + now + "' would run touches elements of '" + array +
      "' that may not be there; move '" + array +
      "', too, or use compact instead" + (isGiven ? "" : ", or " + length));
}

/// Instances that only pad touch arrays inside them, like all others.
llvm::Error checkPadding(const Program &before, const Program &after,
                         const Successor &successor) {
  const Statement &now = *successor.now;
  std::set<std::string> safe =
      CallSafety(after, {&now}).safeCalls(now, now.domain);
  for (const auto &[name, call] : now.calls)
    if (!safe.count(name))
      return refusal("the padding that '" + now.name + "' would run reads '" +
                     name + "', which may lie outside of '" + call.function +
                     "'; use compact instead, or pad before the step that "
                     "makes '" +
                     call.function + "'");
  const isl::set places = placesOf(after, now);
  for (const Access &access : now.accesses()) {
    auto array = before.arrays.find(access.array);
    if (access.isWhole && now.assignment)
      return refusal("the padding that '" + now.name +
                     "' would run touches an element of '" + access.array +
                     "' that data tells; use compact instead");
    if (access.isWhole || array == before.arrays.end() ||
        array->second.isScalar())
      continue;
    bool isGiven = array->second.extents[0].has_value();
    bool isIn = isGiven
                    ? isInside(after, access.array, access.subscripts, places)
                    : isReached(before, after, successor, access, places);
    if (!isIn)
      return refuseOutside(successor, access.array, isGiven);
  }
  return llvm::Error::success();
}

} // namespace

llvm::Error checkCoverage(const Program &before, const Program &after,
                          const std::vector<Successor> &successors,
                          Record &record) {
  // In the order of the successors, for notes and the first mistake alike.
  llvm::MapVector<const Statement *, std::vector<const Successor *>> changed;
  for (const Successor &successor : successors) {
    if (successor.map)
      changed[successor.old].push_back(&successor);
    if (successor.padded)
      if (llvm::Error failure = checkPadding(before, after, successor))
        return failure;
    if (!successor.listed || successor.listed->inspector.empty())
      continue;
    if (llvm::Error failure = checkList(before, after, successor))
      return failure;
    record.note("the inspector " + successor.listed->inspector +
                " lists what " + successor.now->name + " runs");
  }
  for (const auto &[old, followers] : changed) {
    if (llvm::Error failure = checkOne(before, after, *old, followers))
      return failure;
    std::vector<std::string> names;
    for (const Successor *successor : followers)
      names.push_back(successor->now->name);
    record.note("every instance of " + old->name + " runs exactly once, in " +
                llvm::join(names, " or "));
  }
  return llvm::Error::success();
}

} // namespace sparsec
