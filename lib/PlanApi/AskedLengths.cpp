//===- AskedLengths.cpp - lengths that a plan has to know -----------------===//

#include "AskedLengths.h"

#include "AliasChecks.h"

#include "sparsec/Analysis/MeasuredRanges.h"
#include "sparsec/IR/ArrayLengths.h"

#include <set>

namespace sparsec {

/// The arrays of which a plan of \p program asks for the length: those that
/// must not overlap, of which all elements are checked, that threads have parts
/// of, and that are copied to a GPU.
static std::vector<std::string> askedArrays(const Program &program,
                                            const CodeGenOptions &options) {
  std::vector<std::string> names;
  if (auto pairs = comparedArrays(program))
    for (const auto &[first, second] : *pairs)
      names.insert(names.end(), {first, second});
  else // the plan fails by it, too
    llvm::consumeError(pairs.takeError());
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
  names.insert(names.end(), asked.begin(), asked.end());
  return names;
}

/// Those of \p names whose length nothing tells, \p most at most.
static std::vector<const Array *>
unknownOf(const Program &program, const std::vector<std::string> &names,
          size_t most) {
  std::vector<const Array *> unknown;
  std::set<std::string> seen;
  for (const std::string &name : names) {
    auto array = program.arrays.find(name);
    if (array == program.arrays.end() || array->second.isScalar() ||
        array->second.owner != Array::Owner::Argument ||
        !seen.insert(name).second)
      continue;
    llvm::Error failure = firstExtent(program, array->second).takeError();
    const bool isUnknown = failure.isA<UnknownLength>();
    llvm::consumeError(std::move(failure));
    if (isUnknown)
      unknown.push_back(&array->second);
    if (unknown.size() == most)
      break;
  }
  return unknown;
}

Program withAskedLengths(Program program, const CodeGenOptions &options) {
  while (hasOpenRange(program)) {
    const std::vector<const Array *> unknown =
        unknownOf(program, askedArrays(program, options), 1);
    std::optional<Program> measured =
        unknown.empty() ? std::nullopt
                        : withMeasuredLength(program, unknown.front()->name);
    if (!measured)
      break;
    program = std::move(*measured);
  }
  return program;
}

llvm::Error withAllUnknown(llvm::Error error, const Program &program,
                           const CodeGenOptions &options) {
  return llvm::handleErrors(
      std::move(error),
      [&](std::unique_ptr<UnknownLength> failure) -> llvm::Error {
        const std::vector<const Array *> unknown =
            unknownOf(program, askedArrays(program, options), SIZE_MAX);
        if (unknown.size() < 2)
          return llvm::Error(std::move(failure));
        return unknownLengths(program, unknown);
      });
}

} // namespace sparsec
