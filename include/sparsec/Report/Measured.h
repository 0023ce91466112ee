//===- Measured.h - times of sparsec-bench in a report ----------*- C++ -*-===//
#ifndef SPARSEC_REPORT_MEASURED_H
#define SPARSEC_REPORT_MEASURED_H

#include "sparsec/Bench/Store.h"

#include <string>
#include <vector>

namespace sparsec {

/// What sparsec-bench has measured of one candidate.
struct MeasuredCandidate {
  bench::Row row;
  std::string date;
  bool isOfRecipe = false; ///< of a file called as the report's recipe
  bool isShown = false;    ///< its text and params are the report's
  /// In turns with the first of the group, beside one run of the original.
  bool isBeside = true;
};

/// Candidates on one matrix with one number of threads: the fastest first,
/// those that were dropped early last. There is one at least.
struct MeasuredGroup {
  std::vector<MeasuredCandidate> candidates;

  const bench::Row &first() const { return candidates.front().row; }
};

/// Whose results are looked for.
struct MeasuredFunction {
  std::string name;
  std::string recipe, recipeHash; ///< the report's: file, text and params
  std::string benchCommand;       ///< that measures it, but for -store
};

/// The results of \p function in \p path, a file of sparsec-bench's -store, of
/// each candidate the last one; \p warn is told what is left out. Fails where
/// there are none.
llvm::Expected<std::vector<MeasuredGroup>>
readMeasured(const std::string &path, const MeasuredFunction &function,
             bench::StoreWarning warn);

/// What a run of so many seconds reaches of what memory gives, in words: "81%",
/// "in caches".
std::string memoryText(const bench::Row &row, double seconds);

/// "dia.script reaches 81% of the 12.0 GB/s that memory gives 1 thread; the
/// original 35%."
std::string describeLimit(const MeasuredGroup &group);

/// Which is the fastest, and by how much; "" of one candidate.
std::string describeFastest(const MeasuredGroup &group);

} // namespace sparsec

#endif // SPARSEC_REPORT_MEASURED_H
