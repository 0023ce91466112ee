//===- Simd.cpp - run iterations of a loop in vector lanes ----------------===//
///
/// \file
/// `simd` marks a loop whose iterations vector lanes share:
///
///     for j                     #pragma omp simd
///       S(j)           =>       for j
///                                 S(j)
///
/// Updates of one reduction in all lanes are allowed: the emitter names them
/// in the reduction clause.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Analysis/Checker.h"
#include "sparsec/Transforms/LoopUtils.h"

namespace sparsec {
namespace {

constexpr ParameterSpec parameters[] = {
    {"statement", ParameterSpec::Kind::Statement, "a statement in the loop"},
    {"loop", ParameterSpec::Kind::Loop, "the loop to vectorize"},
};

llvm::Expected<StepResult> simd(const Program &program, const Arguments &args) {
  StepResult result = startStep(program);
  std::string statement = args.statement(), name = args.text("loop");
  auto loop = editLoop(result.program, statement, name);
  if (!loop)
    return loop.takeError();
  if ((*loop)->marks.scalar)
    return refuse("'novector' keeps loop '" + name + "' scalar");
  if (auto conflict = conflictAcross(program, statement, name, /*lanes=*/true))
    return illegal(std::move(*conflict),
                   "loop '" + name + "' cannot run in vector lanes: ");
  (*loop)->marks.simd = true;
  return result;
}

llvm::Expected<StepResult> apply(const Program &program,
                                 const Arguments &args) {
  return poly::tryIsl([&] { return simd(program, args); });
}

} // namespace

extern const TransformSpec simdSpec;
const TransformSpec simdSpec = {
    .name = "simd",
    .summary = "run iterations of a loop in vector lanes",
    .before = "for j\n  S(j)",
    .after = "simd for j\n  S(j)",
    .legality = "when no dependence is carried by the loop, reductions apart; "
                "floating-point ones need allow_reassociation()",
    .parameters = parameters,
    .apply = apply};

} // namespace sparsec
