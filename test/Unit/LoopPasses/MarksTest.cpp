//===- MarksTest.cpp - parallel, simd, pragmas, locals, regions -----------===//

#include "Nest.h"

#include "sparsec/LoopIR/Statements.h"

using namespace sparsec;
using namespace sparsec::test;

namespace {

LoopMarks simd() {
  LoopMarks marks;
  marks.simd = true;
  return marks;
}

LoopMarks parallel() {
  LoopMarks marks;
  marks.parallel = true;
  marks.schedule = "static";
  return marks;
}

/// `s = b[i]; for j: s -= a[j] * x[col[j]]; y[i] = s` with a private scalar.
ScheduleTree imperfect(Nest &nest) {
  makeSpmv(nest);
  nest.array("s", ElementType::float64(), {}).owner = Array::Owner::Local;
  nest.array("b", ElementType::float64(), {"n"});
  nest.statement("S0", {"i"}, "0 <= i < n");
  nest.assign(nest.load("s"), "=", nest.load("b", {"i"}));
  nest.statement(
      "S1", {"i", "j"}, "0 <= i < n",
      {{"lo", "index", "i"}, {"hi", "index", "i + 1"}, {"c", "col", "j"}},
      "lo <= j < hi");
  nest.assign(nest.load("s"),
              "-=", times(nest.load("a", {"j"}), nest.load("x", {"c"})));
  nest.statement("S2", {"i"}, "0 <= i < n");
  nest.assign(nest.load("y", {"i"}), "=", nest.load("s"));
  return ScheduleTree::sequence({nest.leaf("S0"),
                                 nest.loop("j", "j", nest.leaf("S1"), simd()),
                                 nest.leaf("S2")});
}

TEST(Marks, ScalarsAreDeclaredInsideTheParallelLoop) {
  Nest nest;
  nest.program.allowReassociation = true;
  ScheduleTree body = imperfect(nest);
  EXPECT_TRUE(isText(nest.lower(nest.loop("i", "i", body, parallel())), R"(
    #ifdef _OPENMP
    #pragma omp parallel for schedule(static)
    #endif
    for (int i = 0; i < n; i++) {
      double s = b[i];
    #ifdef _OPENMP
    #pragma omp simd reduction(+:s)
    #endif
      for (int j = index[i]; j < index[i + 1]; j++)
        s -= a[j] * x[col[j]];
      y[i] = s;
    })"));
}

TEST(Marks, AScalarThatCarriesAValueIsDeclaredOutside) {
  Nest nest;
  nest.parameter("n", "n >= 0");
  nest.array("s", ElementType::float64(), {}).owner = Array::Owner::Local;
  nest.array("y", ElementType::float64(), {"n"});
  nest.statement("S", {"i"}, "0 <= i < n");
  nest.assign(nest.load("s"), "+=", nest.load("y", {"i"}));
  nest.statement("T", {"i"}, "0 <= i < n");
  nest.assign(nest.load("y", {"i"}), "=", nest.load("s"));
  std::string text = nest.lower(nest.loop(
      "i", "i", ScheduleTree::sequence({nest.leaf("S"), nest.leaf("T")})));
  EXPECT_LT(text.find("double s;"), text.find("for (int i")) << text;
}

TEST(Marks, AccumulatorsOfSimdLoopsAreReductions) {
  Nest nest;
  makeSpmv(nest);
  auto lower = [&] {
    return nest.lower(
        nest.loop("i", "i", nest.loop("j", "j", nest.leaf("S"), simd())));
  };
  EXPECT_EQ(lower().find("simd"), std::string::npos) << "sums in parts";
  nest.program.allowReassociation = true;
  std::string text = lower();
  EXPECT_NE(text.find("#pragma omp simd reduction(+:sum)"), std::string::npos)
      << text;
}

TEST(Marks, ReductionsOfInnerSimdLoopsNameTheOuterAccumulator) {
  Nest nest;
  nest.program.allowReassociation = true;
  makeSpmv(nest);
  ScheduleTree j = nest.loop("j", "j", nest.leaf("S"), simd());
  ScheduleTree jj = nest.loop("jj", "floor(j/32)", std::move(j));
  std::string text = nest.lower(nest.loop("i", "i", std::move(jj)));
  size_t declared = text.find("double sum = y[i];"),
         reduced = text.find("#pragma omp simd reduction(+:sum)");
  EXPECT_LT(declared, text.find("for (int jj")) << text;
  EXPECT_NE(reduced, std::string::npos) << text;
}

TEST(Marks, NoAccumulatorAcrossAParallelLoop) {
  Nest nest;
  nest.parameter("n", "n >= 0");
  nest.array("y", ElementType::float64(), {"n"});
  nest.statement("S", {"i", "j"}, "0 <= i < n and 0 <= j < n");
  nest.assign(nest.load("y", {"j"}),
              "+=", Expr::constant("1.0", ElementType::float64()));
  std::string text = nest.lower(
      nest.loop("i", "i", nest.loop("j", "j", nest.leaf("S")), parallel()));
  EXPECT_NE(text.find("y[j] += 1.0;"), std::string::npos) << text;
}

TEST(Marks, ElementsThatAConditionGuardsAreNotTouchedOutsideIt) {
  Nest nest;
  nest.parameter("n", "n >= 0");
  nest.array("y", ElementType::float64(), {"n"});
  nest.array("b", ElementType::float64(), {"n"});
  nest.statement("S", {"i", "j"}, "0 <= i < n and 0 <= j < n");
  nest.assign(nest.load("b", {"j"}),
              "+=", Expr::constant("1.0", ElementType::float64()));
  nest.statement("T", {"i", "j"}, "0 <= i < n and 0 <= j < n and i mod 2 = 0");
  nest.assign(nest.load("y", {"i"}), "+=", nest.load("b", {"j"}));
  std::string text = nest.lower(nest.loop(
      "i", "i",
      nest.loop("j", "j",
                ScheduleTree::sequence({nest.leaf("S"), nest.leaf("T")}))));
  EXPECT_LT(text.find("} else {"), text.find("double sum = y[i];")) << text;
}

TEST(Marks, PragmasStandAboveTheirLoop) {
  Nest nest;
  makeSpmv(nest);
  LoopMarks marks;
  marks.pragmas = {"GCC ivdep"};
  std::string text = nest.lower(
      nest.loop("i", "i", nest.loop("j", "j", nest.leaf("S"), marks)));
  EXPECT_NE(text.find("#pragma GCC ivdep\n  for (int j"), std::string::npos)
      << text;
}

TEST(Marks, PerThreadArraysMakeARegion) {
  Nest nest;
  makeSpmv(nest);
  Array &stamp = nest.array("stamp", ElementType::int32(), {"m"});
  stamp.owner = Array::Owner::Workspace;
  stamp.perThread = true;
  nest.act({action::Mark{nest.load("stamp", {"c"})}, "mark"});
  nest.program.phases = {
      {Phase::Role::Execute,
       nest.loop("i", "i", nest.loop("j", "j", nest.leaf("S")), parallel())}};
  LoweringHooks hooks;
  hooks.makesRegions = true;
  auto ast = lowerPhase(nest.program, nest.program.phases[0], hooks);
  ASSERT_TRUE(bool(ast));
  EXPECT_TRUE(isText(printLoops(*ast), R"(
    #ifdef _OPENMP
    #pragma omp parallel
    #endif
    {
      int *restrict stamp = stamp_of_threads + sparsec_thread() * (long long)m;
    #ifdef _OPENMP
    #pragma omp for schedule(static)
    #endif
      for (int i = 0; i < n; i++) {
        const int index_i_1 = index[i + 1];
        for (int j = index[i]; j < index_i_1; j++) {
    #ifdef _OPENMP
    #pragma omp atomic write
    #endif
          stamp[col[j]] = 1;
        }
      }
    })"));
}

/// `for (int i = 0; i < n; i++) y[i] = 0;`
LoopNode clearing(LoopMarks marks) {
  LoopNode loop;
  loop.kind = LoopNode::Kind::For;
  loop.name = "i";
  loop.type = LoopType::int32();
  loop.lower = LoopExpr::integer(0);
  loop.upper = {LoopExpr::variable("n")};
  loop.marks = std::move(marks);
  loop.body = {stmt::assign(LoopExpr::load("y", {LoopExpr::variable("i")}),
                            LoopExpr::integer(0))};
  return loop;
}

TEST(Marks, ScopesInARegionShareItsThreads) {
  LoopNode region;
  region.kind = LoopNode::Kind::Region;
  region.body = {stmt::call("f", {}), stmt::scope({clearing(parallel())})};
  EXPECT_TRUE(isText(printLoops(LoopAst{{region}}), R"(
    #ifdef _OPENMP
    #pragma omp parallel
    #endif
    {
      f();
      {
    #ifdef _OPENMP
    #pragma omp for schedule(static)
    #endif
        for (int i = 0; i < n; i++)
          y[i] = 0;
      }
    })"));
}

TEST(Marks, ActionsWithoutWorkAreNoStatements) {
  LoopNode action;
  action.kind = LoopNode::Kind::Action;
  LoopNode guard = LoopNode::ifThen(LoopExpr::variable("n"), {action});
  EXPECT_TRUE(isText(printLoops(LoopAst{{guard, stmt::call("f", {})}}), R"(
    if (n) {
    }
    f();)"));
}

} // namespace
