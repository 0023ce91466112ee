//===- RangeRules.cpp - ranges as rules about elements --------------------===//

#include "RangeRules.h"

#include "sparsec/Lowering/ArrayExtents.h"

namespace sparsec {
namespace {

/// How many elements \p array has in each dimension, outermost first.
llvm::Expected<std::vector<isl::pw_aff>>
countsOf(const Program &program, const Array &array, const Fact &range) {
  std::vector<isl::pw_aff> counts;
  if (array.extents.size() == 1) {
    llvm::Expected<isl::pw_aff> count = firstExtent(program, array);
    if (!count)
      return count.takeError();
    counts.push_back(*count);
    return counts;
  }
  for (const std::optional<isl::pw_aff> &extent : array.extents) {
    if (!extent)
      return llvm::createStringError(
          "'%s' cannot be checked without the number of rows: state it, with "
          "extent(%s, ..)",
          range.text.c_str(), array.name.c_str());
    counts.push_back(*extent);
  }
  return counts;
}

class RuleMaker {
public:
  RuleMaker(const Program &program, const Fact &range, size_t dims)
      : program(program), range(range),
        space(poly::tupleSpace(program.context.ctx(), "", unsigned(dims))) {
    for (size_t dim = 0; dim < dims; ++dim)
      names.push_back("k" + (dims > 1 ? std::to_string(dim) : ""));
  }

  Fact make(const std::vector<isl::pw_aff> &counts) {
    isl::set premise = isl::set::universe(space), conclusion = premise;
    UninterpretedCall at{range.arrays[0], {}};
    for (size_t dim = 0; dim < counts.size(); ++dim) {
      const isl::pw_aff k = poly::dimension(space, unsigned(dim));
      premise = premise.intersect(k.ge_set(poly::constant(space, 0)))
                    .intersect(k.lt_set(onElements(counts[dim])));
      at.arguments.push_back(k);
    }
    const isl::pw_aff element = addCall(calls, at, names, space);
    if (range.lower)
      conclusion =
          conclusion.intersect(element.ge_set(onElements(*range.lower)));
    if (range.upper)
      conclusion =
          conclusion.intersect(element.lt_set(onElements(*range.upper)));
    Fact rule = range;
    rule.kind = Fact::Kind::Rule;
    rule.lower = rule.upper = std::nullopt;
    rule.rule = Fact::Rule{std::move(calls), poly::withDimNames(premise, names),
                           poly::withDimNames(conclusion, names)};
    return rule;
  }

private:
  /// \p value, on parameters, with its calls in the rule's table.
  isl::pw_aff onElements(const isl::pw_aff &value) {
    for (const auto &[name, call] : program.calls)
      if (poly::involvesParam(value, name)) {
        UninterpretedCall same{call.function, {}};
        for (const isl::pw_aff &argument : call.arguments)
          same.arguments.push_back(poly::onSpace(argument, space));
        calls.emplace(name, std::move(same));
      }
    return poly::onSpace(value, space);
  }

  const Program &program;
  const Fact &range;
  const isl::space space;
  std::vector<std::string> names;
  CallTable calls;
};

} // namespace

llvm::Expected<Fact> ruleOfRange(const Program &program, const Fact &range) {
  const Array &array = program.arrays.at(range.arrays[0]);
  llvm::Expected<std::vector<isl::pw_aff>> counts =
      countsOf(program, array, range);
  if (!counts)
    return counts.takeError();
  return RuleMaker(program, range, counts->size()).make(*counts);
}

} // namespace sparsec
