//===- FillCheck.cpp - plans that max_fill refuses ------------------------===//

#include "FillCheck.h"

#include "sparsec/IR/StructureMember.h"
#include "sparsec/PlanApi/PlanInterface.h"

#include <algorithm>

namespace sparsec {

/// Of the caller's arrays that `_inspect` of \p model takes.
static double inputBytes(const PlanInterface &model, const Memory &memory) {
  double bytes = 0;
  for (const auto &[name, array] : model.program.arrays) {
    const auto cells = memory.arrays.find(name);
    if (array.owner == Array::Owner::Argument && !array.isScalar() &&
        model.inspect.takes(holderOf(name)) && cells != memory.arrays.end())
      bytes += double(cells->second.bytes.size());
  }
  return bytes;
}

std::vector<std::string> arraysAboveLimit(const Program &program,
                                          const Memory &memory) {
  // SPARSEC_FILL_FLOOR of runtime/sparsec/memory.h.
  constexpr double leastLimit = 65536;
  const CodeGenOptions options;
  llvm::Expected<PlanInterface> model = planInterfaceOf(program, options);
  if (!model) {
    llvm::consumeError(model.takeError());
    return {};
  }
  const double input = inputBytes(*model, memory);
  std::vector<std::string> sentences;
  if (input == 0)
    return sentences;
  const double limit = std::max(program.maxFill * input, leastLimit);
  for (const auto &[name, cells] : memory.arrays) {
    const auto array = model->program.arrays.find(name);
    if (array == model->program.arrays.end() ||
        array->second.owner != Array::Owner::Plan ||
        double(cells.bytes.size()) <= limit)
      continue;
    sentences.push_back(
        "On this matrix " + model->inspect.name +
        " refuses to make a plan: " + name + " would need " +
        std::to_string(cells.bytes.size()) + " bytes, more than the " +
        std::to_string((long long)limit) + " that max_fill allows.");
  }
  return sentences;
}

} // namespace sparsec
