//===- Presence.cpp - pointers that may be null ---------------------------===//

#include "Presence.h"

#include "sparsec/IR/StructureMember.h"

#include "sparsec/LoopIR/Statements.h"

namespace sparsec {

bool isTold(const PlanInterface &model, const PlanFunction &function,
            const std::string &parameter) {
  const Parameter *known = model.program.findParameter(parameter);
  return known && !known->pointer.empty()
             ? function.takes(holderOf(known->pointer))
             : function.takes(parameter);
}

void definePresences(const PlanInterface &model, const PlanFunction *function,
                     std::vector<LoopNode> &nodes, size_t at) {
  const std::set<std::string> names = namesIn(nodes);
  std::vector<LoopNode> locals;
  for (const Parameter &parameter : model.program.parameters) {
    if (parameter.pointer.empty() || !names.count(parameter.name) ||
        (function && !isTold(model, *function, parameter.name)))
      continue;
    locals.push_back(stmt::constant(
        parameter.type, parameter.name,
        expr::binary(LoopExpr::variable(parameter.pointer), Operator::NotEqual,
                     LoopExpr::literal("NULL"))));
  }
  nodes.insert(nodes.begin() + long(at), locals.begin(), locals.end());
}

std::optional<LoopExpr>
presenceCondition(const Program &program,
                  const std::vector<std::string> &arrays) {
  std::optional<LoopExpr> all;
  for (const std::string &array : arrays)
    if (const Parameter *presence = program.presenceOf(array)) {
      LoopExpr one = LoopExpr::variable(presence->name);
      all = all ? expr::binary(*all, Operator::LogicalAnd, std::move(one))
                : std::move(one);
    }
  return all;
}

/// Leaves with a failure where \p condition holds.
LoopNode guard(LoopExpr condition, const std::string &code,
               const std::string &message) {
  return LoopNode::ifThen(std::move(condition),
                          {stmt::returns(stmt::failure(code, message))});
}

static std::string changedArgument(const PlanInterface &model,
                                   const std::string &name) {
  const Parameter &parameter = *model.program.findParameter(name);
  return parameter.pointer.empty()
             ? name + " is not the one that was inspected"
             : "'" + parameter.pointer +
                   "' was inspected as null and is not, or the other way round";
}

/// A plan's frozen arguments that the function takes as well must be the same.
std::vector<LoopNode> frozenGuards(const PlanInterface &model,
                                   const PlanFunction &function) {
  std::vector<LoopNode> guards;
  for (const std::string &name : model.frozen)
    if (isTold(model, function, name))
      guards.push_back(guard(
          expr::binary(LoopExpr::variable(name), Operator::NotEqual,
                       expr::arrow("plan", name)),
          "BAD_ARGUMENT", function.name + ": " + changedArgument(model, name)));
  return guards;
}

/// `const int n = plan->n;` for the frozen arguments that the phases use.
std::vector<LoopNode> frozenLocals(const PlanInterface &model,
                                   const PlanFunction &function,
                                   const std::set<std::string> &names) {
  std::vector<LoopNode> locals;
  for (const std::string &name : model.frozen)
    if (names.count(name) && !isTold(model, function, name))
      locals.push_back(stmt::constant(model.program.findParameter(name)->type,
                                      name, expr::arrow("plan", name)));
  return locals;
}

} // namespace sparsec
