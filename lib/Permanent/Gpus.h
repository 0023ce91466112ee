//===- Gpus.h - the GPUs of this machine ------------------------*- C++ -*-===//
#ifndef SPARSEC_LIB_PERMANENT_GPUS_H
#define SPARSEC_LIB_PERMANENT_GPUS_H

#include <string>
#include <vector>

namespace sparsec::permanent {

struct Gpu {
  int device = 0;           ///< its number for CUDA
  std::string architecture; ///< "sm_90"
  double operations = 0;    ///< double-precision instructions per second
};

/// Asks CUDA's driver, which need not be there. At most \p most; all if that
/// is negative.
std::vector<Gpu> findGpus(int most);

} // namespace sparsec::permanent

#endif // SPARSEC_LIB_PERMANENT_GPUS_H
