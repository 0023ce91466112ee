//===- Reverse.cpp - run a loop backwards ---------------------------------===//
///
/// \file
/// `reverse` visits the iterations of a loop in the opposite order:
///
///     for i in [0, n)           for i in [1 - n, 0]
///       S(i)           =>         S(-i)
///
/// The band { S[i] -> [i] } becomes { S[i] -> [-i] }.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Transforms/LoopUtils.h"

namespace sparsec {
namespace {

constexpr ParameterSpec parameters[] = {
    {"statement", ParameterSpec::Kind::Statement, "a statement in the loop"},
    {"loop", ParameterSpec::Kind::Loop, "the loop to reverse"},
};

llvm::Expected<StepResult> reverse(const Program &program,
                                   const Arguments &args) {
  StepResult result = startStep(program);
  auto loop = editLoop(result.program, args.statement(), args.text("loop"));
  if (!loop)
    return loop.takeError();
  for (auto &[statement, value] : (*loop)->values)
    value = value.neg();
  return result;
}

llvm::Expected<StepResult> apply(const Program &program,
                                 const Arguments &args) {
  return poly::tryIsl([&] { return reverse(program, args); });
}

} // namespace

extern const TransformSpec reverseSpec;
const TransformSpec reverseSpec = {
    .name = "reverse",
    .summary = "run a loop backwards",
    .before = "for i in [0, n)\n  S(i)",
    .after = "for i in [1 - n, 0]\n  S(-i)",
    .legality = "when no dependence is carried by the loop; updates of one "
                "reduction may be reordered, floating-point ones after "
                "allow_reassociation()",
    .parameters = parameters,
    .apply = apply};

} // namespace sparsec
