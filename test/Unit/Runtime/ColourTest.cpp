//===- ColourTest.cpp - iterations that share no element ------------------===//

#include "sparsec/colour.h"

#include <gtest/gtest.h>

#include <numeric>
#include <random>
#include <set>
#include <vector>

namespace {

struct Colours {
  int count = -1;
  std::vector<int> of, perm, place;
};

Colours coloursOf(const std::vector<std::vector<long long>> &touched,
                  long long elements) {
  const int n = int(touched.size());
  std::vector<int> first = {0};
  std::vector<long long> element;
  for (const std::vector<long long> &own : touched) {
    element.insert(element.end(), own.begin(), own.end());
    first.push_back(int(element.size()));
  }
  Colours result;
  result.of.resize(touched.size());
  result.perm.resize(touched.size());
  EXPECT_EQ(SPARSEC_OK,
            sparsec_colour_int(n, first.data(), element.data(), elements,
                               &result.count, result.of.data()));
  result.place.resize(size_t(result.count) + 1);
  sparsec_list_colours_int(n, result.count, result.of.data(),
                           result.perm.data(), result.place.data());
  return result;
}

/// Each colour lists its iterations in their order, each iteration is listed
/// once, and no two of one colour share an element.
void check(const std::vector<std::vector<long long>> &touched,
           const Colours &colours) {
  ASSERT_EQ(colours.place.front(), 0);
  ASSERT_EQ(colours.place.back(), int(touched.size()));
  std::set<int> listed;
  for (int c = 0; c < colours.count; ++c) {
    std::set<long long> taken;
    EXPECT_LT(colours.place[size_t(c)], colours.place[size_t(c) + 1]);
    for (int p = colours.place[size_t(c)]; p < colours.place[size_t(c) + 1];
         ++p) {
      const int i = colours.perm[size_t(p)];
      EXPECT_EQ(colours.of[size_t(i)], c);
      EXPECT_TRUE(listed.insert(i).second);
      if (p > colours.place[size_t(c)]) {
        EXPECT_LT(colours.perm[size_t(p) - 1], i);
      }
      const std::set<long long> own(touched[size_t(i)].begin(),
                                    touched[size_t(i)].end());
      for (long long one : own)
        EXPECT_TRUE(taken.insert(one).second);
    }
  }
  EXPECT_EQ(listed.size(), touched.size());
}

TEST(Colour, NoIterations) {
  const Colours none = coloursOf({}, 0);
  EXPECT_EQ(none.count, 0);
  EXPECT_EQ(none.place, std::vector<int>{0});
}

TEST(Colour, AChainNeedsTwo) {
  const Colours chain = coloursOf({{0, 1}, {1, 2}, {2, 3}, {3, 3}}, 4);
  EXPECT_EQ(chain.count, 2);
  EXPECT_EQ(chain.of, (std::vector<int>{0, 1, 0, 1}));
}

TEST(Colour, MoreThanOneWordOfColours) {
  std::vector<std::vector<long long>> touched(200, {7});
  touched.push_back({3});
  const Colours colours = coloursOf(touched, 8);
  EXPECT_EQ(colours.count, 200);
  check(touched, colours);
}

TEST(Colour, RandomLists) {
  std::mt19937 random(7);
  for (int round = 0; round < 50; ++round) {
    const int elements = 1 + int(random() % 60);
    std::vector<std::vector<long long>> touched(random() % 300);
    for (std::vector<long long> &own : touched)
      for (size_t count = random() % 5; count > 0; --count)
        own.push_back(random() % unsigned(elements));
    check(touched, coloursOf(touched, elements));
  }
}

} // namespace
