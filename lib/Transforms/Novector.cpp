//===- Novector.cpp - keep C compilers from vectorizing a loop ------------===//
///
/// \file
/// `novector` marks a loop that C compilers must leave scalar:
///
///     for j                     for j
///       S(j)           =>         <nothing that vectors could do>
///                                 S(j)
///
/// Gathers of few lanes can cost more than they save, and which loops a
/// compiler vectorizes depends on what it knows of the arrays: here that is
/// more than it knew of the source.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Transforms/LoopUtils.h"

namespace sparsec {
namespace {

constexpr ParameterSpec parameters[] = {
    {"statement", ParameterSpec::Kind::Statement, "a statement in the loop"},
    {"loop", ParameterSpec::Kind::Loop, "the loop to keep scalar"},
};

llvm::Expected<StepResult> novector(const Program &program,
                                    const Arguments &args) {
  StepResult result = startStep(program);
  std::string statement = args.statement(), name = args.text("loop");
  auto loop = editLoop(result.program, statement, name);
  if (!loop)
    return loop.takeError();
  LoopMarks &marks = (*loop)->marks;
  if (marks.simd || marks.lanes)
    return refuse("loop '" + name + "' runs in vector lanes by '" +
                  (marks.simd ? "simd" : "vectorize") + "'");
  marks.scalar = true;
  return result;
}

llvm::Expected<StepResult> apply(const Program &program,
                                 const Arguments &args) {
  return poly::tryIsl([&] { return novector(program, args); });
}

} // namespace

extern const TransformSpec novectorSpec;
const TransformSpec novectorSpec = {
    .name = "novector",
    .summary = "keep C compilers from vectorizing a loop",
    .before = "for j\n  S(j)",
    .after = "scalar for j\n  S(j)",
    .legality = "always, unless the loop has 'simd' or 'vectorize': it changes "
                "no result",
    .parameters = parameters,
    .apply = apply};

} // namespace sparsec
