//===- CompactionNest.cpp - the loops around compacted statements ---------===//
///
/// \file
/// Where a compaction happens in the tree. The loops may hold several
/// statements if these visit the same values: one list then serves all of them,
/// and the loop over it runs them one after the other.
///
///     for K                              for p in offset[O]..offset[O+1]
///       if (guard(O, K)) {                 for I
///         for I  S(O, K, I)        =>        S(O, index[p], I)
///         for J  T(O, K, J)                for J
///       }                                    T(O, index[p], J)
///
//===----------------------------------------------------------------------===//

#include "Compaction/Compactor.h"

#include "sparsec/Transforms/LoopUtils.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

using Dims = CompactedDomain::Dims;

//===----------------------------------------------------------------------===//
// What statements have in common
//===----------------------------------------------------------------------===//

/// `{ R[..] -> V[O.., K.., ..] }`: the values of all loops but those that stay
/// inside, with calls as parameters.
isl::map CompactedNest::visit() const {
  const CompactedDomain &set = in.set;
  std::vector<isl::pw_aff> values;
  for (const Dims *dims : {&set.outer, &set.keys, &set.eliminated})
    for (unsigned dim : *dims)
      values.push_back(set.nest.iterator(dim));
  isl::set visited = set.nest.instances();
  for (unsigned dim : set.inner)
    visited = withoutLoop(visited, dim, set.nest);
  Statement guard = set.nest;
  std::erase_if(guard.calls, [&](const auto &entry) {
    return !poly::involvesParam(visited, entry.first);
  });
  return poly::makeMap(set.nest.space(), "V", values)
      .as_map()
      .intersect_domain(visited.intersect_params(in.old.callContext(guard)));
}

bool CompactedNest::visitsAs(const CompactedNest &leader) const {
  const CompactedDomain &set = in.set, &other = leader.in.set;
  for (const Dims *dims : {&set.free, &set.derived})
    for (unsigned dim : *dims)
      if (llvm::is_contained(set.inner, dim))
        return false;
  return set.outer == other.outer && set.keys == other.keys &&
         set.eliminated == other.eliminated &&
         set.outerKeys == other.outerKeys && set.implied == other.implied &&
         set.free == other.free && set.derived == other.derived &&
         set.distinct == other.distinct && set.unique == other.unique &&
         !set.single && !other.single &&
         visit().range().is_equal(leader.visit().range());
}

static llvm::Error refuseOther(const CompactionRequest &leader,
                               const std::string &other,
                               const std::string &what) {
  return refuse("loop '" + leader.loops.front() + "' holds '" + other +
                "' too, which does not " + what + " '" + leader.statement +
                "'; distribute the loop first");
}

bool CompactedNest::storesAs(const CompactedNest &leader,
                             const MovedArray &array,
                             const MovedArray &other) const {
  auto isInside = [&](unsigned dim) {
    return llvm::is_contained(in.set.inner, dim);
  };
  auto isSame = [&](const isl::pw_aff &a, const isl::pw_aff &b) {
    return visit()
        .reverse()
        .apply_range(a.as_map())
        .is_equal(leader.visit().reverse().apply_range(b.as_map()));
  };
  return array.from == other.from && array.padding == other.padding &&
         array.dims == other.dims && llvm::none_of(array.dims, isInside) &&
         llvm::equal(array.subscripts, other.subscripts, isSame);
}

llvm::Error CompactedNest::requireListOf(const CompactedNest &leader) const {
  bool storesTheSame = storage->guarded == leader.storage->guarded &&
                       llvm::equal(storage->moved, leader.storage->moved,
                                   [&](const auto &a, const auto &b) {
                                     return storesAs(leader, a, b);
                                   });
  if (visitsAs(leader) && storesTheSame)
    return llvm::Error::success();
  return refuseOther(leader.in.request, in.request.statement,
                     storesTheSame ? "visit the values of"
                                   : "find its data where it is stored for");
}

//===----------------------------------------------------------------------===//
// The tree
//===----------------------------------------------------------------------===//

ScheduleTree CompactedNest::innerLoops() const {
  const Statement &made = executor->statement;
  unsigned first = unsigned(in.set.outer.size()) + (in.set.single ? 0 : 1);
  ScheduleTree nest = ScheduleTree::leaf(made.name);
  for (unsigned pos = unsigned(made.iterators.size()); pos-- > first;)
    nest =
        ScheduleTree::loop(made.iterators[pos],
                           {{made.name, made.iterator(pos)}}, std::move(nest));
  return nest;
}

void Compactor::replaceNests() {
  const CompactionRequest &request = in.request;
  ScheduleTree &tree = next.phaseOf(request.statement)->tree;
  ScheduleTree &top = *tree.findLoop(request.statement, request.loops.front());
  // Marks of loops that stay: { loop name => marks }.
  std::map<std::string, LoopMarks> marks;
  top.walk([&](const ScheduleTree &node) {
    if (node.isLoop())
      marks[node.name] = node.marks;
  });
  std::vector<ScheduleTree> inside;
  std::map<std::string, isl::pw_aff> places;
  for (const auto &one : nests) {
    const Statement &made = one->executor->statement;
    inside.push_back(one->innerLoops());
    if (!set.single)
      places.emplace(made.name, made.iterator(unsigned(set.outer.size())));
  }
  ScheduleTree nest = inside.size() == 1
                          ? std::move(inside.front())
                          : ScheduleTree::sequence(std::move(inside));
  if (!set.single)
    nest = ScheduleTree::loop(in.names.position, places, std::move(nest));
  nest.walk([&](ScheduleTree &node) {
    if (node.isLoop())
      node.marks = marks[node.name];
  });
  top = std::move(nest);
  for (const auto &one : nests) {
    const Statement &made = one->executor->statement;
    const std::string &before = one->in.request.statement;
    unsigned depth = 0;
    tree.walk([&](ScheduleTree &node) {
      if (!node.isLoop() || !node.values.erase(before))
        return;
      node.values.insert_or_assign(made.name, made.iterator(depth++));
    });
    next.statements.erase(before);
    next.statements.insert_or_assign(made.name, made);
  }
}

//===----------------------------------------------------------------------===//
// The step
//===----------------------------------------------------------------------===//

llvm::Expected<StepResult> compactLoops(const Program &program,
                                        const CompactionRequest &request) {
  llvm::Expected<CompactedDomain> domain =
      findCompactedDomain(program, request);
  if (!domain)
    return domain.takeError();
  const Phase *phase = program.phaseOf(request.statement);
  if (phase->role != Phase::Role::Execute)
    return refuse("'" + request.statement +
                  "' belongs to the inspector, whose loops cannot be inspected "
                  "in turn; compact the executor's");
  const ScheduleTree *top =
      phase->tree.findLoop(request.statement, request.loops.front());
  if (!request.newLoop.empty() &&
      !llvm::is_contained(request.loops, request.newLoop))
    if (llvm::Error error = checkNewLoopName(program, *top, request.newLoop))
      return error;
  std::vector<std::pair<CompactionRequest, CompactedDomain>> all;
  all.emplace_back(request, std::move(*domain));
  for (const std::string &name : top->statements()) {
    if (name == request.statement)
      continue;
    CompactionRequest other = request;
    other.statement = name;
    llvm::Expected<CompactedDomain> found = findCompactedDomain(program, other);
    if (!found) {
      llvm::consumeError(found.takeError());
      return refuseOther(request, name, "visit the values of");
    }
    all.emplace_back(std::move(other), std::move(*found));
  }
  CompactedNests nests;
  for (auto &[asked, found] : all) {
    auto nest = compactNest(program, asked, std::move(found));
    if (!nest)
      return nest.takeError();
    if (!nests.empty())
      if (llvm::Error error = (*nest)->requireListOf(*nests.front()))
        return error;
    nests.push_back(std::move(*nest));
  }
  return Compactor(std::move(nests)).run();
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
