//===- MakingOrder.cpp - what inspectors make, before it is used ----------===//
///
/// \file
/// A length that an inspector measures and an index array that it fills have
/// their values only behind the statements that write them.
///
//===----------------------------------------------------------------------===//

#include "StepCheck.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <set>

namespace sparsec {
namespace {

using Names = std::set<std::string>;

/// The plan's scalars and the arrays whose values bound or index \p statement.
Names needsOf(const Program &program, const Statement &statement) {
  Names needs;
  for (const auto &entry : statement.calls)
    needs.insert(entry.second.function);
  for (const Parameter &parameter : program.parameters)
    if (parameter.owner == Parameter::Owner::Plan &&
        (poly::involvesParam(statement.domain, parameter.name) ||
         poly::involvesParam(statement.constraints, parameter.name)))
      needs.insert(parameter.name);
  return needs;
}

Names writtenBy(const Statement &statement) {
  Names written;
  for (const Touch &touch : touchesOf(statement))
    if (touch.isWrite)
      written.insert(touch.array);
  return written;
}

} // namespace

llvm::Error checkMakingOrder(const Program &after) {
  std::vector<const Statement *> inspectors;
  for (const Phase &phase : after.phases)
    if (phase.role != Phase::Role::Execute)
      for (const std::string &name : phase.tree.statements())
        inspectors.push_back(&after.statement(name));
  // What this statement or a later one writes.
  std::map<std::string, const Statement *> pending;
  for (const Statement *statement : llvm::reverse(inspectors)) {
    for (const std::string &name : writtenBy(*statement))
      pending.emplace(name, statement);
    for (const std::string &need : needsOf(after, *statement))
      if (auto found = pending.find(need); found != pending.end())
        return refusal("'" + statement->name + "' of the inspector needs '" +
                       need + "', which '" + found->second->name +
                       "' has not finished by then; apply this step to '" +
                       statement->name + "' earlier in the recipe, or not");
  }
  return llvm::Error::success();
}

} // namespace sparsec
