//===- PlanFrame.h - fields, locals and allocation -----------*- C++ -*-===//
#ifndef SPARSEC_LIB_PLANAPI_PLANFRAME_H
#define SPARSEC_LIB_PLANAPI_PLANFRAME_H

#include "sparsec/PlanApi/PlanInterface.h"

namespace sparsec {

/// One thing that a plan holds.
struct PlanField {
  std::string name;
  LoopType type; ///< a pointer for arrays
  std::string comment;
  bool isOnGpu = false; ///< a device pointer
};

/// Plan arrays, plan scalars, frozen arguments, in this order.
std::vector<PlanField> planFields(const PlanInterface &model);

/// A function body around phases: what stands before and behind them.
struct Frame {
  /// `int *restrict offset = plan->offset;`
  std::vector<LoopNode> locals;
  /// Calls that may fail, each with its Check, for each phase those that stand
  /// before it: it is the first that uses the memory, and extents may be counts
  /// of the phases before. At the end those for memory that no phase uses.
  std::vector<std::vector<LoopNode>> allocations;
  /// Scalars that go back into the plan: `plan->count = count;`
  std::vector<LoopNode> stores;
  /// `free(marked);`
  std::vector<LoopNode> releases;
};

/// The frame of a function that runs \p phases. \p building: the plan's arrays
/// are being made, so locals start as NULL and are allocated.
llvm::Expected<Frame> frameOf(const PlanInterface &model,
                              const std::vector<const PhaseCode *> &phases,
                              bool building);

} // namespace sparsec

#endif // SPARSEC_LIB_PLANAPI_PLANFRAME_H
