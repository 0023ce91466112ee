//===- GrayRunTests.cpp - sums in slices, kept and resumed ----------------===//
#include "sparsec/Permanent/GrayRun.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"

#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <mutex>
#include <set>
#include <thread>

using namespace sparsec::permanent;

namespace {

/// Slice s is 2^(60 - 8 s) + 1: the sum needs more bits than a double has.
struct Sample {
  std::mutex mutex;
  std::set<uint64_t> computed;
  Slices slices;

  explicit Sample(int workers) {
    slices.key = "sample";
    slices.count = 12;
    slices.workers = workers;
    slices.compute = [this](int, uint64_t slice) -> llvm::Expected<WideSum> {
      // Time for the caller's thread to say stop.
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      std::lock_guard lock(mutex);
      EXPECT_TRUE(computed.insert(slice).second) << slice;
      WideSum sum;
      sum.add(std::ldexp(1.0, 60 - 8 * int(slice)));
      sum.add(1);
      return sum;
    };
  }
  WideSum run(const std::string &checkpoint = "",
              const Progress &progress = {}) {
    computed.clear();
    return sumOf(slices, checkpoint, progress);
  }
};

bool same(const WideSum &a, const WideSum &b) {
  return a.high == b.high && a.low == b.low;
}

class Folder {
public:
  Folder() { llvm::sys::fs::createUniqueDirectory("gray-run", path); }
  ~Folder() { llvm::sys::fs::remove_directories(path); }
  std::string name() const { return path.str().str(); }
  std::string file() const { return name() + "/sample-12-0.sums"; }

private:
  llvm::SmallString<128> path;
};

TEST(WideSum, KeepsWhatADoubleLoses) {
  WideSum sum;
  for (double term : {1e20, 1.0, -1e20, 0x1p-40})
    sum.add(term);
  EXPECT_EQ(sum.value(), 1 + 0x1p-40);
}

TEST(GrayRun, WorkersChangeNothing) {
  const WideSum one = Sample(1).run();
  for (int workers : {2, 5, 20}) {
    Sample sample(workers);
    EXPECT_TRUE(same(sample.run(), one));
    EXPECT_EQ(sample.computed.size(), 12U);
  }
}

TEST(GrayRun, GoesOnFromACheckpoint) {
  Folder folder;
  Sample sample(1);
  // Stopped after some slices, and then killed in the middle of a line.
  EXPECT_THROW(
      sample.run(folder.name(), [](double share) { return share < 0.5; }),
      Stopped);
  const size_t before = sample.computed.size();
  ASSERT_GE(before, 6U);
  ASSERT_LT(before, 12U);
  std::ofstream(folder.file(), std::ios::app) << "11 0x1p";
  EXPECT_TRUE(same(sample.run(folder.name()), Sample(1).run()));
  EXPECT_EQ(sample.computed.size(), 12 - before);
  // All there: nothing to do.
  EXPECT_TRUE(same(sample.run(folder.name()), Sample(1).run()));
  EXPECT_TRUE(sample.computed.empty());
}

TEST(GrayRun, TheLastPartHasTheSum) {
  Folder folder;
  const WideSum all = Sample(1).run();
  std::set<uint64_t> computed;
  for (unsigned part : {2U, 0U, 1U}) {
    Sample sample(2);
    sample.slices.part = part;
    sample.slices.parts = 3;
    if (part == 1)
      EXPECT_TRUE(same(sample.run(folder.name()), all));
    else
      EXPECT_THROW(sample.run(folder.name()), PartDone);
    for (uint64_t slice : sample.computed)
      EXPECT_EQ(slice % 3, part);
    computed.insert(sample.computed.begin(), sample.computed.end());
  }
  EXPECT_EQ(computed.size(), 12U);
}

TEST(GrayRun, WhatALostPartHasNotDoneIsDoneLater) {
  Folder folder;
  Sample part(1);
  part.slices.parts = 2;
  EXPECT_THROW(part.run(folder.name()), PartDone);
  Sample whole(1);
  EXPECT_TRUE(same(whole.run(folder.name()), Sample(1).run()));
  EXPECT_EQ(whole.computed.size(), 6U);
}

TEST(GrayRun, RefusesWhatIsNoCheckpoint) {
  for (const char *line : {"hello\n", "12 0x1p0 0x0p0\n", "1 0x1p0\n"}) {
    Folder folder;
    std::ofstream(folder.file()) << line;
    EXPECT_THROW(Sample(1).run(folder.name()), Refused) << line;
  }
}

TEST(GrayRun, AFailingSliceIsARefusal) {
  Sample sample(3);
  sample.slices.compute = [](int, uint64_t slice) -> llvm::Expected<WideSum> {
    if (slice == 7)
      return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                     "the GPU is gone");
    return WideSum{1, 0};
  };
  try {
    sumOf(sample.slices, "", {});
    FAIL();
  } catch (const Refused &refused) {
    EXPECT_EQ(refused.reason, "the GPU is gone");
  }
}

} // namespace
