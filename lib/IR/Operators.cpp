//===- Operators.cpp - the rows of Operators.def --------------------------===//

#include "sparsec/IR/Operators.h"

namespace sparsec {
namespace {

struct OperatorRow {
  const char *spelling;
  unsigned operands;
  precedence::Level precedence, least;
};

constexpr OperatorRow operatorRows[] = {
    {"", 0, precedence::Lowest, precedence::Lowest}, // None
#define OPERATOR(NAME, SPELLING, OPERANDS, PRECEDENCE, LEAST)                  \
  {SPELLING, OPERANDS, precedence::PRECEDENCE, precedence::LEAST},
#include "sparsec/IR/Operators.def"
};

struct UpdateRow {
  const char *spelling;
  Operator op;
  const char *function;
  Update join;
  const char *identity, *realIdentity, *combiner, *clause, *stem;
  Ties ties;
};

constexpr UpdateRow noUpdate = {
    "", Operator::None, "", Update::None, "", "", "", "", "bits", Ties::Any};

constexpr UpdateRow updateRows[] = {
    noUpdate, // None
    noUpdate, // AnyOrder
#define UPDATE(NAME, SPELLING, OPERATOR, FUNCTION, JOIN, IDENTITY,             \
               REAL_IDENTITY, COMBINER, CLAUSE, STEM, TIES)                    \
  {SPELLING,      Operator::OPERATOR, FUNCTION, Update::JOIN, IDENTITY,        \
   REAL_IDENTITY, COMBINER,           CLAUSE,   STEM,         Ties::TIES},
#include "sparsec/IR/Operators.def"
};

const OperatorRow &rowOf(Operator op) { return operatorRows[size_t(op)]; }
const UpdateRow &rowOf(Update update) { return updateRows[size_t(update)]; }

/// The first update whose \p column is \p text, which is not empty.
Update findUpdate(const char *UpdateRow::*column, llvm::StringRef text) {
  if (!text.empty())
    for (size_t row = 0; row < std::size(updateRows); ++row)
      if (text == updateRows[row].*column)
        return Update(row);
  return Update::None;
}

} // namespace

const char *spellingOf(Operator op) { return rowOf(op).spelling; }
unsigned operandsOf(Operator op) { return rowOf(op).operands; }
precedence::Level precedenceOf(Operator op) { return rowOf(op).precedence; }
precedence::Level leastOfOperand(Operator op) { return rowOf(op).least; }

Operator operatorNamed(llvm::StringRef spelling, unsigned operands) {
  for (size_t row = 1; row < std::size(operatorRows); ++row)
    if (operatorRows[row].operands == operands &&
        spelling == operatorRows[row].spelling)
      return Operator(row);
  return Operator::None;
}

bool isComparison(Operator op) {
  const precedence::Level level = precedenceOf(op);
  return level == precedence::Equality || level == precedence::Relation;
}

bool isLogical(Operator op) {
  return op == Operator::LogicalAnd || op == Operator::LogicalOr;
}

const char *spellingOf(Update update) { return rowOf(update).spelling; }

Update updateNamed(llvm::StringRef spelling) {
  return findUpdate(&UpdateRow::spelling, spelling);
}

Operator operatorOf(Update update) { return rowOf(update).op; }

Update updateBy(Operator op) {
  if (op != Operator::None)
    for (size_t row = 0; row < std::size(updateRows); ++row)
      if (updateRows[row].op == op)
        return Update(row);
  return Update::None;
}

const char *functionOf(Update update) { return rowOf(update).function; }

Update updateByFunction(llvm::StringRef function) {
  return findUpdate(&UpdateRow::function, function);
}

Update joinOf(Update update) { return rowOf(update).join; }
bool commutes(Update update) { return joinOf(update) != Update::None; }

Ties tiesOf(Update update) { return rowOf(update).ties; }

Update choiceOf(bool isLeast, Ties ties) {
  for (size_t row = 0; row < std::size(updateRows); ++row)
    if (isChoice(Update(row)) && sparsec::isLeast(Update(row)) == isLeast &&
        updateRows[row].ties == ties)
      return Update(row);
  return Update::None;
}

bool isChoice(Update update) {
  return isLeast(update) || llvm::StringRef(clauseOf(update)) == "max";
}

bool isLeast(Update update) {
  return llvm::StringRef(clauseOf(update)) == "min";
}

const char *identityOf(Update update, bool isFloating) {
  const UpdateRow &row = rowOf(update);
  return isFloating ? row.realIdentity : row.identity;
}

const char *combinerOf(Update update) { return rowOf(update).combiner; }
const char *clauseOf(Update update) { return rowOf(update).clause; }

Update updateOfClause(llvm::StringRef clause) {
  return findUpdate(&UpdateRow::clause, clause);
}

const char *stemOf(Update update) { return rowOf(update).stem; }

std::string Reduction::clause() const {
  return std::string(clauseOf(op)) + ":" + variable;
}

} // namespace sparsec
