//===- RuleTests.cpp - what the check of a rule tests ---------------------===//

#include "sparsec/Target/Cuda/RuleChecker.h"

#include "FactConditions.h"
#include "sparsec/LoopIR/ExprPrinter.h"
#include "sparsec/LoopIR/Statements.h"
#include "sparsec/Lowering/ArrayExtents.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

using Nodes = std::vector<LoopNode>;

/// Ends the work for these values of the variables.
LoopNode RuleChecker::skip() const {
  return loops.empty() ? stmt::returns(LoopExpr::literal("LLONG_MAX"))
                       : stmt::nextIteration();
}

/// Whether the subscript of \p call is no position.
llvm::Expected<LoopExpr> RuleChecker::isOutside(const UninterpretedCall &call) {
  llvm::Expected<isl::pw_aff> extent =
      firstExtent(program, program.arrays.at(call.function));
  if (!extent)
    return extent.takeError();
  llvm::Expected<LoopExpr> position = lowered(call.arguments[0]);
  if (!position)
    return position.takeError();
  llvm::Expected<LoopExpr> count = lowered(*extent);
  if (!count)
    return count.takeError();
  return expr::binary(
      expr::binary(*position, Operator::Less, LoopExpr::integer(0)),
      Operator::LogicalOr,
      expr::binary(*position, Operator::GreaterEqual, *count));
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
    llvm::Expected<LoopExpr> isNone = isOutside(call);
    if (!isNone)
      return isNone.takeError();
    if (!ofConclusion) {
      add(LoopNode::ifThen(*isNone, {skip()}));
      continue;
    }
    llvm::Expected<Nodes> ends = failure(
        nestedCalls(call, calls), " gives no position of " + call.function);
    if (!ends)
      return ends.takeError();
    if (!onGpu)
      ends->push_back(stmt::leaveLoop());
    add(LoopNode::ifThen(*isNone, std::move(*ends)));
  }
  return llvm::Error::success();
}

/// What is done about a violation: the message has the values of all variables
/// and of the elements \p names; \p end is its last text.
llvm::Expected<Nodes>
RuleChecker::failure(const std::vector<std::string> &names,
                     const std::string &end) {
  std::string format = "%s does not hold for ";
  std::vector<LoopExpr> values;
  for (size_t at = 0; at < variables.size(); ++at) {
    format += (at ? ", " : "") + written[at] + " = %lld";
    values.push_back(LoopExpr::variable(variables[at], /*wide=*/true));
  }
  const char *separator = ": ";
  for (const std::string &name : names) {
    const UninterpretedCall &call = calls.at(name);
    format += separator + call.function;
    separator = ", ";
    for (const isl::pw_aff &argument : call.arguments) {
      llvm::Expected<LoopExpr> position = lowerLongLong(program, argument);
      if (!position)
        return position.takeError();
      format += "[%lld]";
      values.push_back(std::move(*position));
    }
    llvm::Expected<LoopExpr> element = lowerLongLong(
        program, poly::parameter(isl::space::unit(premise.ctx()), name));
    if (!element)
      return element.takeError();
    format += " = %lld";
    values.push_back(std::move(*element));
  }
  format += end;
  if (onGpu)
    return reported(format, values);
  values.insert(values.begin(), factName);
  return Nodes{stmt::assign(expr::status(),
                            stmt::failure("FACT_VIOLATED", format, values))};
}

/// The same on a GPU, for the host to say.
Nodes RuleChecker::reported(const std::string &format,
                            const std::vector<LoopExpr> &values) {
  reports.push_back({format, values.size()});
  auto place = [&](size_t at) {
    return LoopExpr::load(report, {LoopExpr::integer(long(at))});
  };
  Nodes stores = {
      stmt::assign(place(0), LoopExpr::integer(long(reports.size())))};
  for (size_t at = 0; at < values.size(); ++at)
    stores.push_back(stmt::assign(place(at + 1), values[at]));
  return {LoopNode::ifThen(LoopExpr::variable(report), std::move(stores)),
          stmt::returns(LoopExpr::variable(item))};
}

llvm::Error RuleChecker::addTest() {
  if (!untested.is_equal(isl::set::universe(untested.space()))) {
    llvm::Expected<LoopExpr> fails = violationOf(program, untested);
    if (!fails)
      return fails.takeError();
    add(LoopNode::ifThen(*fails, {skip()}));
  }
  if (llvm::Error error = addGuards(variables.size(), true))
    return error;
  llvm::Expected<LoopExpr> fails =
      violationOf(program, conclusion.gist(ranges));
  if (!fails)
    return fails.takeError();
  std::vector<std::string> names;
  for (const auto &entry : calls)
    names.push_back(entry.first);
  llvm::Expected<Nodes> ends = failure(names, "");
  if (!ends)
    return ends.takeError();
  add(LoopNode::ifThen(*fails, std::move(*ends)));
  return llvm::Error::success();
}

} // namespace sparsec
