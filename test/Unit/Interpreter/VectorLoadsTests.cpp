//===- VectorLoadsTests.cpp - guarded loads as vectors have the same values
//===//
///
/// \file
/// test/LoopPasses/load-vectors-guarded.loops says what the pass makes of loads
/// under conditions; here kernels are run before and after it.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Interpreter/Interpreter.h"
#include "sparsec/LoopPasses/LoopPasses.h"
#include "sparsec/LoopText/LoopText.h"

#include "gtest/gtest.h"

#include <cstring>

using namespace sparsec;

namespace {

constexpr size_t count = 8;

std::string textOf(const Cells &cells) {
  std::string text;
  for (size_t pos = 0; pos < cells.count(); ++pos) {
    double value = 0;
    std::memcpy(&value, cells.at(pos), sizeof value);
    text += std::to_string(long(value)) + " ";
  }
  return text;
}

/// x and y after the loops of \p module, where a = 1 2 ..
std::string run(const LoopModule &module) {
  const LoopSnapshot loops = {"test", {module.loops}, /*hasBarriers=*/true};
  const ElementType real = ElementType::float64();
  std::vector<double> numbers(4 * count);
  for (size_t at = 0; at < numbers.size(); ++at)
    numbers[at] = double(at + 1);
  Memory memory;
  memory.parameters["n"] = count;
  memory.arrays["a"] = Cells::of(real, numbers);
  memory.arrays["x"] =
      Cells::of(real, std::vector<double>{5, 6, 7, 8, 0, 1, 6, 9});
  memory.arrays["y"] = Cells::of(real, std::vector<double>(count));
  if (llvm::Error error = interpret(module.program, loops, memory))
    return llvm::toString(std::move(error));
  return textOf(memory.arrays.at("x")) + "| " + textOf(memory.arrays.at("y"));
}

/// Runs a kernel whose blocks b do \p body before and after the pass, which has
/// to find \p vectors of them.
void expectSame(const std::string &body, size_t vectors) {
  Session session;
  llvm::Expected<std::vector<LoopModule>> modules = readLoops(session.ctx(), R"(
phase execute;
param int n;
array double a[4 * n];
array double x[n];
array double y[n];
for (int b = 0; b < n; b++) [gpu(on = block.x, kernel = k), load_vectors(a)] {
  for (int t = 0; t < 1; t++) [gpu(on = thread.x, kernel = k)] {
)" + body + "}\n}\n");
  ASSERT_TRUE(bool(modules)) << llvm::toString(modules.takeError());
  LoopModule &module = modules->front();
  const std::string before = run(module);
  LoweringHooks hooks;
  if (llvm::Error error = runLoopPass("load-vectors", module.loops,
                                      module.program, module.phase(), hooks))
    FAIL() << llvm::toString(std::move(error));
  const std::string text =
      writeLoops(module.program, module.phase(), module.loops);
  size_t found = 0;
  for (size_t at = 0; (at = text.find("const double", at)) != text.npos; ++at)
    found += text.compare(at, 13, "const double2") == 0 ||
             text.compare(at, 13, "const double4") == 0;
  EXPECT_GE(found, vectors) << text;
  EXPECT_EQ(run(module), before) << text;
}

TEST(VectorLoads, TheSameElementsInAnyCaseAndUnderACondition) {
  expectSame(R"(
    [vectors(a)] S: x[b] += a[4 * b] * a[4 * b + 1];
    [vectors(a)] const double first = b < 5 ? a[4 * b] : 0;
    [vectors(a)] const double second = b < 5 ? a[4 * b + 1] : 0;
    [vectors(a)] T: y[b] += first * second;
)",
             1);
}

TEST(VectorLoads, UnderAConditionFirst) {
  expectSame(R"(
    [vectors(a)] const double first = b < 5 ? a[4 * b + 2] : 0;
    [vectors(a)] const double second = b < 5 ? a[4 * b + 3] : 0;
    [vectors(a)] U: x[b] += a[4 * b] * a[4 * b + 1];
    [vectors(a)] V: y[b] += first - second;
)",
             2);
}

TEST(VectorLoads, AConditionThatChangesInBetween) {
  // Of x = 6 the first holds, the second does not.
  expectSame(R"(
    [vectors(a)] const double first = x[b] < 7 ? a[4 * b] : 0;
    W: x[b] += 1;
    [vectors(a)] const double second = x[b] < 7 ? a[4 * b + 1] : 0;
    [vectors(a)] X: y[b] += 100 * first + second;
    [vectors(a)] Z: y[b] += a[4 * b + 2] * a[4 * b + 3];
)",
             1);
}

} // namespace
