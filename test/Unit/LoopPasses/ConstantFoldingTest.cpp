//===- ConstantFoldingTest.cpp - computations of numbers, binary digits ---===//

#include "sparsec/LoopIR/ConstantFolding.h"
#include "BinaryDigits.h"
#include "sparsec/LoopIR/ComplexNumbers.h"
#include "sparsec/LoopIR/ExprPrinter.h"

#include "gtest/gtest.h"

#include <climits>

using namespace sparsec;

namespace {

LoopExpr number(long value) { return LoopExpr::integer(value); }
LoopExpr literal(const char *text) { return LoopExpr::literal(text); }
LoopExpr var(const char *name) { return LoopExpr::variable(name); }
LoopExpr op(Operator name, LoopExpr a, LoopExpr b) {
  return LoopExpr::binary(name, a, b);
}
LoopExpr bit(LoopExpr value, long place) {
  return op(Operator::BitAnd, op(Operator::ShiftRight, value, number(place)),
            number(1));
}

TEST(ConstantFolding, ComparesIntegersAsSuch) {
  EXPECT_EQ(integerOf(op(Operator::Equal, number(9007199254740993),
                         number(9007199254740992))),
            0);
  EXPECT_FALSE(integerOf(LoopExpr::unary(Operator::Negate, number(LONG_MIN))));
}

TEST(ConstantFolding, GivesChoicesTheTypeOfBoth) {
  const LoopExpr choice = LoopExpr::node(
      LoopExpr::Kind::Select, "", {literal("1"), literal("1"), literal("0.5")});
  EXPECT_FALSE(integerOf(choice));
  EXPECT_EQ(doubleOf(*numberOf(op(Operator::Divide, choice, number(4)))), 0.25);
  const LoopExpr complex =
      LoopExpr::cast(LoopType(ElementType::complex128()), number(1));
  EXPECT_EQ(doubleOf(*numberOf(op(Operator::Multiply, complex, number(3)))), 3);
  EXPECT_FALSE(integerOf(complex));
}

TEST(ConstantFolding, FollowsC) {
  EXPECT_EQ(integerOf(op(Operator::Subtract, number(1),
                         op(Operator::Multiply, number(2), literal("3")))),
            -5);
  EXPECT_EQ(
      printExpr(folded(op(Operator::Subtract, number(1), literal("0.5")))),
      "0x1p-1");
  EXPECT_EQ(
      printExpr(folded(op(Operator::Multiply, literal("0.1"), number(-1)))),
      "-0x1.999999999999ap-4");
  EXPECT_EQ(integerOf(op(Operator::Divide, number(7), number(2))), 3);
}

TEST(ConstantFolding, KeepsTheWidthOfIntegers) {
  auto text = [](const LoopExpr &expr) { return printExpr(folded(expr)); };
  const LoopExpr five = op(Operator::Add, literal("2L"), number(3));
  EXPECT_EQ(text(op(Operator::Multiply, five, var("i"))), "(long)5 * i");
  EXPECT_EQ(text(op(Operator::Multiply, op(Operator::Less, five, number(9)),
                    var("i"))),
            "1 * i");
  EXPECT_EQ(text(op(Operator::Multiply,
                    LoopExpr::cast(LoopType::int64(), number(-7)), var("i"))),
            "(long long)-7 * i");
  EXPECT_EQ(text(op(Operator::Multiply, LoopExpr::cast(LoopType::int32(), five),
                    var("i"))),
            "5 * i");
  EXPECT_EQ(text(op(Operator::Multiply, op(Operator::Multiply, five, five),
                    literal("0.5"))),
            "0x1.9p+3");
}

TEST(ConstantFolding, MultipliesComplexNumbers) {
  const LoopExpr z = complexOf(literal("1.0"), literal("2.0"));
  EXPECT_EQ(printExpr(folded(op(Operator::Multiply, z, z))),
            "sparsec_complex_of(-0x1.8p+1, 0x1p+2)");
  EXPECT_EQ(printExpr(folded(op(Operator::Subtract,
                                op(Operator::Multiply, z, literal("0.5")),
                                number(1)))),
            "sparsec_complex_of(-0x1p-1, 0x1p+0)");
  // Without an imaginary part it is a double.
  EXPECT_EQ(printExpr(folded(
                op(Operator::Subtract, z, complexOf(number(0), number(2))))),
            "0x1p+0");
  EXPECT_FALSE(numberOf(op(Operator::Divide, z, number(2))));
  EXPECT_FALSE(numberOf(op(Operator::Less, z, number(2))));
  EXPECT_FALSE(numberOf(complexOf(var("x"), number(2))));
}

TEST(ConstantFolding, LeavesWhatCLeavesOpen) {
  EXPECT_FALSE(numberOf(op(Operator::Divide, number(1), number(0))));
  EXPECT_FALSE(numberOf(op(Operator::Divide, number(-7), number(2))));
  EXPECT_FALSE(numberOf(op(Operator::Divide, literal("1.0"), literal("0.0"))));
  EXPECT_FALSE(numberOf(op(Operator::ShiftRight, number(-1), number(1))));
  EXPECT_FALSE(numberOf(op(Operator::Add, number(LONG_MAX), number(1))));
  EXPECT_FALSE(numberOf(literal("1.0f")));
  EXPECT_FALSE(numberOf(op(Operator::Add, var("x"), number(1))));
}

TEST(BinaryDigits, AreThoseOfTheIterator) {
  const BinaryDigits digits("s", 5);
  LoopExpr s = var("s"), c = var("c");
  EXPECT_EQ(digits.usedBy(bit(s, 3)), uint64_t{1} << 3);
  EXPECT_EQ(digits.usedBy(bit(number(32) * c + s, 4)), uint64_t{1} << 4);
  EXPECT_EQ(digits.usedBy(bit(number(32) * c + s, 5)), 0u);
  EXPECT_EQ(digits.usedBy(bit(number(4) * s + number(3), 3)), uint64_t{1} << 1);
  EXPECT_EQ(digits.usedBy(bit(op(Operator::Divide, s, number(4)), 1)),
            uint64_t{1} << 3);
  EXPECT_EQ(digits.usedBy(op(Operator::Remainder, s, number(2))), 1u);
  EXPECT_EQ(digits.usedBy(op(Operator::Multiply, bit(s, 0), bit(s, 2))), 5u);
}

TEST(BinaryDigits, OrNotKnown) {
  const BinaryDigits digits("s", 5);
  LoopExpr s = var("s"), c = var("c");
  // Carries may change the digit.
  EXPECT_FALSE(digits.usedBy(bit(number(16) * c + s, 4)));
  EXPECT_FALSE(digits.usedBy(bit(s + number(1), 0)));
  EXPECT_FALSE(digits.usedBy(bit(number(3) * s, 0)));
  EXPECT_FALSE(digits.usedBy(s));
  EXPECT_FALSE(digits.usedBy(
      op(Operator::BitAnd,
         op(Operator::ShiftRight, s, LoopExpr::load("col", {var("k")})),
         number(1))));
}

TEST(BinaryDigits, AreReplaced) {
  const BinaryDigits digits("s", 5);
  LoopExpr value = op(Operator::Subtract,
                      bit(number(32) * var("c") + var("s"), 2), literal("0.5"));
  EXPECT_EQ(printExpr(digits.withDigits(
                value, [](unsigned) { return LoopExpr::integer(1); })),
            "0x1p-1");
  LoopExpr outer = bit(number(32) * var("c") + var("s"), 6);
  EXPECT_EQ(printExpr(digits.withDigits(
                outer, [](unsigned) { return LoopExpr::integer(1); })),
            "(32 * c >> 6) & 1");
}

} // namespace
