//===- Shift.cpp - add a constant to a loop -------------------------------===//
///
/// \file
/// `shift` adds a constant to the values of a loop:
///
///     for i in [0, n)           for i in [c, n + c)
///       S(i)           =>         S(i - c)
///
/// The band { S[i] -> [i] } becomes { S[i] -> [i + c] }.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Transforms/LoopUtils.h"

namespace sparsec {
namespace {

constexpr ParameterSpec parameters[] = {
    {"statement", ParameterSpec::Kind::Statement, "a statement in the loop"},
    {"loop", ParameterSpec::Kind::Loop, "the loop to shift"},
    {"by", ParameterSpec::Kind::Integer, "what to add, of either sign"},
};

llvm::Expected<StepResult> shift(const Program &program,
                                 const Arguments &args) {
  StepResult result = startStep(program);
  auto loop = editLoop(result.program, args.statement(), args.text("loop"));
  if (!loop)
    return loop.takeError();
  long by = args.integer("by");
  for (auto &[statement, value] : (*loop)->values)
    value = value.add_constant(by);
  if (by == 0)
    result.warnings.push_back("a shift by 0 changes nothing");
  return result;
}

llvm::Expected<StepResult> apply(const Program &program,
                                 const Arguments &args) {
  return poly::tryIsl([&] { return shift(program, args); });
}

} // namespace

extern const TransformSpec shiftSpec;
const TransformSpec shiftSpec = {
    .name = "shift",
    .summary = "add a constant to the values of a loop",
    .before = "for i in [0, n)\n  S(i)",
    .after = "for i in [c, n + c)\n  S(i - c)",
    .legality = "always: instances keep their order",
    .parameters = parameters,
    .apply = apply};

} // namespace sparsec
