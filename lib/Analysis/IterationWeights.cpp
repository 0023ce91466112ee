//===- IterationWeights.cpp - how much iterations do ----------------------===//

#include "sparsec/Analysis/IterationWeights.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

/// Whether \p array is what binary searches can be made in.
bool isPointer(const Program &program, const std::string &array) {
  auto found = program.arrays.find(array);
  return found != program.arrays.end() && found->second.isIndex &&
         found->second.extents.size() == 1 && found->second.extents[0] &&
         (found->second.type.isWide() ||
          found->second.type == ElementType::int32()) &&
         !program.factsAbout(array, Fact::Kind::Monotonic).empty();
}

/// Whether \p array has elements v and v + 1 for all values v that the loop has
/// for \p statement.
bool holds(const Program &program, const Array &array,
           const Statement &statement, const isl::pw_aff &value) {
  const isl::pw_aff last = poly::onSpace(*array.extents[0], statement.space())
                               .add_constant(long(array.extraElements) - 2);
  const isl::set inside = value.ge_set(poly::constant(statement.space(), 0))
                              .intersect(value.le_set(last));
  return statement.domain.intersect_params(program.context).is_subset(inside);
}

/// Whether \p statement reads \p function at \p value + \p offset.
bool reads(const Statement &statement, const std::string &function,
           const isl::pw_aff &value, long offset) {
  return llvm::any_of(statement.calls, [&](const auto &entry) {
    const UninterpretedCall &call = entry.second;
    return call.function == function && call.arguments.size() == 1 &&
           poly::constantValue(
               poly::dropUnusedParams(call.arguments[0].sub(value))) == offset;
  });
}

} // namespace

std::string weightsOf(const Program &program, const ScheduleTree &loop) {
  const std::vector<std::string> statements = loop.statements();
  auto isFor = [&](const std::string &function) {
    return isPointer(program, function) &&
           llvm::all_of(statements, [&](const std::string &name) {
             return holds(program, program.arrays.at(function),
                          program.statement(name), loop.values.at(name));
           });
  };
  for (const std::string &name : statements) {
    const Statement &statement = program.statement(name);
    const isl::pw_aff &value = loop.values.at(name);
    for (const auto &[call, read] : statement.calls)
      if (poly::involvesParam(statement.constraints, call) &&
          reads(statement, read.function, value, 0) &&
          reads(statement, read.function, value, 1) && isFor(read.function))
        return read.function;
  }
  return "";
}

} // namespace sparsec
