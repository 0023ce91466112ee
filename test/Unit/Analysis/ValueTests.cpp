//===- ValueTests.cpp - values are read where they are stored -------------===//

#include "TestKernel.h"

#include "gtest/gtest.h"

using namespace sparsec;
using namespace sparsec::test;

namespace {

bool mentions(const std::string &message, const std::string &part) {
  return message.find(part) != std::string::npos;
}

/// S: t = x[i]; T: y[i] = t, in one iteration of i or in two loops.
class RenamedScalars : public testing::Test {
protected:
  RenamedScalars() : before({"n", "m"}) {
    before.reals("x");
    before.reals("y");
    before.scalar("t", 1);
    before.scalar("u", 1);
    before.statement("S", {"i"}, "0 <= i < n", "");
    before.statement("T", {"i"}, "0 <= i < n", "");
    before.body("S", "t", "=", {"x[i]"});
    before.body("T", "y[i]", "=", {"t"});
    before.execute(before.loop(
        "i", before.sequence({before.leaf("S"), before.leaf("T")})));
  }

  TestKernel before;
};

TEST_F(RenamedScalars, AllUsersTakeTheNewName) {
  TestKernel after = before;
  after.body("S", "u", "=", {"x[i]"});
  after.body("T", "y[i]", "=", {"u"});
  EXPECT_EQ(after.check(before), "");
}

TEST_F(RenamedScalars, AReaderIsForgotten) {
  TestKernel after = before;
  after.body("S", "u", "=", {"x[i]"});
  EXPECT_TRUE(mentions(after.check(before),
                       "'t': T[i'] reads what an earlier S[i] writes, which "
                       "the step would store in 'u'"));
}

TEST_F(RenamedScalars, AWriterIsForgotten) {
  TestKernel after = before;
  after.body("T", "y[i]", "=", {"u"});
  EXPECT_TRUE(mentions(after.check(before), "store in 't'"));
}

TEST_F(RenamedScalars, OneOfSeveralUpdatesIsForgotten) {
  before.statement("R", {"i"}, "0 <= i < n", "");
  before.body("R", "t", "+=", {"x[i]"});
  before.execute(before.loop(
      "i",
      before.sequence({before.leaf("S"), before.leaf("R"), before.leaf("T")})));
  TestKernel after = before;
  after.body("S", "u", "=", {"x[i]"});
  after.body("T", "y[i]", "=", {"u"});
  EXPECT_TRUE(mentions(after.check(before), "'t': R[i']"));
  after.body("R", "u", "+=", {"x[i]"});
  EXPECT_EQ(after.check(before), "");
}

TEST_F(RenamedScalars, ACopyCarriesTheValue) {
  TestKernel after = before;
  after.scalar("v", 1);
  after.body("S", "v", "=", {"x[i]"});
  after.statement("copy", {"i"}, "0 <= i < n", "");
  after.body("copy", "t", "=", {"v"});
  after.execute(after.loop(
      "i",
      after.sequence({after.leaf("S"), after.leaf("copy"), after.leaf("T")})));
  EXPECT_EQ(after.check(before), "");
  after.body("copy", "t", "=", {"x[i]"});
  EXPECT_TRUE(mentions(after.check(before), "'t': T[i']"));
}

TEST_F(RenamedScalars, InstancesThatNeverMeetMayBeToldApart) {
  // Of iterations below m and above, each with a scalar of its own.
  before.statement("V", {"i"}, "n <= i < n + m", "");
  before.body("V", "t", "=", {"x[i]"});
  before.execute(before.sequence(
      {before.loop("i", before.sequence({before.leaf("S"), before.leaf("T")})),
       before.loop("i", before.leaf("V"))}));
  TestKernel after = before;
  after.body("V", "u", "=", {"x[i]"});
  EXPECT_EQ(after.check(before), "");
}

TEST_F(RenamedScalars, TheCallerSeesItsArrays) {
  TestKernel after = before;
  after.reals("z");
  after.body("T", "z[i]", "=", {"t"});
  EXPECT_TRUE(mentions(after.check(before),
                       "'y', which 'T' writes, would not get what 'T'"));
  TestKernel other = before;
  other.reals("z");
  other.body("S", "t", "=", {"z[i]"});
  EXPECT_TRUE(
      mentions(other.check(before), "'S' would not find the values of 'x'"));
}

} // namespace
