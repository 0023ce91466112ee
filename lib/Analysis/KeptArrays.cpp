//===- KeptArrays.cpp - what the plan keeps of what is made ---------------===//

#include "sparsec/Analysis/KeptArrays.h"

#include "sparsec/IR/Mentioned.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <set>

namespace sparsec {

/// Arrays that phases other than inspectors read or write, in subscripts, too.
static std::set<std::string> keptArrays(const Program &program) {
  std::set<std::string> kept;
  for (const Phase &phase : program.phases) {
    if (phase.role == Phase::Role::Inspect)
      continue;
    for (const std::string &name : phase.tree.statements()) {
      const Statement &statement = program.statement(name);
      for (const Access &access : statement.accesses())
        kept.insert(access.array);
      for (const auto &[call, of] : statement.calls)
        kept.insert(of.function);
    }
    phase.tree.walk([&](const ScheduleTree &node) {
      const WaveMark::Waits &waits = node.marks.wave.waits;
      kept.insert({waits.first, waits.slot, waits.wave, waits.progress});
    });
  }
  return kept;
}

/// Arrays that \p phase reads or writes, and numbers that it or their lengths
/// ask for.
static std::set<std::string> touchedBy(const Program &program,
                                       const Phase &phase) {
  std::set<std::string> touched = {phase.onlyIf};
  auto addNumbers = [&](const isl::pw_aff &value) {
    for (const std::string &name : poly::paramNames(value.space()))
      touched.insert(name);
    return value;
  };
  for (const std::string &name : phase.tree.statements()) {
    const Statement &statement = program.statement(name);
    touched.merge(mentionedParameters(program, statement));
    for (const auto &[call, of] : statement.calls)
      touched.insert(of.function);
    for (const Access &access : statement.accesses()) {
      touched.insert(access.array);
      auto array = program.arrays.find(access.array);
      if (array == program.arrays.end())
        continue;
      for (const std::optional<isl::pw_aff> &extent : array->second.extents)
        if (extent)
          addNumbers(*extent);
    }
    if (statement.assignment)
      statement.assignment->value.mapAffine(addNumbers);
    if (statement.action) {
      Action action = *statement.action;
      action.mapAffine(addNumbers);
    }
  }
  return touched;
}

/// Whether \p statement calls a function of the source, which may do anything.
static bool callsUsers(const Statement &statement) {
  const auto *call =
      statement.action ? statement.action->as<action::Call>() : nullptr;
  return call && call->function->isUsers;
}

/// Whether all that \p phase writes is workspace or a number of an inspector,
/// and not one of \p used.
static bool isUnused(const Program &program, const Phase &phase,
                     const std::set<std::string> &used) {
  auto isOwn = [&](const std::string &name) {
    auto array = program.arrays.find(name);
    if (array != program.arrays.end())
      return array->second.owner == Array::Owner::Workspace;
    const Parameter *parameter = program.findParameter(name);
    return parameter && parameter->owner == Parameter::Owner::Plan;
  };
  return phase.role == Phase::Role::Inspect &&
         llvm::all_of(phase.tree.statements(), [&](const std::string &name) {
           const Statement &statement = program.statement(name);
           return !callsUsers(statement) &&
                  llvm::all_of(statement.accesses(), [&](const Access &access) {
                    return !(access.isWrite || access.isMade) ||
                           (isOwn(access.array) && !used.count(access.array));
                  });
         });
}

Program withoutUnreadLists(Program program) {
  std::set<std::string> used;
  for (const Fact &fact : program.facts)
    if (fact.origin == Fact::Origin::Declared)
      used.insert(fact.arrays.begin(), fact.arrays.end());
  std::vector<Phase> kept;
  for (Phase &phase : llvm::reverse(program.phases))
    if (!isUnused(program, phase, used)) {
      used.merge(touchedBy(program, phase));
      kept.push_back(std::move(phase));
    } else {
      for (const std::string &name : phase.tree.statements())
        program.statements.erase(name);
    }
  std::reverse(kept.begin(), kept.end());
  program.phases = std::move(kept);
  return program;
}

Program withKeptArraysOnly(Program program) {
  const std::set<std::string> kept = keptArrays(program);
  for (auto &[name, array] : program.arrays)
    if (array.owner == Array::Owner::Plan && !array.isScalar() &&
        array.onGpu == Array::OnGpu::No && !kept.count(name))
      array.owner = Array::Owner::Workspace;
  return program;
}

} // namespace sparsec
