//===- LoopTextTest.cpp - what is read and what is refused ----------------===//

#include "Samples.h"

#include "sparsec/LoopText/LoopText.h"

#include "gtest/gtest.h"

#include <climits>
#include <random>
#include <utility>

using namespace sparsec;

namespace {

using Kind = LoopExpr::Kind;

std::string written(const LoopModule &module) {
  return writeLoops(module.program, module.phase(), module.loops);
}

/// The message of what is wrong with \p text, with its place.
std::string errorOf(const Session &session, llvm::StringRef text) {
  auto modules = readLoops(session.ctx(), text);
  return modules ? "" : llvm::toString(modules.takeError());
}

TEST(LoopText, IsWrittenAsItIsRead) {
  Session session;
  auto modules = readLoops(session.ctx(), test::everything);
  ASSERT_TRUE(bool(modules)) << llvm::toString(modules.takeError());
  EXPECT_EQ(written(modules->front()), test::everything);
}

TEST(LoopText, KeepsWhatIsKnownOfParameters) {
  Session session;
  for (llvm::StringRef condition :
       {"n >= 1", "n < 100", "3 * n <= 5 * m", "n == 4"}) {
    std::string text = ("param int n;\nparam int m;\narray double x[n][m];\n"
                        "assume " +
                        condition + ";\nx[0][0] = 0.0;\n")
                           .str();
    auto modules = readLoops(session.ctx(), text);
    ASSERT_TRUE(bool(modules)) << llvm::toString(modules.takeError());
    auto again = readLoops(session.ctx(), written(modules->front()));
    ASSERT_TRUE(bool(again)) << llvm::toString(again.takeError());
    EXPECT_TRUE(again->front().program.context.is_equal(
        modules->front().program.context))
        << written(modules->front());
  }
}

TEST(LoopText, IsRefusedWhereverItEnds) {
  Session session;
  const llvm::StringRef text = test::everything;
  size_t refused = 0;
  for (size_t length = 0; length < text.size(); ++length)
    refused += !errorOf(session, text.take_front(length)).empty();
  // Between statements, and in symbols, it may end.
  EXPECT_GT(refused, text.size() / 2);
}

TEST(LoopText, IsReadOrRefusedWithAnyByteChanged) {
  Session session;
  std::string text = test::everything;
  for (size_t at = 0; at < text.size(); ++at)
    for (char other : {'(', '}', '9', '"'}) {
      const char old = std::exchange(text[at], other);
      errorOf(session, text);
      text[at] = old;
    }
}

TEST(LoopText, IsRefusedWhereItIsTooDeep) {
  Session session;
  const std::string deep = std::string(100000, '(');
  EXPECT_NE(errorOf(session, "if (" + deep).find("nested too deeply"),
            std::string::npos);
  EXPECT_NE(errorOf(session, std::string(100000, '{')).find("too deeply"),
            std::string::npos);
  std::string signs;
  for (int sign = 0; sign < 100000; ++sign)
    signs += "- ";
  EXPECT_NE(errorOf(session, "if (" + signs).find("too deeply"),
            std::string::npos);
  auto sumOf = [&](int terms) {
    std::string sum = "phase execute; array double y[1]; y[0] = 1.0";
    for (int term = 1; term < terms; ++term)
      sum += " + 1.0";
    return errorOf(session, sum + ";");
  };
  EXPECT_EQ(sumOf(3000), "");
  EXPECT_NE(sumOf(100000).find("more than 4000 levels"), std::string::npos);
}

TEST(LoopText, SaysWhatIsWrongAndWhere) {
  Session session;
  for (auto [text, error] :
       {std::pair("phase run;", "1:7: a phase is one of inspect, update, "
                                "execute"),
        {"param double n;", "1:14: a parameter is an integer"},
        {"param int n;\nparam int n;", "2:11: there is a 'n' already"},
        {"array double x[m];", "1:16: there is no parameter 'm'"},
        {"array double x[2][?];", "1:19: expected an expression"},
        {"fact sortd(x);", "1:6: no fact 'sortd'; did you mean 'sorted'?"},
        {"option fast;", "1:8: no option 'fast'"},
        {"for (int i = 0; j < 3; i++) {}",
         "1:17: expected 'i', the loop's variable"},
        {"for (int i = 0; i < 3; i++) [simdd] {}",
         "1:30: no attribute 'simdd'; did you mean 'simd'?"},
        {"for (int i = 0; i < 3; i++) [unroll(x)] {}",
         "1:30: 'unroll' takes a number"},
        {"for (int i = 0; i < 3; i++) [gpu(on = grid)] {}",
         "1:30: 'gpu' 'on' takes one of none, block.x, block.y, block.z, "
         "thread.x, thread.y, thread.z"},
        {"for (int i = 0; i < 3; i++) {", "1:30: expected '}'"},
        {"if (k < 3) {}",
         "1:5: there is no loop, local or parameter 'k'; a parameter is "
         "declared as in 'param int k;'"},
        {"x[0] = 1;", "1:1: there is no array 'x'; it is declared as in "
                      "'array double x[n];'"},
        {"array double x[3][3];\nx[0][0][0] = 1;",
         "2:1: array 'x' has 2 dimensions, not 3"},
        {"array double x;\nx < 1;",
         "2:3: expected '=' or an update, such as '+='"},
        {"param int n;\nif (n != 2) {}",
         "2:7: '!=' is no operator of integers that fold; a statement's own "
         "computation stands in braces: {a != b}"},
        {"param int n;\nif (n < 1.5) {}",
         "2:9: '1.5' is no decimal integer of 64 bits; a literal of a "
         "statement's own computation stands in braces"},
        {"if (gpu(\"warp.x\") < 1) {}",
         "1:9: 'warp.x' is none of block, thread and blocks in x, y and z, "
         "such as \"block.x\""},
        {"call f(\"open);", "1:8: missing '\"'"},
        {"#", "1:1: a character that the text of loops has no use for"}})
    EXPECT_EQ(errorOf(session, text), error) << text;
}

/// Random expressions, made without folding.
class RandomExprs {
public:
  explicit RandomExprs(unsigned seed) : random(seed) {}

  LoopExpr make(int depth) {
    LoopExpr expr = depth > 0 ? inner(depth) : leaf();
    if (pick(8) == 0)
      expr.wide = !expr.wide;
    return expr;
  }

private:
  unsigned pick(unsigned count) { return unsigned(random() % count); }

  LoopExpr leaf() {
    switch (pick(7)) {
    case 0:
      return LoopExpr::integer(long(pick(7)) - 3);
    case 1:
      return LoopExpr::integer(pick(2) ? LONG_MIN : LONG_MAX);
    case 2:
      return LoopExpr::variable(pick(2) ? "n" : "t");
    case 3:
      return LoopExpr::load("t", {});
    case 4:
      return LoopExpr::literal(pick(2) ? "2" : "INFINITY");
    case 5:
      return LoopExpr::sizeOf(
          LoopType::named(pick(2) ? "unsigned char" : "double2"));
    default:
      return LoopExpr::load("x", {LoopExpr::variable("n")});
    }
  }

  LoopExpr inner(int depth) {
    const Kind kinds[] = {
        Kind::Add,    Kind::Mul,  Kind::FloorDiv, Kind::Div,       Kind::Mod,
        Kind::Min,    Kind::Max,  Kind::Less,     Kind::LessEqual, Kind::Equal,
        Kind::And,    Kind::Or,   Kind::Select,   Kind::Widen,     Kind::Unary,
        Kind::Binary, Kind::Call, Kind::Cast,     Kind::Member,    Kind::Add,
        Kind::Mul};
    const Kind kind = kinds[pick(std::size(kinds))];
    static const char *const operators[] = {"+", "-", "*",  "/",  "%",  "<",
                                            "&", "|", "<<", "!=", ">=", "&&"};
    static const char *const unary[] = {"-", "!", "~", "*", "&", "sizeof "};
    static const char *const types[] = {"double", "long long", "double2",
                                        "const double *"};
    static const char *const calls[] = {"min", "f", "f<int>", "literal"};
    std::string name = kind == Kind::Call     ? calls[pick(4)]
                       : kind == Kind::Member ? "x"
                                              : "";
    const bool isList = kind == Kind::Add || kind == Kind::Mul ||
                        kind == Kind::Min || kind == Kind::Max;
    const bool isOne = kind == Kind::Widen || kind == Kind::Unary ||
                       kind == Kind::Cast || kind == Kind::Member;
    size_t count = isOne ? 1 : kind == Kind::Select ? 3 : 2;
    count += isList ? pick(2) : 0;
    std::vector<LoopExpr> operands;
    for (size_t at = 0; at < count; ++at)
      operands.push_back(make(depth - 1 - int(pick(2))));
    LoopExpr expr =
        kind == Kind::Cast
            ? LoopExpr::cast(LoopType::named(types[pick(4)]), operands[0])
            : LoopExpr::node(kind, name, operands);
    if (kind == Kind::Binary)
      expr.op = operatorNamed(operators[pick(12)], 2);
    if (kind == Kind::Unary)
      expr.op = operatorNamed(unary[pick(6)], 1);
    expr.wide |= kind == Kind::Widen;
    return expr;
  }

  std::mt19937 random;
};

TEST(LoopText, KeepsTheStructureOfExpressions) {
  Session session;
  auto modules = readLoops(session.ctx(), "param int n;\n"
                                          "array double t;\n"
                                          "array long long x[n];\n");
  ASSERT_TRUE(bool(modules)) << llvm::toString(modules.takeError());
  LoopModule &module = modules->front();
  RandomExprs exprs(1);
  for (int round = 0; round < 5000; ++round) {
    LoopNode assign;
    assign.kind = LoopNode::Kind::Assign;
    assign.target = LoopExpr::load("t", {});
    assign.op = Update::Set;
    assign.value = exprs.make(4);
    LoopNode loop = LoopNode::ifThen(exprs.make(4), {assign});
    // One text for both, which names all that it uses.
    module.loops.body = {assign, loop};
    module.loops.body.push_back(
        LoopNode::local(LoopType::int64(), "m", exprs.make(3)));
    std::string text = "param int n;\narray double t;\narray long long x[n];\n";
    const std::string all = written(module);
    text += all.substr(all.find("\nt = ") + 1);
    auto read = readLoops(session.ctx(), text);
    ASSERT_TRUE(bool(read)) << llvm::toString(read.takeError()) << " in\n"
                            << text;
    ASSERT_TRUE(read->front().loops.body == module.loops.body) << text;
  }
}

} // namespace
