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

#include "sparsec/IR/RuntimeFunctions.h"
#include "sparsec/IR/Type.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <vector>

namespace sparsec {

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

/// What an instruction takes of a factor.
struct TensorInput {
  int digits;   ///< binary ones, the first included; it rounds off others
  int exponent; ///< all of its finite numbers are below 2^exponent

  double relativeError() const;
  bool operator==(const TensorInput &) const = default;
};

struct TensorAtom {
  llvm::StringRef name; ///< "m8n8k4.f64", as recipes spell it
  long rows, columns, depth;
  TensorInput input;
  /// The type of sums, and of factors in the call, as C spells it.
  llvm::StringRef sums;
  TensorLayout left, right, sum;
  /// Of runtime/sparsec/cuda_tensor.h: gets the lane's registers of A, B and C,
  /// rounds those of A and B, returns those of C.
  const RuntimeHelper *function;
  llvm::StringRef result; ///< what it returns: members c0, c1, ..

  /// The digits of a register's number in sums, the greatest divisor first: a
  /// loop each.
  std::vector<TensorDigit> sumDigits() const;

  /// A warp; lane `members * group + member`.
  static constexpr long groups = 8, members = 4;
};

/// What the elements of \p type are, as an input; nothing for types that are
/// no real floating ones.
std::optional<TensorInput> tensorInputOf(const ElementType &type);

llvm::ArrayRef<TensorAtom> tensorAtoms();
/// Null where there is none.
const TensorAtom *findTensorAtom(llvm::StringRef name);

} // namespace sparsec

#endif // SPARSEC_IR_TENSORATOM_H
