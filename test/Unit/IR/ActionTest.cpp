//===- ActionTest.cpp - what actions access -------------------------------===//

#include "sparsec/IR/Action.h"

#include "sparsec/Poly/Isl.h"

#include <gtest/gtest.h>

#include <string>

using namespace sparsec;

namespace {

class ActionTest : public ::testing::Test {
protected:
  /// An element of \p array at the first iterator.
  Expr element(const std::string &array) {
    isl::space space = poly::tupleSpace(session.ctx(), "S", 1);
    return Expr::access(array, {poly::dimension(space, 0)},
                        ElementType::int32());
  }

  Expr number() {
    isl::space space = poly::tupleSpace(session.ctx(), "S", 1);
    return Expr::affine(poly::dimension(space, 0), ElementType::int32());
  }

  /// "r a[]" for a read element, "w a" for a written array, "u a[] +=" for an
  /// update that commutes, "!" behind what threads may do at once.
  static std::string accesses(Action::Work work) {
    std::string text;
    for (const Access &access : Action{std::move(work), "work"}.accesses()) {
      text += text.empty() ? "" : ", ";
      text += !access.isWrite ? "r " : access.isRead ? "u " : "w ";
      text += access.array + (access.isWhole ? "" : "[]");
      text += access.reduction == Update::None ? ""
              : access.reduction == Update::AnyOrder
                  ? " in"
                  : std::string(" ") + spellingOf(access.reduction);
      text += access.isAtomic ? "!" : "";
      text += access.isMade ? " made" : "";
    }
    return text;
  }

  Session session;
};

TEST_F(ActionTest, CountersAreUpdated) {
  EXPECT_EQ(accesses(action::Count{element("offset"), std::nullopt}),
            "u offset[] +=");
  EXPECT_EQ(accesses(action::Count{
                element("offset"),
                action::Stamp{element("seen"), element("offset")}}),
            "u offset[] +=, u seen[] in");
  EXPECT_EQ(accesses(action::CountAll{"total"}), "u total[] +=");
}

TEST_F(ActionTest, ListsAreWrittenInTheOrderThatIsAskedFor) {
  action::Append append;
  append.lists = {{"rows", number()}, {"columns", element("col")}};
  append.counter = element("offset");
  EXPECT_EQ(accesses(append),
            "u offset[] in, w rows in, r col[], w columns in");
  append.inTurn = true;
  EXPECT_EQ(accesses(append), "u offset[], w rows, r col[], w columns");
}

TEST_F(ActionTest, MeetingIsInTurn) {
  EXPECT_EQ(accesses(action::Meet{number(), element("first"), element("last"),
                                  "other"}),
            "u first[], u last[], w other");
}

TEST_F(ActionTest, MarksMayBeSetAtOnce) {
  EXPECT_EQ(accesses(action::Mark{element("flag")}), "u flag[] |=!");
}

TEST_F(ActionTest, CollectedPlacesAreElementsWhereInstancesHaveNumbers) {
  action::Collect collect;
  collect.segment = element("offset");
  collect.slot = {"slot", element("slot")};
  collect.stamp = element("seen");
  EXPECT_EQ(accesses(collect), "u slot[], u seen[] in");
  collect.slot.element.reset();
  collect.stamp.reset();
  collect.keys = action::Collect::Place{"key", std::nullopt};
  collect.total = "total";
  EXPECT_EQ(accesses(collect), "u slot, u key, u total[]");
}

TEST_F(ActionTest, ScatteredValuesAreRead) {
  action::Scatter scatter{element("values"), element("a"), "slot", "cursor",
                          Update::Add};
  EXPECT_EQ(accesses(scatter), "u cursor[], r slot, u values, r a[]");
  scatter.isShared = true;
  EXPECT_EQ(accesses(scatter), "u cursor[], r slot, u values +=!, r a[]");
  scatter.op = Update::Set;
  EXPECT_EQ(accesses(scatter), "u cursor[], r slot, u values |=!, r a[]");
}

TEST_F(ActionTest, CallsAccessWhatTheTableSays) {
  action::Call scan{&runtime::inclusive_scan,
                    {Argument::array("offset"), Argument::size("offset")}};
  scan.results = {{"count", element("offset")}};
  EXPECT_EQ(accesses(scan), "u offset, r offset[], u count");
  action::Call number{&runtime::number_marked,
                      {Argument::array("marks"), Argument::size("marks"),
                       Argument::array("slot")}};
  number.target = "count";
  EXPECT_EQ(accesses(number), "r marks, u slot, u count");
  EXPECT_EQ(accesses(action::Call{
                &runtime::count_packed,
                {Argument::scalar("levels"), Argument::array("first"),
                 Argument::integer(8), Argument::result("waves"),
                 Argument::result("tasks"), Argument::result("steps")}}),
            "r levels, r first, u waves, u tasks, u steps");
  EXPECT_EQ(accesses(action::Allocate{"list"}), "u list made");
}

TEST_F(ActionTest, CallsWithOtherArgumentsAreFound) {
  action::Call call{&runtime::list_keys,
                    {Argument::array("key"), Argument::scalar("count")}};
  EXPECT_NE(verifyCall(call), "");
  call.arguments.push_back(Argument::array("index"));
  EXPECT_EQ(verifyCall(call), "");
  std::swap(call.arguments[0], call.arguments[1]);
  EXPECT_NE(verifyCall(call), "");
  std::swap(call.arguments[0], call.arguments[1]);
  call.target = "count";
  EXPECT_NE(verifyCall(call), "");
}

} // namespace
