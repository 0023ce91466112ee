//===- FillLimit.cpp - how much an inspector may allocate -----------------===//

#include "sparsec/PlanApi/ContractModel.h"
#include "sparsec/Target/Cuda/GpuLines.h"

namespace sparsec {

llvm::Expected<std::vector<std::string>>
fillLimitLines(const ContractModel &model) {
  std::vector<std::string> lines;
  for (const auto &entry : model.program.arrays) {
    const Array &array = entry.second;
    bool isInput = array.owner == Array::Owner::Argument && !array.isScalar();
    if (!isInput || !model.inspect.takes(holderOf(array.name)))
      continue;
    llvm::Expected<std::string> bytes = bytesText(model.program, array);
    if (bytes)
      lines.push_back(
          (lines.empty() ? "long long input_bytes = " : "input_bytes += ") +
          *bytes + ";");
    else
      llvm::consumeError(bytes.takeError());
  }
  if (lines.empty())
    return std::vector<std::string>{"const long long fill_limit = LLONG_MAX;"};
  char factor[32];
  snprintf(factor, sizeof factor, "%g", model.program.maxFill);
  lines.push_back("const long long fill_limit = sparsec_fill_limit(" +
                  std::string(factor) + ", input_bytes);");
  if (model.inspectsOnGpu())
    return declarationsForGpu(model.program, lines);
  return lines;
}

} // namespace sparsec
