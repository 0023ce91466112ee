//===- EvenOdd.cpp - run a loop's even iterations first -------------------===//
///
/// \file
/// `even_odd` runs the even iterations of a loop, then the odd ones:
///
///     for i in [0, n)           for even i in [0, n)
///       S(i)           =>         S_even(i)
///                               for odd i in [0, n)
///                                 S_odd(i)
///
/// S becomes { S_even[i] -> S[i] : i mod 2 = 0 } and { S_odd[i] -> S[i] }.
///
//===----------------------------------------------------------------------===//

#include "Support/LoopSplit.h"

#include "sparsec/Transforms/LoopUtils.h"

namespace sparsec {
namespace {

constexpr ParameterSpec parameters[] = {
    {"statement", ParameterSpec::Kind::Statement, "a statement in the loop"},
    {"loop", ParameterSpec::Kind::Loop,
     "the loop whose even iterations come first"},
};

llvm::Expected<StepResult> evenOdd(const Program &program,
                                   const Arguments &args) {
  const std::string statement = args.statement(), name = args.text("loop");
  auto loop = requireLoop(program, statement, name);
  if (!loop)
    return loop.takeError();
  LoopSplit parts{statement, name, {}, "even", "odd"};
  for (const auto &[below, value] : (*loop)->values) {
    isl::pw_aff zero = poly::constant(value.space().domain(), 0);
    parts.first[below] = poly::modulo(value, 2).eq_set(zero);
  }
  return splitLoop(program, parts);
}

llvm::Expected<StepResult> apply(const Program &program,
                                 const Arguments &args) {
  return poly::tryIsl([&] { return evenOdd(program, args); });
}

} // namespace

extern const TransformSpec even_oddSpec;
const TransformSpec even_oddSpec = {
    .name = "even_odd",
    .summary = "run the even iterations of a loop, then the odd ones",
    .before = "for i in [0, n)\n  S(i)",
    .after = "for even i in [0, n)\n  S_even(i)\n"
             "for odd i in [0, n)\n  S_odd(i)",
    .legality = "when no odd iteration has to run before an even one",
    .parameters = parameters,
    .apply = apply};

} // namespace sparsec
