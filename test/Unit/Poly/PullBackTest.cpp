//===- PullBackTest.cpp ---------------------------------------------------===//

#include "sparsec/Poly/PullBack.h"

#include "gtest/gtest.h"

using namespace sparsec;

namespace {

class PullBackTest : public testing::Test {
protected:
  isl::pw_aff value(const std::string &text) const {
    return isl::pw_aff(session.ctx(), text);
  }
  isl::pw_multi_aff map(const std::string &text) const {
    return isl::pw_multi_aff(session.ctx(), text);
  }

  Session session;
};

/// With pieces and without; parameters of both.
TEST_F(PullBackTest, IsIslsPullback) {
  const std::vector<isl::pw_aff> values = {
      value("[n, a] -> { S[i, j] -> [2i + a - n] }"),
      value("[b] -> { S[i, j] -> [floor((i + b)/4)] }"),
      value("[n] -> { S[i, j] -> [i] : i < n; S[i, j] -> [j] : i >= n }")};
  const std::vector<isl::pw_multi_aff> maps = {
      map("[b, n] -> { X[x] -> S[x + b, 2x - n] }"),
      map("[a] -> { X[x] -> S[x, a] : x > a; X[x] -> S[a, x] : x <= a }")};
  for (const isl::pw_aff &one : values)
    for (const isl::pw_multi_aff &through : maps)
      EXPECT_TRUE(poly::pullBack(one, through, {})
                      .as_map()
                      .is_equal(one.pullback(through).as_map()));
}

/// The map speaks of the new `a`, which an old one becomes or does not.
TEST_F(PullBackTest, RenamesOnlyWhatIsOld) {
  const isl::pw_multi_aff through = map("[a, b] -> { X[x] -> S[x + a + b] }");
  const isl::pw_aff old = value("[a, b] -> { S[i] -> [i + 10a + 100b] }");
  auto expectEqual = [&](const poly::Renaming &names, const std::string &text) {
    EXPECT_TRUE(poly::pullBack(old, through, names)
                    .as_map()
                    .is_equal(value(text).as_map()))
        << text;
  };
  expectEqual({{"a", "b"}, {"b", "a"}},
              "[a, b] -> { X[x] -> [x + 101a + 11b] }");
  expectEqual({{"a", "a"}, {"b", "c"}},
              "[a, b, c] -> { X[x] -> [x + 11a + b + 100c] }");
  expectEqual({{"a", "b"}, {"b", "b"}}, "[a, b] -> { X[x] -> [x + a + 111b] }");
  const isl::set set(session.ctx(), "[a, b] -> { S[i] : a <= i < b }");
  EXPECT_TRUE(
      poly::pullBack(set, through, {{"a", "b"}, {"b", "c"}})
          .is_equal(isl::set(
              session.ctx(),
              "[a, b, c] -> { X[x] : b <= x + a + b and x + a + b < c }")));
}

} // namespace
