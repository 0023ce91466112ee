//===- Report.h - a driver's records, the table and the CSV -----*- C++ -*-===//
#ifndef SPARSEC_BENCH_REPORT_H
#define SPARSEC_BENCH_REPORT_H

#include "sparsec/Bench/GpuReport.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sparsec::bench {

/// The last part of \p path as tables and the driver's records, lines of
/// fields, show it: '?' for control characters, which file names may have.
std::string shownName(llvm::StringRef path);
/// The same with the last folder of \p path, if there is one.
std::string nameWithFolder(llvm::StringRef path);
/// The same of all of \p path.
std::string shownPath(llvm::StringRef path);

/// The value of a recipe's param.
struct ParamValue {
  std::string name, value;

  bool operator==(const ParamValue &) const = default;
};

/// At most what the machine gives, as a driver measured it beside the
/// candidates; see lib/Bench/driver/memory.c.
struct MemoryRate {
  int threads = 1;
  double bytesPerSecond = 0; ///< reading; 0: not measured
  double cacheBytes = 0;     ///< in the last level; 0: not known
};

/// One line of the table.
struct Row {
  std::string kernel, recipe, matrix;
  std::string recipeFile, recipeHash; ///< "": not known
  std::vector<ParamValue> params;
  double bytes = 0; ///< that have to move at least: all arguments
  MemoryRate memory;
  /// Seconds that memory alone takes for the bytes; 0: not known.
  double memorySeconds() const {
    return memory.bytesPerSecond > 0 ? bytes / memory.bytesPerSecond : 0;
  }
  /// Whether caches hold the bytes, so that memory is no limit. Where it is not
  /// known what caches hold, what comes faster than from memory is from them.
  bool isCached(double seconds) const {
    const double cache = memory.cacheBytes;
    return memorySeconds() > 0 &&
           (cache > 0 ? bytes <= cache : memorySeconds() > 1.1 * seconds);
  }
  /// The part of what memory gives that a run of so many seconds reaches;
  /// nothing where that is not known, or caches hold the bytes. It is more than
  /// 1 where they hold a part, or where the code moves fewer bytes.
  std::optional<double> memoryShare(double seconds) const {
    if (memorySeconds() <= 0 || seconds <= 0 || isCached(seconds))
      return std::nullopt;
    return memorySeconds() / seconds;
  }
  int64_t rows = 0, columns = 0, entries = 0;
  Timing timing;
  std::optional<GpuFigures> gpu; ///< nothing: it ran on the host
  double gigabytesPerSecond = 0, gigaflopsPerSecond = 0;
  double maxRelativeError = 0;
};

/// Aligned columns; the inspector also as a number of original runs, and with
/// \p runs the sum of one inspection and so many executions.
std::string printTable(llvm::ArrayRef<Row> rows, double runs = 0);
/// "memory: 11.8 GB/s with 1 thread\n": what the drivers of \p rows measured;
/// "": nothing.
std::string describeMemory(llvm::ArrayRef<Row> rows);
/// With a line of column names.
std::string printCsv(llvm::ArrayRef<Row> rows, double runs = 0);
/// The same of rows that ran on a GPU.
std::string printGpuTable(llvm::ArrayRef<Row> rows, double runs = 0);
std::string printGpuCsv(llvm::ArrayRef<Row> rows, double runs = 0);
/// Seconds with a unit that leaves one to three digits before the point.
std::string duration(double seconds);
/// All digits of \p value, however small: reading them gives it again.
std::string exactText(double value);
/// 0.034 => "3.4%".
std::string percent(double part);

/// What one run of a driver reported about its cases.
struct DriverReport {
  struct Verified {
    std::string input;
    double worst = 0;
    bool finite = true; ///< so were all results of the original
  };
  /// Numbers of what went as it should.
  struct Faults {
    long failedAllocations = 0, refused = 0, computed = 0;
    void add(const Faults &other);
    std::string text() const;
  };
  Faults faults;
  std::vector<Timing> timings;
  std::vector<MemoryRate> memory; ///< per number of threads
  std::vector<GpuTiming> gpu;
  std::vector<Verified> verified;
  /// Per case, executions of each statement.
  std::vector<std::vector<double>> counts;
  /// Sentences: array, index, both values.
  std::vector<std::string> failures;
  /// Inspectors that returned an error, as sentences; `fillLimit` ones apart.
  std::vector<std::string> declined;
  /// Libraries that were left out, and why.
  std::vector<std::string> notes;
  std::string noGpu;  ///< why there is none
  std::string device; ///< "NVIDIA H200"
};

/// Reads the tab-separated records a driver prints. Lines of another kind are
/// ignored: generated code may print.
DriverReport readReport(llvm::StringRef output);

} // namespace sparsec::bench

#endif // SPARSEC_BENCH_REPORT_H
