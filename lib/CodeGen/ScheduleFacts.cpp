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

/// `{ S[..] }` the arguments of \p call are subscripts of its array; nothing
/// when an extent is not known.
std::optional<isl::set> loadable(const Program &program,
                                 const UninterpretedCall &call,
                                 const isl::space &space) {
  const Array &array = program.arrays.at(call.function);
  isl::set result = isl::set::universe(space);
  isl::pw_aff zero = poly::constant(space, 0);
  for (size_t pos = 0; pos < call.arguments.size(); ++pos) {
    if (pos >= array.extents.size() || !array.extents[pos])
      return std::nullopt;
    const isl::pw_aff &argument = call.arguments[pos];
    result = result.intersect(argument.ge_set(zero))
                 .intersect(argument.lt_set(
                     poly::onSpace(*array.extents[pos], space)));
  }
  return result;
}

/// \p statement with the calls \p known only; what depends on others is left
/// open.
Statement knowing(const Statement &statement,
                  const std::set<std::string> &known) {
  Statement result = statement;
  for (const auto &[name, call] : statement.calls)
    if (!known.count(name)) {
      result.calls.erase(name);
      if (poly::involvesParam(result.constraints, name))
        result.constraints = result.constraints.project_out_param(
            poly::makeId(result.constraints.ctx(), name));
    }
  return result;
}

/// The calls of \p statement that read inside their arrays when its loops are
/// those of \p domain. A fact about a value holds where the value can be read,
/// so each proof rests on calls that are proved already.
std::set<std::string> safeCalls(const Program &program,
                                const Statement &statement,
                                const isl::set &domain) {
  std::set<std::string> safe;
  for (size_t before = ~size_t{0}; before != safe.size();) {
    before = safe.size();
    Statement known = knowing(statement, safe);
    isl::set runs = domain.intersect(known.constraints)
                        .intersect_params(program.callContext(known));
    for (const auto &[name, call] : statement.calls) {
      bool isNext = !safe.count(name) &&
                    llvm::all_of(nestedCalls(call, statement.calls),
                                 [&](const std::string &inner) {
                                   return known.calls.count(inner) != 0;
                                 });
      std::optional<isl::set> inside =
          isNext ? loadable(program, call, domain.space()) : std::nullopt;
      if (inside && runs.is_subset(*inside))
        safe.insert(name);
    }
  }
  return safe;
}

/// \p simple, or \p statement's whole domain where \p simple would read index
/// arrays outside: `index(n - 1) < index(n)` says that there is a row, but is
/// no reason to look.
isl::set keepingLoads(const Program &program, const Statement &statement,
                      const isl::set &simple) {
  const isl::set &whole = statement.domain;
  if (simple.intersect_params(program.context)
          .is_subset(whole.intersect_params(program.context)))
    return simple;
  std::set<std::string> safe = safeCalls(program, statement, simple);
  if (safe.size() == statement.calls.size() ||
      safe == safeCalls(program, statement, whole))
    return simple;
  return poly::dropUnusedParams(whole.gist_params(program.context));
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
  domain = withoutImpliedParameters(
      program, domain,
      context.intersect_params(rangesOf(program, bounds.calls)));
  return keepingLoads(program, statement, domain);
}

} // namespace sparsec
