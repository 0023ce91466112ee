//===- ListTests.cpp - inspectors that list too little or too much --------===//
///
/// \file
/// S[i, j] of y += A x becomes X[i, p] with j = list(p), filled by A[i, j];
/// then one part at a time is broken by hand.
///
//===----------------------------------------------------------------------===//

#include "TestKernel.h"

#include "gtest/gtest.h"

using namespace sparsec;
using namespace sparsec::test;

namespace {

class Listed {
public:
  Listed() : before(makeSpmv()), after(before) {
    after.program.statements.erase("S");
    for (const char *name : {"offset", "list"})
      after.integers(name);
    executor("<offset(i)> <= p < <offset(i + 1)>");
  }

  void executor(const std::string &segment,
                const std::vector<std::string> &iterators = {"i", "p"},
                const std::string &domain = "0 <= i < n") {
    after.statement("X", iterators, domain, segment);
    after.body("X", "y[i]", "+=", {"a[<list(p)>]", "x[<list(p)>]"});
    ScheduleTree tree = after.leaf("X");
    for (size_t pos = iterators.size(); pos-- > 0;)
      tree = after.loop(iterators[pos], std::move(tree));
    after.execute(std::move(tree));
    inspector("0 <= i < n");
  }

  /// A[i, j] appends j to the segment i.
  void inspector(const std::string &domain,
                 const std::string &row = "<index(i)> <= j < <index(i + 1)>") {
    after.statement("A", {"i", "j"}, domain, row);
    Statement &append = after.program.statement("A");
    action::Append work;
    work.counter =
        Expr::access("offset", {after.value("A", "i")}, ElementType::int32());
    work.inTurn = true;
    append.action = Action{std::move(work),
                           "append",
                           {after.value("A", "i"), after.value("A", "j")}};
    if (after.program.phases.size() > 1)
      after.program.phases.erase(after.program.phases.begin());
    Phase phase{Phase::Role::Inspect,
                after.loop("i", after.loop("j", after.leaf("A")))};
    after.program.phases.insert(after.program.phases.begin(), phase);
  }

  InstanceMap map() {
    InstanceMap result{"X", "S", after.map("X", "S", {"i", "<list(p)>"})};
    TestKernel old = before;
    after.statement("M", {"i", "p"}, "0 <= i < n",
                    "<offset(i)> <= p < <offset(i + 1)>");
    isl::space space = after.program.statement("X").space();
    unsigned position = after.program.statement("X").iterators.size() - 1;
    isl::pw_multi_aff rename =
        poly::makeMap(space, "M",
                      {poly::dimension(space, position - 1),
                       poly::dimension(space, position)});
    result.listed =
        Enumeration{"A",
                    old.map("S", "A", {"i", "j"}),
                    {old.value("S", "i"), old.value("S", "j")},
                    position,
                    after.program.statement("M").constraints.preimage(rename)};
    after.program.statements.erase("M");
    return result;
  }

  std::string check() {
    before.program.allowReassociation = true;
    return after.check(before, {map()});
  }

  TestKernel before, after;
};

bool mentions(const std::string &message, const std::string &part) {
  return message.find(part) != std::string::npos;
}

TEST(List, AllInstancesOnce) { EXPECT_EQ(Listed().check(), ""); }

TEST(List, AMissingInstanceIsRefused) {
  Listed listed;
  listed.inspector("1 <= i < n");
  EXPECT_TRUE(mentions(listed.check(), "may miss instances of 'S'"));
}

TEST(List, AnExtraValueIsRefused) {
  Listed listed;
  listed.inspector("0 <= i < n", "0 <= j < <index(i + 1)>");
  EXPECT_TRUE(mentions(listed.check(), "does not touch"));
}

TEST(List, ValuesMustNotBeTakenForOne) {
  Listed listed;
  listed.after.program.statement("A").action->record.pop_back();
  EXPECT_TRUE(mentions(listed.check(), "for one"));
}

TEST(List, AValueMustNotBeListedTwice) {
  Listed listed;
  InstanceMap map = listed.map();
  map.listed->touched.pop_back();
  EXPECT_TRUE(
      mentions(listed.after.check(listed.before, {map}), "one value twice"));
}

TEST(List, TheWholeSegmentIsVisited) {
  Listed listed;
  listed.executor("<offset(i)> + 1 <= p < <offset(i + 1)>");
  EXPECT_TRUE(mentions(listed.check(),
                       "cannot tell which instances of the former 'S'"));
}

TEST(List, ASegmentIsVisitedOnce) {
  Listed listed;
  listed.executor("<offset(i)> <= p < <offset(i + 1)>", {"r", "i", "p"},
                  "0 <= r < 2 and 0 <= i < n");
  EXPECT_TRUE(mentions(listed.check(), "may run twice"));
}

TEST(List, TheOrderOfTheListIsNotKnown) {
  Listed listed;
  for (TestKernel *kernel : {&listed.before, &listed.after})
    kernel->body(kernel == &listed.before ? "S" : "X", "y[i]", "=", {});
  EXPECT_TRUE(mentions(listed.check(), "'y'"));
}

/// What a list that orders a loop may do: its executor asks again.
std::string checkOrdering(Listed &listed) {
  InstanceMap map = listed.map();
  map.listed->mayListMore = true;
  listed.before.program.allowReassociation = true;
  return listed.after.check(listed.before, {map});
}

TEST(List, AnOrderMayHoldMore) {
  Listed listed;
  listed.executor("<offset(i)> <= p < <offset(i + 1)> and "
                  "<index(i)> <= <list(p)> < <index(i + 1)>");
  listed.inspector("0 <= i < n", "0 <= j < <index(i + 1)>");
  EXPECT_EQ(checkOrdering(listed), "");
}

TEST(List, WhatAnOrderHoldsBesidesIsGuarded) {
  Listed listed;
  listed.inspector("0 <= i < n", "0 <= j < <index(i + 1)>");
  EXPECT_TRUE(mentions(checkOrdering(listed), "may run instances that 'S'"));
}

TEST(List, AnOrderHoldsAll) {
  Listed listed;
  listed.inspector("1 <= i < n");
  EXPECT_TRUE(mentions(checkOrdering(listed), "may miss instances of 'S'"));
}

TEST(List, TheInspectorIsThere) {
  Listed listed;
  InstanceMap map = listed.map();
  map.listed->inspector = "B";
  EXPECT_TRUE(
      mentions(listed.after.check(listed.before, {map}), "no inspector 'B'"));
}

} // namespace
