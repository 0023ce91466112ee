//===- Linearity.cpp - how a value depends on a moved array ---------------===//

#include "Compaction/Linearity.h"

#include "sparsec/Analysis/FiniteValues.h"
#include "sparsec/IR/Widths.h"

namespace sparsec {
namespace {

using Kind = Expr::Kind;

bool mentions(const Expr &value, const std::string &array) {
  bool found = false;
  value.walk([&](const Expr &node) {
    found |= node.kind == Kind::Access && node.text == array;
  });
  return found;
}

/// Finds out what ZeroValue says.
class ZeroSearch {
public:
  ZeroSearch(const Program &program, const std::string &array)
      : finite(program, /*readsUnset=*/true), array(array) {}

  ZeroValue run(const Expr &value) {
    result.isZero = isZero(value);
    return result;
  }

private:
  bool isZero(const Expr &value) {
    switch (value.kind) {
    case Kind::Access:
      return value.text == array;
    case Kind::Cast:
      return isZero(value.operands[0]);
    case Kind::Unary:
      return (value.op == Operator::Negate || value.op == Operator::Plus) &&
             isZero(value.operands[0]);
    case Kind::Binary:
      return isZeroOfTwo(value);
    default:
      return false;
    }
  }

  bool isZeroOfTwo(const Expr &value) {
    const Expr &left = value.operands[0], &right = value.operands[1];
    if (value.op == Operator::Add || value.op == Operator::Subtract)
      return isZero(left) && isZero(right);
    const bool inLeft = mentions(left, array), inRight = mentions(right, array);
    if (inLeft == inRight)
      return false;
    if (value.op == Operator::Divide && inLeft) {
      multiplyBy(right, doubtOfQuotient(value));
      return isZero(left);
    }
    if (value.op != Operator::Multiply)
      return false;
    multiplyBy(inLeft ? right : left, "");
    return isZero(inLeft ? left : right);
  }

  void multiplyBy(const Expr &other, std::string doubt) {
    result.needsFinite |= other.kind != Kind::Constant;
    if (doubt.empty())
      doubt = finite.doubtIn(other);
    if (result.doubt.empty())
      result.doubt = std::move(doubt);
  }

  const FiniteValues finite;
  const std::string &array;
  ZeroValue result;
};

unsigned partBytes(const ElementType &type) {
  return type.isComplex() ? type.bytes / 2 : type.bytes;
}

/// Whether sums in \p type are as good as those in \p target. Integers are
/// numbers modulo 2^bits: what counts is how many bits of them the target
/// keeps.
bool sumsLike(const ElementType &type, const ElementType &target) {
  if (target.isInteger())
    return type.isInteger() && !isTruth(type) && type.bytes >= target.bytes;
  return type.isFloating() && partBytes(type) >= partBytes(target);
}

std::string noSumsLike(const ElementType &type, const ElementType &target) {
  return "'" + type.spelling + "' does not hold sums as '" + target.spelling +
         "' does";
}

/// Looks at the nodes of a value from the root to the elements of an array.
class LinearSearch {
public:
  LinearSearch(const std::string &array, const ElementType &target)
      : array(array), target(target) {}

  std::string whyNot(const Expr &value) const {
    switch (value.kind) {
    case Kind::Access:
      return value.text == array ? "" : other;
    case Kind::Cast:
    case Kind::Unary:
      if (value.kind == Kind::Unary && value.op != Operator::Negate &&
          value.op != Operator::Plus)
        return other;
      return below(value, value.operands[0]);
    case Kind::Binary:
      return whyNotOfTwo(value);
    default:
      return other;
    }
  }

private:
  std::string whyNotOfTwo(const Expr &value) const {
    const Expr &left = value.operands[0], &right = value.operands[1];
    if (value.op == Operator::Add || value.op == Operator::Subtract) {
      std::string why = below(value, left);
      return why.empty() ? below(value, right) : why;
    }
    const bool inLeft = mentions(left, array), inRight = mentions(right, array);
    if (inLeft == inRight)
      return other;
    if (value.op == Operator::Divide && inLeft)
      return value.type.isFloating() ? below(value, left)
                                     : "an integer division drops remainders";
    return value.op == Operator::Multiply ? below(value, inLeft ? left : right)
                                          : other;
  }

  /// \p operand becomes a \p value. A floating-point type that is narrower
  /// than the operand's rounds each term, and may overflow.
  std::string below(const Expr &value, const Expr &operand) const {
    if (target.isInteger() && !sumsLike(value.type, target))
      return noSumsLike(value.type, target);
    if (!target.isInteger() && operand.type.isFloating() &&
        !sumsLike(value.type, operand.type))
      return "'" + value.type.spelling + "' does not hold all of '" +
             operand.type.spelling + "'";
    return whyNot(operand);
  }

  static constexpr const char *other = "the value is not linear in it";

  const std::string &array;
  const ElementType &target;
};

} // namespace

ZeroValue valueAtZero(const Program &program, const Expr &value,
                      const std::string &array) {
  return ZeroSearch(program, array).run(value);
}

std::string whyNotSummed(const Program &program, const Assignment &body,
                         const std::string &array) {
  const ElementType &target = body.target.type;
  const ElementType &stored = program.arrays.at(array).type;
  if (!body.isReduction() ||
      (body.op != Update::Add && body.op != Update::Subtract))
    return "the statement is no reduction += or -=";
  // Products of integers that the target then keeps more bits of; of floats
  // it has roundings.
  if (target.isInteger() && !sumsLike(body.value.type, target))
    return noSumsLike(body.value.type, target);
  if (!sumsLike(stored, target))
    return noSumsLike(stored, target);
  return LinearSearch(array, target).whyNot(body.value);
}

} // namespace sparsec
