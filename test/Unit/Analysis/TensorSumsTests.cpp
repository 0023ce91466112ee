//===- TensorSumsTests.cpp - who else reads an instruction's sums ---------===//

#include "TestKernel.h"

#include "sparsec/Analysis/TensorSums.h"

#include "gtest/gtest.h"

using namespace sparsec;
using namespace sparsec::test;

namespace {

/// In each of 32 threads t: for r < 4: S: c[r] += x[t]; for r < \p read: T:
/// y[t] += c[r].
TestKernel sumsOfThreads(const std::string &read = "4") {
  TestKernel kernel({"n"});
  kernel.reals("x");
  kernel.reals("y");
  kernel.reals("c");
  kernel.integers("col");
  kernel.statement("S", {"t", "r"}, "0 <= t < 32 and 0 <= r < 4", "");
  kernel.statement("T", {"t", "r"}, "0 <= t < 32 and 0 <= r < " + read, "");
  kernel.body("S", "c[r]", "+=", {"x[t]"});
  kernel.body("T", "y[t]", "+=", {"c[r]"});
  kernel.execute(
      kernel.loop("t", kernel.sequence({kernel.loop("r", kernel.leaf("S")),
                                        kernel.loop("r", kernel.leaf("T"))})));
  return kernel;
}

/// Maps the loop t around \p statement to threads.
void map(TestKernel &kernel, const std::string &statement) {
  GpuMark &mark =
      kernel.program.executePhase().tree.findLoop(statement, "t")->marks.gpu;
  mark.kernel = "k";
  mark.level = GpuMark::Level::Thread;
}

TEST(TensorSums, OthersReadWhatIsSummed) {
  for (const char *read : {"4", "3", "0"}) {
    TestKernel kernel = sumsOfThreads(read);
    map(kernel, "S");
    EXPECT_TRUE(othersReadOnlySums(kernel.program, "S")) << read;
  }
}

TEST(TensorSums, OthersReadMore) {
  for (const char *read : {"5", "n"}) {
    TestKernel kernel = sumsOfThreads(read);
    map(kernel, "S");
    EXPECT_FALSE(othersReadOnlySums(kernel.program, "S")) << read;
  }
}

TEST(TensorSums, IndexArraysSayWhatIsSummedOrRead) {
  TestKernel summed = sumsOfThreads();
  map(summed, "S");
  summed.body("S", "c[<col(r)>]", "+=", {"x[t]"});
  EXPECT_FALSE(othersReadOnlySums(summed.program, "S"));
  TestKernel read = sumsOfThreads();
  map(read, "S");
  read.body("T", "y[t]", "+=", {"c[<col(r)>]"});
  EXPECT_FALSE(othersReadOnlySums(read.program, "S"));
}

TEST(TensorSums, OtherThreadsRead) {
  TestKernel kernel = sumsOfThreads();
  kernel.execute(
      kernel.sequence({kernel.loop("t", kernel.loop("r", kernel.leaf("S"))),
                       kernel.loop("t", kernel.loop("r", kernel.leaf("T")))}));
  map(kernel, "S");
  EXPECT_FALSE(othersReadOnlySums(kernel.program, "S"));
  map(kernel, "T");
  EXPECT_TRUE(othersReadOnlySums(kernel.program, "S"));
}

TEST(TensorSums, ThreadsReadWhatOthersHaveSummed) {
  TestKernel kernel = sumsOfThreads();
  map(kernel, "S");
  kernel.body("S", "c[t]", "+=", {"x[t]"});
  kernel.body("T", "y[t]", "+=", {"c[t + 1]"});
  EXPECT_FALSE(othersReadOnlySums(kernel.program, "S"));
}

} // namespace
