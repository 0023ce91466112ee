//===- ValueSources.cpp - what values are made of -------------------------===//

#include "sparsec/Analysis/ValueSources.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

using Names = std::set<std::string>;

void addSources(const Program &program, const std::string &array, Names &seen,
                Names &sources) {
  if (!seen.insert(array).second)
    return;
  const Array &made = program.arrays.at(array);
  if (made.owner == Array::Owner::Argument) {
    if (made.type.isFloating())
      sources.insert(array);
    return;
  }
  for (const Phase &phase : program.phases)
    for (const std::string &name : phase.tree.statements()) {
      const std::vector<Access> accesses = program.statement(name).accesses();
      if (llvm::none_of(accesses, [&](const Access &access) {
            return access.isWrite && access.array == array;
          }))
        continue;
      for (const Access &access : accesses)
        if (!access.isWrite &&
            program.arrays.at(access.array).type.isFloating())
          addSources(program, access.array, seen, sources);
    }
}

} // namespace

std::set<std::string> valueSources(const Program &program,
                                   const std::string &array,
                                   std::set<std::string> *seen) {
  Names own, sources;
  addSources(program, array, seen ? *seen : own, sources);
  return sources;
}

} // namespace sparsec
