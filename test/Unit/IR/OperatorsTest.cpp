//===- OperatorsTest.cpp - the rows of Operators.def ----------------------===//

#include "sparsec/IR/Operators.h"

#include "llvm/ADT/StringRef.h"

#include "gtest/gtest.h"

#include <vector>

using namespace sparsec;

namespace {

constexpr Operator operators[] = {
#define OPERATOR(NAME, SPELLING, OPERANDS, PRECEDENCE, LEAST) Operator::NAME,
#include "sparsec/IR/Operators.def"
};

constexpr Update updates[] = {
#define UPDATE(NAME, SPELLING, OPERATOR, FUNCTION, JOIN, IDENTITY,             \
               REAL_IDENTITY, COMBINER, CLAUSE, STEM, TIES)                    \
  Update::NAME,
#include "sparsec/IR/Operators.def"
};

TEST(Operators, AreFoundBySpellingAndOperands) {
  for (Operator op : operators) {
    SCOPED_TRACE(spellingOf(op));
    EXPECT_EQ(operatorNamed(spellingOf(op), operandsOf(op)), op);
    const bool isUnary = operandsOf(op) == 1;
    EXPECT_EQ(precedenceOf(op) == precedence::Prefix, isUnary);
    EXPECT_EQ(leastOfOperand(op) >= precedence::Prefix, isUnary);
    EXPECT_FALSE(isComparison(op) && isLogical(op));
  }
  EXPECT_EQ(operatorNamed("", 0), Operator::None);
  EXPECT_EQ(operatorNamed("+", 3), Operator::None);
  EXPECT_NE(operatorNamed("-", 1), operatorNamed("-", 2));
}

TEST(Operators, OfUpdatesAreTheirSpellings) {
  for (Update update : updates) {
    SCOPED_TRACE(spellingOf(update));
    EXPECT_EQ(updateNamed(spellingOf(update)), update);
    const llvm::StringRef stem =
        llvm::StringRef(spellingOf(update)).drop_back();
    if (operatorOf(update) != Operator::None) {
      EXPECT_EQ(operatorNamed(stem, 2), operatorOf(update));
      EXPECT_EQ(updateBy(operatorOf(update)), update);
    }
    const llvm::StringRef function = functionOf(update);
    if (!function.empty()) {
      EXPECT_EQ(function, stem);
      EXPECT_EQ(updateByFunction(function), update);
      EXPECT_TRUE(isChoice(update));
    }
  }
  EXPECT_EQ(updateNamed(""), Update::None);
  EXPECT_EQ(updateNamed("=="), Update::None);
  EXPECT_EQ(updateByFunction(""), Update::None);
  EXPECT_EQ(updateBy(Operator::None), Update::None);
}

TEST(Operators, UpdatesThatCommuteHaveAllThatPartsNeed) {
  for (Update update : updates) {
    SCOPED_TRACE(spellingOf(update));
    // Parts of parts join as parts do.
    EXPECT_EQ(joinOf(joinOf(update)), joinOf(update));
    const bool hasParts = commutes(update);
    EXPECT_EQ(*combinerOf(update) != 0, hasParts);
    EXPECT_EQ(*clauseOf(update) != 0, hasParts);
    EXPECT_EQ(*identityOf(update, /*isFloating=*/true) != 0, hasParts);
    EXPECT_STRNE(stemOf(update), "");
    if (!hasParts)
      continue;
    EXPECT_STREQ(clauseOf(joinOf(update)), clauseOf(update));
    EXPECT_STREQ(combinerOf(joinOf(update)), combinerOf(update));
    EXPECT_STREQ(identityOf(joinOf(update), true), identityOf(update, true));
    EXPECT_EQ(isChoice(update),
              llvm::StringRef(clauseOf(update)).starts_with("m"));
  }
  EXPECT_FALSE(commutes(Update::Set));
  EXPECT_FALSE(commutes(Update::Divide));
  EXPECT_FALSE(commutes(Update::None));
  EXPECT_TRUE(isChoice(Update::FMinF));
  EXPECT_TRUE(isLeast(Update::FMinF));
  EXPECT_FALSE(isLeast(Update::Greatest));
}

TEST(Operators, ChoicesSayWhichOfEqualValuesStays) {
  for (const bool isLess : {false, true})
    for (const Ties ties : {Ties::Any, Ties::First, Ties::Last}) {
      const Update update = choiceOf(isLess, ties);
      SCOPED_TRACE(spellingOf(update));
      EXPECT_TRUE(isChoice(update));
      EXPECT_EQ(isLeast(update), isLess);
      EXPECT_EQ(tiesOf(update), ties);
      EXPECT_EQ(hasTies(update), ties != Ties::Any);
      EXPECT_STREQ(functionOf(update), "");
    }
  EXPECT_EQ(choiceOf(true, Ties::Any), Update::Least);
  EXPECT_FALSE(hasTies(Update::Add));
}

TEST(Operators, ClausesAreNamedByTheirFirstUpdate) {
  EXPECT_EQ(Reduction(Update::Subtract, "s").clause(), "+:s");
  EXPECT_EQ(Reduction(Update::Subtract, "s"), Reduction(Update::Add, "s"));
  EXPECT_EQ(Reduction(Update::FMaxF, "s").clause(), "max:s");
  EXPECT_EQ(Reduction(Update::FMaxF, "s"), Reduction(Update::Greatest, "s"));
}

} // namespace
