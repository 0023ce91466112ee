//===- OrderTests.cpp - instances that keep their order -------------------===//
///
/// \file
/// What the checker sees of the order by looking at the times: without a look
/// at what the instances touch, which here always conflicts.
///
//===----------------------------------------------------------------------===//

#include "TestKernel.h"

#include "gtest/gtest.h"

using namespace sparsec;
using namespace sparsec::test;

namespace {

/// All instances of S over i, j and of T over i write one element, in a loop
/// over i: no two may change places.
class KeptOrderTest : public testing::Test {
protected:
  KeptOrderTest() : before({"n", "m"}) {
    before.reals("u");
    before.integers("index");
    before.statement("S", {"i", "j"}, "0 <= i < n",
                     "<index(i)> <= j < <index(i + 1)>");
    before.statement("T", {"i"}, "0 <= i < n", "");
    for (const char *name : {"S", "T"})
      before.body(name, "u[0]", "=", {"u[0]"});
    before.execute(before.loop(
        "i", before.sequence({before.loop("j", before.leaf("S")), T()})));
  }

  ScheduleTree T() { return before.leaf("T"); }

  /// "kept" where all instances keep their order, "refused" where the step is
  /// refused; both must not be, and one of them is.
  std::string fate(const TestKernel &after,
                   std::vector<InstanceMap> maps = {}) {
    StepResult step{after.program, maps, {}, {}, std::nullopt, {}};
    const bool isKept = keepsOrder(before.program, step);
    const std::string error = after.check(before, std::move(maps));
    if (isKept)
      return error.empty() ? "kept" : "kept, but " + error;
    return error.find("would no longer run after it") != std::string::npos
               ? "refused"
               : "neither: " + error;
  }

  /// Loops over \p values of S around it, of which those of the loops outside
  /// that T is in as well are \p shared.
  std::string fateOf(const std::vector<std::string> &shared,
                     const std::vector<std::string> &own) {
    TestKernel after = before;
    ScheduleTree tree = after.leaf("S");
    unsigned count = 0;
    auto wrap = [&](const std::vector<std::string> &values) {
      for (auto value = values.rbegin(); value != values.rend(); ++value)
        tree =
            after.loop("t" + std::to_string(count++), std::move(tree), *value);
    };
    wrap(own);
    tree = after.sequence({std::move(tree), T()});
    wrap(shared);
    after.execute(std::move(tree));
    return fate(after);
  }

  TestKernel before;
};

TEST_F(KeptOrderTest, OfLoopsThatAreShiftedOrScaled) {
  EXPECT_EQ(fateOf({"i"}, {"j"}), "kept");
  EXPECT_EQ(fateOf({"i - 3"}, {"j + n"}), "kept");
  EXPECT_EQ(fateOf({"2*i + m"}, {"3*j + 1"}), "kept");
  EXPECT_EQ(fateOf({"-i"}, {"j"}), "refused");
  EXPECT_EQ(fateOf({"i"}, {"1 - j"}), "refused");
}

TEST_F(KeptOrderTest, OfLoopsThatAreSkewedByLoopsOutside) {
  EXPECT_EQ(fateOf({"i"}, {"j - 2*i"}), "kept");
  EXPECT_EQ(fateOf({"i"}, {"j + floor(i/3)"}), "kept");
  EXPECT_EQ(fateOf({"i"}, {"i"}), "refused") << "j has no order";
}

TEST_F(KeptOrderTest, OfTilesOfOneLoop) {
  EXPECT_EQ(fateOf({"floor(i/4)", "i mod 4"}, {"j"}), "kept");
  EXPECT_EQ(fateOf({"4*floor(i/4)", "i"}, {"j"}), "kept");
  EXPECT_EQ(fateOf({"i"}, {"floor((j + 1)/8)", "floor(j/2)", "j"}), "kept");
  EXPECT_EQ(fateOf({"floor(i/4)"}, {"j"}), "refused");
  EXPECT_EQ(fateOf({"i mod 4", "i"}, {"j"}), "refused");
  EXPECT_EQ(fateOf({"i mod 4", "floor(i/4)"}, {"j"}), "refused");
  EXPECT_EQ(fateOf({"-floor(i/4)", "i"}, {"j"}), "refused");
  EXPECT_EQ(fateOf({"i"}, {"floor(-j/2)", "j"}), "refused");
}

TEST_F(KeptOrderTest, OfBoundsThatLoopsOutsideDetermine) {
  EXPECT_EQ(fateOf({"i"}, {"j - <index(i)>"}), "kept");
  EXPECT_EQ(fateOf({"i + 1"}, {"j + 2*<index(i + 1)> - <index(i)>"}), "kept");
  EXPECT_EQ(fateOf({"floor(i/2)"}, {"j - <index(i)>"}), "refused");
}

TEST_F(KeptOrderTest, OfPlacesInSequences) {
  TestKernel after = before;
  after.execute(
      after.loop("i", after.sequence({T(), after.loop("j", after.leaf("S"))})));
  EXPECT_EQ(fate(after), "refused");
  after.execute(
      after.sequence({after.loop("i", after.loop("j", before.leaf("S"))),
                      after.loop("i", T())}));
  EXPECT_EQ(fate(after), "refused");
}

TEST_F(KeptOrderTest, OfStatementsThatLoopsSeeShifted) {
  TestKernel after = before;
  after.execute(
      after.loop("i", after.sequence({after.loop("j", after.leaf("S")), T()})));
  auto &values = after.program.phases.back().tree.findLoop("T", "i")->values;
  values.at("T") = values.at("T").add_constant(1);
  EXPECT_EQ(fate(after), "refused") << "T[i] runs after S[i + 1]";
  values.at("S") = values.at("S").add_constant(1);
  EXPECT_EQ(fate(after), "kept");
}

TEST_F(KeptOrderTest, OfPartsOfALoop) {
  auto split = [&](const std::string &first, const std::string &second) {
    TestKernel after = before;
    std::vector<ScheduleTree> loops;
    std::vector<InstanceMap> maps;
    for (const auto &[name, part] : {std::pair("P", first), {"R", second}}) {
      after.statement(name, {"i", "j"}, "0 <= i < n",
                      "<index(i)> <= j < <index(i + 1)> and " + part);
      after.body(name, "u[0]", "=", {"u[0]"});
      loops.push_back(after.loop("j", after.leaf(name)));
      maps.push_back({name, "S", after.map(name, "S", {"i", "j"})});
    }
    after.program.statements.erase("S");
    loops.push_back(T());
    after.execute(after.loop("i", after.sequence(std::move(loops))));
    return fate(after, maps);
  };
  EXPECT_EQ(split("j < 8", "j >= 8"), "kept");
  EXPECT_EQ(split("j < 8 + i", "j >= 8 + i"), "kept");
  EXPECT_EQ(split("j < <index(i)> + 2", "j >= <index(i)> + 2"), "kept");
  EXPECT_EQ(split("j >= 8", "j < 8"), "refused");
  EXPECT_EQ(split("j mod 2 = 0", "j mod 2 = 1"), "refused");
}

/// Instances that are called otherwise, X[i, j'] = S[i, j' + index(i)].
TEST_F(KeptOrderTest, OfInstancesThatAreRenamed) {
  auto renamed = [&](const std::string &old, const std::string &time) {
    TestKernel after = before;
    after.statement("X", {"i", "k"}, "0 <= i < n",
                    "<index(i)> <= " + old + " < <index(i + 1)>");
    after.body("X", "u[0]", "=", {"u[0]"});
    after.program.statements.erase("S");
    after.execute(after.loop(
        "i", after.sequence({after.loop("k", after.leaf("X"), time), T()})));
    return fate(after, {{"X", "S", after.map("X", "S", {"i", old})}});
  };
  EXPECT_EQ(renamed("k + <index(i)>", "k"), "kept");
  EXPECT_EQ(renamed("<index(i + 1)> - 1 - k", "-k"), "kept");
  EXPECT_EQ(renamed("<index(i + 1)> - 1 - k", "k"), "refused");
}

} // namespace
