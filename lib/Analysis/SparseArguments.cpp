//===- SparseArguments.cpp - compressed rows among the arguments ----------===//
///
/// \file
/// Finds the arrays that facts describe as compressed rows: `index` monotone
/// with `index[0] = base`, and arrays of extent `index[rows] - base`.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Analysis/SparseArguments.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

/// The constant base of \p array's segments, if `array[0] = base` is a fact.
std::optional<long> segmentBase(const Program &program,
                                const std::string &array) {
  for (const Fact *fact : program.factsAbout(array, Fact::Kind::Boundary)) {
    if (poly::constantValue(*fact->at) == 0L)
      return poly::constantValue(*fact->upper);
  }
  return std::nullopt;
}

/// Whether \p count is told by an element: rows of rows, whose number no matrix
/// may choose.
bool countsElements(const Program &program, const isl::pw_aff &count) {
  return llvm::any_of(program.calls, [&](const auto &call) {
    return poly::involvesParam(count, call.first);
  });
}

/// Whether \p extent is pointer(rows) - base.
bool isEntryCount(const Program &program,
                  const std::optional<isl::pw_aff> &extent,
                  const SparseArgument &argument) {
  if (!extent)
    return false;
  isl::space space = extent->domain().space();
  for (const auto &[name, call] : program.calls) {
    if (call.function != argument.pointer || call.arguments.size() != 1 ||
        !call.arguments[0].plain_is_equal(*argument.rowCount))
      continue;
    isl::pw_aff count =
        poly::parameter(space, name).add_constant(-argument.base);
    if (poly::equalOn(count, *extent, program.context))
      return true;
  }
  return false;
}

void addEntryArrays(const Program &program, SparseArgument &argument) {
  for (const auto &[name, array] : program.arrays) {
    if (array.extents.size() != 1 || name == argument.pointer ||
        array.owner != Array::Owner::Argument ||
        !isEntryCount(program, array.extents[0], argument))
      continue;
    // Columns of a matrix are no permutation of the entries.
    if (!program.factsAbout(name, Fact::Kind::Permutation).empty())
      continue;
    auto ranges = program.factsAbout(name, Fact::Kind::Range);
    if (array.type.isInteger() && !ranges.empty())
      argument.columns.push_back(name);
    else if (array.type.isFloating())
      argument.values.push_back(name);
    for (const Fact *range : ranges)
      if (range->upper && range->lower)
        argument.columnCount = range->upper->sub(*range->lower);
  }
}

} // namespace

std::vector<SparseArgument> sparseArguments(const Program &program) {
  std::vector<SparseArgument> result;
  for (const Fact &fact : program.facts) {
    if (fact.kind != Fact::Kind::Monotonic ||
        llvm::any_of(result, [&](const SparseArgument &known) {
          return known.pointer == fact.arrays[0];
        }))
      continue;
    SparseArgument argument;
    argument.pointer = fact.arrays[0];
    const Array &pointer = program.arrays.at(argument.pointer);
    std::optional<long> base = segmentBase(program, argument.pointer);
    if (!base || pointer.extents.size() != 1 || !pointer.extents[0])
      continue;
    argument.base = *base;
    argument.rowCount = pointer.extents[0]->add_constant(-1);
    if (countsElements(program, *argument.rowCount))
      continue;
    addEntryArrays(program, argument);
    if (!argument.columns.empty())
      result.push_back(std::move(argument));
  }
  return result;
}

} // namespace sparsec
