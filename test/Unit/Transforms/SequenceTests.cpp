//===- SequenceTests.cpp - distribute, fuse, pragma -----------------------===//

#include "Kernels.h"

namespace sparsec {
extern const TransformSpec distributeSpec, fuseSpec;
}

using namespace sparsec;
using namespace sparsec::test;

namespace {

Arguments loopArgs(const std::string &statement, const std::string &loop) {
  Arguments args = on(statement);
  args.set("loop", loop);
  return args;
}

Arguments fuseArgs(const std::string &statement, const std::string &other,
                   const std::string &loop) {
  Arguments args = loopArgs(statement, loop);
  args.set("other", other);
  return args;
}

TEST(Distribute, GivesEachMemberALoop) {
  Kernel kernel;
  makeImperfect(kernel);
  StepResult step = run(kernel.program, distributeSpec, loopArgs("S1", "i"));
  const ScheduleTree &tree = step.program.executePhase().tree;
  ASSERT_TRUE(tree.isSequence());
  ASSERT_EQ(tree.children.size(), 3u);
  EXPECT_EQ(tree.children[1].values.size(), 1u);
  EXPECT_EQ(loops(step.program, "S1"), "i, j");
  EXPECT_FALSE(keepsOrder(kernel.program, step));
}

TEST(Distribute, GroupsAndFuseUndoEachOther) {
  Kernel kernel;
  makeImperfect(kernel);
  Arguments args = loopArgs("S0", "i");
  args.set("before", std::vector<std::string>{"S2"});
  StepResult step = run(kernel.program, distributeSpec, args);
  const ScheduleTree &tree = step.program.executePhase().tree;
  ASSERT_EQ(tree.children.size(), 2u);
  EXPECT_EQ(tree.children[0].statements(),
            (std::vector<std::string>{"S0", "S1"}));
  StepResult back = run(step.program, fuseSpec, fuseArgs("S2", "S0", "i"));
  EXPECT_EQ(back.program.executePhase().tree.statements(),
            (std::vector<std::string>{"S0", "S1", "S2"}));
  EXPECT_TRUE(back.program.executePhase().tree.isLoop());
  EXPECT_EQ(printLoops(back.program), printLoops(kernel.program));
}

TEST(Distribute, RefusesASingleStatement) {
  Kernel kernel;
  makeSpmv(kernel);
  EXPECT_EQ(refusal(kernel.program, distributeSpec, loopArgs("S", "i")),
            "loop 'i' holds a single statement: there is nothing to "
            "distribute");
}

TEST(Fuse, RefusesLoopsThatAreNotNeighbours) {
  Kernel kernel;
  makeImperfect(kernel);
  StepResult step = run(kernel.program, distributeSpec, loopArgs("S1", "i"));
  EXPECT_EQ(refusal(step.program, fuseSpec, fuseArgs("S0", "S2", "i")),
            "'S1' stands between the loops; move_before(S2, S1) may bring them "
            "together");
  EXPECT_EQ(refusal(kernel.program, fuseSpec, fuseArgs("S0", "S2", "i")),
            "statements 'S0' and 'S2' already share loop 'i'");
}

} // namespace
