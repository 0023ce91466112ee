//===- Expr.h - the computation of one statement ----------------*- C++ -*-===//
#ifndef SPARSEC_IR_EXPR_H
#define SPARSEC_IR_EXPR_H

#include "sparsec/IR/Operators.h"
#include "sparsec/IR/SourceSpan.h"
#include "sparsec/IR/Type.h"
#include "sparsec/Poly/Isl.h"

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace sparsec {

/// An expression tree, a value. Subscripts and integer leaves are affine in
/// the statement's iterators, parameters and uninterpreted calls.
struct Expr {
  enum class Kind {
    Constant, ///< text: the literal as written, "1.0f"
    Affine,   ///< subscripts[0]: `{ S[..] -> [value] }` used as a number
    Access,   ///< text: array name; subscripts; scalars have none. Where
              ///< data subscripts an array: operands, and no subscripts
    Unary,    ///< op, one of C's
    Binary,   ///< op: comparisons and logical ones included
    Select,   ///< operands: condition, then, else
    Call,     ///< text: pure <math.h> function
    Cast,     ///< to `type`
    Masked,   ///< operands: mask, value. Only Assignment::value may be one:
              ///< where the mask is 0 nothing is evaluated or assigned
    /// operands: a value, then cells and what they become where the target
    /// takes that value: `{ m = v; at = i; }`. subscripts: where the value is
    /// from, in the order that tells the first of equal ones; none if that is
    /// not known. Only Assignment::value may be one, or what is masked there,
    /// of updates that have ties (Operators.h).
    Carrying,
  };

  Kind kind = Kind::Constant;
  Operator op = Operator::None;
  std::string text;
  std::vector<isl::pw_aff> subscripts;
  std::vector<Expr> operands;
  ElementType type;
  /// Access: where it is written.
  SourceSpan span = {};
  /// Access: reads what another iteration of a loop with tickets writes
  /// (LoopMarks::tickets), and waits for it.
  bool isAwaited = false;

  static Expr constant(std::string literal, ElementType type);
  static Expr affine(isl::pw_aff value, ElementType type);
  static Expr access(std::string array, std::vector<isl::pw_aff> subscripts,
                     ElementType type);
  static Expr binary(Operator op, Expr left, Expr right);
  static Expr masked(Expr mask, Expr value);
  static Expr carrying(Expr value);

  /// Whether it is an element that data subscripts: any of the array, as far
  /// as is known.
  bool isOfData() const { return kind == Kind::Access && !operands.empty(); }

  /// Whether both are written alike, over instances of one space.
  bool isSame(const Expr &other) const;

  /// Calls \p visit on this node and all below, outermost first.
  void walk(const std::function<void(const Expr &)> &visit) const;
  /// A copy with \p rewrite applied to every subscript and affine leaf.
  Expr mapAffine(
      const std::function<isl::pw_aff(const isl::pw_aff &)> &rewrite) const;
  /// A copy in which \p rewrite has replaced every node it returns true for
  /// (called bottom-up; it edits its argument in place). What replaces a node
  /// stands where that stood.
  Expr mapNodes(const std::function<void(Expr &)> &rewrite) const;
};

/// A cell that goes along with the target of an update, and what it becomes.
struct Companion {
  const Expr *cell, *value;
};

/// `target op value;`
struct Assignment {
  Expr target;
  Update op = Update::None;
  Expr value;

  /// What has to be true for anything to happen; null: nothing.
  const Expr *mask() const;
  /// Whether the value matters only where a condition on data holds.
  bool isBranch() const { return mask() || hasTies(op); }
  /// The value without its mask.
  const Expr &computed() const;
  Expr &computed();
  /// What the target gets, or not: without what it carries along.
  const Expr &offered() const;
  /// What goes along with it.
  std::vector<Companion> companions() const;
  /// The arrays of the target and of what goes along with it.
  std::set<std::string> written() const;
  /// Whether it overwrites its target whatever that holds.
  bool overwrites() const;
  /// Whether executions commute and associate: by an update that does, whose
  /// value does not read the target's array.
  bool isReduction() const;
  /// Whether it updates a tuple of the target and its companions: nothing reads
  /// what is in the tuple, whose cells have the same subscripts.
  bool isTuple() const;
  /// Whether executions of that commute and associate: values have places, by
  /// which equal ones are told apart in any order.
  bool isTupleReduction() const;
  /// Identity of the reduction ("0", "1", "INFINITY", …) for the target's
  /// type; "" if none.
  std::string identity() const;
};

} // namespace sparsec

#endif // SPARSEC_IR_EXPR_H
