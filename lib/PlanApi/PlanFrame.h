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

/// The calls that give \p array its memory, each with its Check.
struct Allocation {
  std::string array;
  std::vector<LoopNode> nodes;
  /// Of this call of the function alone: not needed where it is not used.
  bool isTemporary = false;
};

/// A function body around phases: what stands before and behind them.
struct Frame {
  /// `int *restrict offset = plan->offset;`
  std::vector<LoopNode> locals;
  /// For each phase those that stand before it: it is the first that uses the
  /// memory, and extents may be counts of the phases before. At the end those
  /// for memory that no phase uses.
  std::vector<std::vector<Allocation>> allocations;
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

/// \p phase with what is allocated before it, in \p made: temporary memory in
/// the branch that uses it, the rest is added to \p before.
std::vector<LoopNode> withAllocations(std::vector<LoopNode> phase,
                                      const std::vector<Allocation> &made,
                                      std::vector<LoopNode> &before);

} // namespace sparsec

#endif // SPARSEC_LIB_PLANAPI_PLANFRAME_H
