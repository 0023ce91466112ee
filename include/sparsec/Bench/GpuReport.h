//===- GpuReport.h - the table of a GPU's timings ---------------*- C++ -*-===//
#ifndef SPARSEC_BENCH_GPUREPORT_H
#define SPARSEC_BENCH_GPUREPORT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sparsec::bench {

/// One record of gpu_measure.cu: generated code, or a library's product.
/// Seconds, bytes.
struct GpuTiming {
  std::string input, label, note;
  int threads = 1; ///< of original and inspector
  double original = 0, cold = 0, warm = 0, inspect = 0;
  double bytes = 0;    ///< of the kernel's arrays, each once
  double ownBytes = 0; ///< of what one execution goes through
  double operations = 0;
  double copyRate = 0; ///< bytes a copy on the GPU moves in a second
  double worst = 0;    ///< largest relative error
};

/// Reads the record whose fields are \p fields, if it is one.
std::optional<GpuTiming> readGpuTiming(llvm::ArrayRef<llvm::StringRef> fields);

/// One line of the table.
struct GpuRow {
  std::string kernel;
  int64_t rows = 0, columns = 0, entries = 0;
  GpuTiming timing;
  /// The best library's cold time in the same run over this one's; 0: none.
  double ratio = 0;
};

/// Sets the ratios of \p rows, of one run: what \p own made, then libraries.
void setRatios(llvm::MutableArrayRef<GpuRow> rows, llvm::StringRef own);

std::string printGpuTable(llvm::ArrayRef<GpuRow> rows);
std::string printGpuCsv(llvm::ArrayRef<GpuRow> rows);

} // namespace sparsec::bench

#endif // SPARSEC_BENCH_GPUREPORT_H
