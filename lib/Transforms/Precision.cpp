//===- Precision.cpp - scalars of twice the digits ------------------------===//
///
/// \file
/// `precision` keeps a local scalar in two doubles, 106 bits:
///
///     double total = 0                  total, total_low = 0
///     for s: total += product(s)   =>   for s: total, total_low += product(s)
///
/// Values change by rounding only, and are those of more digits. The generator
/// makes the operations (LoopPasses/SplitDoubleDouble.cpp).
///
//===----------------------------------------------------------------------===//

#include "sparsec/Transforms/LoopUtils.h"

namespace sparsec {
namespace {

constexpr ParameterSpec parameters[] = {
    {"statement", ParameterSpec::Kind::Statement, "a statement that uses it"},
    {"name", ParameterSpec::Kind::Text, "a double that the loops declare"},
};

llvm::Expected<StepResult> precision(const Program &program,
                                     const Arguments &args) {
  StepResult result = startStep(program);
  const std::string name = args.text("name");
  auto found = result.program.arrays.find(name);
  bool isLocal = found != result.program.arrays.end() &&
                 found->second.isScalar() && found->second.isPrivate();
  if (!isLocal)
    return refuse("'" + name +
                  "' is no scalar that the loops declare; name one, such as a "
                  "sum that an array element is set to");
  ElementType &type = found->second.type;
  if (type != ElementType::float64())
    return refuse("'" + name + "' is of type " + type.spelling +
                  "; scalars of type double can have twice the digits");
  if (!program.allowReassociation)
    return refuse("sums and products are rounded later than in the source; "
                  "'allow_reassociation()' before this step permits it");
  type = ElementType::doubleDouble();
  return result;
}

llvm::Expected<StepResult> apply(const Program &program,
                                 const Arguments &args) {
  return poly::tryIsl([&] { return precision(program, args); });
}

} // namespace

extern const TransformSpec precisionSpec;
const TransformSpec precisionSpec = {
    .name = "precision",
    .summary = "keep a scalar in two doubles, 106 bits",
    .before = "double total = 0\nfor s: total += x(s)",
    .after = "two doubles total = 0\nfor s: total += x(s)",
    .legality = "after allow_reassociation(): values differ by rounding",
    .parameters = parameters,
    .apply = apply};

} // namespace sparsec
