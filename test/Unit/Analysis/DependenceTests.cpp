//===- DependenceTests.cpp - which loops are free, and why not ------------===//

#include "TestKernel.h"

#include "gtest/gtest.h"

using namespace sparsec;
using namespace sparsec::test;

namespace {

std::vector<MayDependence> dependences(const TestKernel &kernel) {
  return mayDependences(kernel.program, kernel.program.executePhase());
}

/// Dependences that are no reductions.
size_t hardDependences(const TestKernel &kernel) {
  size_t count = 0;
  for (const MayDependence &one : dependences(kernel))
    count += !one.isReduction;
  return count;
}

std::string why(const TestKernel &kernel, const std::string &statement,
                const std::string &loop) {
  return whyNotParallel(kernel.program, statement, loop);
}

TEST(Dependences, SpmvHasOnlyTheReductionOfARow) {
  TestKernel kernel = makeSpmv();
  std::vector<MayDependence> all = dependences(kernel);
  ASSERT_EQ(all.size(), 1u);
  EXPECT_TRUE(all[0].isReduction);
  EXPECT_EQ(all[0].array, "y");
  EXPECT_EQ(all[0].loops, std::vector<std::string>{"j"});
  EXPECT_EQ(why(kernel, "S", "i"), "");
  EXPECT_NE(why(kernel, "S", "j").find("carries the reduction into y[i]"),
            std::string::npos);
}

TEST(Dependences, ScatterSharesElementsAcrossRows) {
  TestKernel kernel = makeTransposed();
  EXPECT_EQ(hardDependences(kernel), 0u);
  EXPECT_NE(why(kernel, "S", "i").find("y[col(j)]"), std::string::npos);
  EXPECT_NE(why(kernel, "S", "j"), "");
  kernel.facts("unique(col, index)");
  EXPECT_EQ(why(kernel, "S", "j"), "") << "no column twice in a row";
  EXPECT_NE(why(kernel, "S", "i"), "") << "two rows may share a column";
}

TEST(Dependences, ScatterThroughAnInjectiveArrayIsFree) {
  TestKernel kernel = makeTransposed();
  kernel.facts("injective(col)");
  EXPECT_EQ(why(kernel, "S", "j"), "");
  EXPECT_EQ(why(kernel, "S", "i"), "") << "rows have different positions";
}

TEST(Dependences, RowsAreDisjointOnlyWhenThePointerArrayRises) {
  TestKernel kernel({"n", "m"});
  kernel.integers("index");
  kernel.reals("a");
  kernel.statement("S", {"i", "j"}, "0 <= i < n",
                   "<index(i)> <= j < <index(i + 1)>");
  kernel.body("S", "a[j]", "=", {});
  kernel.execute(kernel.loop("i", kernel.loop("j", kernel.leaf("S"))));
  EXPECT_NE(why(kernel, "S", "i"), "");
  kernel.facts("monotonic(index)");
  EXPECT_EQ(why(kernel, "S", "i"), "");
  EXPECT_EQ(hardDependences(kernel), 0u);
}

TEST(Dependences, GaussSeidelCarriesFlowAndAnti) {
  TestKernel kernel = makeSweep();
  EXPECT_NE(why(kernel, "S1", "i").find("'x'"), std::string::npos);
  bool flow = false, anti = false;
  for (const MayDependence &one : dependences(kernel)) {
    bool carried = one.array == "x" && one.loops[0] == "i";
    flow |= carried && one.kind == MayDependence::Kind::Flow;
    anti |= carried && one.kind == MayDependence::Kind::Anti;
  }
  EXPECT_TRUE(flow);
  EXPECT_TRUE(anti);
}

TEST(Dependences, ATriangleLeavesOnlyTheFlowOfASolve) {
  TestKernel kernel = makeSweep();
  kernel.facts("triangular(col, index, lower, strict)");
  for (const MayDependence &one : dependences(kernel)) {
    if (one.array == "x") {
      EXPECT_EQ(one.kind, MayDependence::Kind::Flow)
          << describe(one, kernel.program);
    }
  }
  EXPECT_NE(why(kernel, "S1", "i"), "");
  TestKernel upper = makeSweep();
  upper.facts("triangular(col, index, upper, strict)");
  for (const MayDependence &one : dependences(upper)) {
    if (one.array == "x") {
      EXPECT_EQ(one.kind, MayDependence::Kind::Anti)
          << describe(one, upper.program);
    }
  }
}

TEST(Dependences, ADiagonalAtTheEndOfSortedRowsIsExcluded) {
  TestKernel kernel({"n"});
  kernel.integers("index");
  kernel.integers("col");
  kernel.reals("x");
  kernel.facts("csr(n, n, index, col)");
  kernel.facts("triangular(col, index, lower); sorted(col, index, strict)");
  kernel.statement("S", {"i", "j"}, "0 <= i < n",
                   "<index(i)> <= j < <index(i + 1)> - 1");
  kernel.body("S", "x[i]", "-=", {"x[<col(j)>]"});
  kernel.execute(kernel.loop("i", kernel.loop("j", kernel.leaf("S"))));
  EXPECT_NE(why(kernel, "S", "i"), "");
  for (const MayDependence &one : dependences(kernel)) {
    EXPECT_TRUE(one.kind != MayDependence::Kind::Anti)
        << describe(one, kernel.program);
  }
}

TEST(Dependences, PrivateScalarsDoNotCrossIterations) {
  TestKernel kernel = makeSweep();
  kernel.reals("y");
  kernel.body("S2", "y[i]", "=", {"sum"});
  EXPECT_EQ(why(kernel, "S1", "i"), "");
  EXPECT_NE(why(kernel, "S1", "j").find("sum"), std::string::npos);
  kernel.program.arrays.at("sum").liveOut = true;
  EXPECT_NE(why(kernel, "S1", "i"), "") << "the last value is wanted";
}

TEST(Dependences, StencilSweepsCarryButTwoArraysDoNot) {
  TestKernel kernel({"n"});
  kernel.reals("u");
  kernel.reals("v");
  kernel.statement("S", {"t", "i"}, "0 <= t < n and 1 <= i < n - 1", "");
  kernel.body("S", "u[i]", "=", {"u[i - 1]", "u[i + 1]"});
  kernel.execute(kernel.loop("t", kernel.loop("i", kernel.leaf("S"))));
  EXPECT_NE(why(kernel, "S", "i"), "");
  kernel.body("S", "v[i]", "=", {"u[i - 1]", "u[i + 1]"});
  EXPECT_EQ(why(kernel, "S", "i"), "");
  EXPECT_NE(why(kernel, "S", "t"), "") << "every step writes v[i]";
}

TEST(Dependences, APermutationScattersFreely) {
  TestKernel kernel({"n"});
  kernel.integers("perm");
  kernel.reals("x");
  kernel.reals("y");
  kernel.statement("S", {"i"}, "0 <= i < n", "");
  kernel.body("S", "y[<perm(i)>]", "=", {"x[i]"});
  kernel.execute(kernel.loop("i", kernel.leaf("S")));
  EXPECT_NE(why(kernel, "S", "i"), "");
  kernel.facts("permutation(perm, n)");
  EXPECT_EQ(why(kernel, "S", "i"), "");
}

TEST(Dependences, RowsReachedThroughAPermutationAreDisjoint) {
  TestKernel kernel({"n"});
  kernel.integers("perm");
  kernel.integers("ptr");
  kernel.reals("a");
  kernel.facts("monotonic(ptr)");
  kernel.statement("S", {"p", "j"}, "0 <= p < n",
                   "<ptr(<perm(p)>)> <= j < <ptr(<perm(p)> + 1)>");
  kernel.body("S", "a[j]", "=", {});
  kernel.execute(kernel.loop("p", kernel.loop("j", kernel.leaf("S"))));
  EXPECT_NE(why(kernel, "S", "p"), "") << "perm may repeat a row";
  kernel.facts("permutation(perm, n)");
  EXPECT_EQ(why(kernel, "S", "p"), "");
}

} // namespace
