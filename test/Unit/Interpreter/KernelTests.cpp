//===- KernelTests.cpp - what is wrong with a kernel, and what is not -----===//
///
/// \file
/// Kernels as text, each with one fault: the interpreter names it, in whatever
/// order blocks and threads run.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Interpreter/Interpreter.h"
#include "sparsec/LoopText/LoopText.h"

#include "gtest/gtest.h"

#include <cstring>

using namespace sparsec;

namespace {

const char *const symbols = R"(
phase execute;
param int n;
array double x[n];
array double y[n];
array [local, shared] double s[8];
)";

std::string textOf(const Cells &cells) {
  std::string text;
  for (size_t pos = 0; pos < cells.count(); ++pos) {
    double value = 0;
    std::memcpy(&value, cells.at(pos), sizeof value);
    text += (pos ? " " : "") + std::to_string(long(value));
  }
  return text;
}

/// y after the loops \p text on x = 1 2 .. 8, n = 8 and y = 0, or what goes
/// wrong.
std::string run(const std::string &text, unsigned seed) {
  Session session;
  llvm::Expected<std::vector<LoopModule>> modules =
      readLoops(session.ctx(), symbols + text);
  if (!modules)
    return llvm::toString(modules.takeError());
  const LoopModule &module = modules->front();
  LoopSnapshot loops = {"test", {module.loops}, /*hasBarriers=*/true};
  Memory memory;
  memory.parameters["n"] = 8;
  const ElementType real = ElementType::float64();
  memory.arrays["x"] =
      Cells::of(real, std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8});
  memory.arrays["y"] = Cells::of(real, std::vector<double>(8));
  if (llvm::Error error = interpret(module.program, loops, memory, seed))
    return llvm::toString(std::move(error));
  return textOf(memory.arrays.at("y"));
}

/// Whether every order finds \p what.
void expectAlways(const std::string &text, const std::string &what) {
  for (unsigned seed = 0; seed < 12; ++seed) {
    const std::string found = run(text, seed);
    EXPECT_NE(found.find(what), std::string::npos)
        << "seed " << seed << ": " << found;
  }
}

const std::string head =
    "for (int b = 0; b < 1; b++) [gpu(on = block.x, kernel = k)] {\n";

/// Each thread reads what another one has written to shared memory.
std::string reversed(const std::string &between) {
  return head +
         "double s[8];\n"
         "for (int t = 0; t < 8; t++) [gpu(on = thread.x, kernel = k)] {\n"
         "  A: s[t] = x[t];\n}\n" +
         between +
         "for (int t = 0; t < 8; t++) [gpu(on = thread.x, kernel = k)] {\n"
         "  B: y[t] = s[7 - t];\n}\n}\n";
}

TEST(Kernels, ThreadsSeeWhatIsWrittenBeforeABarrier) {
  expectAlways(reversed("barrier;\n"), "8 7 6 5 4 3 2 1");
}

TEST(Kernels, AMissingBarrierIsARace) {
  expectAlways(reversed(""), "a race: element");
}

TEST(Kernels, ThreadsDoNotWriteOneElement) {
  expectAlways(
      head + "for (int t = 0; t < 8; t++) [gpu(on = thread.x, kernel = k)] {\n"
             "  A: y[0] += x[t];\n}\n}\n",
      "a race: element 0 of 'y' is written by block");
}

TEST(Kernels, BlocksDoNotWriteOneElement) {
  expectAlways("for (int b = 0; b < 8; b++) [gpu(on = block.x, kernel = k)] {\n"
               "  A: y[b / 2] += x[b];\n}\n",
               "a race: element");
}

TEST(Kernels, AtomicUpdatesDoNotRace) {
  expectAlways("for (int b = 0; b < 8; b++) [gpu(on = block.x, kernel = k, "
               "sharing = atomic)] {\n"
               "  A: y[0] += x[b];\n}\n",
               "36 0 0 0");
}

TEST(Kernels, AtomicUpdatesRaceWithReads) {
  expectAlways("for (int b = 0; b < 8; b++) [gpu(on = block.x, kernel = k, "
               "sharing = atomic)] {\n"
               "  A: y[0] += x[b];\n  B: y[b] = y[0];\n}\n",
               "a race: element 0 of 'y'");
}

TEST(Kernels, SubscriptsStayInSharedArrays) {
  expectAlways(
      head + "double s[8];\n"
             "for (int t = 0; t < 9; t++) [gpu(on = thread.x, kernel = k)] {\n"
             "  A: s[t] = 1;\n}\n}\n",
      "is element 8 of 8");
}

TEST(Kernels, SubscriptsStayInArraysOfTheCaller) {
  expectAlways(
      head + "for (int t = 0; t < 8; t++) [gpu(on = thread.x, kernel = k)] {\n"
             "  A: y[t] = x[t + 1];\n}\n}\n",
      "'x[t + 1]' is element 8 of 8");
}

TEST(Kernels, SharedMemoryIsSetBeforeItIsUsed) {
  expectAlways(
      head + "double s[8];\n"
             "for (int t = 0; t < 8; t++) [gpu(on = thread.x, kernel = k)] {\n"
             "  A: y[t] = s[t] + 1;\n}\n}\n",
      "has no value");
}

/// Each block has its own.
TEST(Kernels, SharedMemoryOfOtherBlocksIsNotThere) {
  expectAlways(
      "for (int b = 0; b < 2; b++) [gpu(on = block.x, kernel = k)] {\n"
      "double s[8];\n"
      "for (int t = 0; t < 8; t++) [gpu(on = thread.x, kernel = k)] {\n"
      "  if (b == 0) {\n    A: s[t] = 1;\n  }\n"
      "  if (b == 1) {\n    B: y[t] = s[t] + 1;\n  }\n}\n}\n",
      "has no value");
}

TEST(Kernels, AllThreadsComeToABarrier) {
  expectAlways(
      head + "for (int t = 0; t < 1; t++) [gpu(on = thread.x, kernel = k)] {\n"
             "  barrier;\n}\n}\n",
      "not all threads of a block come to a barrier");
}

/// What no loop on threads holds is the first one's work.
TEST(Kernels, OneThreadRunsWhatIsInNoLoop) {
  expectAlways(head + "A: y[0] += 1;\nbarrier;\n"
                      "for (int t = 0; t < 8; t++) [gpu(on = thread.x, kernel "
                      "= k)] {\n  B: y[t] = y[t] + 2;\n}\n}\n",
               "3 2 2 2 2 2 2 2");
}

TEST(Kernels, ThreadsCombineTheirParts) {
  expectAlways(
      head + "double sum = 0;\n"
             "for (int t = 0; t < 8; t++) [gpu(on = thread.x, kernel = k, "
             "sharing = combined)] {\n  A: sum += x[t];\n}\n"
             "[lanes(on = thread.x, kernel = k, sharing = combined), "
             "combined_by(\"+=\")] y[0] += sum;\n}\n",
      "36 0 0 0 0 0 0 0");
}

TEST(Kernels, VectorsBeginAtMultiplesOfTheirSize) {
  auto text = [](const std::string &first) {
    return "for (int b = 0; b < 3; b++) [gpu(on = block.x, kernel = k)] {\n"
           "  const double2 v = *((\"const double2 *\")&x[" +
           first + "]);\n  A: y[b] = (v).y;\n}\n";
  };
  expectAlways(text("2 * b"), "2 4 6 0 0 0 0 0");
  expectAlways(text("2 * b + 1"), "where no double2 begins");
}

} // namespace
