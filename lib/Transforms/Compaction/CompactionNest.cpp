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

#include "Compaction/CompactionStep.h"

#include "sparsec/Transforms/LoopUtils.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

using Dims = CompactedDomain::Dims;

/// `{ R[..] -> V[O.., K.., ..] }`: the values of all loops but those that stay
/// inside, with calls as parameters.
isl::map CompactionStep::visit() const {
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
      .intersect_domain(visited.intersect_params(old.callContext(guard)));
}

/// Whether the loops have the same parts to play in both nests, whose outer
/// ones are the same: calls of one name then have the same arguments.
bool CompactionStep::visitsAs(const CompactionStep &leader) const {
  const CompactedDomain &other = leader.set;
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

/// Whether both arrays hold the same elements, none of which depends on loops
/// that stay inside.
bool CompactionStep::storesAs(const CompactionStep &leader,
                              const MovedArray &array,
                              const MovedArray &other) const {
  auto isInside = [&](unsigned dim) {
    return llvm::is_contained(set.inner, dim);
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

/// What \p leader lists and stores is what this statement needs.
llvm::Error CompactionStep::requireListOf(const CompactionStep &leader) const {
  bool storesTheSame =
      guarded == leader.guarded &&
      llvm::equal(moved, leader.moved, [&](const auto &a, const auto &b) {
        return storesAs(leader, a, b);
      });
  if (visitsAs(leader) && storesTheSame)
    return llvm::Error::success();
  return refuseOther(leader.request, request.statement,
                     storesTheSame ? "visit the values of"
                                   : "find its data where it is stored for");
}

/// The executor in its loops inside the one over positions.
ScheduleTree CompactionStep::innerLoops() const {
  unsigned first = unsigned(set.outer.size()) + (set.single ? 0 : 1);
  ScheduleTree nest = ScheduleTree::leaf(executor);
  for (unsigned pos = unsigned(executing->iterators.size()); pos-- > first;)
    nest = ScheduleTree::loop(executing->iterators[pos],
                              {{executor, executing->iterator(pos)}},
                              std::move(nest));
  return nest;
}

void CompactionStep::replaceNests(const std::vector<CompactionStep> &others) {
  ScheduleTree &tree = next.phaseOf(request.statement)->tree;
  ScheduleTree &top = *tree.findLoop(request.statement, request.loops.front());
  // Marks of loops that stay: { loop name => marks }.
  std::map<std::string, LoopMarks> marks;
  top.walk([&](const ScheduleTree &node) {
    if (node.isLoop())
      marks[node.name] = node.marks;
  });
  std::vector<const CompactionStep *> steps = {this};
  for (const CompactionStep &other : others)
    steps.push_back(&other);
  std::vector<ScheduleTree> nests;
  std::map<std::string, isl::pw_aff> positions;
  for (const CompactionStep *step : steps) {
    nests.push_back(step->innerLoops());
    if (!set.single)
      positions.emplace(step->executor,
                        step->executing->iterator(unsigned(set.outer.size())));
  }
  ScheduleTree nest = others.empty() ? std::move(nests.front())
                                     : ScheduleTree::sequence(std::move(nests));
  if (!set.single)
    nest = ScheduleTree::loop(position, positions, std::move(nest));
  nest.walk([&](ScheduleTree &node) {
    if (node.isLoop())
      node.marks = marks[node.name];
  });
  top = std::move(nest);
  for (const CompactionStep *step : steps) {
    const Statement &made = *step->executing;
    unsigned depth = 0;
    tree.walk([&](ScheduleTree &node) {
      if (!node.isLoop() || !node.values.erase(step->request.statement))
        return;
      node.values.insert_or_assign(made.name, made.iterator(depth++));
    });
    next.statements.erase(step->request.statement);
    next.statements.insert_or_assign(made.name, made);
  }
}

llvm::Expected<StepResult> compactLoops(const Program &program,
                                        const CompactionRequest &request) {
  llvm::Expected<CompactedDomain> touched =
      findCompactedDomain(program, request);
  if (!touched)
    return touched.takeError();
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
  std::vector<CompactionRequest> requests;
  for (const std::string &name : top->statements())
    if (name != request.statement) {
      requests.push_back(request);
      requests.back().statement = name;
    }
  std::vector<CompactionStep> others;
  for (const CompactionRequest &other : requests) {
    llvm::Expected<CompactedDomain> set = findCompactedDomain(program, other);
    if (!set) {
      llvm::consumeError(set.takeError());
      return refuseOther(request, other.statement, "visit the values of");
    }
    others.emplace_back(program, other, std::move(*set));
  }
  return CompactionStep(program, request, std::move(*touched)).run(others);
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
