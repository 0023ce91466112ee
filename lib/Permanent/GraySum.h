//===- GraySum.h - a kernel's sum, shared out -------------------*- C++ -*-===//
#ifndef SPARSEC_LIB_PERMANENT_GRAYSUM_H
#define SPARSEC_LIB_PERMANENT_GRAYSUM_H

#include "Gpus.h"
#include "GrayKernel.h"
#include "sparsec/Permanent/GrayRun.h"

namespace sparsec::permanent {

/// What is to be summed up: all that another rank needs to take part.
struct GrayJob {
  DoubleRows rows; ///< columns in the order of their digits
  GrayLayout layout;
  uint64_t together = 1; ///< groups of a slice
  bool isForGpus = false;
};

/// The GPUs that can be used, those of this rank if several share a machine, or
/// why there are none.
std::vector<Gpu> usableGpus(const Resources &resources, std::string &reason);

/// By the threads of \p resources, or by \p gpus; with the team, if there is
/// one. Throws what sumOf of GrayRun.h throws.
WideSum sumOf(const GrayJob &job, const GrayKernel &kernel,
              const std::vector<Gpu> &gpus, const Resources &resources,
              const Progress &progress);

/// The folder of compiled kernels.
std::string cacheOf(const Resources &resources);

} // namespace sparsec::permanent

#endif // SPARSEC_LIB_PERMANENT_GRAYSUM_H
