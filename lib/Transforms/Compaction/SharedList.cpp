//===- SharedList.cpp - what executors ask beyond the list ----------------===//
///
/// \file
/// A list holds the values of one statement, the leader. Other statements of
/// the loops run for those of them that they have: each asks for what it wants
/// beyond what the leader's guard says already.
///
///     for i: if (P(i)) {                for p: i = index[p]
///       S(i)                              S(i)          // the leader
///       for j in row i: T(i, j)    =>     for j in row i: T(i, j)
///       if (Q(i)) U(i)                    if (Q(i)) U(i)
///     }
///
//===----------------------------------------------------------------------===//

#include "Compaction/CompactedDomain.h"

#include "sparsec/Poly/Constraints.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace sparsec {

using Dims = CompactedDomain::Dims;

isl::set CompactedDomain::withoutKeyBounds(const isl::set &domain) const {
  Dims stay = inner, insideOuter = keys;
  llvm::append_range(stay, eliminated);
  llvm::append_range(insideOuter, stay);
  isl::set kept = poly::eliminateDims(domain, insideOuter);
  isl::set listed = poly::eliminateDims(domain, stay);
  if (shared) {
    listed = *shared;
    for (const auto &entry : nest.calls)
      listed = poly::dropParam(listed, entry.first);
  }
  return domain.gist(listed).intersect(kept);
}

isl::set CompactedDomain::beyondList(const Statement &statement) const {
  return statement.instances()
      .gist(shared.value_or(touched).intersect(statement.domain))
      .intersect(around);
}

isl::map visitOf(const Program &program, const CompactedDomain &set,
                 const Dims &shared) {
  std::vector<isl::pw_aff> values;
  for (const Dims *dims : {&set.outer, &set.keys, &set.eliminated, &shared})
    for (unsigned dim : *dims)
      values.push_back(set.nest.iterator(dim));
  isl::set visited = set.nest.instances();
  for (unsigned dim : set.inner)
    if (!llvm::is_contained(shared, dim))
      visited = withoutLoop(visited, dim, set.nest);
  Statement guard = set.nest;
  std::erase_if(guard.calls, [&](const auto &entry) {
    return !poly::involvesParam(visited, entry.first);
  });
  return poly::makeMap(set.nest.space(), "V", values)
      .as_map()
      .intersect_domain(visited.intersect_params(program.callContext(guard)));
}

isl::set valuesOf(const isl::map &visit, const CompactedDomain &set) {
  std::vector<std::string> calls;
  for (const auto &entry : set.nest.calls)
    calls.push_back(entry.first);
  return poly::withoutSizes(visit.range(), calls);
}

/// `{ R[..] -> V[O.., K..] }`.
static isl::pw_multi_aff keysOf(const CompactedDomain &set) {
  std::vector<isl::pw_aff> values;
  for (const Dims *dims : {&set.outer, &set.keys})
    for (unsigned dim : *dims)
      values.push_back(set.nest.iterator(dim));
  return poly::makeMap(set.nest.space(), "V", values);
}

/// What the values that \p leader lists have, for \p set: of calls that it does
/// not have nothing is said.
static isl::set listedBy(const CompactedDomain &leader,
                         const CompactedDomain &set) {
  std::vector<std::string> calls;
  for (const auto &entry : leader.nest.calls)
    calls.push_back(entry.first);
  isl::set listed = poly::withoutSizes(leader.touched, calls);
  for (const std::string &call : calls)
    if (!set.nest.calls.count(call))
      listed = poly::dropParam(listed, call);
  return listed.apply(keysOf(leader).as_map()).preimage(keysOf(set));
}

void chooseLeader(const Program &program, std::vector<Compacted> &all) {
  if (all.size() < 2)
    return;
  // Of those that are alike but for conditions on parameters, the one that asks
  // the least of these.
  auto isWidest = [&](const Compacted &one, bool withSizes) {
    return llvm::all_of(all, [&](const Compacted &other) {
      isl::map visit = visitOf(program, one.set),
               less = visitOf(program, other.set);
      return withSizes ? less.range().is_subset(visit.range())
                       : valuesOf(less, other.set)
                             .is_subset(valuesOf(visit, one.set));
    });
  };
  for (bool withSizes : {true, false}) {
    auto widest = llvm::find_if(
        all, [&](const Compacted &one) { return isWidest(one, withSizes); });
    if (widest == all.end())
      continue;
    std::rotate(all.begin(), widest, widest + 1);
    break;
  }
  const CompactedDomain leader = all.front().set;
  for (Compacted &one : all)
    if (one.set.outer == leader.outer && one.set.keys == leader.keys)
      one.set.shared = listedBy(leader, one.set);
}

} // namespace sparsec
