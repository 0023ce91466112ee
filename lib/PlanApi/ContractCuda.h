//===- ContractCuda.h - the contract where loops are on a GPU ---*- C++ -*-===//
#ifndef SPARSEC_LIB_PLANAPI_CONTRACTCUDA_H
#define SPARSEC_LIB_PLANAPI_CONTRACTCUDA_H

#include "sparsec/PlanApi/ContractModel.h"

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace sparsec {

/// The plan's arrays that kernels use: the plan has a copy of each on the GPU,
/// `X_on_gpu` of `X_bytes` bytes.
std::vector<const Array *> arraysOnGpu(const ContractModel &model);

/// The plan's arrays that kernels get by value (Array::constantElements): the
/// plan has their `X_bytes`.
std::vector<const Array *> arraysByValue(const ContractModel &model);

/// Lines that set the sizes and copy what only `_inspect` makes; each call sets
/// `status`. Before the call of `_update`.
llvm::Expected<std::vector<std::string>>
copyInspected(const ContractModel &model);
/// The same for what `_update` makes.
std::vector<std::string> copyUpdated(const ContractModel &model);

/// Lines of `_execute` that look at the addresses of arrays of which vectors
/// are loaded.
std::vector<std::string> alignmentGuards(const ContractModel &model);

/// \p lines, the locals of `_execute`, with the copies on the GPU and what
/// kernels get by value.
std::vector<std::string> localsOnGpu(const ContractModel &model,
                                     std::vector<std::string> lines);

/// The drop-in: copies the caller's arrays to the GPU and results back.
llvm::Expected<std::string> cudaDropIn(const ContractModel &model,
                                       const std::string &originalName);

/// What CUDA output cannot do yet, as an error.
llvm::Error checkForCuda(const ContractModel &model);

} // namespace sparsec

#endif // SPARSEC_LIB_PLANAPI_CONTRACTCUDA_H
