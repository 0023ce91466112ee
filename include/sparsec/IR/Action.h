//===- Action.h - what inspectors do besides assignments --------*- C++ -*-===//
///
/// \file
/// The work of a statement that is no assignment: one of a closed set of kinds,
/// each with its typed operands. What an action accesses follows from its kind,
/// and for calls from the table of the runtime's functions, never from a list
/// beside it. Targets spell it (Lowering/ActionText.h).
///
/// Operands are over the statement's instances, `{ S[..] -> .. }`. A `record`
/// is what makes two instances one to Count, Append, Mark and Collect.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_IR_ACTION_H
#define SPARSEC_IR_ACTION_H

#include "sparsec/IR/Access.h"
#include "sparsec/IR/Expr.h"
#include "sparsec/IR/RuntimeFunctions.h"

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace sparsec {

/// The kinds of work.
namespace action {

/// Gives \c array its memory, of its extents; zeros where it has an initial
/// value, which then is 0.
struct Allocate {
  std::string array;
};

/// `target = value`, a parameter or scalar of the plan.
struct SetNumber {
  std::string target;
  Expr value;
};

/// Tells whether an instance with this record was there before: `mark` holds
/// the number of the last owner that had the key, and owners come one after the
/// other (Sharing::owner).
struct Stamp {
  Expr mark;    ///< an element of workspace
  Expr segment; ///< an element whose place in its array is the owner's number
};

/// `counter++`, once per record.
struct Count {
  Expr counter;
  std::optional<Stamp> stamp; ///< where records may repeat
};

/// `total++`, a scalar of the plan.
struct CountAll {
  std::string total;
};

/// `list[counter] = value` in every list, then `counter++`; once per record.
struct Append {
  /// { array, value }
  std::vector<std::pair<std::string, Expr>> lists;
  Expr counter;
  std::optional<Stamp> stamp; ///< where records may repeat
  bool inTurn = false;        ///< the order of a list's elements shows
};

/// An iteration meets the last one before that had its key, which `last` holds
/// the number of, from 1: it counts that (`last > 0`: `counter++`), or appends
/// it to \c list. Numbers are negated while lists are filled.
struct Meet {
  Expr number; ///< of the iteration, from 1
  Expr counter, last;
  std::string list; ///< "": counts
};

/// `flag = 1`, by any number of threads at once.
struct Mark {
  Expr flag;
};

/// Writes down the segment of an instance: `slot[instance] = segment`, or
/// `-1 - segment` where it joins the entry that its segment got last; and its
/// key, where those of a segment are sorted later.
struct Collect {
  /// The element of an array that belongs to the instance; the one that
  /// Collect::total counts, where instances have no numbers.
  struct Place {
    std::string array;
    std::optional<Expr> element;
  };
  std::optional<Expr> key; ///< a stamp (from 1), or what is sorted
  Expr segment;            ///< an element whose place is the segment
  Place slot;
  std::optional<Expr> stamp; ///< the last key of the segment
  std::optional<Place> keys; ///< where keys are sorted
  std::string total;         ///< counts instances; "" where they are numbered
};

/// `array[slot[cursor++], ..] op= value`.
struct Scatter {
  Expr place; ///< the element where slot is 0
  Expr value;
  std::string slot, cursor;
  Update op = Update::Set;
  /// Several instances have one place: op, or Set of one value, commutes.
  bool isShared = false;
};

/// `length = max(length, greatest + 1)`, a parameter of the plan.
struct Measure {
  std::string length;
  isl::pw_aff greatest;
};

/// What a call passes for a parameter of the runtime's function.
struct Argument {
  enum class Kind {
    Array,
    None,    ///< no array
    Scalar,  ///< the value of a parameter of the plan
    Result,  ///< a parameter that the call sets
    Size,    ///< elements of array `name`, and `number` more
    Integer, ///< `number`
    Value,   ///< `value`
    Threads, ///< of a team, at most
  };
  Kind kind = Kind::None;
  std::string name = {};
  long number = 0;
  std::optional<Expr> value = {};

  static Argument array(std::string name);
  static Argument none() { return {}; }
  static Argument scalar(std::string name);
  static Argument result(std::string name);
  static Argument size(std::string array, long more = 0);
  static Argument integer(long number);
  static Argument of(Expr value);
  static Argument threads() { return {Kind::Threads}; }
};

/// One call outside all loops, which goes to `fail` where the function fails.
struct Call {
  const RuntimeFunction *function = nullptr;
  std::vector<Argument> arguments;
  /// What a function that returns a number sets.
  std::string target = {};
  /// Indices have 64 bits.
  bool isWide = false;
  /// Set after the call.
  std::vector<SetNumber> results = {};
};

} // namespace action

using action::Argument;

struct Action {
  using Work = std::variant<action::Allocate, action::SetNumber, action::Count,
                            action::CountAll, action::Append, action::Meet,
                            action::Mark, action::Collect, action::Scatter,
                            action::Measure, action::Call>;
  Work work;
  /// "count", "prefix sum", … for printing and for names of statements.
  std::string label;
  /// `{ S[..] -> [segment.., key..] }`
  std::vector<isl::pw_aff> record = {};

  template <typename Kind>
  const Kind *as() const {
    return std::get_if<Kind>(&work);
  }
  template <typename Kind>
  Kind *as() {
    return std::get_if<Kind>(&work);
  }

  /// All that it touches, index arrays in subscripts excepted.
  std::vector<Access> accesses() const;
  /// The expressions in it, in the order of the fields; targets get their
  /// values in this order.
  std::vector<Expr> operands() const;
  /// Applies \p rewrite to every affine value in it.
  void
  mapAffine(const std::function<isl::pw_aff(const isl::pw_aff &)> &rewrite);
};

/// What is wrong with the arguments of \p call; "" for nothing.
std::string verifyCall(const action::Call &call);

} // namespace sparsec

#endif // SPARSEC_IR_ACTION_H
