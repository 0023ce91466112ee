//===- Pragma.cpp - a hint to the C compiler before a loop ----------------===//
///
/// \file
/// `pragma` writes a line `#pragma TEXT` before a loop:
///
///     for j                     #pragma GCC unroll 4
///       S(j)           =>       for j
///                                 S(j)
///
/// Only hints that cannot change results are accepted without a proof; those
/// that promise independent iterations are checked like `simd`.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Analysis/Checker.h"
#include "sparsec/Transforms/LoopUtils.h"

#include "llvm/ADT/StringExtras.h"

namespace sparsec {
namespace {

constexpr ParameterSpec parameters[] = {
    {"statement", ParameterSpec::Kind::Statement, "a statement in the loop"},
    {"loop", ParameterSpec::Kind::Loop, "the loop"},
    {"text", ParameterSpec::Kind::Text, "what follows `#pragma`"},
};

/// What a pragma means for legality.
enum class Effect { Hint, PromisesIndependence, Unknown };

Effect effectOf(llvm::StringRef text) {
  if (text == "GCC ivdep" || text == "ivdep" ||
      (text.starts_with("clang loop") && text.contains("assume_safety")))
    return Effect::PromisesIndependence;
  for (llvm::StringRef hint : {"GCC unroll ", "GCC novector", "clang loop ",
                               "unroll", "nounroll", "novector"})
    if (text.starts_with(hint))
      return Effect::Hint;
  return Effect::Unknown;
}

llvm::Error checkPragma(const Program &program, const std::string &statement,
                        const std::string &loop, llvm::StringRef text) {
  if (llvm::any_of(text, [](char c) { return !llvm::isPrint(c); }))
    return refuse("a pragma is one line of printable characters");
  if (text.starts_with("omp"))
    return refuse("OpenMP pragmas are not taken as text, because their "
                  "legality could not be checked; use parallel or simd");
  switch (effectOf(text)) {
  case Effect::Hint:
    return llvm::Error::success();
  case Effect::PromisesIndependence:
    if (std::string why = whyNotParallel(program, statement, loop);
        !why.empty())
      return refuse("'" + text + "' promises independent iterations: " + why);
    return llvm::Error::success();
  case Effect::Unknown:
    return refuse("unknown pragma '" + text +
                  "'; accepted are GCC unroll N, GCC ivdep, GCC novector, "
                  "clang loop …, unroll, nounroll, ivdep, novector");
  }
  llvm_unreachable("all effects are handled");
}

llvm::Expected<StepResult> pragma(const Program &program,
                                  const Arguments &args) {
  StepResult result = startStep(program);
  result.orderPreserved = true;
  std::string statement = args.statement(), name = args.text("loop");
  std::string text = llvm::StringRef(args.text("text")).trim().str();
  auto loop = editLoop(result.program, statement, name);
  if (!loop)
    return loop.takeError();
  if (llvm::Error unfit = checkPragma(program, statement, name, text))
    return unfit;
  (*loop)->marks.pragmas.push_back(text);
  return result;
}

llvm::Expected<StepResult> apply(const Program &program,
                                 const Arguments &args) {
  return poly::tryIsl([&] { return pragma(program, args); });
}

} // namespace

extern const TransformSpec pragmaSpec;
const TransformSpec pragmaSpec = {
    .name = "pragma",
    .summary = "write a compiler hint before a loop",
    .before = "for j\n  S(j)",
    .after = "#pragma TEXT\nfor j\n  S(j)",
    .legality = "hints always; promises of independent iterations as for simd",
    .parameters = parameters,
    .apply = apply};

} // namespace sparsec
