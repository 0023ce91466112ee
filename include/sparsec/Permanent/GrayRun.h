//===- GrayRun.h - a sum in slices, on several workers ----------*- C++ -*-===//
#ifndef SPARSEC_PERMANENT_GRAYRUN_H
#define SPARSEC_PERMANENT_GRAYRUN_H

#include "sparsec/Permanent/Engine.h"

#include <cmath>
#include <functional>
#include <optional>
#include <string>

namespace sparsec::permanent {

/// high + low, |low| at most half a unit of high: about 106 bits.
struct WideSum {
  double high = 0, low = 0;

  void add(double term) {
    double sum = high + term, part = sum - high;
    low += (high - (sum - part)) + (term - part);
    high = sum;
  }
  void add(const WideSum &other) {
    add(other.high);
    low += other.low;
  }
  double value() const { return high + low; }
};

/// By slice; none where it is not known here.
using SliceSums = std::vector<std::optional<WideSum>>;

/// The slices 0 .. count - 1 of a run, and who computes them.
struct Slices {
  std::string key; ///< names what is computed, to tell checkpoints apart
  uint64_t count = 1;
  int workers = 1;
  /// Only the slices s with s % parts == part, unless a checkpoint has them.
  unsigned part = 0, parts = 1;
  /// The sum of one slice, by one of the workers.
  std::function<llvm::Expected<WideSum>(int worker, uint64_t slice)> compute;
  /// Called when all slices of this part are there, for those of the others.
  std::function<void(SliceSums &)> exchange;
};

/// The sum of all slices, added up in their order, so that it depends neither
/// on the number of workers nor on which of them was faster. With a \p
/// checkpoint, a folder, every finished slice is written to a file there,
/// KEY-COUNT-PART.sums, a line "SLICE HIGH LOW" each in hexadecimal, and those
/// that some file has already are not computed again. Of several programs with
/// a part each the last one has the sum; the others throw PartDone. What a lost
/// program has not done is left to a later run without parts. Throws Stopped
/// and Refused.
WideSum sumOf(const Slices &slices, const std::string &checkpoint,
              const Progress &progress);

} // namespace sparsec::permanent

#endif // SPARSEC_PERMANENT_GRAYRUN_H
