//===- Linearity.h - how a value depends on a moved array -------*- C++ -*-===//
#ifndef SPARSEC_LIB_TRANSFORMS_COMPACTION_LINEARITY_H
#define SPARSEC_LIB_TRANSFORMS_COMPACTION_LINEARITY_H

#include "sparsec/IR/Program.h"

#include <string>

namespace sparsec {

/// How a value comes out where the elements of an array in it are 0.
struct ZeroValue {
  /// Whether it is 0: a product with the array, a sum of such, not a quotient
  /// by it; where what multiplies it is finite.
  bool isZero = false;
  /// Whether anything but constants multiplies it (0 times an infinity is not
  /// 0), which is finite only if the kernel's inputs are.
  bool needsFinite = false;
  /// What multiplies it need not be finite even then, because of this: "the
  /// quotient '/'"; "" for nothing.
  std::string doubt = {};

  bool isZeroIn(const Program &program) const {
    return isZero && doubt.empty() && (!needsFinite || program.assumeFinite);
  }
};

ZeroValue valueAtZero(const Program &program, const Expr &value,
                      const std::string &array);

/// Why \p body with the sum of several elements of \p array, in the array's
/// type, does not do what \p body does with each of them in turn, roundings
/// apart: "'int' does not hold sums as 'double' does"; "" if it does.
std::string whyNotSummed(const Program &program, const Assignment &body,
                         const std::string &array);

} // namespace sparsec

#endif // SPARSEC_LIB_TRANSFORMS_COMPACTION_LINEARITY_H
