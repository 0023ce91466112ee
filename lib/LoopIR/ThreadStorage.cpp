//===- ThreadStorage.cpp - which elements threads have in memory ----------===//

#include "sparsec/LoopIR/ThreadStorage.h"

#include "sparsec/LoopIR/ConstantFolding.h"

#include <algorithm>

namespace sparsec {

const Partition *partitionOf(const Program &program, const std::string &array) {
  auto found = program.arrays.find(array);
  bool isDivided =
      found != program.arrays.end() && found->second.partition.has_value();
  return isDivided ? &*found->second.partition : nullptr;
}

std::optional<long> positionOf(const LoopExpr &element,
                               const std::vector<LoopExpr> &dimensions) {
  long position = 0;
  for (size_t dim = 0; dim < element.operands.size(); ++dim) {
    std::optional<long> subscript = integerOf(element.operands[dim]);
    if (!subscript)
      return std::nullopt;
    position = position * dimensions[dim].value + *subscript;
  }
  return position;
}

bool isInRegister(const Partition &partition, long position) {
  return std::binary_search(partition.registers.begin(),
                            partition.registers.end(), position);
}

long elementsOf(const std::vector<LoopExpr> &dimensions) {
  long elements = 1;
  for (const LoopExpr &extent : dimensions)
    elements *= extent.value;
  return elements;
}

} // namespace sparsec
