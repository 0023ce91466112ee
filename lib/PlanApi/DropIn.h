//===- DropIn.h - the function that stands for the original -----*- C++ -*-===//
#ifndef SPARSEC_LIB_PLANAPI_DROPIN_H
#define SPARSEC_LIB_PLANAPI_DROPIN_H

#include "sparsec/PlanApi/PlanInterface.h"

#include "llvm/Support/Error.h"

#include <string>

namespace sparsec {

/// The definition: inspects, executes, and runs \p originalName where something
/// went wrong. For CUDA it copies the caller's arrays to the GPU and results
/// back.
llvm::Expected<LoopFunction> dropInFunction(const PlanInterface &model,
                                            const std::string &originalName);

} // namespace sparsec

#endif // SPARSEC_LIB_PLANAPI_DROPIN_H
