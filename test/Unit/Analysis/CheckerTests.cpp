//===- CheckerTests.cpp - legal and illegal steps -------------------------===//

#include "TestKernel.h"

#include "gtest/gtest.h"

using namespace sparsec;
using namespace sparsec::test;

namespace {

bool mentions(const std::string &message, const std::string &part) {
  return message.find(part) != std::string::npos;
}

InstanceMap plain(TestKernel &kernel, const std::string &from,
                  const std::string &to,
                  const std::vector<std::string> &values) {
  return {from, to, kernel.map(from, to, values)};
}

TEST(Checker, MatmulLoopsMayBePermuted) {
  TestKernel before = makeMatmul(), after = before;
  after.execute(
      after.loop("k", after.loop("j", after.loop("i", after.leaf("S")))));
  EXPECT_EQ(after.check(before), "");
  before.body("S", "C[i, j]", "=", {"C[i, j]", "A[i, k]"});
  after.body("S", "C[i, j]", "=", {"C[i, j]", "A[i, k]"});
  EXPECT_EQ(after.check(before), "") << "k keeps its order for each i, j";
  after.execute(
      after.loop("i", after.loop("j", after.loop("k", after.leaf("S"), "-k"))));
  EXPECT_TRUE(mentions(after.check(before), "'C'"));
}

TEST(Checker, ReversalIsLegalOnlyWithoutCarriedFlow) {
  TestKernel before({"n"});
  before.reals("u");
  before.reals("v");
  before.statement("S", {"i"}, "1 <= i < n", "");
  before.body("S", "u[i]", "=", {"u[i - 1]"});
  before.execute(before.loop("i", before.leaf("S")));
  TestKernel after = before;
  after.execute(after.loop("i", after.leaf("S"), "-i"));
  EXPECT_TRUE(mentions(after.check(before), "carried by loop 'i'"));
  before.body("S", "v[i]", "=", {"u[i - 1]"});
  after.body("S", "v[i]", "=", {"u[i - 1]"});
  EXPECT_EQ(after.check(before), "");
}

TEST(Checker, SumsKeepTheirOrderUnlessRoundingMayDiffer) {
  TestKernel before({"n"});
  before.reals("u");
  before.reals("s");
  before.statement("S", {"i"}, "0 <= i < n", "");
  before.body("S", "s[0]", "+=", {"u[i]"});
  before.execute(before.loop("i", before.leaf("S")));
  TestKernel after = before;
  after.execute(after.loop("i", after.leaf("S"), "-i"));
  auto checked = [&](const std::string &target, const std::string &op) {
    before.body("S", target, op, {"u[i]"});
    after.body("S", target, op, {"u[i]"});
    return after.check(before);
  };
  for (const char *op : {"+=", "-=", "*="})
    EXPECT_TRUE(mentions(checked("s[0]", op), "only the rounding")) << op;
  EXPECT_EQ(checked("s[i]", "+="), "");
  EXPECT_EQ(checked("s[0]", "max="), "");
  EXPECT_EQ(whyNotSimd(before.program, "S", "i"),
            "lanes of loop 'i' would share s[0] of S[i], whose minimum or "
            "maximum differs where an element is NaN");
  EXPECT_NE(checked("s[0]", "+="), "");
  EXPECT_TRUE(
      mentions(whyNotSimd(before.program, "S", "i"), "rounds differently"));
  before.program.allowReassociation = true;
  EXPECT_EQ(after.check(before), "");
  EXPECT_EQ(whyNotSimd(before.program, "S", "i"), "");
}

TEST(Checker, SumsOfIntegersAreExact) {
  TestKernel kernel({"n"});
  kernel.reals("s");
  kernel.integers("count", 0);
  const Program &program = kernel.program;
  EXPECT_TRUE(program.isExactReduction("count", Update::Add));
  EXPECT_TRUE(program.isExactReduction("s", Update::Least));
  EXPECT_FALSE(program.isExactReduction("s", Update::Add));
  EXPECT_FALSE(program.isExactReduction("s", Update::Multiply));
  Expr count = Expr::access("count", {}, ElementType::int32());
  Expr one = Expr::constant("1", ElementType::int32());
  Expr half = Expr::constant("0.5", ElementType::float64());
  EXPECT_TRUE((Assignment{count, Update::Add, one}.isReduction()));
  EXPECT_FALSE((Assignment{count, Update::Add, half}.isReduction()))
      << "it is cut after every update";
}

TEST(Checker, TruthValuesAndNarrowMinimaAreNotExact) {
  const ElementType truth = *ElementType::named("_Bool");
  const ElementType small = *ElementType::named("signed char");
  const ElementType integer = ElementType::int32();
  auto isReduction = [](const ElementType &target, Update op,
                        const ElementType &value) {
    return Assignment{Expr::access("c", {}, target), op,
                      Expr::access("q", {}, value)}
        .isReduction();
  };
  for (Update op : {Update::Add, Update::Subtract, Update::Multiply,
                    Update::Xor, Update::Least})
    EXPECT_FALSE(isReduction(truth, op, integer)) << spellingOf(op);
  for (Update op : {Update::And, Update::Or})
    EXPECT_TRUE(isReduction(truth, op, integer)) << spellingOf(op);
  EXPECT_TRUE(isReduction(truth, Update::Least, truth));
  EXPECT_TRUE(isReduction(small, Update::Add, integer))
      << "what a narrow integer cuts no sum brings back";
  EXPECT_FALSE(isReduction(small, Update::Least, integer));
  EXPECT_TRUE(isReduction(integer, Update::Least, small));

  TestKernel kernel({"n"});
  kernel.integers("flag", 0);
  kernel.program.arrays.at("flag").type = truth;
  EXPECT_FALSE(kernel.program.isExactReduction("flag", Update::Add));
  EXPECT_FALSE(kernel.program.isExactReduction("flag", Update::Xor));
  EXPECT_TRUE(kernel.program.isExactReduction("flag", Update::Or));
}

TEST(Checker, ALoopMustNotBeDropped) {
  TestKernel before({"n"});
  before.reals("u");
  before.statement("S", {"i", "j"}, "0 <= i < n and 0 <= j < n", "");
  before.body("S", "u[i]", "=", {});
  before.execute(before.loop("i", before.loop("j", before.leaf("S"))));
  TestKernel after = before;
  after.execute(after.loop("i", after.leaf("S")));
  EXPECT_TRUE(mentions(after.check(before), "'u'"));
}

TEST(Checker, PeeledIterationsCoverTheLoop) {
  TestKernel before = makeSpmv(), after = before;
  after.program.statements.erase("S");
  after.statement("P", {"i", "j"}, "i = 0 and n > 0",
                  "<index(i)> <= j < <index(i + 1)>");
  after.statement("R", {"i", "j"}, "1 <= i < n",
                  "<index(i)> <= j < <index(i + 1)>");
  for (const char *name : {"P", "R"})
    after.body(name, "y[i]", "+=", {"a[j]", "x[<col(j)>]"});
  after.execute(
      after.sequence({after.loop("i", after.loop("j", after.leaf("P"))),
                      after.loop("i", after.loop("j", after.leaf("R")))}));
  InstanceMap first = plain(after, "P", "S", {"i", "j"});
  InstanceMap rest = plain(after, "R", "S", {"i", "j"});
  EXPECT_EQ(after.check(before, {first, rest}), "");
  EXPECT_TRUE(mentions(after.check(before, {rest}), "may not be run"));
  after.program.statement("R").domain =
      before.program.statement("S").domain.preimage(
          after.map("R", "S", {"i", "j"}));
  EXPECT_TRUE(mentions(after.check(before, {first, rest}), "may run twice"));
}

/// What the checker found of the order of instances.
std::string orderOf(const TestKernel &before, const TestKernel &after) {
  StepResult step{after.program, {}, {}, {}, std::nullopt, {}};
  StepReport report;
  std::string text;
  if (llvm::Error error = checkStep(before.program, step, &report))
    return llvm::toString(std::move(error));
  for (const StepReport::Check &check : report.checks)
    if (check.name == "order")
      for (const std::string &note : check.notes)
        text += note + "\n";
  return text;
}

TEST(Checker, TimesThatStayAreInOrderWithoutATest) {
  TestKernel before = makeSpmv(), after = before;
  after.program.phases.back().tree.findLoop("S", "i")->marks.simd = true;
  after.program.phases.back().tree.findLoop("S", "j")->name = "entry";
  const std::string kept = "the step keeps all instances in their order";
  EXPECT_TRUE(mentions(orderOf(before, after), kept));
  TestKernel back = before;
  for (auto &[name, value] :
       back.program.phases.back().tree.findLoop("S", "i")->values)
    value = value.neg();
  EXPECT_FALSE(mentions(orderOf(before, back), kept));
}

TEST(Checker, AStatementMustNotVanish) {
  TestKernel before = makeSweep(), after = before;
  after.execute(after.loop("i", after.leaf("S2")));
  EXPECT_TRUE(mentions(after.check(before), "drops"));
}

TEST(Checker, InstancesMustNotBeRepeated) {
  TestKernel before({"n"});
  before.reals("u");
  before.statement("S", {"i"}, "0 <= i < n", "");
  before.body("S", "u[i]", "=", {});
  before.execute(before.loop("i", before.leaf("S")));
  TestKernel after = before;
  after.program.statements.erase("S");
  after.statement("X", {"r", "i"}, "0 <= r < 2 and 0 <= i < n", "");
  after.body("X", "u[i]", "=", {});
  after.execute(after.loop("r", after.loop("i", after.leaf("X"))));
  EXPECT_TRUE(mentions(after.check(before, {plain(after, "X", "S", {"i"})}),
                       "may run twice"));
}

/// X[i, k, j] with k = col(j) for k in [0, m).
TestKernel denseSpmv(const std::string &upper) {
  TestKernel after = makeSpmv();
  after.program.statements.erase("S");
  after.statement("X", {"i", "k", "j"}, "0 <= i < n and 0 <= k < " + upper,
                  "<index(i)> <= j < <index(i + 1)> and k = <col(j)>");
  after.body("X", "y[i]", "+=", {"a[j]", "x[k]"});
  after.execute(
      after.loop("i", after.loop("k", after.loop("j", after.leaf("X")))));
  return after;
}

TEST(Checker, MakeDenseIsCoveredByTheRangeOfCol) {
  TestKernel before = makeSpmv(), after = denseSpmv("m");
  before.program.allowReassociation = true;
  EXPECT_EQ(after.check(before, {plain(after, "X", "S", {"i", "j"})}), "");
  TestKernel shorter = denseSpmv("m - 1");
  EXPECT_TRUE(
      mentions(shorter.check(before, {plain(shorter, "X", "S", {"i", "j"})}),
               "may not be run"));
}

TEST(Checker, MakeDenseReordersOnlyReductions) {
  TestKernel before = makeSpmv(), after = denseSpmv("m");
  before.body("S", "y[i]", "=", {"a[j]", "x[<col(j)>]"});
  after.body("X", "y[i]", "=", {"a[j]", "x[k]"});
  std::string message =
      after.check(before, {plain(after, "X", "S", {"i", "j"})});
  EXPECT_TRUE(mentions(message, "'y'")) << message;
  before.facts("sorted(col, index, strict)");
  after.facts("sorted(col, index, strict)");
  EXPECT_EQ(after.check(before, {plain(after, "X", "S", {"i", "j"})}), "")
      << "columns of a row come in the same order";
}

TEST(Checker, NormalizedPositionsCoverARow) {
  TestKernel before = makeSpmv(), after = before;
  after.program.statements.erase("S");
  after.statement("S", {"i", "j"}, "0 <= i < n and 0 <= j",
                  "j < <index(i + 1)> - <index(i)>");
  after.body("S", "y[i]",
             "+=", {"a[j + <index(i)>]", "x[<col(j + <index(i)>)>]"});
  after.execute(after.loop("i", after.loop("j", after.leaf("S"))));
  InstanceMap map = plain(after, "S", "S", {"i", "j + <index(i)>"});
  EXPECT_EQ(after.check(before, {map}), "");
  InstanceMap late = plain(after, "S", "S", {"i", "j + <index(i)> + 1"});
  EXPECT_NE(after.check(before, {late}), "");
}

TEST(Checker, DistributingAPrivateScalarIsRefused) {
  TestKernel before = makeSweep();
  before.reals("y");
  before.body("S2", "y[i]", "=", {"sum"});
  TestKernel after = before;
  after.execute(
      after.sequence({after.loop("i", after.leaf("S0")),
                      after.loop("i", after.loop("j", after.leaf("S1"))),
                      after.loop("i", after.leaf("S2"))}));
  EXPECT_TRUE(mentions(after.check(before), "'sum'"));
  TestKernel tiled = before;
  tiled.execute(tiled.loop(
      "ii",
      tiled.loop("i", tiled.sequence({tiled.leaf("S0"),
                                      tiled.loop("j", tiled.leaf("S1")),
                                      tiled.leaf("S2")})),
      "floor(i/4)"));
  EXPECT_EQ(tiled.check(before), "");
}

TEST(Checker, PeeledPartsOwnAPrivateScalarEach) {
  TestKernel before({"n"});
  before.reals("y");
  before.reals("x");
  before.scalar("t", 1);
  before.statement("S", {"i"}, "0 <= i < n", "");
  before.statement("T", {"i"}, "0 <= i < n", "");
  before.body("S", "t", "=", {"x[i]"});
  before.body("T", "y[i]", "=", {"t"});
  before.execute(
      before.loop("i", before.sequence({before.leaf("S"), before.leaf("T")})));
  TestKernel after = before;
  std::vector<InstanceMap> maps;
  for (const char *name : {"S", "T"}) {
    after.program.statements.erase(name);
    for (const auto &[suffix, domain] :
         {std::pair("0", "i = 0 and n > 0"), std::pair("1", "1 <= i < n")}) {
      std::string part = std::string(name) + suffix;
      after.statement(part, {"i"}, domain, "");
      maps.push_back(plain(after, part, name, {"i"}));
    }
  }
  for (const char *suffix : {"0", "1"}) {
    after.body(std::string("S") + suffix, "t", "=", {"x[i]"});
    after.body(std::string("T") + suffix, "y[i]", "=", {"t"});
  }
  auto part = [&](const std::string &suffix) {
    return after.loop("i", after.sequence({after.leaf("S" + suffix),
                                           after.leaf("T" + suffix)}));
  };
  after.execute(after.sequence({part("0"), part("1")}));
  EXPECT_EQ(after.check(before, maps), "");
  auto alone = [&](const std::string &name) {
    return after.loop("i", after.leaf(name));
  };
  after.execute(after.sequence({part("0"), alone("S1"), alone("T1")}));
  EXPECT_TRUE(mentions(after.check(before, maps), "'t' is one copy"));
}

TEST(Checker, ATemporaryStaysWithItsLoop) {
  TestKernel before({"n", "m"});
  before.reals("tmp");
  before.reals("y");
  before.program.arrays.at("tmp").owner = Array::Owner::Local;
  before.program.arrays.at("tmp").privateDepth = 1;
  for (const char *name : {"S", "T"})
    before.statement(name, {"i", "k"}, "0 <= i < n and 0 <= k < m", "");
  before.body("S", "tmp[k]", "=", {});
  before.body("T", "y[i]", "+=", {"tmp[k]"});
  before.execute(
      before.loop("i", before.sequence({before.loop("k", before.leaf("S")),
                                        before.loop("k", before.leaf("T"))})));
  TestKernel after = before;
  after.execute(after.loop(
      "k",
      after.loop("i", after.sequence({after.leaf("S"), after.leaf("T")}))));
  EXPECT_TRUE(mentions(after.check(before), "'tmp' is one copy"));
  after.execute(after.loop(
      "ii",
      after.loop("i", after.sequence({after.loop("k", after.leaf("S")),
                                      after.loop("k", after.leaf("T"))})),
      "floor(i/4)"));
  EXPECT_EQ(after.check(before), "");
  EXPECT_EQ(whyNotParallel(before.program, "S", "i"), "");
}

/// checkStep's message where S[i, s] runs the former S[i, p(s)], and \p facts
/// are what is known of p, no array of the program.
std::string checkPermuted(const TestKernel &kernel, std::vector<Fact> facts,
                          bool isShared = false) {
  StepResult step{kernel.program, {}, {}, {}, {}, {}};
  const Statement &now = step.program.statement("S");
  InstanceMap map{"S", "S", isl::pw_multi_aff()};
  isl::pw_aff value =
      addCall(map.calls, {"p", {now.iterator(1)}}, now.iterators, now.space());
  isl::pw_aff outer = isShared ? now.iterator(1) : now.iterator(0);
  map.map = poly::makeMap(now.space(), "S", {outer, value});
  step.instanceMaps.push_back(map);
  step.mapFacts = std::move(facts);
  llvm::Error error = checkStep(kernel.program, step);
  return error ? llvm::toString(std::move(error)) : "";
}

TEST(Checker, PermutedNumbersCoverTheirLoop) {
  auto kernelOver = [](const std::string &domain) {
    TestKernel kernel({"n"});
    kernel.reals("u");
    kernel.reals("v");
    kernel.statement("S", {"i", "s"}, domain, "");
    kernel.body("S", "v[i]", "max=", {"u[i]"});
    kernel.execute(kernel.loop("i", kernel.loop("s", kernel.leaf("S"))));
    return kernel;
  };
  TestKernel all = kernelOver("0 <= i < n and 0 <= s < 8");
  isl::space params = isl::space::unit(all.session.ctx());
  Fact range, permutation;
  range.kind = Fact::Kind::Range;
  permutation.kind = Fact::Kind::Permutation;
  range.arrays = permutation.arrays = {"p"};
  range.lower = poly::constant(params, 0);
  range.upper = permutation.upper = poly::constant(params, 8);

  EXPECT_EQ(checkPermuted(all, {range, permutation}), "");
  EXPECT_NE(checkPermuted(all, {}), "");
  EXPECT_NE(checkPermuted(all, {range}), "") << "two numbers may be one";
  EXPECT_NE(checkPermuted(all, {range, permutation}, /*isShared=*/true), "")
      << "the other dimension tells which number it was";
  for (const char *part :
       {"0 <= i < n and 0 <= s < 7", "0 <= i < n and 0 <= s <= 8",
        "0 <= i < n and 0 <= s < 8 and s <= i"})
    EXPECT_NE(checkPermuted(kernelOver(part), {range, permutation}), "")
        << part;
  TestKernel chained = all;
  chained.body("S", "v[i]", "=", {"v[i]", "u[i]"});
  EXPECT_TRUE(mentions(checkPermuted(chained, {range, permutation}), "'v'"));
}

TEST(Checker, ValuesThatOnlyTheMapMentionsAreUnknown) {
  TestKernel before = makeSpmv();
  before.body("S", "y[i]", "=", {"a[j]", "x[<col(j)>]"});
  TestKernel after = before;
  after.program.statements.erase("S");
  after.integers("offset");
  after.statement("X", {"i", "p"}, "0 <= i < n",
                  "<offset(i)> <= p < <offset(i + 1)>");
  after.body("X", "y[i]", "=", {});
  after.execute(after.loop("i", after.loop("p", after.leaf("X"))));
  isl::space space = after.program.statement("X").space();
  isl::pw_multi_aff map = poly::makeMap(
      space, "S",
      {poly::dimension(space, 0), poly::parameter(space, "found_j()")});
  InstanceMap merged{"X", "S", map};
  EXPECT_TRUE(mentions(after.check(before, {merged}), "not known"));
  merged.merged = true;
  EXPECT_NE(after.check(before, {merged}), "") << "empty segments";
}

TEST(Checker, FusionMustNotReverseFlow) {
  TestKernel before({"n"});
  before.reals("u");
  before.reals("v");
  for (const char *name : {"S", "T"})
    before.statement(name, {"i"}, "0 <= i < n", "");
  before.body("S", "u[i]", "=", {});
  before.body("T", "v[i]", "=", {"u[i]"});
  before.execute(before.sequence({before.loop("i", before.leaf("S")),
                                  before.loop("i", before.leaf("T"))}));
  TestKernel after = before;
  after.execute(
      after.loop("i", after.sequence({after.leaf("S"), after.leaf("T")})));
  EXPECT_EQ(after.check(before), "");
  before.body("T", "v[i]", "=", {"u[i + 1]"});
  after.body("T", "v[i]", "=", {"u[i + 1]"});
  EXPECT_TRUE(mentions(after.check(before), "T[i'] reads what"));
}

TEST(Checker, InspectedArraysStayAsTheyAre) {
  TestKernel before = makeSpmv(), after = before;
  after.statement("F", {"i"}, "0 <= i < n", "");
  after.reals("a_copy");
  after.body("F", "a_copy[i]", "=", {"a[i]"});
  Phase fill{Phase::Role::Update, after.loop("i", after.leaf("F"))};
  after.program.phases.insert(after.program.phases.begin(), fill);
  EXPECT_EQ(after.check(before), "");
  before.body("S", "a[j]", "=", {"x[i]"});
  after.body("S", "a[j]", "=", {"x[i]"});
  EXPECT_TRUE(mentions(after.check(before), "'a' would be copied"));
}

TEST(Checker, AnIndexArrayMustNotBeWritten) {
  TestKernel before = makeSpmv(), after = before;
  after.body("S", "col[j]", "=", {"x[<col(j)>]"});
  EXPECT_TRUE(mentions(after.check(before), "is used as an index"));
}

TEST(Checker, ParallelMarksAreCheckedAgain) {
  TestKernel before = makeSpmv(), after = before;
  ScheduleTree tree = after.loop("i", after.loop("j", after.leaf("S")));
  tree.marks.parallel = true;
  after.execute(tree);
  EXPECT_EQ(after.check(before), "");
  tree = after.loop("j", after.loop("i", after.leaf("S")));
  tree.marks.parallel = true;
  after.execute(tree);
  EXPECT_TRUE(mentions(after.check(before), "marked parallel"));
}

TEST(Checker, CopiesStandBesideWhatTheyServe) {
  TestKernel before({"n"});
  before.reals("u");
  before.reals("v");
  for (const char *name : {"S", "T"})
    before.statement(name, {"i"}, "0 <= i < n", "");
  before.body("S", "v[i]", "=", {"u[i]"});
  before.body("T", "u[i]", "=", {"v[i]"});
  before.execute(before.sequence({before.loop("i", before.leaf("S")),
                                  before.loop("i", before.leaf("T"))}));
  TestKernel after = before;
  after.reals("tmp");
  after.statement("C", {"i"}, "0 <= i < n", "");
  after.body("C", "tmp[i]", "=", {"u[i]"});
  after.body("S", "v[i]", "=", {"tmp[i]"});
  after.execute(after.sequence({after.loop("i", after.leaf("C")),
                                after.loop("i", after.leaf("S")),
                                after.loop("i", after.leaf("T"))}));
  EXPECT_EQ(after.check(before), "");
  after.execute(after.sequence({after.loop("i", after.leaf("T")),
                                after.loop("i", after.leaf("C")),
                                after.loop("i", after.leaf("S"))}));
  EXPECT_NE(after.check(before), "");
}

} // namespace
