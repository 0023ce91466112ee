//===- TensorAtom.h - matrix instructions of GPUs ---------------*- C++ -*-===//
///
/// \file
/// What the 32 threads of a warp, its lanes, do together in one instruction:
/// C[row][column] += A[row][k] * B[k][column] for all of a small box, with each
/// operand spread over registers of the lanes. Lanes come in groups of
/// neighbours. Which lane has an element where is data: its row is a sum of
/// digits of the numbers of group, of member in the group, and of register.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_IR_TENSORATOM_H
#define SPARSEC_IR_TENSORATOM_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace sparsec {

struct LoopMarks;

/// `stride * ((number / divisor) % modulus)`
struct TensorDigit {
  enum class Of { Group, Member, Register };
  Of of;
  long divisor, modulus, stride;
};

/// Where a lane has something.
struct TensorPlace {
  long group, member, reg;
  long of(TensorDigit::Of which) const;
};

/// Of one operand, `{ [group, member, register] -> [row, column] }`.
struct TensorLayout {
  unsigned registers; ///< that each lane has
  llvm::ArrayRef<TensorDigit> row, column;

  long rowOf(const TensorPlace &place) const;
  long columnOf(const TensorPlace &place) const;
};

struct TensorAtom {
  llvm::StringRef name; ///< "m8n8k4.f64", as recipes spell it
  long rows, columns, depth;
  llvm::StringRef inputs, sums; ///< types, as C spells them
  TensorLayout left, right, sum;
  /// Of runtime/sparsec/cuda_tensor.h: gets the lane's registers of A, B and C,
  /// returns those of C.
  llvm::StringRef function;
  llvm::StringRef result; ///< what it returns: members c0, c1, ..

  /// A warp; lane `members * group + member`.
  static constexpr long groups = 8, members = 4;
};

llvm::ArrayRef<TensorAtom> tensorAtoms();
/// Null where there is none.
const TensorAtom *findTensorAtom(llvm::StringRef name);

/// Of a loop over a lane's registers of C: \p atom does what is in it.
void markTensor(LoopMarks &marks, const TensorAtom &atom);
const TensorAtom *tensorAtomOf(const LoopMarks &marks);

} // namespace sparsec

#endif // SPARSEC_IR_TENSORATOM_H
