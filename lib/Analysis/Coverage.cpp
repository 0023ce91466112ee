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

#include "StepCheck.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

/// `{ [X -> Y] : both run one old instance }`.
isl::set sameOldInstance(const InstancePair &pair, const Successor &first,
                         const Successor &second) {
  isl::pw_multi_aff a = pair.first.import.map(*first.map);
  isl::pw_multi_aff b = pair.second.import.map(*second.map);
  isl::set same = pair.instances();
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

/// Subtracts the images of successors from the instances of one old statement.
class Images {
public:
  Images(const Program &after, const Statement &old)
      : old(old),
        facts(after,
              isl::space(poly::tupleSpace(after.context.ctx(), old.name,
                                          unsigned(old.iterators.size())))),
        instances(facts
                      .import(old.calls,
                              isl::pw_multi_aff(
                                  facts.space().identity_multi_aff_on_domain()))
                      .set(old.instances())
                      .intersect_params(after.context)),
        remaining(facts.withRanges(instances)) {}

  /// False when a call of the successor is not a function of the old instance.
  bool add(const Successor &successor) {
    const Statement &now = *successor.now;
    names.clear();
    for (const auto &entry : now.calls)
      if (!translate(successor, entry.first))
        return false;
    std::vector<isl::pw_aff> values;
    for (unsigned pos = 0; pos < successor.map->size(); ++pos)
      values.push_back(rename(successor.map->at(int(pos))));
    isl::map map =
        poly::makeMap(successor.map->space().domain(), old.name, values)
            .as_map();
    isl::set all = rename(now.instances());
    image = all.apply(map);
    outside = all.subtract(map.domain());
    remaining = remaining.subtract(*image);
    return true;
  }

  bool areCovered() const { return facts.provesEmpty(remaining); }
  /// Whether the last successor runs nothing but old instances.
  bool isInside() const {
    return facts.provesEmpty(image->subtract(instances)) && outside->is_empty();
  }

private:
  /// Enters call \p name of the successor as a call over the old statement.
  bool translate(const Successor &successor, const std::string &name) {
    if (names.count(name))
      return true;
    UninterpretedCall call = successor.now->calls.at(name);
    for (const std::string &nested : nestedCalls(call, successor.now->calls))
      if (!translate(successor, nested))
        return false;
    for (isl::pw_aff &argument : call.arguments) {
      // { S[old] -> X[new] -> [argument] }, free in what is not known yet.
      isl::set wrapped = successor.map->as_map()
                             .reverse()
                             .apply_range(argument.as_map())
                             .wrap();
      for (const auto &entry : successor.now->calls)
        if (!names.count(entry.first) &&
            poly::involvesParam(wrapped, entry.first))
          wrapped = wrapped.project_out_param(
              poly::makeId(wrapped.ctx(), entry.first));
      isl::map overOld = rename(wrapped).unwrap();
      if (!overOld.is_single_valued())
        return false;
      argument = overOld.as_pw_multi_aff().at(0).coalesce();
    }
    CallTable single;
    single.emplace(name, call);
    isl::pw_multi_aff identity(facts.space().identity_multi_aff_on_domain());
    names[name] = facts.import(single, identity).nameOf(name);
    return true;
  }

  template <typename Object>
  Object rename(Object object) const {
    for (const auto &entry : names)
      object = poly::renameParam(object, entry.first, "old:" + entry.first);
    for (const auto &entry : names)
      object = poly::renameParam(object, "old:" + entry.first, entry.second);
    return object;
  }

  const Statement &old;
  CallFacts facts;
  isl::set instances, remaining;
  std::optional<isl::set> image, outside;
  std::map<std::string, std::string> names;
};

llvm::Error checkOne(const Program &after, const Statement &old,
                     const std::vector<const Successor *> &successors) {
  for (const Successor *successor : successors)
    if (callsWithMap(after, *successor->now, *successor->map).size() >
        successor->now->calls.size())
      return refusal("which instances of '" + old.name + "' '" +
                     successor->now->name +
                     "' runs depends on values that are not known");
  for (size_t i = 0; i < successors.size(); ++i)
    for (size_t j = i; j < successors.size(); ++j)
      if (!areDisjoint(after, *successors[i], *successors[j]))
        return refusal("instances of '" + old.name + "' may run twice, in '" +
                       successors[i]->now->name + "' and '" +
                       successors[j]->now->name + "'");
  Images images(after, old);
  isl::ctx ctx = after.context.ctx();
  for (const Successor *successor : successors) {
    if (!proves(ctx, [&] { return images.add(*successor); }))
      return refusal("cannot tell which instances of '" + old.name + "' '" +
                     successor->now->name + "' runs");
    if (!successor->padded && !proves(ctx, [&] { return images.isInside(); }))
      return refusal("'" + successor->now->name + "' may run instances that '" +
                     old.name + "' does not have");
  }
  if (!proves(ctx, [&] { return images.areCovered(); }))
    return refusal("some instances of '" + old.name +
                   "' may not be run any more; facts about the ranges of its "
                   "index arrays, such as known(\"range(col, 0, m)\"), may "
                   "exclude that");
  return llvm::Error::success();
}

} // namespace

llvm::Error checkCoverage(const Program &after,
                          const std::vector<Successor> &successors) {
  std::map<const Statement *, std::vector<const Successor *>> changed;
  for (const Successor &successor : successors)
    if (successor.map)
      changed[successor.old].push_back(&successor);
  for (const auto &[old, followers] : changed) {
    bool enumerated = llvm::any_of(
        followers, [](const Successor *one) { return one->enumerated; });
    if (enumerated)
      continue;
    if (llvm::Error failure = checkOne(after, *old, followers))
      return failure;
  }
  return llvm::Error::success();
}

} // namespace sparsec
