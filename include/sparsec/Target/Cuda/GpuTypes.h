//===- GpuTypes.h - types of what is on the GPU only ------------*- C++ -*-===//
#ifndef SPARSEC_TARGET_CUDA_GPUTYPES_H
#define SPARSEC_TARGET_CUDA_GPUTYPES_H

#include "sparsec/IR/Array.h"
#include "sparsec/LoopIR/LoopType.h"

namespace sparsec {

/// The type of the elements of \p array, Array::onGpu, in CUDA C++.
LoopType gpuElementType(const Array &array);

} // namespace sparsec

#endif // SPARSEC_TARGET_CUDA_GPUTYPES_H
