//===- AskedLengths.cpp - lengths that a plan has to know -----------------===//

#include "AskedLengths.h"

#include "AliasChecks.h"

#include "sparsec/Analysis/MeasuredRanges.h"
#include "sparsec/IR/ArrayLengths.h"

#include <set>

namespace sparsec {

/// Fails where a plan of \p program asks for the length of an array that
/// nothing tells: of those that must not overlap, of which all elements are
/// checked, that threads have parts of, and that are copied to a GPU.
static llvm::Error askLengths(const Program &program,
                              const CodeGenOptions &options) {
  auto checks = overlapChecks(program);
  if (!checks)
    return checks.takeError();
  std::set<std::string> asked;
  for (const auto &[name, array] : program.arrays)
    if (!array.partsOf.empty())
      asked.insert(array.partsOf);
  for (const Fact &fact : program.facts)
    if (options.checkFacts && fact.origin == Fact::Origin::Declared &&
        fact.kind != Fact::Kind::NoAlias && fact.kind != Fact::Kind::Extent)
      asked.insert(fact.arrays.begin(), fact.arrays.end());
  if (options.target == Target::Cuda)
    for (const std::string &name : program.executePhase().tree.statements()) {
      for (const Access &access : program.statement(name).accesses())
        asked.insert(access.array);
      for (const auto &entry : program.statement(name).calls)
        asked.insert(entry.second.function);
    }
  for (const std::string &name : asked) {
    auto array = program.arrays.find(name);
    if (array == program.arrays.end() || array->second.isScalar() ||
        array->second.owner != Array::Owner::Argument)
      continue;
    llvm::Expected<isl::pw_aff> length = firstExtent(program, array->second);
    if (!length)
      return length.takeError();
  }
  return llvm::Error::success();
}

Program withAskedLengths(Program program, const CodeGenOptions &options) {
  while (hasOpenRange(program)) {
    std::string unknown;
    llvm::handleAllErrors(
        askLengths(program, options),
        [&](const UnknownLength &failure) { unknown = failure.array; },
        [](const llvm::ErrorInfoBase &) {}); // the plan fails by it, too
    std::optional<Program> measured =
        unknown.empty() ? std::nullopt : withMeasuredLength(program, unknown);
    if (!measured)
      break;
    program = std::move(*measured);
  }
  return program;
}

} // namespace sparsec
