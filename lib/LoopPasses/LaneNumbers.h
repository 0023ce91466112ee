//===- LaneNumbers.h - rows and columns of an instruction's lanes -*- C++ -*-=//
#ifndef SPARSEC_LIB_LOOPPASSES_LANENUMBERS_H
#define SPARSEC_LIB_LOOPPASSES_LANENUMBERS_H

#include "TensorCall.h"

namespace sparsec {

/// The number of a row, a column or a summand in register `reg` of a lane: the
/// sum of `digits`, in [0, end).
struct LaneNumber {
  std::vector<TensorDigit> digits;
  long reg;
  long end;
};

/// The sum of `stride * ((number / divisor) % modulus)` in register \p reg.
LoopExpr valueOf(llvm::ArrayRef<TensorDigit> digits, const Lanes &lanes,
                 long reg);

/// `(number / stride) % modulus`, with those of \p digit.
LoopExpr digitOf(const TensorDigit &digit, const LaneNumber &number,
                 const Lanes &lanes);

/// Those of a number % \p modulus, a power of two, of which \p digits are those
/// of the number.
std::vector<TensorDigit> below(long modulus,
                               llvm::ArrayRef<TensorDigit> digits);

/// Those of the number / \p divisor, and of the number * \p factor, powers of
/// two both.
std::vector<TensorDigit> above(long divisor,
                               llvm::ArrayRef<TensorDigit> digits);
std::vector<TensorDigit> scaled(long factor, std::vector<TensorDigit> digits);

/// \p sum, where it is `c * (x / c) + x % c` as x.
LoopExpr joined(LoopExpr sum);

} // namespace sparsec

#endif // SPARSEC_LIB_LOOPPASSES_LANENUMBERS_H
