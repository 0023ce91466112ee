//===- Report.h - a driver's records, the table and the CSV -----*- C++ -*-===//
#ifndef SPARSEC_BENCH_REPORT_H
#define SPARSEC_BENCH_REPORT_H

#include "sparsec/Bench/GpuReport.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>
#include <vector>

namespace sparsec::bench {

/// The last part of \p path as tables and the driver's records, lines of
/// fields, show it: '?' for control characters, which file names may have.
std::string shownName(llvm::StringRef path);

/// Seconds that rounds took: median and quartiles.
struct Sample {
  double median = 0, low = 0, high = 0;
  /// From quartile to quartile, as a part of the median.
  double spread() const { return median > 0 ? (high - low) / median : 0; }
};

/// What a driver timed of one candidate.
struct Timing {
  std::string input;
  int threads = 1;
  Sample inspect, execute, original;
  int candidate = 0; ///< its number in the driver
  int rounds = 0;
  bool isDropped = false; ///< before the others were done
  /// Of the original, in times of the candidate.
  double speedup() const {
    return execute.median > 0 ? original.median / execute.median : 0;
  }
  /// Seconds of one execution; with \p runs of an inspection and so many.
  Sample cost(double runs) const;
};

/// One line of the table.
struct Row {
  std::string kernel, recipe, matrix;
  int64_t rows = 0, columns = 0, entries = 0;
  Timing timing;
  double gigabytesPerSecond = 0, gigaflopsPerSecond = 0;
  double maxRelativeError = 0;
};

/// Aligned columns; the inspector also as a number of original runs, and with
/// \p runs the sum of one inspection and so many executions.
std::string printTable(llvm::ArrayRef<Row> rows, double runs = 0);
/// With a line of column names.
std::string printCsv(llvm::ArrayRef<Row> rows, double runs = 0);
/// Seconds with a unit that leaves one to three digits before the point.
std::string duration(double seconds);
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
