//===- IndexDifferences.h - indices as differences --------------*- C++ -*-===//
#ifndef SPARSEC_LIB_TRANSFORMS_INSPECTION_INDEXDIFFERENCES_H
#define SPARSEC_LIB_TRANSFORMS_INSPECTION_INDEXDIFFERENCES_H

#include "Inspection/IndexEncoding.h"

#include <optional>
#include <string>

namespace sparsec {

struct DifferenceRequest {
  IndexRequest index;
  std::string loop; ///< of which iterations follow each other
  std::string far;  ///< loop whose iterations have a list of those that are
                    ///< too far from the one before; "": there must be none
  /// Whether differences are stored without sign; where facts say that indices
  /// do not decrease unless given.
  std::optional<bool> isRising = std::nullopt;
};

/// The plan holds indices less the one in the iteration of `loop` before, the
/// first of a run less the base of an iteration of `relative`; a scalar adds
/// them up where the loops run:
///
///     for i                          for i: base[i] = min of col[j]
///       for j in index[i]..          for i, j, but the first: wide[j] =
///         y[i] += a[j] * x[col[j]]     col[j] - col[j - 1]
///                                    for i, the first j: wide[j] =
///                                =>    col[j] - base[i]
///                                    for i
///                                      sum = base[i]
///                                      for j in index[i]..
///                                        sum += col_8[j]
///                                        y[i] += a[j] * x[sum]
///
/// Source: differences in units of 8, 16 or 32 bits, CSR-DU: Kourtis, Goumas
/// and Koziris, Computing Frontiers 2008, section 4.
llvm::Expected<StepResult> storeDifferences(const Program &program,
                                            const DifferenceRequest &request);

} // namespace sparsec

#endif // SPARSEC_LIB_TRANSFORMS_INSPECTION_INDEXDIFFERENCES_H
