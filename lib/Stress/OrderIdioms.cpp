//===- OrderIdioms.cpp - steps that order iterations ----------------------===//

#include "IdiomParts.h"

#include "sparsec/Analysis/Checker.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec::stress {

std::vector<std::string> permutedArrays(const Program &program,
                                        const std::string &statement) {
  std::vector<std::string> result;
  const Statement &where = program.statement(statement);
  for (const auto &[name, called] : where.calls) {
    auto order = program.arrays.find(called.function);
    if (order == program.arrays.end() ||
        order->second.owner != Array::Owner::Plan ||
        program.factsAbout(called.function, Fact::Kind::Permutation).empty())
      continue;
    for (const Access &access : where.accesses())
      if (llvm::any_of(access.subscripts, [&](const isl::pw_aff &subscript) {
            return poly::involvesParam(subscript, name);
          }))
        result.push_back(access.array);
  }
  return result;
}

std::vector<Later> levels(const Place &place, bool onGpu) {
  const LoopTraits *loop = firstLong(place);
  if (!loop || loop == firstParallel(place))
    return {};
  if (!onGpu)
    return {always(
        call("sparse_partition", place.statement, {quoted(loop->name)}))};
  std::string kernel = place.freshName(), tasks = place.freshName();
  std::string sync = place.random.chance(50) ? "levels" : "values";
  std::string options =
      "{block = " + std::to_string(place.random.between(1, 9)) +
      ", sync = " + quoted(sync) + ", tasks = " + quoted(tasks) + "}";
  return {always(call("sparse_partition", place.statement,
                      {quoted(loop->name), options})),
          always(mapped(place, kernel, tasks, loop->name))};
}

std::vector<Later> reordered(const Place &place) {
  const LoopTraits *loop = firstLong(place);
  if (!loop || loop->trips())
    return {};
  bool isFree =
      whyNotParallel(place.program, place.statement, loop->name).empty();
  std::string order = isFree                    ? "reorder_by_inspector"
                      : place.random.chance(50) ? "sparse_wavefront"
                                                : "sparse_partition";
  Later copies = [statement = place.statement, name = loop->name,
                  &random = place.random](const Program &program) {
    std::vector<std::string> arrays = permutedArrays(program, statement);
    const auto inRows = arraysInRows(program);
    if (!inRows.empty() && random.chance(40)) {
      const auto &[array, pointers] = random.pick(inRows);
      return call("reorder_data", statement,
                  {quoted(name), "{" + quoted(array) +
                                     "}, {rows = " + quoted(pointers) + "}"});
    }
    if (arrays.empty())
      return std::string();
    bool keeps = random.chance(30);
    return call("reorder_data", statement,
                {quoted(name), "{" + quoted(random.pick(arrays)) + "}" +
                                   (keeps ? ", {kept = true}" : "")});
  };
  return {always(call(order, place.statement, {quoted(loop->name)})), copies};
}

std::vector<Later> gpuLevels(const Place &place) { return levels(place, true); }

} // namespace sparsec::stress
