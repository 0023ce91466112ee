//===- Registry.cpp - the table of transformations ------------------------===//
///
/// \file
/// One explicit table, made from Transforms.def: self-registering objects would
/// be dropped by the linker.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Analysis/Checker.h"
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

llvm::Expected<StepResult> applyChecked(const TransformSpec &spec,
                                        const Program &program,
                                        const Arguments &args,
                                        StepReport *report) {
  return poly::tryWithin(
      program.context.ctx(), poly::stepOperations,
      [&]() -> llvm::Expected<StepResult> {
        llvm::Expected<StepResult> step = spec.apply(program, args);
        if (!step)
          return step.takeError();
        std::string violation = verify(step->program);
        if (!violation.empty())
          return llvm::make_error<InternalError>(
              (spec.name + " made a malformed program: " + violation).str());
        if (llvm::Error illegal = checkStep(program, *step, report))
          return illegal;
        return step;
      });
}

} // namespace sparsec
