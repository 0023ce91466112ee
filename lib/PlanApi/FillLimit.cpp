//===- FillLimit.cpp - how much an inspector may allocate -----------------===//

#include "sparsec/IR/StructureMember.h"
#include "sparsec/LoopIR/Statements.h"
#include "sparsec/PlanApi/PlanInterface.h"
#include "sparsec/Target/Cuda/GpuFetch.h"

namespace sparsec {

/// \p value as recipes write it: "10", "2.5".
static LoopExpr factor(double value) {
  char digits[32];
  snprintf(digits, sizeof digits, "%g", value);
  return LoopExpr::literal(digits);
}

llvm::Expected<std::vector<LoopNode>> fillLimit(const PlanInterface &model) {
  std::vector<LoopNode> nodes;
  const LoopExpr sum = LoopExpr::variable("input_bytes");
  auto limit = [](LoopExpr value) {
    return stmt::constant(LoopType::int64(), "fill_limit", std::move(value));
  };
  for (const auto &entry : model.program.arrays) {
    const Array &array = entry.second;
    bool isInput = array.owner == Array::Owner::Argument && !array.isScalar();
    if (!isInput || !model.inspect.takes(holderOf(array.name)))
      continue;
    llvm::Expected<LoopExpr> bytes = bytesOf(model.program, array);
    if (bytes)
      nodes.push_back(nodes.empty()
                          ? stmt::variable(LoopType::int64(), sum.name, *bytes)
                          : stmt::assign(sum, *bytes, Update::Add));
    else
      llvm::consumeError(bytes.takeError());
  }
  if (nodes.empty())
    return std::vector<LoopNode>{limit(LoopExpr::literal("LLONG_MAX"))};
  nodes.push_back(limit(
      expr::call(runtime::fill_limit, {factor(model.program.maxFill), sum})));
  if (model.inspectsOnGpu())
    return declarationsWithFetches(model.program, nodes);
  return nodes;
}

} // namespace sparsec
