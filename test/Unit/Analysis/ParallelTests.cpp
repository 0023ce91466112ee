//===- ParallelTests.cpp - loops whose iterations may run at once ---------===//

#include "TestKernel.h"

#include "gtest/gtest.h"

using namespace sparsec;
using namespace sparsec::test;

namespace {

/// for (i < n) s[0] += u[i]
void makeSum(TestKernel &kernel) {
  kernel.reals("u");
  kernel.reals("s");
  kernel.statement("S", {"i"}, "0 <= i < n", "");
  kernel.body("S", "s[0]", "+=", {"u[i]"});
  kernel.execute(kernel.loop("i", kernel.leaf("S")));
}

/// sum += u[i], on threads.
TEST(Parallel, AtomicUpdatesAskWhetherRoundingMayDiffer) {
  TestKernel kernel({"n"});
  makeSum(kernel);
  auto isFree = [&](Rounding rounding) {
    return whyNotParallel(kernel.program, "S", "i", rounding).empty();
  };
  EXPECT_FALSE(isFree(Rounding::MayDiffer)) << "two threads at one element";
  kernel.program.statement("S").sharing["s"].isAtomic = true;
  EXPECT_TRUE(isFree(Rounding::MayDiffer));
  EXPECT_FALSE(isFree(Rounding::AsProgram)) << "in any order";
  kernel.program.allowReassociation = true;
  EXPECT_TRUE(isFree(Rounding::AsProgram));
  kernel.program.allowReassociation = false;
  kernel.body("S", "s[0]", "=", {"u[i]"});
  EXPECT_FALSE(isFree(Rounding::MayDiffer)) << "no update";
}

/// s = fminf(s, u[i]), in lanes, and the other choices.
TEST(Parallel, LanesTakeChoicesOnlyOfFiniteNumbers) {
  TestKernel kernel({"n"});
  makeSum(kernel);
  for (const char *op : {"min=", "max=", "fmin=", "fmaxl=", "fminf="}) {
    kernel.body("S", "s[0]", op, {"u[i]"});
    kernel.program.assumeFinite = false;
    EXPECT_NE(whyNotSimd(kernel.program, "S", "i").find("NaN"),
              std::string::npos)
        << op;
    kernel.program.assumeFinite = true;
    EXPECT_EQ(whyNotSimd(kernel.program, "S", "i"), "") << op;
  }
}

/// for i { A: u[i] = ..; for j B: <target> = u[i] }, and i is a kernel's
/// blocks.
TestKernel kernelOfTwo(const std::string &target, bool mapsThreads) {
  TestKernel kernel({"n"});
  kernel.reals("u");
  kernel.reals("a");
  kernel.reals("v", 2);
  kernel.statement("A", {"i"}, "0 <= i < n", "");
  kernel.body("A", "u[i]", "=", {"a[i]"});
  kernel.statement("B", {"i", "j"}, "0 <= i < n and 0 <= j < n", "");
  kernel.body("B", target, "=", {"u[i]"});
  ScheduleTree inner = kernel.loop("j", kernel.leaf("B"));
  if (mapsThreads)
    inner.marks.gpu = {GpuMark::Level::Thread, 0, "k"};
  ScheduleTree outer =
      kernel.loop("i", kernel.sequence({kernel.leaf("A"), inner}));
  outer.marks.gpu = {GpuMark::Level::Block, 0, "k"};
  kernel.execute(outer);
  return kernel;
}

/// Of a kernel that was accepted, what a step changes is proved anew.
TEST(Parallel, KernelsAreCheckedWhereAStepChangesThem) {
  auto mapped = [](const std::string &target) {
    return kernelOfTwo(target, true).check(kernelOfTwo(target, false));
  };
  EXPECT_EQ(mapped("v[i, j]"), "");
  EXPECT_NE(mapped("v[i, 0]").find("different threads would touch v[i][0]"),
            std::string::npos)
      << mapped("v[i, 0]");
}

} // namespace
