//===- LoopExpr.h - expressions of lowered loops ----------------*- C++ -*-===//
///
/// \file
/// The expressions of the lowered loops, a value: integers over the loops'
/// iterators and parameters, which fold, and the source's computations, which
/// are kept as written. Build with the factories: they fold constants.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LOOPIR_LOOPEXPR_H
#define SPARSEC_LOOPIR_LOOPEXPR_H

#include "sparsec/IR/Operators.h"
#include "sparsec/LoopIR/LoopType.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace sparsec {

struct LoopExpr;

/// The operands of an expression. Copies share them: to copy an expression
/// takes the same time whatever its length.
class ExprList {
public:
  ExprList() = default;
  ExprList(std::vector<LoopExpr> operands);

  size_t size() const;
  bool empty() const { return !list; }
  const LoopExpr *begin() const;
  const LoopExpr *end() const;
  const LoopExpr &operator[](size_t pos) const;
  const LoopExpr &front() const { return *begin(); }
  const LoopExpr &back() const;
  bool operator==(const ExprList &other) const;
  std::vector<LoopExpr> toVector() const;
  /// What \p rewrite makes of each of them.
  ExprList
  mapped(const std::function<LoopExpr(const LoopExpr &)> &rewrite) const;

private:
  std::shared_ptr<const std::vector<LoopExpr>> list; ///< null: none
};

/// Where a thread of a kernel stands in one dimension of its grid.
struct GpuIndex {
  enum class Of {
    Block,  ///< the number of its block
    Thread, ///< its number in the block
    Blocks, ///< how many blocks there are
  };
  Of of = Of::Block;
  unsigned dimension = 0; ///< 0, 1, 2: x, y, z
};

struct LoopExpr {
  enum class Kind {
    // Integers. All but Load and Select fold.
    Integer,  ///< value
    Variable, ///< name: iterator, local or parameter ("A->n" too)
    GpuIndex, ///< gpuIndex(), in kernels only
    Add,      ///< any number of operands
    Mul,      ///< any number of operands, a constant factor first
    FloorDiv, ///< operands[0] / operands[1] towards minus infinity
    Div,      ///< C's `/`; the dividend is not negative
    Mod,      ///< C's `%`; the dividend is not negative
    Min,
    Max,
    Less, ///< operands[0] < operands[1]
    LessEqual,
    Equal,
    And,
    Or,
    // Both.
    Load,   ///< name[operands]: array element; a scalar has no operands
    Select, ///< operands: condition, then, else
    Widen,  ///< (long long)operands[0]
    // Computations of a statement.
    Literal, ///< text in `name`
    Unary,   ///< op, one of C's
    Binary,
    Call,
    Cast,      ///< to `type`
    SizeOf,    ///< of `type`
    Member,    ///< operands[0].name
    Arrow,     ///< operands[0]->name
    Increment, ///< operands[0]++
    String,    ///< the text in `name`, quoted
    List,      ///< {operands}, an initializer
  };

  Kind kind = Kind::Integer;
  Operator op = Operator::None;
  long value = 0; ///< Integer, GpuIndex
  std::string name;
  SharedType type; ///< Cast, SizeOf
  ExprList operands;
  /// An integer of 64 bits.
  bool wide = false;

  bool operator==(const LoopExpr &) const = default;

  static LoopExpr integer(long value);
  static LoopExpr variable(std::string name, bool wide = false);
  static LoopExpr gpuIndex(GpuIndex index);
  static LoopExpr load(std::string array, std::vector<LoopExpr> subscripts,
                       bool wide = false);
  static LoopExpr literal(std::string text);
  static LoopExpr select(LoopExpr condition, LoopExpr then, LoopExpr otherwise);
  static LoopExpr widen(LoopExpr value);
  /// C's operators, which do not fold.
  static LoopExpr unary(Operator op, LoopExpr operand);
  static LoopExpr binary(Operator op, LoopExpr left, LoopExpr right);
  static LoopExpr cast(LoopType type, LoopExpr operand);
  static LoopExpr sizeOf(LoopType type);
  /// A node of \p kind as it stands, for the other kinds that do not fold.
  static LoopExpr node(Kind kind, std::string name,
                       std::vector<LoopExpr> operands);

  bool isInteger() const { return kind == Kind::Integer; }
  bool isInteger(long number) const { return isInteger() && value == number; }
  bool isVariable() const { return kind == Kind::Variable; }
  /// Of a GpuIndex.
  sparsec::GpuIndex gpuIndex() const;

  /// Calls \p visit on this node and all below, outermost first.
  void walk(const std::function<void(const LoopExpr &)> &visit) const;
  bool mentions(const std::string &variable) const;
  bool hasLoad() const;
  /// A copy, folded, with \p rewrite applied to every node, bottom-up.
  LoopExpr map(const std::function<LoopExpr(LoopExpr)> &rewrite) const;
  /// A copy, folded, in which variable \p name is \p replacement.
  LoopExpr substitute(const std::string &name,
                      const LoopExpr &replacement) const;
};

inline size_t ExprList::size() const { return list ? list->size() : 0; }
inline const LoopExpr *ExprList::begin() const {
  return list ? list->data() : nullptr;
}
inline const LoopExpr *ExprList::end() const { return begin() + size(); }
inline std::vector<LoopExpr> ExprList::toVector() const {
  return {begin(), end()};
}
inline const LoopExpr &ExprList::operator[](size_t pos) const {
  return begin()[pos];
}
inline const LoopExpr &ExprList::back() const { return end()[-1]; }

LoopExpr operator+(const LoopExpr &a, const LoopExpr &b);
LoopExpr operator-(const LoopExpr &a, const LoopExpr &b);
LoopExpr operator*(const LoopExpr &a, const LoopExpr &b);
LoopExpr floorDiv(const LoopExpr &a, const LoopExpr &b);
/// C's operators; the dividend is not negative.
LoopExpr plainDiv(const LoopExpr &a, const LoopExpr &b);
LoopExpr plainMod(const LoopExpr &a, const LoopExpr &b);
LoopExpr minOf(const LoopExpr &a, const LoopExpr &b);
LoopExpr maxOf(const LoopExpr &a, const LoopExpr &b);
LoopExpr less(const LoopExpr &a, const LoopExpr &b);
LoopExpr lessEqual(const LoopExpr &a, const LoopExpr &b);
LoopExpr equal(const LoopExpr &a, const LoopExpr &b);
LoopExpr logicalAnd(const LoopExpr &a, const LoopExpr &b);
LoopExpr logicalOr(const LoopExpr &a, const LoopExpr &b);

} // namespace sparsec

#endif // SPARSEC_LOOPIR_LOOPEXPR_H
