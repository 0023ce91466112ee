//===- Registry.cpp - the table of transformations ------------------------===//
///
/// \file
/// One explicit table, made from Transforms.def: self-registering objects would
/// be dropped by the linker.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Analysis/BreakAdvice.h"
#include "sparsec/Analysis/Checker.h"
#include "sparsec/Analysis/WholeIterations.h"
#include "sparsec/Poly/WorkLimit.h"
#include "sparsec/Support/Diagnostics.h"
#include "sparsec/Transforms/Transform.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

#define TRANSFORM(name) extern const TransformSpec name##Spec;
#include "Transforms.def"

llvm::ArrayRef<const TransformSpec *> allTransforms() {
  static const TransformSpec *const table[] = {
#define TRANSFORM(name) &name##Spec,
#include "Transforms.def"
  };
  return table;
}

const TransformSpec *findTransform(llvm::StringRef name) {
  for (const TransformSpec *spec : allTransforms())
    if (spec->name == name)
      return spec;
  return nullptr;
}

/// The most loops around one statement: isl takes seconds for so many.
static constexpr size_t maxDepth = 64;

static llvm::Error checkDepth(const Program &program) {
  for (const Phase &phase : program.phases)
    for (const std::string &name : phase.tree.statements())
      if (phase.tree.loopsAround(name).size() > maxDepth)
        return refuse("more than " + llvm::Twine(maxDepth) +
                      " loops would stand around '" + name +
                      "', the limit; tile or split it fewer times");
  return llvm::Error::success();
}

/// \p error with what the source may say instead, where a `break` is to blame.
static llvm::Error withAdvice(const Program &program, llvm::Error error) {
  return llvm::handleErrors(
      std::move(error), [&](const IllegalStep &step) -> llvm::Error {
        Refusal refusal = step.refusal;
        if (refusal.advice.empty())
          refusal.advice = breakAdvice(program, refusal.array);
        return illegal(std::move(refusal));
      });
}

llvm::Expected<StepResult> applyChecked(const TransformSpec &spec,
                                        const Program &program,
                                        const Arguments &args,
                                        StepReport *report) {
  return poly::tryWithin(
      program.context.ctx(), poly::stepOperations,
      [&]() -> llvm::Expected<StepResult> {
        llvm::Expected<StepResult> step = spec.apply(program, args);
        if (!step)
          return withAdvice(program, step.takeError());
        std::string violation = verify(step->program);
        if (!violation.empty())
          return llvm::make_error<InternalError>(
              (spec.name + " made a malformed program: " + violation).str());
        if (llvm::Error tooDeep = checkDepth(step->program))
          return tooDeep;
        if (!program.freeOrders.empty())
          carryFreeOrders(program, *step);
        if (llvm::Error error = checkStep(program, *step, report))
          return withAdvice(program, std::move(error));
        return step;
      });
}

} // namespace sparsec
