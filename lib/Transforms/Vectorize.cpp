//===- Vectorize.cpp - iterations as elements of vectors ------------------===//
///
/// \file
/// `vectorize` runs all iterations of a loop at once, each in one element of
/// vectors, whatever loops are inside:
///
///     for v in [0, 8)                 double8 x = 0
///       x = 0                  =>     for k in [0, n)
///       for k in [0, n)                 x += a[k] * {b[0][k], .., b[7][k]}
///         x += a[k] * b[v][k]         for v: y[v] = x[v]
///       y[v] = x
///
/// `simd` is for innermost loops, and leaves the vectors to the compiler.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Analysis/Checker.h"
#include "sparsec/Transforms/LoopBounds.h"
#include "sparsec/Transforms/LoopUtils.h"

namespace sparsec {
namespace {

constexpr ParameterSpec parameters[] = {
    {"statement", ParameterSpec::Kind::Statement, "a statement in the loop"},
    {"loop", ParameterSpec::Kind::Loop,
     "the loop, of 2, 4, 8 or 16 iterations"},
};

llvm::Expected<StepResult> vectorize(const Program &program,
                                     const Arguments &args) {
  StepResult result = startStep(program);
  std::string statement = args.statement(), name = args.text("loop");
  auto loop = editLoop(result.program, statement, name);
  if (!loop)
    return loop.takeError();
  if (auto conflict = conflictInParts(program, statement, name))
    return illegal(std::move(*conflict),
                   "iterations of loop '" + name + "' cannot run at once: ");
  (*loop)->marks.lanes = true;
  return result;
}

llvm::Expected<StepResult> apply(const Program &program,
                                 const Arguments &args) {
  return poly::tryIsl([&] { return vectorize(program, args); });
}

} // namespace

extern const TransformSpec vectorizeSpec;
const TransformSpec vectorizeSpec = {
    .name = "vectorize",
    .summary = "run all iterations of a loop at once, in elements of vectors",
    .before = "for v in [0, 8)\n  for k\n    S(v, k)",
    .after = "for k\n  S(0..7, k)",
    .legality = "when no dependence is carried by the loop, reductions apart "
                "(floating-point ones need allow_reassociation()); loops and "
                "conditions inside are the same in all iterations",
    .parameters = parameters,
    .apply = apply};

} // namespace sparsec
