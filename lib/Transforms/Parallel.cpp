//===- Parallel.cpp - run the iterations of a loop at once ----------------===//
///
/// \file
/// `parallel` marks a loop whose iterations threads share:
///
///     for i                     #pragma omp parallel for schedule(static)
///       S(i)           =>       for i
///                                 S(i)
///
//===----------------------------------------------------------------------===//

#include "sparsec/Analysis/Checker.h"
#include "sparsec/Transforms/LoopUtils.h"

namespace sparsec {
namespace {

constexpr ParameterSpec parameters[] = {
    {"statement", ParameterSpec::Kind::Statement, "a statement in the loop"},
    {"loop", ParameterSpec::Kind::Loop, "the loop to run in parallel"},
    {"schedule", ParameterSpec::Kind::Text,
     "OpenMP schedule: static, dynamic, guided or auto, with a chunk size "
     "after a comma (\"dynamic, 64\")",
     true},
    {"reduction", ParameterSpec::Kind::Flag,
     "iterations may update one element: each thread has a part of it, which "
     "is joined to the others when it is done",
     true},
};

/// \p text, a kind and, except for auto, an optional chunk, as the clause has
/// it: "dynamic, 64"; "" for any other text.
std::string scheduleIn(llvm::StringRef text) {
  auto [kind, chunk] = text.split(',');
  kind = kind.trim(' ');
  const bool hasChunk = text.contains(',');
  const bool isKind = kind == "static" || kind == "dynamic" || kind == "guided";
  if ((isKind || kind == "auto") && !hasChunk)
    return kind.str();
  int size = 0;
  if (!isKind || chunk.trim(' ').getAsInteger(10, size) || size <= 0)
    return "";
  return kind.str() + ", " + std::to_string(size);
}

llvm::Expected<StepResult> parallel(const Program &program,
                                    const Arguments &args) {
  StepResult result = startStep(program);
  std::string statement = args.statement(), name = args.text("loop");
  auto loop = editLoop(result.program, statement, name);
  if (!loop)
    return loop.takeError();
  const std::string asked = args.text("schedule");
  const std::string schedule = scheduleIn(asked);
  if (!asked.empty() && schedule.empty())
    return refuse("no OpenMP schedule '" + asked +
                  "'; use static, dynamic, guided or auto, such as "
                  "\"dynamic, 64\"");
  const bool reduces = args.flag("reduction");
  auto conflict = reduces ? conflictInParts(program, statement, name)
                          : conflictAcross(program, statement, name,
                                           /*lanes=*/false);
  if (conflict)
    return illegal(std::move(*conflict),
                   "loop '" + name + "' cannot run in parallel: ");
  (*loop)->marks.parallel = true;
  (*loop)->marks.reduces = reduces;
  (*loop)->marks.schedule = schedule;
  return result;
}

llvm::Expected<StepResult> apply(const Program &program,
                                 const Arguments &args) {
  return poly::tryIsl([&] { return parallel(program, args); });
}

} // namespace

extern const TransformSpec parallelSpec;
const TransformSpec parallelSpec = {
    .name = "parallel",
    .summary = "run the iterations of a loop on several threads",
    .before = "for i\n  S(i)",
    .after = "parallel for i\n  S(i)",
    .legality = "when no dependence is carried by the loop and no two "
                "iterations update one element; with `reduction` they may, by "
                "one operator, floating-point ones with allow_reassociation()",
    .parameters = parameters,
    .apply = apply};

} // namespace sparsec
