//===- CompactionNest.cpp - the loops around compacted statements ---------===//
///
/// \file
/// Where a compaction happens in the tree. The loops may hold several
/// statements if one visits what the others do: its list then serves all of
/// them, and the loop over it runs them one after the other.
///
///     for K                              for p in offset[O]..offset[O+1]
///       if (guard(O, K)) {                 for I
///         for I  S(O, K, I)        =>        S(O, index[p], I)
///         for J  T(O, K, J)                for J
///       }                                    T(O, index[p], J)
///
//===----------------------------------------------------------------------===//

#include "Compaction/Compactor.h"
#include "Compaction/ScalarOwners.h"
#include "Support/Temporaries.h"

#include "sparsec/Analysis/BreakAdvice.h"
#include "sparsec/Analysis/Owners.h"
#include "sparsec/Analysis/Refusal.h"
#include "sparsec/Transforms/LoopUtils.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

using Dims = CompactedDomain::Dims;

//===----------------------------------------------------------------------===//
// What statements have in common
//===----------------------------------------------------------------------===//

/// The loops that stay inside and are around \p other, too.
Dims CompactedNest::sharedInside(const CompactedNest &other) const {
  const std::string &name = in.request.statement;
  const std::vector<const ScheduleTree *> loops =
      in.old.phaseOf(name)->tree.loopsAround(name);
  Dims shared;
  for (unsigned dim : in.set.inner)
    if (loops[dim]->contains(other.in.request.statement))
      shared.push_back(dim);
  return shared;
}

bool CompactedNest::visitsAs(const CompactedNest &leader) const {
  const CompactedDomain &set = in.set, &other = leader.in.set;
  const Dims shared = sharedInside(leader);
  // What pads runs for all values.
  auto isListed = [&](const isl::set &values, const isl::set &list) {
    return in.request.pad ? values.is_equal(list) : values.is_subset(list);
  };
  for (const Dims *dims : {&set.free, &set.derived})
    for (unsigned dim : *dims)
      if (llvm::is_contained(set.inner, dim) &&
          !llvm::is_contained(shared, dim))
        return false;
  return set.outer == other.outer && set.keys == other.keys &&
         set.eliminated == other.eliminated &&
         set.outerKeys == other.outerKeys && set.implied == other.implied &&
         set.free == other.free && set.derived == other.derived &&
         set.distinct == other.distinct && set.unique == other.unique &&
         set.single == other.single &&
         isListed(valuesOf(visit(shared), set),
                  valuesOf(leader.visit(shared), leader.in.set));
}

bool CompactedNest::visitsLessThan(const CompactedNest &leader) const {
  return !valuesOf(leader.visit(), leader.in.set)
              .is_subset(valuesOf(visit(), in.set));
}

isl::map CompactedNest::visit(const Dims &shared) const {
  return visitOf(in.old, in.set, shared);
}

static llvm::Error refuseOther(const CompactionRequest &leader,
                               const std::string &other,
                               const std::string &what,
                               const std::string &advice = "") {
  Refusal refusal;
  refusal.why = "loop '" + leader.loops.front() + "' holds '" + other +
                "' too, which does not " + what + " '" + leader.statement +
                "'; distribute the loop first";
  if (advice.empty())
    return refuse(refusal.why);
  refusal.advice = advice;
  return illegal(std::move(refusal));
}

bool CompactedNest::storesAs(const CompactedNest &leader,
                             const MovedArray &array,
                             const MovedArray &other) const {
  const Dims shared = sharedInside(leader);
  auto isInside = [&](unsigned dim) {
    return llvm::is_contained(in.set.inner, dim) &&
           !llvm::is_contained(shared, dim);
  };
  // Where both are: what sizes each asks for is another question.
  auto isSame = [&](const isl::pw_aff &a, const isl::pw_aff &b) {
    const isl::map own = visit(shared).reverse().apply_range(a.as_map()),
                   others =
                       leader.visit(shared).reverse().apply_range(b.as_map());
    const isl::set both = own.domain().intersect(others.domain());
    return own.intersect_domain(both).is_equal(others.intersect_domain(both));
  };
  const bool isOnPadding =
      in.set.hasPadding() && !in.set.elsewhere.count(array.from);
  return array.from == other.from &&
         (!isOnPadding || array.padding == other.padding) &&
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

/// \p node of the old loops, for the statements made: without the loops that
/// the position stands for, the others as they are, with their marks.
ScheduleTree Compactor::inside(const ScheduleTree &node) const {
  if (node.isLeaf())
    return ScheduleTree::leaf(nestOf(node.name).in.names.executor);
  if (node.isSequence()) {
    std::vector<ScheduleTree> members;
    for (const ScheduleTree &child : node.children)
      members.push_back(inside(child));
    return ScheduleTree::sequence(std::move(members));
  }
  ScheduleTree body = inside(node.children.front());
  std::map<std::string, isl::pw_aff> values;
  for (const std::string &name : node.statements()) {
    const Statement &made = nestOf(name).executor->statement;
    auto first =
        made.iterators.begin() + long(set.outer.size()) + (set.single ? 0 : 1);
    auto at = std::find(first, made.iterators.end(), node.name);
    if (at == made.iterators.end())
      return body;
    values.emplace(made.name,
                   made.iterator(unsigned(at - made.iterators.begin())));
  }
  ScheduleTree loop =
      ScheduleTree::loop(node.name, std::move(values), std::move(body));
  loop.marks = node.marks;
  loop.span = node.span;
  return loop;
}

const CompactedNest &Compactor::nestOf(const std::string &statement) const {
  return **llvm::find_if(nests, [&](const auto &nest) {
    return nest->in.request.statement == statement;
  });
}

void Compactor::replaceNests() {
  const CompactionRequest &request = in.request;
  ScheduleTree &tree = next.phaseOf(request.statement)->tree;
  ScheduleTree &top = *tree.findLoop(request.statement, request.loops.front());
  LoopMarks marks;
  top.walk([&](const ScheduleTree &node) {
    if (node.isLoop() && node.name == in.names.position)
      marks = node.marks;
  });
  std::map<std::string, isl::pw_aff> places;
  for (const auto &one : nests) {
    const Statement &made = one->executor->statement;
    if (!set.single)
      places.emplace(made.name, made.iterator(unsigned(set.outer.size())));
  }
  const SourceSpan span = top.span;
  ScheduleTree nest = inside(top);
  if (!set.single) {
    nest = ScheduleTree::loop(in.names.position, places, std::move(nest));
    nest.marks = marks;
    nest.span = span;
  }
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

/// Private scalars of the compacted nests are theirs alone: other nests, as the
/// second part of one that was split, know nothing of positions. Loops around,
/// or nests that have the same iterations, may hold statements that use the
/// scalar's value.
void Compactor::ownScalars() {
  if (!set.outer.empty())
    return;
  std::vector<std::string> made, before;
  for (const auto &nest : nests) {
    made.push_back(nest->in.names.executor);
    before.push_back(nest->in.request.statement);
  }
  std::set<std::string> used;
  for (const std::string &name : made)
    for (const Access &access : next.statement(name).accesses())
      used.insert(access.array);
  for (const std::string &name : used) {
    const auto found = next.arrays.find(name);
    if (found != next.arrays.end() && found->second.isScalar() &&
        found->second.privateDepth > 0 &&
        otherUser(in.old, name, before).empty())
      ownLocal(next, name, made);
  }
}

/// A scalar that each iteration of the compacted loops has for itself, each
/// position has for itself now; where there are none, each iteration of the
/// loops that are left.
void Compactor::keepOwners() {
  const int around = int(set.outer.size());
  const int compacted = int(set.keys.size() + set.eliminated.size());
  const int made = set.single ? 0 : 1;
  for (auto &[name, array] : next.arrays) {
    if (array.privateDepth <= 0 || array.liveOut)
      continue;
    const auto users = usersOf(name);
    if (!users)
      continue;
    int depth = array.privateDepth;
    const bool mayBeMore =
        set.single || depth < around + compacted ||
        llvm::any_of(
            *users,
            [&](const std::string &user) {
              return hasOtherIterators(in.old, user, size_t(depth));
            });
    if (mayBeMore && array.isScalar() && !users->empty()) {
      // Its iterators may be others than the loops.
      depth = loopsOfOwner(in.old, users->front(), array);
      for (const std::string &user : llvm::drop_begin(*users))
        depth = std::min(depth, loopsOfOwner(in.old, user, array));
    }
    if (depth >= std::max(around + compacted, compacted - made + 1))
      array.privateDepth = depth - (compacted - made);
  }
}

/// The old statements that use \p scalar; nothing if others than the compacted
/// ones do.
std::optional<std::vector<std::string>>
Compactor::usersOf(const std::string &scalar) const {
  std::vector<std::string> users;
  for (const auto &[name, statement] : next.statements) {
    const std::string &made = name;
    if (llvm::none_of(statement.accesses(), [&](const Access &access) {
          return access.array == scalar;
        }))
      continue;
    auto nest = llvm::find_if(
        nests, [&](const auto &one) { return one->in.names.executor == made; });
    if (nest == nests.end())
      return std::nullopt;
    users.push_back((*nest)->in.request.statement);
  }
  return users;
}

//===----------------------------------------------------------------------===//
// The step
//===----------------------------------------------------------------------===//

/// The compactions of \p all, with one list and storage.
static llvm::Expected<CompactedNests>
compactEach(const Program &program, const std::vector<Compacted> &all) {
  CompactedNests nests;
  for (const auto &[asked, found] : all) {
    auto nest = compactNest(program, asked, found);
    if (!nest)
      return nest.takeError();
    nests.push_back(std::move(*nest));
  }
  for (const auto &nest : llvm::drop_begin(nests))
    if (llvm::Error error = nest->requireListOf(*nests.front()))
      return error;
  return nests;
}

/// The same. Where some statements may run on padding and others may not, as
/// they do not read what is 0 there, all keep the guard.
static llvm::Expected<CompactedNests>
compactTogether(const Program &program, std::vector<Compacted> all) {
  llvm::Expected<CompactedNests> nests = compactEach(program, all);
  if (nests || all.size() == 1 || !all.front().request.pad)
    return nests;
  for (Compacted &one : all)
    one.request.keepsGuard = true;
  llvm::Expected<CompactedNests> guarded = compactEach(program, all);
  if (!guarded) {
    llvm::consumeError(guarded.takeError());
    return nests;
  }
  llvm::consumeError(nests.takeError());
  return guarded;
}

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
  std::vector<Compacted> all{{request, std::move(*domain)}};
  for (const std::string &name : top->statements()) {
    if (name == request.statement)
      continue;
    CompactionRequest other = request;
    other.statement = name;
    llvm::Expected<CompactedDomain> found = findCompactedDomain(program, other);
    if (!found) {
      llvm::consumeError(found.takeError());
      return refuseOther(request, name, "visit the values of",
                         breakAdvice(program, *top));
    }
    all.push_back({std::move(other), std::move(*found)});
  }
  chooseLeader(program, all);
  if (llvm::Error error = shareArrays(program, all))
    return error;
  llvm::Expected<CompactedNests> nests = compactTogether(program, all);
  if (!nests)
    return nests.takeError();
  return Compactor(std::move(*nests), request.statement).run();
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
