//===- ParallelTests.cpp - races of the host's parallel loops -------------===//
///
/// \file
/// Parallel loops as text, each with one race or with what is none, in whatever
/// order the iterations run.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Interpreter/Interpreter.h"
#include "sparsec/LoopText/LoopText.h"

#include "gtest/gtest.h"

using namespace sparsec;

namespace {

const char *const symbols = R"(
phase execute;
param int n;
array [index] int idx[n];
array double x[n];
array double y[n];
array double sum[1];
array [local] double t[2];
array [workspace, per_thread] double work[2];
)";

/// What goes wrong with the loops \p text for n = 8 and idx[i] = i / 2; "" if
/// nothing does.
std::string faultOf(const std::string &text, unsigned seed) {
  Session session;
  llvm::Expected<std::vector<LoopModule>> modules =
      readLoops(session.ctx(), symbols + text);
  if (!modules)
    return llvm::toString(modules.takeError());
  LoopSnapshot loops = {"test", {modules->front().loops}};
  Memory memory;
  memory.parameters["n"] = 8;
  const ElementType real = ElementType::float64();
  for (const char *name : {"x", "y"})
    memory.arrays[name] = Cells::of(real, std::vector<double>(8, 1));
  for (const char *name : {"t", "work"})
    memory.arrays[name] = Cells::of(real, std::vector<double>(2));
  memory.arrays["sum"] = Cells::of(real, std::vector<double>(1));
  memory.arrays["idx"] = Cells::of(ElementType::int32(),
                                   std::vector<long>{0, 0, 1, 1, 2, 2, 3, 3});
  llvm::Error error = interpret(modules->front().program, loops, memory, seed);
  return llvm::toString(std::move(error));
}

void expectRace(const std::string &text, const std::string &what) {
  for (unsigned seed = 0; seed < 12; ++seed) {
    const std::string found = faultOf(text, seed);
    EXPECT_NE(found.find("a race: " + what), std::string::npos)
        << "seed " << seed << ": " << found;
  }
}

void expectNone(const std::string &text) {
  for (unsigned seed = 0; seed < 12; ++seed)
    EXPECT_EQ(faultOf(text, seed), "") << "seed " << seed;
}

std::string loop(const std::string &attributes, const std::string &body) {
  return "for (int i = 0; i < 8; i++) [" + attributes + "] {\n" + body +
         "\n}\n";
}

TEST(ParallelLoops, IterationsDoNotUpdateOneElement) {
  expectRace(loop("parallel", "A: y[idx[i]] += x[i];"), "element ");
  expectRace(loop("parallel", "A: sum[0] += x[i];"),
             "element 0 of 'sum' is written by iteration");
}

TEST(ParallelLoops, IterationsDoNotReadWhatAnotherOneWrites) {
  expectRace(loop("parallel", "A: y[i] = y[7 - i];"), "element ");
  expectRace(loop("parallel", "A: y[i] = 1;\nif (i == 3) {\n"
                              "B: x[3] = y[4];\n}"),
             "element 4 of 'y' is ");
}

TEST(ParallelLoops, IterationsDoNotWriteOneElement) {
  expectRace(loop("parallel", "A: sum[0] = 1;"), "element 0 of 'sum'");
}

TEST(ParallelLoops, LoopsInsideBelongToTheirIteration) {
  expectRace(loop("parallel", "for (int j = 0; j < 2; j++) [parallel] {\n"
                              "A: y[i / 2] += x[j];\n}"),
             "element ");
  expectNone(loop("parallel", "for (int j = 0; j < 2; j++) [parallel] {\n"
                              "A: y[i] += x[j];\n}"));
}

TEST(ParallelLoops, ElementsOfTheirOwnAreNone) {
  expectNone(loop("parallel", "A: y[i] = x[i];\nB: y[i] += x[7 - i];"));
}

TEST(ParallelLoops, LoopsOneAfterTheOtherAreOrdered) {
  expectNone(loop("parallel", "A: y[i] = x[i];") +
             loop("parallel", "B: x[i] = y[7 - i];"));
  expectNone("for (int w = 0; w < 3; w++) {\n" +
             loop("parallel", "A: y[i] += x[i];") + "}\n");
  expectNone(loop("simd", "A: sum[0] += x[i];"));
}

TEST(ParallelLoops, AtomicUpdatesAreNone) {
  expectNone(loop("parallel", "[atomic(write)] A: sum[0] = 1;"));
  expectRace(loop("parallel", "[atomic(write)] A: sum[0] = 1;\n"
                              "B: y[i] = sum[0];"),
             "element 0 of 'sum'");
  // Before the pass that makes them so, and behind it.
  const std::string shares = "parallel, updates(atomic)";
  expectNone(loop(shares, "A: sum[0] += x[i];"));
  expectNone(loop(shares, "[atomic(update)] A: sum[0] += x[i];"));
  expectRace(loop(shares, "[atomic(update)] A: sum[0] += x[i];\n"
                          "B: y[idx[i]] += x[i];"),
             "element");
}

TEST(ParallelLoops, ReductionsAreNone) {
  // Before threads have parts, and with them.
  expectNone(loop("parallel, updates(parts)", "A: sum[0] += x[i];"));
  expectRace(loop("parallel, updates(parts)", "A: sum[0] += x[i];\n"
                                              "B: y[i] = sum[0];"),
             "element 0 of 'sum'");
  expectNone("[statement] double part = 0.0;\n" +
             loop("parallel, updates(parts), reduction(\"+:part\")",
                  "A: part += x[i];") +
             "B: sum[0] += part;\n");
}

TEST(ParallelLoops, WhatThreadsHaveForThemselvesIsNone) {
  expectNone(loop("parallel", "A: t[0] = x[i];\nB: y[i] = t[0];"));
  expectNone(loop("parallel", "double own[2];\nA: own[0] = x[i];\n"
                              "B: y[i] = own[0];"));
  expectNone(loop("parallel", "A: work[1] = x[i];\nB: y[i] = work[1];"));
  expectNone("parallel {\n" +
             loop("parallel", "A: work[1] = x[i];\nB: y[i] = work[1];") +
             "}\n");
}

} // namespace
