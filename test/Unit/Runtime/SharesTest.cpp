//===- SharesTest.cpp - iterations of like work ---------------------------===//

#include "sparsec/shares.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <vector>

namespace {

/// Row pointers of \p lengths, from \p start on.
std::vector<int> pointersOf(const std::vector<int> &lengths, int start = 0) {
  std::vector<int> begin = {start};
  for (int length : lengths)
    begin.push_back(begin.back() + length);
  return begin;
}

TEST(Shares, FollowEachOtherFromFirstToEnd) {
  const std::vector<int> begin = pointersOf({3, 0, 0, 50, 1, 2, 0, 7}, 5);
  for (int parts : {1, 2, 3, 7, 20})
    for (int first : {0, 2, 8}) {
      EXPECT_EQ(sparsec_share_int(begin.data(), first, 8, 0, parts), first);
      EXPECT_EQ(sparsec_share_int(begin.data(), first, 8, parts, parts), 8);
      for (int part = 0; part < parts; ++part)
        EXPECT_LE(sparsec_share_int(begin.data(), first, 8, part, parts),
                  sparsec_share_int(begin.data(), first, 8, part + 1, parts));
    }
}

TEST(Shares, DoLikeMuchButForOneIteration) {
  std::vector<int> lengths;
  for (int i = 0; i < 1000; ++i)
    lengths.push_back(i % 17 == 0 ? 90 : i % 3);
  const std::vector<int> begin = pointersOf(lengths);
  const int all = begin.back() + 1000;
  for (int part = 0; part < 7; ++part) {
    const int from = sparsec_share_int(begin.data(), 0, 1000, part, 7),
              to = sparsec_share_int(begin.data(), 0, 1000, part + 1, 7);
    EXPECT_NEAR(begin[size_t(to)] - begin[size_t(from)] + to - from, all / 7,
                91);
  }
}

TEST(Shares, OfNothing) {
  const std::vector<int> begin = {4};
  EXPECT_EQ(sparsec_share_int(begin.data(), 0, 0, 0, 3), 0);
  EXPECT_EQ(sparsec_share_int(begin.data(), 0, 0, 3, 3), 0);
  EXPECT_EQ(sparsec_share_int(begin.data(), 0, -2, 1, 3), 0);
}

TEST(Shares, WideIndices) {
  const std::vector<long long> begin = {0, 1LL << 61, 1LL << 62, 3LL << 61};
  EXPECT_EQ(sparsec_share_long(begin.data(), 0, 3, 1, 3), 1);
  EXPECT_EQ(sparsec_share_long(begin.data(), 0, 3, 2, 3), 2);
  EXPECT_EQ(sparsec_share_long(begin.data(), 0, 3, 3, 3), 3);
}

} // namespace
