//===- CarriedScalars.cpp - scalars that iterations hand on ---------------===//

#include "Inspection/CarriedScalars.h"

#include "Support/DataValue.h"
#include "Support/LoopCoordinates.h"
#include "Support/Temporaries.h"

#include "sparsec/Poly/Constraints.h"
#include "sparsec/Transforms/LoopNest.h"
#include "sparsec/Transforms/LoopUtils.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

std::vector<unsigned> firstDims(unsigned count) {
  std::vector<unsigned> result;
  for (unsigned dim = 0; dim < count; ++dim)
    result.push_back(dim);
  return result;
}

CarriedScalars::CarriedScalars(StepResult &result, const Statement &nest,
                               std::string statement, bool isPrivate)
    : result(result), program(result.program), nest(nest),
      depth(unsigned(nest.iterators.size()) - 1),
      statement(std::move(statement)), isPrivate(isPrivate) {}

Expr CarriedScalars::make(const std::string &stem, const ElementType &type) {
  Array scalar = localArray(nest.domain.ctx(), {}, isPrivate ? depth : 0);
  scalar.name = program.freshName(stem);
  scalar.type = type;
  program.arrays[scalar.name] = scalar;
  return Expr::access(scalar.name, {}, type);
}

static std::vector<std::string> callsOf(const Statement &nest) {
  std::vector<std::string> names;
  for (const auto &entry : nest.calls)
    names.push_back(entry.first);
  return names;
}

/// Whether nothing but the statement is in the loop outside: that then asks
/// once whether there is an iteration. Next to others nobody should ask.
bool CarriedScalars::isAlone() const {
  const ScheduleTree &tree = program.phaseOf(statement)->tree;
  const ScheduleTree &outside =
      depth ? *tree.loopsAround(statement)[depth - 1] : tree;
  return outside.statements().size() == 1;
}

void CarriedScalars::begin(const Expr &scalar, Expr value) {
  Statement made = nest;
  if (!isAlone()) {
    made.domain = withoutLoop(made.domain, depth, made);
    // With several conjunctions those say which one holds, and `value` exists.
    if (made.domain.n_basic_set() == 1)
      made.domain = poly::withoutSizes(made.domain, {});
    made.constraints = poly::dropConstraints(made.constraints, depth);
    if (made.constraints.n_basic_set() == 1)
      made.constraints = poly::withoutSizes(made.constraints, callsOf(nest));
  }
  made.assignment = Assignment{scalar, Update::Set, std::move(value)};
  begins.push_back(projectNest(
      std::move(made), program.freshName(statement + "_begin_" + scalar.text),
      firstDims(depth)));
}

void CarriedScalars::step(const Expr &scalar, Update op, Expr value) {
  Statement made = nest;
  made.assignment = Assignment{scalar, op, std::move(value)};
  steps.push_back(projectNest(
      std::move(made), program.freshName(statement + "_step_" + scalar.text),
      firstDims(depth + 1)));
}

static Expr cast(const ElementType &type, const Expr &value) {
  Expr result;
  result.kind = Expr::Kind::Cast;
  result.type = type;
  result.operands = {value};
  return result;
}

llvm::Error CarriedScalars::replace(const std::string &call, const Expr &scalar,
                                    const isl::set &known) {
  Statement &user = program.statement(statement);
  const DataValue values(user, call, scalar, known);
  bool isSaid = true;
  auto valueOf = [&](const isl::pw_aff &value) {
    std::optional<Expr> made = values.of(value);
    isSaid &= made.has_value();
    return made ? *made : scalar;
  };
  auto rewrite = [&](Expr &node) {
    if (llvm::none_of(node.subscripts, [&](const isl::pw_aff &value) {
          return poly::involvesParam(value, call);
        }))
      return;
    if (node.kind == Expr::Kind::Affine) {
      Expr number = valueOf(node.subscripts[0]);
      node = number.type == node.type ? number : cast(node.type, number);
      return;
    }
    for (const isl::pw_aff &value : node.subscripts)
      node.operands.push_back(valueOf(value));
    node.subscripts.clear();
  };
  Assignment &body = *user.assignment;
  body.target = body.target.mapNodes(rewrite);
  body.value = body.value.mapNodes(rewrite);
  if (!isSaid)
    return refuse("'" + statement + "' divides a value with '" + call +
                  "' in it, which may be negative; encode it without 'delta'");
  user.calls.erase(call);
  user.copies.erase(call);
  user.constraints = poly::dropUnusedParams(user.constraints);
  keepInstances(result, statement);
  return llvm::Error::success();
}

/// \p made, one after the other, and \p node.
static ScheduleTree before(const std::vector<Statement> &made,
                           const ScheduleTree &node) {
  std::vector<ScheduleTree> members;
  for (const Statement &each : made)
    members.push_back(ScheduleTree::leaf(each.name));
  members.push_back(node);
  return ScheduleTree::sequence(std::move(members));
}

void CarriedScalars::insert() {
  unsigned dim = 0;
  for (ScheduleTree *node : pathTo(program, statement)) {
    if (!node->isLoop())
      continue;
    for (const Statement &step : steps)
      node->values[step.name] = step.iterator(dim);
    if (dim == depth) {
      node->children[0] = before(steps, node->children[0]);
      *node = before(begins, *node);
      break;
    }
    for (const Statement &begin : begins)
      node->values[begin.name] = begin.iterator(dim);
    ++dim;
  }
  program.phaseOf(statement)->tree.normalize();
  for (const std::vector<Statement> *all : {&begins, &steps})
    for (const Statement &made : *all)
      program.statements.emplace(made.name, made);
}

} // namespace sparsec
