//===- PlanPhases.h - the phases, lowered -----------------------*- C++ -*-===//
#ifndef SPARSEC_LIB_PLANAPI_PLANPHASES_H
#define SPARSEC_LIB_PLANAPI_PLANPHASES_H

#include "sparsec/PlanApi/PlanInterface.h"

namespace sparsec {

struct LoweredPhases {
  std::vector<PhaseCode> inspect, update;
  PhaseCode execute;
  /// Types that checks in the phases need on the GPU.
  std::vector<LoopStruct> checkTypes;
};

/// All phases of \p program.
llvm::Expected<LoweredPhases> lowerPhases(const Program &program,
                                          const CodeGenOptions &options);

} // namespace sparsec

#endif // SPARSEC_LIB_PLANAPI_PLANPHASES_H
