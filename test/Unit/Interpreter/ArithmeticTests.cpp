//===- ArithmeticTests.cpp - interpreted numbers are those of C -----------===//
///
/// \file
/// Loops as text on an int, a long long and an unsigned int: their values are
/// what C makes of them, and what C leaves open is a fault.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Interpreter/Interpreter.h"
#include "sparsec/LoopIR/Typing.h"
#include "sparsec/LoopText/LoopText.h"

#include "gtest/gtest.h"

#include <climits>
#include <cstring>

using namespace sparsec;

namespace {

const char *const symbols = R"(
phase execute;
param int n;
array int i[1];
array long long l[1];
array unsigned int u[1];
array double y[1];
)";

/// y after the statements \p text, or what goes wrong.
std::string run(const std::string &text, long i = INT_MAX, long l = LLONG_MIN) {
  Session session;
  llvm::Expected<std::vector<LoopModule>> modules =
      readLoops(session.ctx(), symbols + text);
  if (!modules)
    return llvm::toString(modules.takeError());
  const LoopModule &module = modules->front();
  LoopSnapshot loops = {"test", {module.loops}, /*hasBarriers=*/true};
  Memory memory;
  memory.parameters["n"] = 8;
  const auto give = [&](const char *name, const char *type, long value) {
    memory.arrays[name] =
        Cells::of(*ElementType::named(type), std::vector<long>{value});
  };
  give("i", "int", i);
  give("l", "long long", l);
  give("u", "unsigned int", 3000000000);
  memory.arrays["y"] =
      Cells::of(ElementType::float64(), std::vector<double>{0});
  if (llvm::Error error = interpret(module.program, loops, memory))
    return llvm::toString(std::move(error));
  double value = 0;
  std::memcpy(&value, memory.arrays.at("y").at(0), sizeof value);
  return std::to_string(value);
}

TEST(Arithmetic, OfSignedIntegersDoesNotWrapAround) {
  EXPECT_EQ(run("A: y[0] = i[0] + 1;"), "after test: '+' exceeds its 32 bits");
  EXPECT_EQ(run("A: y[0] = -l[0];"), "after test: '-' exceeds its 64 bits");
  EXPECT_EQ(run("A: y[0] = l[0] / {-1};"),
            "after test: '/' exceeds its 64 bits");
  EXPECT_EQ(run("A: y[0] = l[0] % {-1};"),
            "after test: '%' exceeds its 64 bits");
  EXPECT_EQ(run("A: i[0] += 1;"), "after test: '+' exceeds its 32 bits");
  EXPECT_EQ(run("A: y[0] = i[0] + 1LL;"), "2147483648.000000");
  EXPECT_EQ(run("A: y[0] = u[0] + u[0];"), "1705032704.000000");
}

TEST(Arithmetic, HasTheWidthThatCGivesIt) {
  // The width that nodes note is what is known, not what is computed.
  EXPECT_EQ(run("A: y[0] = {i[0]@64 + 1};"),
            "after test: '+' exceeds its 32 bits");
}

TEST(Arithmetic, GivesChoicesOneType) {
  EXPECT_EQ(run("A: y[0] = (i[0] > 3 ? 1 : 0.5) / 4;"), "0.250000");
  EXPECT_EQ(run("A: y[0] = (i[0] > 3 ? -1 : u[0]);"), "4294967295.000000");
  EXPECT_EQ(run("A: y[0] = (i[0] > 3 ? i[0] : l[0]) + 1;"),
            "2147483648.000000");
}

TEST(Arithmetic, ReadsAllConstants) {
  EXPECT_EQ(run("A: y[0] = 18446744073709551615ULL;"),
            "18446744073709551616.000000");
  EXPECT_EQ(run("A: y[0] = 4000000000 + 4000000000;"), "8000000000.000000");
  EXPECT_EQ(run("A: y[0] = 0xffffffff + 1;"), "0.000000");
}

/// `for (int k = 0; l < 3 && k < 8; k++)`
TEST(Arithmetic, LoopsThatMayEndAskBefore) {
  const std::string loop = "for (int k = 0; k < 8; k++) while({i[0]} < 3) {\n"
                           "  A: y[0] += 1;\n  B: i[0] += 1;\n}\n";
  EXPECT_EQ(run(loop, 0), "3.000000");
  EXPECT_EQ(run(loop, 3), "0.000000");
}

} // namespace
