//===- Permute.cpp - change the order of nested loops ---------------------===//
///
/// \file
/// `permute` puts perfectly nested loops into another order:
///
///     for i                     for k
///       for k          =>         for i
///         S(i, k)                   S(i, k)
///
/// The bands { S[i,k] -> [i] }, { S[i,k] -> [k] } change places; loops that are
/// not named keep theirs.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Transforms/LoopUtils.h"

namespace sparsec {
namespace {

constexpr ParameterSpec parameters[] = {
    {"statement", ParameterSpec::Kind::Statement, "a statement in the loops"},
    {"loops", ParameterSpec::Kind::Loops,
     "the loops in their new order, outermost first; loops that are not named "
     "keep their place"},
};

/// One loop without its body.
ScheduleTree header(const ScheduleTree &loop) {
  ScheduleTree copy = ScheduleTree::loop(loop.name, loop.values, {});
  copy.marks = loop.marks;
  copy.span = loop.span;
  return copy;
}

void assignHeader(ScheduleTree &slot, const ScheduleTree &from) {
  slot.name = from.name;
  slot.values = from.values;
  slot.marks = from.marks;
  slot.span = from.span;
}

llvm::Expected<StepResult> permute(const Program &program,
                                   const Arguments &args) {
  StepResult result = startStep(program);
  std::vector<std::string> order = args.texts("loops");
  auto chain = perfectChain(result.program, args.statement(), order);
  if (!chain)
    return chain.takeError();

  std::map<std::string, ScheduleTree> headers;
  std::vector<ScheduleTree *> slots;
  for (ScheduleTree *node : *chain) {
    if (!llvm::is_contained(order, node->name))
      continue;
    headers[node->name] = header(*node);
    slots.push_back(node);
  }
  bool changed = false;
  for (size_t at = 0; at < order.size(); ++at) {
    changed |= slots[at]->name != order[at];
    assignHeader(*slots[at], headers.at(order[at]));
  }
  if (!changed)
    result.warnings.push_back("the loops are already in this order");
  return result;
}

llvm::Expected<StepResult> apply(const Program &program,
                                 const Arguments &args) {
  return poly::tryIsl([&] { return permute(program, args); });
}

} // namespace

extern const TransformSpec permuteSpec;
const TransformSpec permuteSpec = {
    .name = "permute",
    .summary = "change the order of perfectly nested loops",
    .before = "for i\n  for k\n    S(i, k)",
    .after = "for k\n  for i\n    S(i, k)",
    .legality = "when every dependence still points forward; updates of one "
                "reduction may be reordered, floating-point ones after "
                "allow_reassociation()",
    .parameters = parameters,
    .apply = apply};

} // namespace sparsec
