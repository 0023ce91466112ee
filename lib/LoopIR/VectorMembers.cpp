//===- VectorMembers.cpp - elements of CUDA's vectors ---------------------===//

#include "sparsec/LoopIR/VectorMembers.h"

namespace sparsec {

std::string memberOfVector(unsigned width, unsigned lane) {
  if (width <= 4)
    return std::string(1, "xyzw"[lane]);
  return "s" + std::to_string(lane);
}

std::optional<unsigned> laneOfMember(unsigned width, llvm::StringRef name) {
  for (unsigned lane = 0; lane < width; ++lane)
    if (name == memberOfVector(width, lane))
      return lane;
  return std::nullopt;
}

} // namespace sparsec
