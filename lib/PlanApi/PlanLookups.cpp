//===- PlanLookups.cpp - arguments, arrays and fields of a plan by name ---===//

#include "sparsec/PlanApi/PlanInterface.h"

#include "sparsec/IR/StructureMember.h"

#include "sparsec/LoopIR/Statements.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

bool PlanFunction::takes(const std::string &argument) const {
  return llvm::is_contained(arguments, argument);
}

const SourceFunction::Argument *
PlanInterface::findArgument(const std::string &name) const {
  for (const SourceFunction::Argument &argument : program.function.arguments)
    if (argument.name == name)
      return &argument;
  return nullptr;
}

const Array *PlanInterface::findArray(const std::string &name) const {
  auto found = program.arrays.find(name);
  return found == program.arrays.end() ? nullptr : &found->second;
}

std::vector<std::pair<const Array *, std::string>>
PlanInterface::executeArrays() const {
  std::vector<std::pair<const Array *, std::string>> result;
  for (const std::string &argument : execute.arguments)
    for (const auto &[name, array] : program.arrays) {
      bool isUsed = name == argument || (holderOf(name) == argument &&
                                         executePhase.touched.count(name));
      if (isUsed && !array.isScalar())
        result.emplace_back(&array, argument);
    }
  return result;
}

LoopExpr fromPlan(const Program &program, const LoopExpr &value) {
  return value.map([&](LoopExpr part) {
    const Parameter *parameter =
        part.isVariable() ? program.findParameter(part.name) : nullptr;
    const bool isCounted =
        parameter && parameter->owner == Parameter::Owner::Plan;
    return isCounted ? expr::arrow("plan", part.name) : part;
  });
}

} // namespace sparsec
