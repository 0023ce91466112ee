//===- KeptArrays.cpp - what the plan keeps of what is made ---------------===//

#include "sparsec/Analysis/KeptArrays.h"

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

Program withKeptArraysOnly(Program program) {
  const std::set<std::string> kept = keptArrays(program);
  for (auto &[name, array] : program.arrays)
    if (array.owner == Array::Owner::Plan && !array.isScalar() &&
        array.onGpu == Array::OnGpu::No && !kept.count(name))
      array.owner = Array::Owner::Workspace;
  return program;
}

} // namespace sparsec
