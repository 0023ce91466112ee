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
//===----------------------------------------------------------------------===//

#include "RuleChecks.h"

#include "ContractModel.h"
#include "FactConditions.h"
#include "sparsec/CodeGen/ExprPrinter.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace sparsec {
namespace {

class RuleChecker {
public:
  RuleChecker(const Program &program, const Fact &fact,
              const std::string &factName)
      : program(program), fact(fact), factName(factName),
        premise(fact.rule->premise), conclusion(fact.rule->conclusion),
        ranges(premise), untested(premise) {}

  llvm::Expected<std::vector<std::string>> lines();

private:
  void bindVariables();
  std::string localName(const std::string &name) const;
  llvm::Error findRanges();
  std::optional<std::pair<isl::pw_aff, isl::pw_aff>> boundsOf(size_t at) const;
  llvm::Error openLoop(size_t at);
  llvm::Error addGuards(size_t level, bool ofConclusion);
  llvm::Error addTest();

  bool isNested(const UninterpretedCall &call) const;
  bool isInPremise(const std::string &name) const;
  size_t levelOf(const isl::pw_aff &value) const;
  size_t levelOfCall(const std::string &name) const;
  bool movesWithOuter(const isl::pw_aff &bound) const;
  llvm::Expected<std::string> text(const isl::pw_aff &value);
  llvm::Expected<std::string> elementText(const std::string &name);
  llvm::Expected<std::string> failure(const std::vector<std::string> &names,
                                      const std::string &end);
  llvm::Error refusal(const std::string &why) const;
  void addLine(const std::string &line) {
    result.push_back(std::string(2 * depth, ' ') + line);
  }

  Program program;
  const Fact &fact;
  std::string factName;
  /// Conditions on parameters once the variables are bound; `ranges` is what
  /// the premise and the lengths of arrays say together, `untested` what of it
  /// the loops do not see to.
  isl::set premise, conclusion, ranges, untested;
  CallTable calls;
  /// The variables as the user and as the generated code names them.
  std::vector<std::string> written, variables;
  std::vector<std::string> result;
  size_t depth = 0;
};

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
                  word.starts_with("rows") || word.ends_with("_view");
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
    parameter.type.bytes = 8;
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
    llvm::Expected<isl::pw_aff> extent = firstExtent(program, array);
    if (!extent)
      return extent.takeError();
    const isl::pw_aff &argument = entry.second.arguments[0];
    isl::pw_aff zero = poly::constant(argument.domain().space(), 0);
    ranges = ranges.intersect(argument.ge_set(zero));
    ranges = ranges.intersect(argument.lt_set(*extent));
  }
  untested = ranges;
  return llvm::Error::success();
}

llvm::Expected<std::string> RuleChecker::text(const isl::pw_aff &value) {
  return printParameterValue(program, value, true);
}

/// `diag[i]`
llvm::Expected<std::string> RuleChecker::elementText(const std::string &name) {
  isl::space unit = isl::space::unit(premise.ctx());
  return text(poly::parameter(unit, name));
}

/// Whether an index array, subscripted by an earlier variable, gives \p bound.
bool RuleChecker::movesWithOuter(const isl::pw_aff &bound) const {
  return llvm::any_of(calls, [&](const auto &entry) {
    return poly::involvesParam(bound, entry.first) &&
           levelOfCall(entry.first) > 0;
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
  llvm::Expected<std::string> low = text(lower);
  if (!low)
    return low.takeError();
  llvm::Expected<std::string> high = text(upper.add_constant(1));
  if (!high)
    return high.takeError();
  bool isShort = poly::greatestValue(upper.sub(lower)).is_int();
  if (at > 0 && !isShort && !(movesWithOuter(lower) && movesWithOuter(upper)))
    return refusal("no index array bounds '" + written[at] + "' for each '" +
                   written[at - 1] + "'");
  addLine("for (long long " + name + " = " + *low +
          "; status == SPARSEC_OK && " + name + " < " + *high + "; " + name +
          "++) {");
  ++depth;
  isl::pw_aff here = poly::parameter(isl::space::unit(ranges.ctx()), name);
  untested = untested.gist(here.ge_set(lower).intersect(here.le_set(upper)));
  return llvm::Error::success();
}

/// Tests of subscripts that are elements of index arrays and known from
/// \p level on; innermost calls first, as their names are shorter.
llvm::Error RuleChecker::addGuards(size_t level, bool ofConclusion) {
  std::vector<std::string> names;
  for (const auto &entry : calls)
    if (isNested(entry.second) && isInPremise(entry.first) != ofConclusion &&
        (ofConclusion || levelOfCall(entry.first) == level))
      names.push_back(entry.first);
  llvm::stable_sort(names, [](const std::string &a, const std::string &b) {
    return a.size() < b.size();
  });
  for (const std::string &name : names) {
    const UninterpretedCall &call = calls.at(name);
    llvm::Expected<isl::pw_aff> extent =
        firstExtent(program, program.arrays.at(call.function));
    if (!extent)
      return extent.takeError();
    llvm::Expected<std::string> position = text(call.arguments[0]);
    llvm::Expected<std::string> count = text(*extent);
    if (!position || !count)
      return llvm::joinErrors(
          position ? llvm::Error::success() : position.takeError(),
          count ? llvm::Error::success() : count.takeError());
    addLine("if (" + *position + " < 0 || " + *position + " >= " + *count +
            ")" + (ofConclusion ? " {" : ""));
    if (!ofConclusion) {
      addLine("  continue;");
      continue;
    }
    llvm::Expected<std::string> report = failure(
        nestedCalls(call, calls), " gives no position of " + call.function);
    if (!report)
      return report.takeError();
    addLine("  status = " + *report + ";");
    addLine("  break;");
    addLine("}");
  }
  return llvm::Error::success();
}

/// The call of sparsec_fail: the values of all variables and of the elements
/// \p names; \p end is the last text.
llvm::Expected<std::string>
RuleChecker::failure(const std::vector<std::string> &names,
                     const std::string &end) {
  std::string format = "%s does not hold for ", arguments = factName;
  for (size_t at = 0; at < variables.size(); ++at) {
    format += (at ? ", " : "") + written[at] + " = %lld";
    arguments += ", " + variables[at];
  }
  const char *separator = ": ";
  for (const std::string &name : names) {
    const UninterpretedCall &call = calls.at(name);
    llvm::Expected<std::string> position = text(call.arguments[0]);
    if (!position)
      return position.takeError();
    llvm::Expected<std::string> element = elementText(name);
    if (!element)
      return element.takeError();
    bool isLiteral = llvm::all_of(*position, llvm::isDigit);
    format += separator + call.function + "[%lld] = %lld";
    separator = ", ";
    arguments += ", " + *position + (isLiteral ? "LL" : "") + ", " + *element;
  }
  return "sparsec_fail(SPARSEC_FACT_VIOLATED, \"" + format + end + "\", " +
         arguments + ")";
}

llvm::Error RuleChecker::addTest() {
  if (!untested.is_equal(isl::set::universe(untested.space()))) {
    llvm::Expected<std::string> fails = violationText(program, untested);
    if (!fails)
      return fails.takeError();
    addLine("if (" + *fails + ")");
    addLine("  continue;");
  }
  if (llvm::Error error = addGuards(depth, true))
    return error;
  llvm::Expected<std::string> fails =
      violationText(program, conclusion.gist(ranges));
  if (!fails)
    return fails.takeError();
  std::vector<std::string> names;
  for (const auto &entry : calls)
    names.push_back(entry.first);
  llvm::Expected<std::string> report = failure(names, "");
  if (!report)
    return report.takeError();
  addLine("if (" + *fails + ")");
  addLine("  status = " + *report + ";");
  return llvm::Error::success();
}

llvm::Expected<std::vector<std::string>> RuleChecker::lines() {
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
  while (depth > 0) {
    --depth;
    addLine("}");
  }
  return result;
}

} // namespace

llvm::Expected<std::vector<std::string>>
ruleCheckLines(const Program &program, const Fact &fact,
               const std::string &factName) {
  return RuleChecker(program, fact, factName).lines();
}

} // namespace sparsec
