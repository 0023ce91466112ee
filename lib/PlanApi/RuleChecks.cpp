//===- RuleChecks.cpp - rules of the user as run-time checks --------------===//
///
/// \file
/// A rule becomes loops over its variables:
///
///     rule(forall i: 0 <= i && i < n => col[diag[i]] == i)
/// =>
///     for (long long i = 0; status == SPARSEC_OK && i <= n - 1; i++) {
///       if (diag[i] < 0 || diag[i] >= index[n]) {
///         status = sparsec_fail(.., "diag[%lld] = %lld gives no position ..");
///         break;
///       }
///       if (col[diag[i]] != i)
///         status = sparsec_fail(.., "does not hold for i = %lld: ..");
///     }
///
/// Variables and calls become parameters of a copy of the program, so that
/// bounds and conditions are lowered as those of other facts are. What nothing
/// vouches for is looked at before it is used: an element of an index array
/// that is a subscript. Where it is no position, a premise does not hold, and a
/// conclusion is violated.
///
/// On a GPU a thread has a value of the first variable and the loops inside
/// (GpuRules.h). A violation is reported by numbers, which the host puts into
/// the message.
///
//===----------------------------------------------------------------------===//

#include "RuleChecks.h"

#include "sparsec/LoopIR/ExprPrinter.h"
#include "sparsec/LoopIR/Statements.h"
#include "sparsec/Lowering/ArrayExtents.h"
#include "sparsec/Target/Cuda/RuleChecker.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

llvm::Error RuleChecker::refusal(const std::string &why) const {
  return llvm::createStringError(
      llvm::inconvertibleErrorCode(),
      "%s: '%s' has no run-time check in linear time: %s; bound the first "
      "variable by parameters and each further one by index arrays, as in "
      "'index[i] <= j && j < index[i + 1]', pass -assume to take all facts as "
      "given, or write assume(\"...\") in the recipe for this one",
      fact.location.c_str(), fact.text.c_str(), why.c_str());
}

/// A name for variable \p name that nothing in the check function has.
std::string RuleChecker::localName(const std::string &name) const {
  llvm::StringRef word = name;
  bool isItsOwn = word == "status" || word.starts_with("fact") ||
                  word.starts_with("rows") || word.ends_with("_view") ||
                  word == item || word == report;
  bool isTaken =
      program.arrays.count(name) || program.findParameter(name) ||
      llvm::any_of(program.function.arguments,
                   [&](const auto &each) { return each.name == name; });
  return isItsOwn || isTaken ? program.freshName(name + "_at") : name;
}

/// Variables become parameters; so do the calls over them.
void RuleChecker::bindVariables() {
  isl::id_list ids(premise.ctx(), 0);
  for (const std::string &name : poly::dimNames(fact.rule->premise)) {
    std::string unique = localName(name);
    written.push_back(name);
    variables.push_back(unique);
    ids = ids.add(poly::makeId(premise.ctx(), unique));
    Parameter parameter;
    parameter.name = unique;
    parameter.type = ElementType::int64();
    program.parameters.push_back(parameter);
  }
  isl::multi_id tuple(premise.space(), ids);
  premise = premise.bind(tuple);
  conclusion = conclusion.bind(tuple);
  for (auto [name, call] : fact.rule->calls) {
    for (isl::pw_aff &argument : call.arguments)
      argument = argument.bind_domain(tuple);
    calls.emplace(name, call);
    program.calls.emplace(name, call);
  }
}

bool RuleChecker::isNested(const UninterpretedCall &call) const {
  return !nestedCalls(call, calls).empty();
}

/// Whether the premise needs the value of call \p name.
bool RuleChecker::isInPremise(const std::string &name) const {
  return poly::involvesParam(premise, name) ||
         llvm::any_of(calls, [&](const auto &entry) {
           return llvm::is_contained(nestedCalls(entry.second, calls), name) &&
                  isInPremise(entry.first);
         });
}

/// How many variables, in order, must be fixed for \p value to be known.
size_t RuleChecker::levelOf(const isl::pw_aff &value) const {
  size_t level = 0;
  for (size_t at = 0; at < variables.size(); ++at)
    if (poly::involvesParam(value, variables[at]))
      level = at + 1;
  for (const auto &entry : calls)
    if (poly::involvesParam(value, entry.first))
      level = std::max(level, levelOfCall(entry.first));
  return level;
}

size_t RuleChecker::levelOfCall(const std::string &name) const {
  size_t level = 0;
  for (const isl::pw_aff &argument : calls.at(name).arguments)
    level = std::max(level, levelOf(argument));
  return level;
}

/// Adds to `ranges` that arguments without calls are positions.
llvm::Error RuleChecker::findRanges() {
  ranges = premise;
  for (const auto &entry : calls) {
    if (isNested(entry.second))
      continue;
    const Array &array = program.arrays.at(entry.second.function);
    for (size_t dim = 0; dim < entry.second.arguments.size(); ++dim) {
      llvm::Expected<isl::pw_aff> extent =
          array.extents.size() > 1 && array.extents[dim]
              ? *array.extents[dim]
              : firstExtent(program, array);
      if (!extent)
        return extent.takeError();
      const isl::pw_aff &argument = entry.second.arguments[dim];
      isl::pw_aff zero = poly::constant(argument.domain().space(), 0);
      ranges = ranges.intersect(argument.ge_set(zero));
      ranges = ranges.intersect(argument.lt_set(*extent));
    }
  }
  untested = ranges;
  return llvm::Error::success();
}

llvm::Expected<LoopExpr> RuleChecker::lowered(const isl::pw_aff &value) {
  return lowerParameterValue(program, value, true);
}

/// Whether an index array, subscripted by an earlier variable, gives \p bound.
bool RuleChecker::movesWithOuter(const isl::pw_aff &bound) const {
  return llvm::any_of(calls, [&](const auto &entry) {
    return poly::involvesParam(bound, entry.first) &&
           levelOfCall(entry.first) > 0;
  });
}

/// Whether the variables up to \p at are the subscripts of an array: there are
/// no more values of all of them than elements.
bool RuleChecker::areSubscripts(size_t at) const {
  auto isVariable = [&](const isl::pw_aff &argument, size_t pos) {
    isl::space unit = isl::space::unit(argument.ctx());
    return poly::constantValue(
               argument.sub(poly::parameter(unit, variables[pos]))) == 0;
  };
  return llvm::any_of(calls, [&](const auto &entry) {
    const std::vector<isl::pw_aff> &arguments = entry.second.arguments;
    if (arguments.size() <= at)
      return false;
    for (size_t pos = 0; pos <= at; ++pos)
      if (!isVariable(arguments[pos], pos))
        return false;
    return true;
  });
}

/// The least and greatest value of variable \p at for those before it.
std::optional<std::pair<isl::pw_aff, isl::pw_aff>>
RuleChecker::boundsOf(size_t at) const {
  isl::set known = ranges;
  for (size_t later = at + 1; later < variables.size(); ++later)
    known = poly::dropParam(known, variables[later]);
  for (const auto &entry : calls)
    if (levelOfCall(entry.first) > at)
      known = poly::dropParam(known, entry.first);
  isl::id_list ids(known.ctx(), 0);
  ids = ids.add(poly::makeId(known.ctx(), variables[at]));
  isl::space line = isl::space::unit(known.ctx()).add_unnamed_tuple(1);
  return poly::parameterBounds(known.unbind_params(isl::multi_id(line, ids)),
                               0);
}

llvm::Error RuleChecker::openLoop(size_t at) {
  const std::string &name = variables[at];
  auto bounds = boundsOf(at);
  if (!bounds)
    return refusal("nothing bounds '" + written[at] + "'");
  auto [lower, upper] = *bounds;
  llvm::Expected<LoopExpr> low = lowered(lower);
  if (!low)
    return low.takeError();
  llvm::Expected<LoopExpr> high = lowered(upper.add_constant(1));
  if (!high)
    return high.takeError();
  bool isShort = poly::greatestValue(upper.sub(lower)).is_int();
  if (at > 0 && !isShort && !areSubscripts(at) &&
      !(movesWithOuter(lower) && movesWithOuter(upper)))
    return refusal("no index array bounds '" + written[at] + "' for each '" +
                   written[at - 1] + "'");
  if (onGpu && at == 0) {
    first = *low;
    end = *high;
  } else {
    loops.push_back(stmt::countedLoop(LoopType::int64(), name, *low, *high));
    if (!onGpu)
      loops.back().goesOn = expr::isFine();
    blocks.emplace_back();
  }
  isl::pw_aff here = poly::parameter(isl::space::unit(ranges.ctx()), name);
  untested = untested.gist(here.ge_set(lower).intersect(here.le_set(upper)));
  return llvm::Error::success();
}

llvm::Expected<std::vector<LoopNode>> RuleChecker::nodes() {
  program.context = isl::set::universe(program.context.space());
  bindVariables();
  if (llvm::Error error = findRanges())
    return error;
  for (size_t at = 0; at < variables.size(); ++at) {
    if (llvm::Error error = openLoop(at))
      return error;
    if (llvm::Error error = addGuards(at + 1, false))
      return error;
  }
  if (llvm::Error error = addTest())
    return error;
  while (!loops.empty()) {
    loops.back().body = std::move(blocks.back());
    blocks.pop_back();
    add(std::move(loops.back()));
    loops.pop_back();
  }
  return std::move(blocks.back());
}

llvm::Expected<std::vector<LoopNode>>
ruleCheck(const Program &program, const Fact &fact, const LoopExpr &factName) {
  return RuleChecker(program, fact, factName, false).nodes();
}

llvm::Expected<GpuRuleCheck> gpuRuleCheck(const Program &program,
                                          const Fact &fact,
                                          const LoopExpr &factName,
                                          const std::string &name) {
  RuleChecker checker(program, fact, factName, true);
  llvm::Expected<std::vector<LoopNode>> body = checker.nodes();
  if (!body)
    return body.takeError();
  return checkOnGpu(checker.rule(std::move(*body)), name);
}

} // namespace sparsec
