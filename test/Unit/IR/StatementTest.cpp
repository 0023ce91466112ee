//===- StatementTest.cpp - statements over other instances ----------------===//

#include "sparsec/IR/Statement.h"

#include <gtest/gtest.h>

using namespace sparsec;

namespace {

/// `S[i] : 0 <= i < 64 and x(i) >= 1`, which sets `y[i]`.
class StatementTest : public ::testing::Test {
protected:
  StatementTest() {
    statement.name = "S";
    statement.iterators = {"i"};
    statement.domain = isl::set(session.ctx(), "{ S[i] : 0 <= i < 64 }");
    isl::space space = statement.space();
    isl::pw_aff i = poly::dimension(space, 0);
    isl::pw_aff call = addCall(statement.calls, {"x", {i}}, {"i"}, space);
    statement.constraints = call.ge_set(poly::constant(space, 1));
    statement.assignment =
        Assignment{Expr::access("y", {i}, ElementType::float64()), Update::Set,
                   Expr::constant("0.0", ElementType::float64())};
  }

  isl::pw_multi_aff toTiles() {
    isl::space space = poly::tupleSpace(session.ctx(), "X", 2);
    isl::pw_aff tile = poly::dimension(space, 0);
    isl::pw_aff i =
        tile.scale(isl::val(session.ctx(), 32)).add(poly::dimension(space, 1));
    return poly::makeMap(space, "S", {i});
  }

  Statement tiled() {
    isl::set inTile(session.ctx(), "{ X[b, t] : 0 <= t < 32 }");
    return pullBack(statement, "X", {"b", "t"}, toTiles(), {}, inTile,
                    isl::set::universe(inTile.space()));
  }

  Session session;
  Statement statement;
};

TEST_F(StatementTest, ReadsCopiesOfIndexArrays) {
  isl::pw_aff i = poly::dimension(statement.space(), 0);
  EXPECT_EQ(statement.accesses().size(), 1u);
  EXPECT_EQ(statement.loadOf("x(i)").function, "x");
  statement.copies["x(i)"] = {"x_shared", {i}};
  EXPECT_EQ(statement.loadOf("x(i)").function, "x_shared");
  ASSERT_EQ(statement.accesses().size(), 2u);
  EXPECT_EQ(statement.accesses()[1].array, "x_shared");
  EXPECT_TRUE(statement.accesses()[1].isRead);
}

TEST_F(StatementTest, CopiesFollowTheirCalls) {
  isl::pw_aff i = poly::dimension(statement.space(), 0);
  statement.copies["x(i)"] = {"x_shared", {i}};
  Statement made = tiled();
  ASSERT_EQ(made.copies.size(), 1u);
  const auto &[name, copy] = *made.copies.begin();
  EXPECT_TRUE(made.calls.count(name)) << name;
  EXPECT_TRUE(
      copy.arguments[0].plain_is_equal(made.calls.at(name).arguments[0]));

  renameCall(made, name, "x(b)");
  EXPECT_EQ(made.copies.begin()->first, "x(b)");
}

TEST_F(StatementTest, CopiesEndWithTheirCalls) {
  isl::space space = statement.space();
  statement.copies["x(i)"] = {"x_shared", {poly::dimension(space, 0)}};
  statement.constraints = isl::set::universe(space);
  EXPECT_TRUE(tiled().copies.empty());
}

} // namespace
