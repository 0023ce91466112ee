//===- GpuReport.h - what a driver measured on a GPU ------------*- C++ -*-===//
#ifndef SPARSEC_BENCH_GPUREPORT_H
#define SPARSEC_BENCH_GPUREPORT_H

#include "sparsec/Bench/Timing.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace sparsec::bench {

/// What a row has on a GPU only. Seconds, bytes.
struct GpuFigures {
  double warm = 0;     ///< one of many executions, back to back
  double ownBytes = 0; ///< of what one execution goes through
  double copyRate = 0; ///< bytes a copy on the GPU moves in a second
  /// A library's product, which takes no turns.
  bool isLibrary = false;
  /// The best library's cold time on the same input over this one's; 0: none.
  double ratio = 0;
  std::string note;
};

/// One record of gpu_measure.cu: generated code, or a library's product.
struct GpuTiming {
  std::string label;
  Timing timing;
  double bytes = 0; ///< of the kernel's arrays, each once
  double operations = 0;
  double worst = 0; ///< largest relative error
  GpuFigures figures;
};

/// Reads the record whose fields are \p fields, if it is one.
std::optional<GpuTiming> readGpuTiming(llvm::ArrayRef<llvm::StringRef> fields);

} // namespace sparsec::bench

#endif // SPARSEC_BENCH_GPUREPORT_H
