//===- Incremental.cpp - numbers in Gray order ----------------------------===//
///
/// \file
/// `incremental` marks a loop over all numbers of some binary digits whose body
/// sees nothing of them but the digits:
///
///     for s in [0, 2^m)                for the digits of s, one changing a
///     step
///       x = 0                            x += what that digit changes
///       for k: x += a[k] * digit k  =>   part = what depends on outer digits
///       sum += x * y                     sum += part * y
///
/// The generator makes the nest (LoopPasses/DigitNest.cpp) once the loops
/// inside are unrolled. Iterations run in another order: only what they reduce
/// into may tell them apart.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Analysis/Checker.h"
#include "sparsec/Analysis/FiniteValues.h"
#include "sparsec/Transforms/LoopUtils.h"

namespace sparsec {
namespace {

/// Straight-line code of more digits than that only fills caches.
constexpr long mostUnrolled = 10;

constexpr ParameterSpec parameters[] = {
    {"statement", ParameterSpec::Kind::Statement, "a statement in the loop"},
    {"loop", ParameterSpec::Kind::Loop, "the loop over numbers"},
    {"unrolled", ParameterSpec::Kind::Integer,
     "how many of the lowest digits are straight-line code; 5 unless given",
     true},
    {"skip_zeros", ParameterSpec::Kind::Flag,
     "skip the digits inside where a product is 0 already; needs "
     "assume_finite()",
     true},
    {"products", ParameterSpec::Kind::Text,
     "tables (unless given): keep a part of each product per digit, and tables "
     "of factors for low digits; parts: no tables; whole: multiply all factors "
     "in each step, which takes fewer registers",
     true, "tables|parts|whole"},
};

DigitMark::Products productsNamed(llvm::StringRef name) {
  return name == "whole"   ? DigitMark::Products::Whole
         : name == "parts" ? DigitMark::Products::Parts
                           : DigitMark::Products::Tables;
}

/// What the values of \p statements may be infinite for.
std::string doubtIn(const Program &program,
                    const std::vector<std::string> &statements) {
  const FiniteValues finite(program, /*readsUnset=*/false);
  for (const std::string &name : statements)
    if (const auto &body = program.statement(name).assignment) {
      const std::string doubt = finite.doubtIn(body->value);
      if (!doubt.empty())
        return doubt;
    }
  return "";
}

llvm::Expected<StepResult> incremental(const Program &program,
                                       const Arguments &args) {
  StepResult result = startStep(program);
  std::string statement = args.statement(), name = args.text("loop");
  auto loop = editLoop(result.program, statement, name);
  if (!loop)
    return loop.takeError();
  long unrolled = args.integer("unrolled", 5);
  if (unrolled < 0 || unrolled > mostUnrolled)
    return refuse("`unrolled` must be between 0 and " +
                  llvm::Twine(mostUnrolled) + ", not " + llvm::Twine(unrolled));
  // What an iteration sums up for itself is also added up in another order.
  if (!program.allowReassociation)
    return refuse("sums and products are made of parts, which rounds "
                  "differently; 'allow_reassociation()' before this step "
                  "permits it");
  if (args.flag("skip_zeros") && !program.assumeFinite)
    return refuse("`skip_zeros` takes 0 times anything for 0; "
                  "'assume_finite()' before this step permits it");
  const std::string doubt = doubtIn(program, (*loop)->statements());
  if (args.flag("skip_zeros") && !doubt.empty())
    return refuse("`skip_zeros` takes 0 times anything for 0, but " + doubt +
                  " need not be finite");
  using Products = DigitMark::Products;
  const Products products = productsNamed(args.text("products", "tables"));
  const bool isWhole = products == Products::Whole;
  if (isWhole && args.flag("skip_zeros"))
    return refuse(
        "`skip_zeros` looks at parts of products; there are none with "
        "products = \"whole\"");
  if (auto conflict = conflictInParts(program, statement, name))
    return illegal(std::move(*conflict),
                   "loop '" + name + "' cannot run in another order: ");
  DigitMark &mark = (*loop)->marks.digits;
  mark.isSet = true;
  mark.unrolled = unsigned(unrolled);
  mark.products = products;
  mark.skipsZeros = args.flag("skip_zeros");
  return result;
}

llvm::Expected<StepResult> apply(const Program &program,
                                 const Arguments &args) {
  return poly::tryIsl([&] { return incremental(program, args); });
}

} // namespace

extern const TransformSpec incrementalSpec;
const TransformSpec incrementalSpec = {
    .name = "incremental",
    .summary = "run a loop over numbers digit by digit",
    .before = "for s in [0, 2^m)\n  x = sum of a[k] * digit k of s\n"
              "  sum += x * y",
    .after = "for the digits of s, one changing a step\n"
             "  x += what the digit changes\n"
             "  sum += x * y",
    .legality = "when no dependence is carried by the loop, reductions apart, "
                "and after allow_reassociation(); the body may use the "
                "iterator as (s >> k) & 1 only",
    .parameters = parameters,
    .apply = apply};

} // namespace sparsec
