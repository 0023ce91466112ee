//===- ParallelRemedies.cpp - what would make a loop parallel -------------===//

#include "sparsec/Recipe/ParallelRemedies.h"

#include "Remedies.h"

#include "sparsec/Poly/WorkLimit.h"

namespace sparsec {

std::vector<std::string>
remediesForParallel(const Program &program, const std::string &statement,
                    const std::string &loop,
                    std::function<bool(const Program &)> hasCode) {
  const TransformSpec *spec = findTransform("parallel");
  Arguments arguments;
  arguments.set("statement", statement);
  arguments.set("loop", loop);
  recipe::RefusedStep refused{program, spec, arguments, std::nullopt,
                              std::move(hasCode)};
  llvm::Expected<StepResult> step =
      poly::tryWithin(program.context.ctx(), poly::stepOperations,
                      [&] { return applyChecked(*spec, program, arguments); });
  if (step)
    return {};
  bool isIllegal = false;
  llvm::handleAllErrors(
      step.takeError(),
      [&](const IllegalStep &illegal) {
        refused.refusal = illegal.refusal;
        isIllegal = true;
      },
      [](const llvm::ErrorInfoBase &) {});
  return isIllegal ? remediesFor(refused) : std::vector<std::string>();
}

} // namespace sparsec
