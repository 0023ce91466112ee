//===- Skew.cpp - add multiples of other loops to a loop ------------------===//
///
/// \file
/// `skew` adds a linear combination of other loops to the values of a loop:
///
///     for i                     for i
///       for k          =>         for k' = k - i
///         S(i, k)                   S(i, k' + i)
///
/// The band { S[i,k] -> [k] } becomes { S[i,k] -> [k - i] }.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Transforms/LoopUtils.h"

namespace sparsec {
namespace {

constexpr ParameterSpec parameters[] = {
    {"statement", ParameterSpec::Kind::Statement, "a statement in the loop"},
    {"loop", ParameterSpec::Kind::Loop, "the loop to skew"},
    {"by", ParameterSpec::Kind::Loops, "the loops to add"},
    {"factors", ParameterSpec::Kind::Integers,
     "what to multiply each of them by"},
};

llvm::Expected<StepResult> skew(const Program &program, const Arguments &args) {
  StepResult result = startStep(program);
  std::string statement = args.statement(), name = args.text("loop");
  std::vector<std::string> others = args.texts("by");
  std::vector<long> factors = args.integers("factors");
  if (others.size() != factors.size())
    return refuse(
        "one factor per loop is needed: " + llvm::Twine(others.size()) +
        " loops, " + llvm::Twine(factors.size()) + " factors");
  auto loop = editLoop(result.program, statement, name);
  if (!loop)
    return loop.takeError();

  for (size_t at = 0; at < others.size(); ++at) {
    auto other = requireLoop(program, statement, others[at]);
    if (!other)
      return other.takeError();
    if (others[at] == name)
      return refuse("loop '" + name + "' cannot be skewed by itself");
    for (auto &[below, value] : (*loop)->values) {
      auto summand = (*other)->values.find(below);
      if (summand == (*other)->values.end())
        return refuse("loop '" + others[at] + "' is not around statement '" +
                      below + "', which loop '" + name + "' also holds");
      value = value.add(summand->second.scale(factors[at]));
    }
  }
  return result;
}

llvm::Expected<StepResult> apply(const Program &program,
                                 const Arguments &args) {
  return poly::tryIsl([&] { return skew(program, args); });
}

} // namespace

extern const TransformSpec skewSpec;
const TransformSpec skewSpec = {
    .name = "skew",
    .summary = "add multiples of other loops to the values of a loop",
    .before = "for i\n  for k\n    S(i, k)",
    .after = "for i\n  for k    // k - i\n    S(i, k + i)",
    .legality = "always by loops outside; by loops inside when every "
                "dependence still points forward",
    .parameters = parameters,
    .apply = apply};

} // namespace sparsec
