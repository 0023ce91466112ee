//===- Operators.h - operators of C, and updates ----------------*- C++ -*-===//
///
/// \file
/// The rows of Operators.def, and what they say.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_IR_OPERATORS_H
#define SPARSEC_IR_OPERATORS_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace sparsec {

/// C's precedences, higher binds tighter.
namespace precedence {
enum Level : unsigned char {
  Lowest,
  Ternary,
  LogicalOr,
  LogicalAnd,
  BitOr,
  BitXor,
  BitAnd,
  Equality,
  Relation,
  Shift,
  Additive,
  Multiplicative,
  Prefix,
  Primary,
};
} // namespace precedence

/// An operator of C; a minus with one operand is another one than with two.
enum class Operator : unsigned char {
  None,
#define OPERATOR(NAME, SPELLING, OPERANDS, PRECEDENCE, LEAST) NAME,
#include "sparsec/IR/Operators.def"
};

/// "+"
const char *spellingOf(Operator op);
unsigned operandsOf(Operator op);
precedence::Level precedenceOf(Operator op);
/// How tightly the operand of \p op, which has one, has to bind.
precedence::Level leastOfOperand(Operator op);
/// The operator of that many \p operands; None where there is none.
Operator operatorNamed(llvm::StringRef spelling, unsigned operands);
/// Whether \p op compares two values: == != < <= > >=
bool isComparison(Operator op);
/// Whether \p op is && or ||, which evaluate the right side only if they must.
bool isLogical(Operator op);

/// How an assignment changes its target.
enum class Update : unsigned char {
  None,
  /// Of accesses only: by no operator, but in an order that does not show: who
  /// appends to a list, and who is the first of equal records.
  AnyOrder,
#define UPDATE(NAME, SPELLING, OPERATOR, FUNCTION, JOIN, IDENTITY,             \
               REAL_IDENTITY, COMBINER, CLAUSE, STEM, TIES)                    \
  NAME,
#include "sparsec/IR/Operators.def"
};

/// "+=", "min="; "" for None.
const char *spellingOf(Update update);
/// None where no update is spelled so.
Update updateNamed(llvm::StringRef spelling);
/// + of +=; None where it is no operator's.
Operator operatorOf(Update update);
/// The update by \p op: += of +. None where there is none.
Update updateBy(Operator op);
/// "fmin" or another function of <math.h> when \p update calls one, else "".
/// Unlike Least it replaces a NaN in its target.
const char *functionOf(Update update);
/// The update that calls \p function; None where none does.
Update updateByFunction(llvm::StringRef function);
/// Which of equal values an update keeps.
enum class Ties : unsigned char {
  Any,   ///< they are the same
  First, ///< the one that came first, and what goes along with it
  Last,
};
Ties tiesOf(Update update);
/// Whether the order of executions decides between equal values.
inline bool hasTies(Update update) { return tiesOf(update) != Ties::Any; }
/// The update by `min` or `max` that keeps the first or last of equal values.
Update choiceOf(bool isLeast, Ties ties);
/// How two partial results become one: Add for Subtract. None where the order
/// of updates matters.
Update joinOf(Update update);
/// Whether executions commute and associate.
bool commutes(Update update);
/// Whether it leaves one of the values that it sees, as min and max do.
bool isChoice(Update update);
/// Whether the lesser one.
bool isLeast(Update update);
/// The literal that changes nothing: "0", "INFINITY"; "" if none is known.
const char *identityOf(Update update, bool isFloating);
/// "sparsec_add": what the runtime joins values of threads by.
const char *combinerOf(Update update);
/// "+", "min": the operator of OpenMP's `reduction`.
const char *clauseOf(Update update);
/// The first update with that clause.
Update updateOfClause(llvm::StringRef clause);
/// "sum": what gathers such updates is named after it.
const char *stemOf(Update update);

/// A variable that threads or lanes have parts of, which are joined at the end:
/// OpenMP's `reduction(+:sum)`.
struct Reduction {
  Update op = Update::None; ///< the first one of its clause
  std::string variable;

  Reduction() = default;
  /// For updates by \p update.
  Reduction(Update update, std::string variable)
      : op(updateOfClause(clauseOf(update))), variable(std::move(variable)) {}
  bool operator==(const Reduction &) const = default;
  /// "+:sum"
  std::string clause() const;
};

} // namespace sparsec

#endif // SPARSEC_IR_OPERATORS_H
