//===- ScheduleFacts.cpp - conditions that facts imply --------------------===//
///
/// \file
/// What the facts say needs no guard: isl would move such guards, `m >= 1`, out
/// of all loops.
///
//===----------------------------------------------------------------------===//

#include "ScheduleBuilder.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

/// `{ : }` what follows of the parameters: where an array has elements, there
/// are values for them.
isl::set nonEmptyRanges(const Program &program) {
  isl::set known = program.context;
  for (const Fact &fact : program.facts) {
    if (fact.kind != Fact::Kind::Range || !fact.lower || !fact.upper)
      continue;
    isl::set holds = fact.upper->gt_set(*fact.lower);
    auto array = program.arrays.find(fact.arrays[0]);
    if (array == program.arrays.end() ||
        llvm::any_of(array->second.extents,
                     [](const auto &extent) { return !extent; }))
      continue;
    for (const std::optional<isl::pw_aff> &extent : array->second.extents)
      holds = holds.unite(
          extent->le_set(poly::constant(extent->domain().space(), 0)));
    known = known.intersect(holds);
  }
  return known.coalesce();
}

/// `{ : }` the ranges of \p calls, also those that end at `index(n)`.
isl::set rangesOf(const Program &program, const CallTable &calls) {
  isl::set known = nonEmptyRanges(program);
  isl::space unit = isl::space::unit(known.ctx());
  for (const auto &[name, call] : calls) {
    isl::pw_aff value = poly::parameter(unit, name);
    for (const Fact *fact :
         program.factsAbout(call.function, Fact::Kind::Range)) {
      if (fact->lower)
        known = known.intersect(value.ge_set(*fact->lower));
      if (fact->upper)
        known = known.intersect(value.lt_set(*fact->upper));
    }
  }
  return known;
}

/// \p domain without conditions on parameters alone, such as `m >= 1`, that
/// follow from the others where \p facts hold.
isl::set withoutImpliedParameters(const Program &program, isl::set domain,
                                  const isl::set &facts) {
  for (const Parameter &parameter : program.parameters) {
    if (!poly::involvesParam(domain, parameter.name))
      continue;
    isl::set without = poly::dropParam(domain, parameter.name);
    if (without.intersect_params(domain.params()).is_equal(domain) &&
        without.intersect(facts).is_subset(domain))
      domain = without;
  }
  return domain;
}

} // namespace

isl::set withoutImplied(const Program &program, const Statement &statement) {
  // What the body calls is in range only where the body runs: `col(j) < n` does
  // not say that there is a row 0.
  Statement bounds = statement;
  std::erase_if(bounds.calls, [&](const auto &entry) {
    return !poly::involvesParam(statement.constraints, entry.first);
  });
  isl::set context =
      statement.constraints.intersect_params(program.callContext(bounds));
  isl::set domain = poly::dropUnusedParams(statement.domain.gist(context));
  for (const auto &entry : statement.calls)
    if (poly::involvesParam(domain, entry.first)) {
      domain = statement.domain;
      break;
    }
  return withoutImpliedParameters(
      program, domain,
      context.intersect_params(rangesOf(program, bounds.calls)));
}

} // namespace sparsec
