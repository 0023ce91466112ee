//===- DigitValues.h - what a body computes of binary digits ----*- C++ -*-===//
///
/// \file
/// The straight-line body of a loop as values: sums and products of leaves that
/// depend on some digits of the iterator, and what is updated by them.
///
///     x = 0; x += a * (s >> 3 & 1); p = 1; p *= x; sum += p
///  => sum += product(sum(a * digit 3))
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_LOOPPASSES_DIGITVALUES_H
#define SPARSEC_LIB_LOOPPASSES_DIGITVALUES_H

#include "BinaryDigits.h"
#include "sparsec/IR/Program.h"
#include "sparsec/LoopIR/LoopAst.h"
#include "sparsec/LoopIR/Typing.h"

#include "llvm/Support/Error.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sparsec {

struct DigitValue {
  enum class Kind {
    Leaf,    ///< `expr`, of digits and what the loop leaves alone
    Carried, ///< the sum of leaves of one digit at most: when a digit changes,
             ///< what that changes is added
    Sign,    ///< the product of leaves that change their sign with a digit
    Sum,     ///< of any operands
    Product,
    Apply,  ///< `expr`, in which variable "@3" stands for value 3
    Offset, ///< the operand plus the number `expr`
    Pick,   ///< of two operands the one that `digit` says
  };
  Kind kind = Kind::Leaf;
  LoopExpr expr;
  std::vector<unsigned> operands; ///< Apply: those in `expr`
  unsigned digit = 0;             ///< Pick
  uint64_t digits = 0;
  ElementType type; ///< of two doubles, double, or an integer, int or larger
  std::string stem; ///< of the source's variable, for names
  /// The element of a private array that the source keeps it in: `x[3]`.
  std::optional<LoopExpr> place = std::nullopt;

  bool isPartial() const { return kind == Kind::Sum || kind == Kind::Product; }
};

/// `target op value` in each iteration.
struct DigitUpdate {
  std::string statement;
  LoopExpr target;
  Update op = Update::None;
  unsigned value = 0;
  ElementType sum; ///< the type of what gathers the values of all iterations
};

struct DigitBody {
  std::vector<DigitValue> values;
  std::vector<DigitUpdate> updates;
  /// Declarations of the body's own arrays.
  std::map<std::string, LoopNode> arrays;
  /// Values that updates need, operands first.
  std::vector<unsigned> needed() const;
};

/// The body of \p loop, whose iterator has \p digits and which stands in what
/// \p outside knows. Errors say what has no place in it.
llvm::Expected<DigitBody> readDigitBody(const LoopNode &loop,
                                        const Typing &outside,
                                        const BinaryDigits &digits);

/// Makes tables of factors of products for the values of low digits, where that
/// is cheaper and the digits are below \p tabled. See DigitTables.cpp.
void tabulateProducts(DigitBody &body, const BinaryDigits &digits,
                      unsigned tabled);

/// What \p leaf is with all of its digits \p bit.
LoopExpr leafAt(const DigitValue &leaf, const BinaryDigits &digits, long bit);

} // namespace sparsec

#endif // SPARSEC_LIB_LOOPPASSES_DIGITVALUES_H
