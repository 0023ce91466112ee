//===- VerifierTest.cpp - loops that the verifier takes and refuses -------===//

#include "Nest.h"

#include "sparsec/LoopIR/Statements.h"
#include "sparsec/LoopIR/Typing.h"
#include "sparsec/LoopIR/Verifier.h"

using namespace sparsec;
using namespace sparsec::test;

namespace {

using Kind = LoopNode::Kind;

/// `for (int i = 0; i < n; i++) { const int k = col[i]; y[i] = x[k]; }`
class Verified : public ::testing::Test {
protected:
  Verified() {
    makeSpmv(nest);
    const LoopExpr i = LoopExpr::variable("i"), k = LoopExpr::variable("k");
    loop.kind = Kind::For;
    loop.name = "i";
    loop.type = LoopType::int32();
    loop.upper = {LoopExpr::variable("n")};
    loop.body = {
        LoopNode::local(LoopType::int32(), "k", LoopExpr::load("col", {i})),
        stmt::assign(LoopExpr::load("y", {i}), LoopExpr::load("x", {k}))};
  }

  std::string wrong() const { return wrongWith(LoopAst{{loop}}, nest.program); }

  Nest nest;
  LoopNode loop;
};

TEST_F(Verified, TakesWhatIsWhole) { EXPECT_EQ(wrong(), ""); }

TEST_F(Verified, KnowsEveryName) {
  loop.body[1].value = LoopExpr::variable("nobody");
  EXPECT_EQ(wrong(), "no loop, local or parameter 'nobody'");
  loop.body[1].value = LoopExpr::load("nothing", {LoopExpr::variable("i")});
  EXPECT_EQ(wrong(), "no array 'nothing'");
}

TEST_F(Verified, SeesNoLocalBeforeItIsDeclared) {
  std::swap(loop.body[0], loop.body[1]);
  EXPECT_EQ(wrong(), "no loop, local or parameter 'k'");
}

TEST_F(Verified, CountsSubscripts) {
  const LoopExpr i = LoopExpr::variable("i");
  loop.body[1].value = LoopExpr::load("x", {i, i});
  EXPECT_EQ(wrong(), "'x[i][i]' of an array with 1 dimensions");
}

TEST_F(Verified, CountsOperands) {
  loop.body[1].value =
      LoopExpr::node(LoopExpr::Kind::Binary, "+", {LoopExpr::variable("i")});
  EXPECT_EQ(wrong(), "'+' with 1 operands");
}

TEST_F(Verified, ComparesWidths) {
  loop.body[0].type = LoopType::int64();
  EXPECT_EQ(wrong(), "'k' has 64 bits, not 32");
}

TEST_F(Verified, ComparesTypes) {
  const LoopExpr i = LoopExpr::variable("i"), x = LoopExpr::load("x", {i});
  loop.body[1].target = LoopExpr::load("y", {x});
  EXPECT_EQ(wrong(), "'y[x[i]]' has a subscript that is no integer");
  loop.body[1].target = LoopExpr::load("y", {i});
  loop.body[1].value = expr::binary(x, Operator::Remainder, i);
  EXPECT_EQ(wrong(), "'x[i] % i' computes with bits of what is no integer");
  loop.body[1].value = LoopExpr::variable("x");
  EXPECT_EQ(wrong(), "'x' of type 'double *' for 'double'");
  loop.body[1].value = x;
  loop.upper = {LoopExpr::variable("x")};
  EXPECT_EQ(wrong(), "'x' of type 'double *' bounds a loop");
}

TEST(TypingTest, FollowsTheRulesOfC) {
  Nest nest;
  makeSpmv(nest);
  Typing typing(nest.program);
  typing.enter();
  for (const char *type : {"char", "unsigned int", "long long", "float"}) {
    LoopNode local = LoopNode::local(LoopType::named(type), type, {});
    local.name = std::string("a_") + type[0];
    typing.declare(local);
  }
  const auto var = [](const char *name) { return LoopExpr::variable(name); };
  const LoopExpr c = var("a_c"), u = var("a_u"), l = var("a_l"), f = var("a_f"),
                 x = LoopExpr::load("x", {var("n")});
  const auto spelled = [&](const LoopExpr &expr) {
    return typing.typeOf(expr).spelling();
  };
  EXPECT_EQ(spelled(c), "char");
  EXPECT_EQ(spelled(c + c * LoopExpr::integer(2)), "int");
  EXPECT_EQ(spelled(expr::binary(c, Operator::Add, u)), "unsigned int");
  EXPECT_EQ(spelled(expr::binary(u, Operator::Multiply, l)), "long long");
  EXPECT_EQ(spelled(expr::binary(l, Operator::Divide, f)), "float");
  EXPECT_EQ(spelled(expr::binary(f, Operator::Subtract, x)), "double");
  EXPECT_EQ(spelled(expr::binary(f, Operator::Less, x)), "int");
  EXPECT_EQ(spelled(expr::binary(c, Operator::ShiftLeft, l)), "int");
  EXPECT_EQ(spelled(LoopExpr::select(f, c, x)), "double");
  EXPECT_EQ(spelled(LoopExpr::widen(c)), "long long");
  EXPECT_EQ(spelled(var("x")), "double *");
  EXPECT_EQ(spelled(expr::addressOf(x)), "double *");
  EXPECT_EQ(spelled(expr::call("sqrtf", {f})), "float");
  EXPECT_EQ(spelled(expr::call("erf", {f})), "double");
  EXPECT_EQ(spelled(expr::call(runtime::threads, {})), "int");
  EXPECT_EQ(spelled(expr::call(runtime::product, {c, c})), "long long");
  EXPECT_EQ(spelled(expr::cast(LoopType::named("float"), x)), "float");
  EXPECT_TRUE(typing.typeOf(expr::arrow("plan", "n")).isNone());
  EXPECT_THROW(typing.typeOf(expr::unary(Operator::Dereference, f)),
               TypeMismatch);
  EXPECT_THROW(typing.typeOf(LoopExpr::load("n", {c})), TypeMismatch);
}

TEST_F(Verified, KnowsWhatMayBeAssigned) {
  const LoopNode before = loop;
  loop.body.push_back(
      stmt::assign(LoopExpr::variable("k"), LoopExpr::integer(1)));
  EXPECT_EQ(wrong(), "'k', which is constant, is assigned");
  loop = before;
  loop.body.push_back(
      stmt::assign(LoopExpr::variable("i"), LoopExpr::integer(1), Update::Add));
  EXPECT_EQ(wrong(), "'i', which is constant, is assigned");
  loop = before;
  loop.body[1].op = Update::Or;
  EXPECT_EQ(wrong(), "bits of 'y[i]' of type 'double' are changed");
}

TEST_F(Verified, KnowsWhatTheCallerGives) {
  const LoopNode before = loop;
  loop.body.push_back(
      stmt::assign(LoopExpr::variable("n"), LoopExpr::integer(1)));
  EXPECT_EQ(wrong(), "'n', which the caller gives, is assigned");
  loop = before;
  nest.program.arrays.at("x").isConst = true;
  loop.body[1].target = LoopExpr::load("x", {LoopExpr::variable("i")});
  EXPECT_EQ(wrong(), "'x', which the caller gives, is assigned");
}

TEST_F(Verified, TellsNamesApart) {
  LoopNode inner = loop;
  loop.body.push_back(inner);
  EXPECT_EQ(wrong(), "a loop 'i' is inside another one");
  loop = inner;
  loop.body.push_back(loop.body[0]);
  EXPECT_EQ(wrong(), "");
  EXPECT_EQ(wrongWith(LoopAst{{loop}}, nest.program, LocalNames::OfC),
            "'k' is declared twice");
  // In scopes of their own.
  loop.body.back() = stmt::scope({loop.body[0]});
  EXPECT_EQ(wrongWith(LoopAst{{loop}}, nest.program, LocalNames::OfC), "");
}

TEST_F(Verified, CountsArgumentsOfRuntimeFunctions) {
  const LoopExpr x = LoopExpr::variable("x"), n = LoopExpr::variable("n");
  const auto calls = [&](const char *name, std::vector<LoopExpr> arguments) {
    loop.body[1] = stmt::call(name, std::move(arguments));
    return wrong();
  };
  EXPECT_EQ(calls("sparsec_inclusive_scan_int", {x, n}), "");
  EXPECT_EQ(calls("sparsec_inclusive_scan_int", {x}),
            "'sparsec_inclusive_scan_int' with 1 arguments");
  EXPECT_EQ(calls("sparsec_gpu_inclusive_scan", {x, n}),
            "'sparsec_gpu_inclusive_scan' with 2 arguments");
  EXPECT_EQ(calls("sparsec_gpu_number_marked", {x, n, x, x, n}), "");
  EXPECT_EQ(calls("sparsec_threads", {}), "");
}

TEST_F(Verified, KnowsWhatBoundsAndBarriersAre) {
  const LoopNode before = loop;
  loop.upper = {LoopExpr::load("x", {LoopExpr::integer(0)})};
  EXPECT_EQ(wrong(), "'x[0]' of type 'double' bounds a loop");
  loop = before;
  loop.body.push_back(stmt::barrier());
  EXPECT_EQ(wrong(), "a barrier where no threads of a block or team are");
  loop.marks.gpu.level = GpuMark::Level::Block;
  EXPECT_EQ(wrong(), "");
  loop = before;
  loop.upper = {LoopExpr::gpuIndex({GpuIndex::Of::Blocks, 1})};
  EXPECT_EQ(wrong(), "'(int)gridDim.y' outside kernels");
}

TEST(TypingTest, ReadsConstants) {
  const std::pair<const char *, const char *> cases[] = {
      {"1", "int"},
      {"1u", "unsigned int"},
      {"4LL", "long long"},
      {"2l", "long"},
      {"1.0", "double"},
      {"1.0f", "float"},
      {"1e3L", "long double"},
      {"0x1f", "int"},
      {"2147483648", "long"},
      {"-2147483647", "int"},
      {"0xffffffff", "unsigned int"},
      {"0x100000000", "long"},
      {"4000000000u", "unsigned int"},
      {"5000000000u", "unsigned long"},
      {"1ull", "unsigned long long"},
      {"0x1p3f", "float"},
      {"-0.5", "double"},
      {"INFINITY", "float"},
      {"LLONG_MAX", "long long"},
      {"NULL", ""}};
  for (const auto &[text, type] : cases)
    EXPECT_EQ(typeOfLiteral(text).spelling(), type) << text;
}

TEST(TypingTest, GivesPartsOfComplexNumbersTheLargerType) {
  const LoopType small = LoopType::named("float _Complex");
  const auto with = [&](const char *other) {
    return commonType(small, LoopType::named(other)).spelling();
  };
  EXPECT_EQ(with("double"), "double _Complex");
  EXPECT_EQ(with("double _Complex"), "double _Complex");
  EXPECT_EQ(with("float"), "float _Complex");
  EXPECT_EQ(with("long"), "float _Complex");
}

TEST_F(Verified, KeepsFieldsToTheirKinds) {
  LoopNode before = loop;
  loop.body[1].marks.parallel = true;
  EXPECT_EQ(wrong(), "'' has a loop's marks, which nodes of its kind have not");
  loop = before;
  loop.otherwise = {stmt::barrier()};
  EXPECT_EQ(wrong(),
            "'i' has another branch, which nodes of its kind have not");
  loop = before;
  loop.body[1].updater = "sparsec_update";
  EXPECT_EQ(wrong(), "an atomic update by no function, or a function for none");
  loop = before;
  loop.upper.clear();
  EXPECT_EQ(wrong(), "loop 'i' has no end");
  loop = before;
  loop.body[0].type = {};
  EXPECT_EQ(wrong(), "'k' has no type");
}

} // namespace
