//===- WorkLimitTest.cpp - how long isl may think -------------------------===//

#include "sparsec/Poly/WorkLimit.h"

#include "gtest/gtest.h"

using namespace sparsec;
using namespace sparsec::poly;

namespace {

class WorkLimitTest : public testing::Test {
protected:
  isl::set parsed() { return isl::set(session.ctx(), "{ [i] : 0 <= i < 9 }"); }

  /// How many sets are read until isl gives up; \p most if it does not.
  unsigned work(unsigned most) {
    for (unsigned done = 0; done < most; ++done)
      try {
        parsed();
      } catch (const isl::exception &) {
        return done;
      }
    return most;
  }

  Session session;
};

TEST_F(WorkLimitTest, StopsAndLetsGo) {
  {
    WorkLimit limit(session.ctx(), 5000);
    EXPECT_FALSE(limit.isReached());
    EXPECT_LE(limit.left(), 5000u);
    parsed();
    EXPECT_LT(limit.left(), 5000u);
    EXPECT_GT(limit.left(), 1000u);
    const unsigned done = work(5000);
    EXPECT_GT(done, 5u);
    EXPECT_LT(done, 5000u);
    EXPECT_TRUE(limit.isReached());
    EXPECT_EQ(limit.left(), 0u);
  }
  EXPECT_EQ(work(5000), 5000u);
}

TEST_F(WorkLimitTest, LeavesOutWhatIsUncounted) {
  WorkLimit limit(session.ctx(), 5000);
  parsed();
  const unsigned long before = limit.left();
  {
    UncountedWork uncounted(session.ctx());
    EXPECT_EQ(work(5000), 5000u);
  }
  EXPECT_LE(limit.left(), before);
  EXPECT_GT(limit.left() + 200, before);
  EXPECT_LT(work(5000), 5000u);
  EXPECT_TRUE(limit.isReached());
  {
    UncountedWork uncounted(session.ctx());
    parsed();
  }
  EXPECT_TRUE(limit.isReached());
}

TEST_F(WorkLimitTest, CountsWhatIsDoneInside) {
  WorkLimit outer(session.ctx(), 50000);
  const unsigned alone = [&] {
    WorkLimit inner(session.ctx(), 10000);
    return work(50000);
  }();
  unsigned again = 0;
  while (!outer.isReached() && again < 20) {
    WorkLimit inner(session.ctx(), 10000);
    EXPECT_LE(work(50000), alone + 1);
    ++again;
  }
  EXPECT_GE(again, 4u);
  EXPECT_LE(again, 5u);
}

TEST_F(WorkLimitTest, CountsWhatIsDoneTwoLimitsInside) {
  WorkLimit outer(session.ctx(), 50000);
  unsigned again = 0;
  while (!outer.isReached() && again < 20) {
    WorkLimit middle(session.ctx(), 40000);
    WorkLimit inner(session.ctx(), 10000);
    work(50000);
    ++again;
  }
  EXPECT_GE(again, 4u);
  EXPECT_LE(again, 5u);
}

TEST_F(WorkLimitTest, MakesAnErrorWhateverCameOut) {
  auto swallowed = tryWithin(session.ctx(), 5000, [&]() -> llvm::Expected<int> {
    work(5000);
    return 7;
  });
  ASSERT_FALSE(bool(swallowed));
  EXPECT_TRUE(swallowed.errorIsA<TooComplex>());
  llvm::consumeError(swallowed.takeError());
  auto fine = tryWithin(session.ctx(), 50000,
                        [&]() -> llvm::Expected<int> { return int(work(3)); });
  ASSERT_TRUE(bool(fine));
  EXPECT_EQ(*fine, 3);
}

} // namespace
