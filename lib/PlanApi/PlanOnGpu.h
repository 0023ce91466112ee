//===- PlanOnGpu.h - the contract where loops are on a GPU ---*- C++ -*-===//
#ifndef SPARSEC_LIB_PLANAPI_PLANONGPU_H
#define SPARSEC_LIB_PLANAPI_PLANONGPU_H

#include "sparsec/PlanApi/PlanInterface.h"

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace sparsec {

/// The plan's arrays that kernels use: the plan has a copy of each on the GPU,
/// `X_on_gpu` of `X_bytes` bytes.
std::vector<const Array *> arraysOnGpu(const PlanInterface &model);

/// The plan's arrays that kernels get by value (Array::constantElements): the
/// plan has their `X_bytes`.
std::vector<const Array *> arraysByValue(const PlanInterface &model);

/// Sets the sizes and copies what only `_inspect` makes, with a Check behind
/// each call. Before the call of `_update`.
llvm::Expected<std::vector<LoopNode>> copyInspected(const PlanInterface &model);
/// The same for what `_update` makes.
std::vector<LoopNode> copyUpdated(const PlanInterface &model);

/// Gives the plan what statements of the executor in \p program leave for later
/// ones: kernels' workspace, Array::OnGpu::Elements.
void keepWorkspaceOnGpu(Program &program);

/// The names of such arrays of which `_inspect` makes as many elements as their
/// extents say.
std::set<std::string> workspaceOnGpu(const PlanInterface &model);

/// Where `_execute` looks at the addresses of arrays of which vectors are
/// loaded.
std::vector<LoopNode> alignmentGuards(const PlanInterface &model);

/// \p locals, those of `_execute`, with the copies on the GPU and what kernels
/// get by value.
std::vector<LoopNode> localsOnGpu(const PlanInterface &model,
                                  std::vector<LoopNode> locals);

/// What CUDA output cannot do yet, as an error.
llvm::Error checkForCuda(const PlanInterface &model);

} // namespace sparsec

#endif // SPARSEC_LIB_PLANAPI_PLANONGPU_H
