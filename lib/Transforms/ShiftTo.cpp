//===- ShiftTo.cpp - let a loop start at a constant -----------------------===//
///
/// \file
/// `shift_to` shifts a loop so that its lower bound becomes a constant:
///
///     for i in [lo, hi)         for i in [c, hi - lo + c)
///       S(i)           =>         S(i + lo - c)
///
/// The band { S[i] -> [i] } becomes { S[i] -> [i - lo + c] }; lo is affine in
/// the parameters.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Transforms/LoopBounds.h"
#include "sparsec/Transforms/LoopUtils.h"

namespace sparsec {
namespace {

constexpr ParameterSpec parameters[] = {
    {"statement", ParameterSpec::Kind::Statement, "a statement in the loop"},
    {"loop", ParameterSpec::Kind::Loop, "the loop to shift"},
    {"start", ParameterSpec::Kind::Integer, "its new first value"},
};

/// Fails when \p bound is not a function of program parameters alone.
llvm::Error checkBound(const Program &program, const std::string &statement,
                       const std::string &loop, const isl::pw_aff &bound) {
  const Statement &below = program.statement(statement);
  for (const auto &entry : below.calls)
    if (poly::involvesParam(bound, entry.first))
      return refuse("loop '" + loop + "' starts at " +
                    affineText(bound, below.iterators) +
                    ", which depends on an index array; use normalize(" +
                    statement + ", \"" + loop + "\")");
  for (unsigned pos = 0; pos < below.iterators.size(); ++pos)
    if (poly::involvesDim(bound, pos))
      return refuse("loop '" + loop + "' starts at " +
                    affineText(bound, below.iterators) +
                    ", which depends on outer loops; use skew or normalize");
  return llvm::Error::success();
}

llvm::Expected<StepResult> shiftTo(const Program &program,
                                   const Arguments &args) {
  StepResult result = startStep(program);
  std::string statement = args.statement(), name = args.text("loop");
  auto loop = editLoop(result.program, statement, name);
  if (!loop)
    return loop.takeError();
  auto bounds = loopBound(program, statement, name, Side::Lower);
  if (!bounds)
    return bounds.takeError();
  long start = args.integer("start");
  bool changed = false;
  for (auto &[below, value] : (*loop)->values) {
    const isl::pw_aff &bound = bounds->at(below);
    if (llvm::Error unfit = checkBound(program, below, name, bound))
      return unfit;
    changed |= poly::constantValue(bound) != start;
    value = value.sub(bound).add_constant(start);
  }
  if (!changed)
    result.warnings.push_back("loop '" + name + "' already starts at " +
                              std::to_string(start));
  return result;
}

llvm::Expected<StepResult> apply(const Program &program,
                                 const Arguments &args) {
  return poly::tryIsl([&] { return shiftTo(program, args); });
}

} // namespace

extern const TransformSpec shift_toSpec;
const TransformSpec shift_toSpec = {
    .name = "shift_to",
    .summary = "shift a loop so that it starts at a constant",
    .before = "for i in [lo, hi)\n  S(i)",
    .after = "for i in [c, hi - lo + c)\n  S(i + lo - c)",
    .legality = "always: instances keep their order; the lower bound must be "
                "one affine expression in the parameters",
    .parameters = parameters,
    .apply = apply};

} // namespace sparsec
