//===- GpuRules.cpp - rules of the user, checked on a GPU -----------------===//

#include "sparsec/Target/Cuda/GpuRules.h"

#include "sparsec/LoopIR/Statements.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

#include <algorithm>

namespace sparsec {
namespace {

using Nodes = std::vector<LoopNode>;
using Members = std::vector<LoopParameter>;

LoopType integer() { return LoopType::int64(); }

/// What the body of \p rule reads.
Members membersOf(const GpuRule &rule) {
  Members members;
  const std::set<std::string> used = namesIn(rule.body);
  for (const auto &[name, array] : rule.program.arrays)
    if (used.count(name))
      members.push_back(
          {LoopType::pointerTo(array.type, /*isConstant=*/true), name});
  for (const Parameter &parameter : rule.program.parameters)
    if (used.count(parameter.name) &&
        !llvm::is_contained(rule.variables, parameter.name))
      members.push_back({parameter.type, parameter.name});
  return members;
}

/// The values of \p members on the host, and then \p first.
LoopExpr valuesOf(const Members &members, const LoopExpr &first) {
  std::vector<LoopExpr> values;
  for (const LoopParameter &member : members)
    values.push_back(LoopExpr::variable(member.name));
  values.push_back(first);
  return expr::list(std::move(values));
}

LoopExpr elementOf(const std::string &array, size_t at) {
  return LoopExpr::load(array, {LoopExpr::integer(long(at))});
}

/// The messages that \p found, a report, stands for.
Nodes messagesOf(const GpuRule &rule, const std::string &found) {
  Nodes nodes;
  for (size_t number = 0; number < rule.reports.size(); ++number) {
    const auto &[format, count] = rule.reports[number];
    std::vector<LoopExpr> values = {rule.factName};
    for (size_t at = 1; at <= count; ++at)
      values.push_back(elementOf(found, at));
    LoopExpr isIt = expr::binary(elementOf(found, 0), Operator::Equal,
                                 LoopExpr::integer(long(number) + 1));
    nodes.push_back(LoopNode::ifThen(
        expr::binary(expr::isFine(), Operator::LogicalAnd, isIt),
        {stmt::assign(expr::status(),
                      stmt::failure("FACT_VIOLATED", format, values))}));
  }
  return nodes;
}

LoopFunction memberFunction(const std::string &name, Members parameters) {
  LoopFunction function;
  function.linkage = LoopFunction::Linkage::Member;
  function.result = integer();
  function.name = name;
  function.parameters = std::move(parameters);
  return function;
}

/// The structure; its last member \p begin is the first variable's first value.
LoopStruct typeOf(GpuRule &rule, const std::string &name, Members members,
                  const std::string &begin) {
  members.push_back({integer(), begin});
  LoopFunction at = memberFunction("at", {{integer(), rule.item}});
  at.parameters.push_back(
      {LoopType::pointerTo(ElementType::int64()), rule.report});
  at.body.push_back(
      stmt::constant(integer(), rule.variables[0],
                     expr::binary(LoopExpr::variable(begin), Operator::Add,
                                  LoopExpr::variable(rule.item))));
  llvm::append_range(at.body, std::move(rule.body));
  at.body.push_back(stmt::returns(LoopExpr::literal("LLONG_MAX")));
  LoopFunction whether = memberFunction("operator()", {{integer(), "item"}});
  whether.body = {stmt::returns(expr::call(
      "at", {LoopExpr::variable("item"), LoopExpr::literal("NULL")}))};
  return {"/// A rule, for one value of its first variable.\n",
          name,
          std::move(members),
          {std::move(whether), std::move(at)}};
}

} // namespace

GpuRuleCheck checkOnGpu(GpuRule rule, const std::string &name) {
  Members members = membersOf(rule);
  const std::string begin = rule.program.freshName("begin"),
                    made = rule.program.freshName(name + "_made"),
                    found = rule.program.freshName(name + "_found");
  size_t most = 0;
  for (const GpuRule::Report &report : rule.reports)
    most = std::max(most, report.values);
  const LoopExpr room = LoopExpr::integer(long(most) + 1),
                 object = LoopExpr::variable(made);
  LoopNode report =
      stmt::variable(integer(), found, expr::list({LoopExpr::integer(0)}));
  report.dimensions = {room};
  GpuRuleCheck check;
  check.nodes = {
      stmt::constant(LoopType::opaque(name), made,
                     valuesOf(members, rule.first)),
      std::move(report),
      stmt::ifFine(stmt::tryCall(
          runtime::gpu_check_rule,
          {object,
           expr::binary(rule.end, Operator::Subtract, expr::dot(object, begin)),
           LoopExpr::variable(found), room, LoopExpr::variable("stream")}))};
  llvm::append_range(check.nodes, messagesOf(rule, found));
  check.type = typeOf(rule, name, std::move(members), begin);
  return check;
}

} // namespace sparsec
