//===- Pragma.cpp - a hint to the C compiler before a loop ----------------===//
///
/// \file
/// `pragma` writes a line `#pragma TEXT` before a loop:
///
///     for j                     #pragma GCC unroll 4
///       S(j)           =>       for j
///                                 S(j)
///
/// Only hints that cannot change results are accepted; what promises
/// independent iterations is left to `parallel` and `simd`, which are checked.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Transforms/LoopUtils.h"

#include "llvm/ADT/StringExtras.h"

namespace sparsec {
namespace {

constexpr ParameterSpec parameters[] = {
    {"statement", ParameterSpec::Kind::Statement, "a statement in the loop"},
    {"loop", ParameterSpec::Kind::Loop, "the loop"},
    {"text", ParameterSpec::Kind::Text, "what follows `#pragma`"},
};

/// Whether \p text can only make a correct loop slower or faster.
bool isHint(llvm::StringRef text) {
  if (text.contains("assume_safety"))
    return false;
  return llvm::any_of(
      std::initializer_list<llvm::StringRef>{"GCC unroll ", "GCC novector",
                                             "clang loop ", "unroll",
                                             "nounroll", "novector"},
      [&](llvm::StringRef hint) { return text.starts_with(hint); });
}

llvm::Error checkPragma(llvm::StringRef text) {
  if (llvm::any_of(text, [](char c) { return !llvm::isPrint(c); }))
    return refuse("a pragma is one line of printable characters");
  if (isHint(text))
    return llvm::Error::success();
  return refuse("'" + text +
                "' is not a hint that leaves results alone; accepted are GCC "
                "unroll N, GCC novector, clang loop ..., unroll, nounroll and "
                "novector. For independent iterations use parallel or simd, "
                "which are checked after every step");
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
  if (llvm::Error unfit = checkPragma(text))
    return unfit;
  // GCC wants a loop right after each `#pragma GCC unroll`.
  for (const std::string &other : (*loop)->marks.pragmas)
    if (llvm::StringRef(other).contains("unroll") &&
        llvm::StringRef(text).contains("unroll"))
      return refuse("loop '" + name + "' has the hint '" + other +
                    "' already; compilers take one of a kind");
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
    .legality = "always: only hints that cannot change results are accepted",
    .parameters = parameters,
    .apply = apply};

} // namespace sparsec
