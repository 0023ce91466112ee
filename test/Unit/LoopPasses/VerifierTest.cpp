//===- VerifierTest.cpp - loops that the verifier takes and refuses -------===//

#include "Nest.h"

#include "sparsec/LoopIR/Statements.h"
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
