//===- RescaledSums.h - running maxima and sums by them ---------*- C++ -*-===//
#ifndef SPARSEC_ANALYSIS_RESCALEDSUMS_H
#define SPARSEC_ANALYSIS_RESCALEDSUMS_H

#include "sparsec/IR/Program.h"

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace sparsec {

/// What the iterations of a loop carry on: a running maximum m and sums that
/// are held relative to it, as an online softmax does. An iteration with the
/// score s and the terms t makes of (m, l) and M = max(m, s)
///
///     (M, l * g(m - M) + t * g(s - M))
///
/// where g(a) * g(b) = g(a + b) and g(0) = 1. That is a reduction: it combines
/// (m, l) with (s, t), and any two parts of the iterations combine to
///
///     (M, l1 * g(m1 - M) + l2 * g(m2 - M)),  M = max(m1, m2)
///
/// in any order, but for rounding. (m, 0) for any m that no score is below adds
/// nothing.
struct RescaledSums {
  /// A sum, or the elements of an array that have one each.
  struct Sum {
    std::string array, statement; ///< who updates it
  };
  std::string maximum;        ///< the scalar m
  Update join = Update::None; ///< by which maxima become one
  std::string function;       ///< g, of <math.h>: "expf"
  ElementType functionType;   ///< what g is computed in
  std::vector<Sum> sums;
  /// Whether that holds for scores that are infinite or no number, too: terms
  /// are g(s - M) alone, and where m or s is M the source says 1 and
  /// does not compute g(infinity - infinity).
  bool isTotal = false;
  /// Whether it does not hold because of the source's own constants: it makes
  /// scores -INFINITY, and g of these, or terms infinite.
  bool meetsInfinity = false;
};

/// Derives it from the statements in \p loop, by what they compute, or says
/// which of them is none of it. That the sums' elements are the same ones in
/// all iterations, and are 0 before them, is not asked.
llvm::Expected<RescaledSums> findRescaledSums(const Program &program,
                                              const ScheduleTree &loop);

} // namespace sparsec

#endif // SPARSEC_ANALYSIS_RESCALEDSUMS_H
