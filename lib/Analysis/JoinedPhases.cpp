//===- JoinedPhases.cpp - inspectors that run through the same ------------===//
///
/// \file
/// Each list that a step makes has a phase of its own:
///
///     allocate(k_index)                     allocate(k_index)
///     for i, for j: k_index[s[j]] = ..      allocate(j_index)
///     allocate(j_index)                =>   for i, for j
///     for i, for j: j_index[s[j]] = j         k_index[s[j]] = ..
///                                             j_index[s[j]] = j
///
/// which reads index arrays once for all of them. The earlier phase moves down
/// to the later one: what lies between only makes room.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Analysis/JoinedPhases.h"

#include "llvm/ADT/STLExtras.h"

#include <optional>
#include <set>

namespace sparsec {
namespace {

using Names = std::set<std::string>;

/// What the statements of a phase touch and write.
struct Touched {
  Names all, written;

  Touched(const Program &program, const Phase &phase) {
    for (const std::string &name : phase.tree.statements()) {
      const Statement &statement = program.statement(name);
      for (const Access &access : statement.accesses()) {
        all.insert(access.array);
        if (access.isWrite || access.isMade)
          written.insert(access.array);
      }
      for (const auto &[call, of] : statement.calls)
        all.insert(of.function);
    }
  }

  /// Whether both may be in any order.
  bool isApartFrom(const Touched &other) const {
    auto misses = [](const Names &names, const Names &others) {
      return llvm::none_of(
          names, [&](const std::string &name) { return others.count(name); });
    };
    return misses(written, other.all) && misses(other.written, all);
  }
};

/// A phase that is loops around assignments, one inside the other.
struct Nest {
  std::vector<const ScheduleTree *> loops; ///< outermost first
  std::vector<std::string> statements;
};

std::optional<Nest> nestOf(const Program &program, const Phase &phase) {
  Nest nest;
  const ScheduleTree *at = &phase.tree;
  for (; at->isLoop(); at = &at->children.front())
    nest.loops.push_back(at);
  const bool isFlat =
      at->isLeaf() || llvm::all_of(at->children, [](const ScheduleTree &child) {
        return child.isLeaf();
      });
  nest.statements = at->statements();
  const bool assigns = llvm::all_of(nest.statements, [&](const auto &name) {
    return program.statement(name).assignment.has_value();
  });
  return isFlat && assigns && !nest.loops.empty() && !nest.statements.empty()
             ? std::optional(std::move(nest))
             : std::nullopt;
}

/// Whether both statements have the same instances, in the same loops.
bool runsAlike(const Program &program, const Nest &one, const Nest &other) {
  const Statement &a = program.statement(one.statements.front());
  const Statement &b = program.statement(other.statements.front());
  if (a.iterators != b.iterators || one.loops.size() != other.loops.size())
    return false;
  std::vector<isl::pw_aff> iterators;
  for (unsigned pos = 0; pos < b.iterators.size(); ++pos)
    iterators.push_back(b.iterator(pos));
  const isl::pw_multi_aff toA = poly::makeMap(b.space(), a.name, iterators);
  if (!a.domain.preimage(toA).is_equal(b.domain) ||
      !a.constraints.preimage(toA).is_equal(b.constraints))
    return false;
  for (size_t pos = 0; pos < one.loops.size(); ++pos) {
    const ScheduleTree &first = *one.loops[pos], &second = *other.loops[pos];
    const isl::map order = first.values.at(a.name).pullback(toA).as_map();
    if (first.name != second.name || first.marks != second.marks ||
        !order.is_equal(second.values.at(b.name).as_map()))
      return false;
  }
  return true;
}

/// Whether \p phase makes room for arrays and does nothing else.
bool makesRoom(const Program &program, const Phase &phase) {
  return llvm::all_of(phase.tree.statements(), [&](const std::string &name) {
    const auto &action = program.statement(name).action;
    return action && action->as<action::Allocate>();
  });
}

/// The loops of \p one with the statements of \p other behind its own.
ScheduleTree joined(const ScheduleTree &one, const ScheduleTree &other) {
  if (!one.isLoop()) {
    ScheduleTree both = ScheduleTree::sequence({one, other});
    both.normalize();
    return both;
  }
  ScheduleTree result = one;
  result.values.insert(other.values.begin(), other.values.end());
  result.children = {joined(one.children.front(), other.children.front())};
  return result;
}

/// Where the phase is with which \p later may be joined, of \p phases, those
/// before it; none if there is none.
std::optional<size_t> partnerOf(const Program &program,
                                const std::vector<Phase> &phases,
                                const Phase &later) {
  const std::optional<Nest> nest = nestOf(program, later);
  for (size_t at = phases.size(); nest && at-- > 0;) {
    const Phase &before = phases[at];
    if (makesRoom(program, before))
      continue;
    const std::optional<Nest> other = nestOf(program, before);
    if (!other || before.role != later.role || before.onlyIf != later.onlyIf ||
        !runsAlike(program, *other, *nest))
      return std::nullopt;
    const Touched moved(program, before);
    const bool maySink = llvm::all_of(
        llvm::make_range(phases.begin() + long(at) + 1, phases.end()),
        [&](const Phase &room) {
          return Touched(program, room).isApartFrom(moved);
        });
    return maySink && Touched(program, later).isApartFrom(moved)
               ? std::optional(at)
               : std::nullopt;
  }
  return std::nullopt;
}

} // namespace

Program withJoinedPhases(Program program) {
  if (program.inspectsOnGpu)
    return program;
  std::vector<Phase> phases;
  for (Phase &phase : program.phases) {
    const std::optional<size_t> partner =
        phase.role == Phase::Role::Execute ? std::nullopt
                                           : partnerOf(program, phases, phase);
    if (partner) {
      phase.tree = joined(phases[*partner].tree, phase.tree);
      phases.erase(phases.begin() + long(*partner));
    }
    phases.push_back(std::move(phase));
  }
  program.phases = std::move(phases);
  return program;
}

} // namespace sparsec
