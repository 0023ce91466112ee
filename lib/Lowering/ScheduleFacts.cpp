//===- ScheduleFacts.cpp - conditions that facts imply --------------------===//
///
/// \file
/// What the facts say needs no guard: isl would move such guards, `m >= 1`, out
/// of all loops.
///
//===----------------------------------------------------------------------===//

#include "ScheduleBuilder.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

namespace sparsec {
namespace {

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

/// \p simple, or \p statement's whole domain where \p simple would read index
/// arrays outside: `index(n - 1) < index(n)` says that there is a row, but is
/// no reason to look.
isl::set keepingLoads(const Program &program, const CallSafety &safety,
                      const Statement &statement, const isl::set &simple) {
  const isl::set &whole = statement.domain;
  if (simple.intersect_params(program.context)
          .is_subset(whole.intersect_params(program.context)))
    return simple;
  std::set<std::string> safe = safety.safeCalls(statement, simple);
  if (safe.size() == statement.calls.size() ||
      safe == safety.safeCalls(statement, whole))
    return simple;
  return poly::dropUnusedParams(whole.gist_params(program.context));
}

} // namespace

/// The calls that bound the loops of \p statement. What the body calls is in
/// range only where the body runs: `col(j) < n` does not say that there is a
/// row 0.
static Statement boundsOf(const Statement &statement) {
  Statement bounds = statement;
  std::erase_if(bounds.calls, [&](const auto &entry) {
    return !poly::involvesParam(statement.constraints, entry.first);
  });
  return bounds;
}

isl::set beyondCalls(const Program &program, const Statement &statement) {
  isl::set context = statement.constraints.intersect_params(
      program.callContext(boundsOf(statement)));
  isl::set domain = poly::dropUnusedParams(statement.domain.gist(context));
  for (const auto &entry : statement.calls)
    if (poly::involvesParam(domain, entry.first))
      return statement.domain;
  return domain;
}

isl::set withoutImplied(const Program &program, const CallSafety &safety,
                        const Statement &statement) {
  const Statement bounds = boundsOf(statement);
  isl::set context =
      statement.constraints.intersect_params(program.callContext(bounds));
  isl::set domain = withoutImpliedParameters(
      program, beyondCalls(program, statement),
      context.intersect_params(safety.rangesOf(bounds.calls)));
  return keepingLoads(program, safety, statement, domain);
}

} // namespace sparsec
