//===- PhaseTests.cpp - transformations on an inspect phase ---------------===//

#include "Kernels.h"

namespace sparsec {
extern const TransformSpec tileSpec, splitSpec, split_with_alignmentSpec,
    normalizeSpec;
}

using namespace sparsec;
using namespace sparsec::test;

namespace {

/// makeSpmv with an inspect phase in front: the same loops around a count.
void makeInspected(Kernel &kernel) {
  makeSpmv(kernel);
  Statement count = kernel.program.statement("S");
  isl::space space = poly::tupleSpace(kernel.session.ctx(), "C", 2);
  isl::pw_multi_aff map = poly::makeMap(
      space, "S", {poly::dimension(space, 0), poly::dimension(space, 1)});
  isl::set all = isl::set::universe(space);
  count = pullBack(count, "C", {"i", "j"}, map, {}, all, all);
  count.assignment.reset();
  count.action = Action{action::CountAll{"n"}, "count"};
  kernel.program.statements.insert_or_assign("C", count);
  Phase inspect{Phase::Role::Inspect,
                kernel.loop("i", kernel.loop("j", ScheduleTree::leaf("C")))};
  kernel.program.phases.insert(kernel.program.phases.begin(), inspect);
}

TEST(InspectPhase, IsTiledAlone) {
  Kernel kernel;
  makeInspected(kernel);
  Arguments args = on("C");
  args.set("loops", std::vector<std::string>{"i"});
  args.set("sizes", std::vector<std::string>{"8"});
  StepResult step = run(kernel.program, tileSpec, args);
  EXPECT_EQ(loops(step.program, "C"), "ii, i, j");
  EXPECT_EQ(loops(step.program, "S"), "i, j");
  EXPECT_EQ(step.program.phases[0].role, Phase::Role::Inspect);
}

TEST(InspectPhase, ItsStatementsAreSplit) {
  Kernel kernel;
  makeInspected(kernel);
  Arguments args = on("C");
  args.set("loop", std::string("i"));
  args.set("multiple", 4L);
  StepResult step = run(kernel.program, split_with_alignmentSpec, args);
  EXPECT_TRUE(keepsOrder(kernel.program, step));
  EXPECT_EQ(step.program.phases[0].tree.statements(),
            (std::vector<std::string>{"C_main", "C_remainder"}));
  EXPECT_TRUE(step.program.statement("C_main").action.has_value());
  EXPECT_EQ(loops(step.program, "S"), "i, j");
}

TEST(InspectPhase, ItsValuesFollowNewInstances) {
  Kernel kernel;
  makeInspected(kernel);
  Arguments args = on("C");
  args.set("loop", std::string("j"));
  StepResult step = run(kernel.program, normalizeSpec, args);
  EXPECT_TRUE(hasValue(step.program, "C", "j", "{ C[i,j] -> [(j)] }"));
  EXPECT_TRUE(hasValue(step.program, "S", "j", "{ S[i,j] -> [(j)] }"));
  EXPECT_TRUE(kernel.program.statement("S").constraints.is_equal(
      step.program.statement("S").constraints));
}

} // namespace
