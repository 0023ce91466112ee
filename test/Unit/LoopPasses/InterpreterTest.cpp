//===- InterpreterTest.cpp - loops that run without a compiler ------------===//

#include "Nest.h"

#include "sparsec/Interpreter/Interpreter.h"

using namespace sparsec;
using namespace sparsec::test;

namespace {

/// y = A x on 2 x 3: { 1 2 . / . . 3 }.
class InterpreterTest : public ::testing::Test {
protected:
  InterpreterTest() {
    makeSpmv(nest);
    LoopMarks parallel;
    parallel.parallel = true;
    nest.program.phases = {
        {Phase::Role::Execute,
         nest.loop("i", "i", nest.loop("j", "j", nest.leaf("S")), parallel)}};
    memory.parameters = {{"n", 2}, {"m", 3}};
    give("index", {0, 2, 3});
    give("col", {0, 1, 2});
    giveReals("a", {1, 2, 3});
    giveReals("x", {1, 10, 100});
    giveReals("y", {0.5, 0});
  }

  void give(const std::string &array, const std::vector<long> &values) {
    memory.arrays[array] = Cells::of(ElementType::int32(), values);
  }
  void giveReals(const std::string &array, const std::vector<double> &values) {
    memory.arrays[array] = Cells::of(ElementType::float64(), values);
  }

  /// The values of y, or what goes wrong, with the loops after \p pass.
  std::string run(const std::string &pass) {
    llvm::Expected<std::vector<LoopSnapshot>> loops =
        loopSnapshots(nest.program);
    if (!loops)
      return llvm::toString(loops.takeError());
    for (const LoopSnapshot &one : *loops) {
      if (one.pass != pass)
        continue;
      Memory own = memory;
      if (llvm::Error error = interpret(nest.program, one, own, /*seed=*/3))
        return llvm::toString(std::move(error));
      const Cells &y = own.arrays.at("y");
      std::string text;
      for (size_t pos = 0; pos < y.count(); ++pos) {
        double value = 0;
        std::copy_n(y.at(pos), sizeof value,
                    reinterpret_cast<unsigned char *>(&value));
        text += std::to_string(value) + " ";
      }
      return text;
    }
    return "no such pass";
  }

  Nest nest;
  Memory memory;
};

TEST_F(InterpreterTest, EveryPassComputesTheSame) {
  llvm::Expected<std::vector<LoopSnapshot>> loops = loopSnapshots(nest.program);
  ASSERT_TRUE(bool(loops));
  EXPECT_GT(loops->size(), 20u);
  for (const LoopSnapshot &one : *loops)
    EXPECT_EQ(run(one.pass), "21.500000 300.000000 ") << one.pass;
}

TEST_F(InterpreterTest, SubscriptsStayInTheirArrays) {
  give("col", {0, 1, 7});
  EXPECT_EQ(run("lower"), "after lower: 'x[col[j]]' is element 7 of 3");
}

TEST_F(InterpreterTest, WhatNothingHasSetIsNotUsed) {
  memory.arrays["x"] = Cells::make(ElementType::float64(), 3);
  EXPECT_EQ(run("clean-locals"),
            "after clean-locals: 'x[col[j]]' has no value");
}

TEST_F(InterpreterTest, ArgumentsAreGiven) {
  memory.arrays.erase("col");
  EXPECT_EQ(run("lower"), "after lower: 'col' is no argument");
}

TEST_F(InterpreterTest, CopiesOfWhatNothingHasSetAreFine) {
  nest.assign(nest.load("y", {"i"}), "=", nest.load("x", {"c"}));
  memory.arrays["x"] = Cells::make(ElementType::float64(), 3);
  EXPECT_EQ(run("lower"), "0.000000 0.000000 ");
}

} // namespace
