//===- RuleTests.cpp - what the check of a rule tests ---------------------===//

#include "sparsec/Target/Cuda/RuleChecker.h"

#include "FactConditions.h"
#include "sparsec/LoopIR/ExprPrinter.h"
#include "sparsec/PlanApi/ContractModel.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace sparsec {

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
      skip();
      continue;
    }
    if (llvm::Error error = fail(nestedCalls(call, calls),
                                 " gives no position of " + call.function))
      return error;
    if (!onGpu)
      addLine("  break;");
    addLine("}");
  }
  return llvm::Error::success();
}

/// Lines for a violation: the values of all variables and of the elements
/// \p names; \p end is the last text.
llvm::Error RuleChecker::fail(const std::vector<std::string> &names,
                              const std::string &end) {
  std::string format = "%s does not hold for ";
  std::vector<std::string> values = variables;
  for (size_t at = 0; at < variables.size(); ++at)
    format += (at ? ", " : "") + written[at] + " = %lld";
  const char *separator = ": ";
  for (const std::string &name : names) {
    const UninterpretedCall &call = calls.at(name);
    llvm::Expected<std::string> position =
        printLongLong(program, call.arguments[0]);
    if (!position)
      return position.takeError();
    llvm::Expected<std::string> element = printLongLong(
        program, poly::parameter(isl::space::unit(premise.ctx()), name));
    if (!element)
      return element.takeError();
    format += separator + call.function + "[%lld] = %lld";
    separator = ", ";
    values.push_back(std::move(*position));
    values.push_back(std::move(*element));
  }
  format += end;
  if (!onGpu) {
    addLine("  status = sparsec_fail(SPARSEC_FACT_VIOLATED, \"" + format +
            "\", " + factName + ", " + llvm::join(values, ", ") + ");");
    return llvm::Error::success();
  }
  reports.push_back({format, values.size()});
  addLine("  if (" + report + ") {");
  addLine("    " + report + "[0] = " + std::to_string(reports.size()) + ";");
  for (size_t at = 0; at < values.size(); ++at)
    addLine("    " + report + "[" + std::to_string(at + 1) +
            "] = " + values[at] + ";");
  addLine("  }");
  addLine("  return " + item + ";");
  return llvm::Error::success();
}

llvm::Error RuleChecker::addTest() {
  if (!untested.is_equal(isl::set::universe(untested.space()))) {
    llvm::Expected<std::string> fails = violationText(program, untested);
    if (!fails)
      return fails.takeError();
    addLine("if (" + *fails + ")");
    skip();
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
  addLine("if (" + *fails + ")" + (onGpu ? " {" : ""));
  if (llvm::Error error = fail(names, ""))
    return error;
  if (onGpu)
    addLine("}");
  return llvm::Error::success();
}

} // namespace sparsec
