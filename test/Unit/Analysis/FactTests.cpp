//===- FactTests.cpp - fact texts -----------------------------------------===//

#include "TestKernel.h"

#include "gtest/gtest.h"

using namespace sparsec;
using namespace sparsec::test;

namespace {

TestKernel csrArrays() {
  TestKernel kernel({"n", "m"});
  kernel.integers("index");
  kernel.integers("A->col");
  kernel.reals("a");
  kernel.reals("x");
  return kernel;
}

std::string refusal(TestKernel &kernel, const std::string &text) {
  return llvm::toString(
      addFacts(kernel.program, text, Fact::Origin::Declared, "k.c:1:1"));
}

size_t count(const TestKernel &kernel, Fact::Kind kind) {
  size_t result = 0;
  for (const Fact &fact : kernel.program.facts)
    result += fact.kind == kind;
  return result;
}

TEST(Facts, CsrExpandsToElementaryFacts) {
  TestKernel kernel = csrArrays();
  EXPECT_EQ(refusal(kernel, "csr(n, m, index, A->col, a)"), "");
  EXPECT_EQ(count(kernel, Fact::Kind::Boundary), 1u);
  EXPECT_EQ(count(kernel, Fact::Kind::Monotonic), 1u);
  EXPECT_EQ(count(kernel, Fact::Kind::Range), 2u);
  EXPECT_EQ(count(kernel, Fact::Kind::Extent), 3u);
  EXPECT_EQ(kernel.program.calls.count("index(n)"), 1u);
  isl::pw_aff length = *kernel.program.arrays.at("a").extents[0];
  EXPECT_TRUE(poly::involvesParam(length, "index(n)"));
  size_t before = kernel.program.facts.size();
  EXPECT_EQ(refusal(kernel, "csr(n, m, index, A->col, a)"), "");
  EXPECT_EQ(kernel.program.facts.size(), before) << "said twice";
}

TEST(Facts, UnknownColumnCountLeavesTheRangeOpen) {
  TestKernel kernel = csrArrays();
  EXPECT_EQ(refusal(kernel, "csr(n, ?, index, A->col, a)"), "");
  const Fact *range =
      kernel.program.factsAbout("A->col", Fact::Kind::Range).front();
  EXPECT_TRUE(range->lower.has_value());
  EXPECT_FALSE(range->upper.has_value());
}

TEST(Facts, BaseOneShiftsEverything) {
  TestKernel kernel = csrArrays();
  EXPECT_EQ(refusal(kernel, "csr_base1(n, m, index, A->col, a)"), "");
  const Fact *start =
      kernel.program.factsAbout("index", Fact::Kind::Boundary).front();
  EXPECT_EQ(poly::constantValue(*start->upper), 1);
  const Fact *range =
      kernel.program.factsAbout("A->col", Fact::Kind::Range).front();
  EXPECT_EQ(poly::constantValue(*range->lower), 1);
}

TEST(Facts, ConditionsGoToTheContext) {
  TestKernel kernel = csrArrays();
  EXPECT_EQ(refusal(kernel, "1 <= n < m && n % 4 == 0"), "");
  isl::set expected(kernel.session.ctx(),
                    "[n, m] -> { : 1 <= n < m and n mod 4 = 0 }");
  EXPECT_TRUE(kernel.program.context.is_equal(expected));
  EXPECT_NE(refusal(kernel, "n > m").find("contradicts"), std::string::npos);
}

TEST(Facts, RowLengthTakesParameterOrConstant) {
  TestKernel kernel = csrArrays();
  EXPECT_EQ(refusal(kernel, "row_length(index) <= m"), "");
  EXPECT_EQ(refusal(kernel, "row_length(index) < 8"), "");
  auto facts = kernel.program.factsAbout("index", Fact::Kind::RowLength);
  ASSERT_EQ(facts.size(), 2u);
  EXPECT_EQ(poly::constantValue(*facts[1]->upper), 7);
}

TEST(Facts, EveryKindIsAccepted) {
  TestKernel kernel = csrArrays();
  kernel.integers("p");
  kernel.integers("q");
  for (const char *text :
       {"monotonic(index, strict)", "range(p, 0, n)", "injective(p)",
        "permutation(p, n)", "inverse(p, q)", "sorted(A->col, index)",
        "unique(A->col, index)", "has_diagonal(A->col, index)",
        "symmetric_pattern(A->col, index)",
        "triangular(A->col, index, lower, strict)", "extent(x, m)",
        "noalias(x, a)", "rule(forall i, j: i < j => index(i) < index(j))",
        "assume_finite", "index[0] = 0"})
    EXPECT_EQ(refusal(kernel, text), "") << text;
  EXPECT_TRUE(kernel.program.assumeFinite);
}

TEST(Facts, MisspeltOnesNameWhatExists) {
  TestKernel kernel = csrArrays();
  std::string kind = refusal(kernel, "monotone(index)");
  EXPECT_NE(kind.find("did you mean 'monotonic'?"), std::string::npos) << kind;
  std::string array = refusal(kernel, "injective(indx)");
  EXPECT_NE(array.find("did you mean 'index'?"), std::string::npos) << array;
  std::string parameter = refusal(kernel, "nn > 0");
  EXPECT_NE(parameter.find("the parameters are: n, m"), std::string::npos)
      << parameter;
}

TEST(Facts, WrongShapesAreRefused) {
  TestKernel kernel = csrArrays();
  for (const char *text :
       {"", "csr(n, m)", "injective(a)", "n * m > 0", "row_length(index)",
        "triangular(A->col, index, left)", "monotonic(index", "injective(n)",
        "extent(x, n, m)", "monotonic(index) and more", "n >", "n < $"})
    EXPECT_NE(refusal(kernel, text), "") << text;
  EXPECT_TRUE(kernel.program.facts.empty()) << "a refused text adds nothing";
}

/// "words: message" of each fact that is wrong.
std::vector<std::string>
wrongWords(TestKernel &kernel, const std::string &text,
           const std::map<std::string, std::string> &meanings = {}) {
  std::vector<std::string> words;
  llvm::handleAllErrors(
      addFacts(kernel.program, text, Fact::Origin::Declared, "k.c:1:1",
               meanings),
      [&](const FactError &wrong) {
        words.push_back(text.substr(wrong.begin, wrong.end - wrong.begin));
      });
  return words;
}

TEST(Facts, ErrorsHaveTheWordsThatAreWrong) {
  using Words = std::vector<std::string>;
  TestKernel kernel = csrArrays();
  EXPECT_EQ(wrongWords(kernel, "range(index, 0, nn)"), Words{"nn"});
  EXPECT_EQ(wrongWords(kernel, "range( indx, 0,n)"), Words{"indx"});
  EXPECT_EQ(wrongWords(kernel, "injective( a )"), Words{"a"});
  EXPECT_EQ(wrongWords(kernel, "csr(n,  m)"), Words{"csr(n,  m)"});
  EXPECT_EQ(wrongWords(kernel, "extent(A->cl, n)"), Words{"A->cl"});
  EXPECT_EQ(wrongWords(kernel, "0 < n && n + (m < 3"), Words{"("});
  EXPECT_EQ(wrongWords(kernel, "n > index[n, m]"), Words{"index[n"});
  EXPECT_EQ(wrongWords(kernel, "n > 2 * n * m + 1"), Words{"2 * n * m"});
  EXPECT_EQ(wrongWords(kernel, "n < $"), Words{"$"});
  EXPECT_EQ(wrongWords(kernel, "n < \u00e4\u00f6"), Words{"\u00e4\u00f6"});
  EXPECT_EQ(wrongWords(kernel, "monotonic(index) and  m"), Words{"and  m"});
  EXPECT_EQ(wrongWords(kernel, "rule(forall i, n: i < 2)"), Words{"n"});
  EXPECT_EQ(wrongWords(kernel, ""), Words{""});
}

TEST(Facts, AllThatAreWrongAreTold) {
  using Words = std::vector<std::string>;
  TestKernel kernel = csrArrays();
  const isl::set before = kernel.program.context;
  EXPECT_EQ(wrongWords(kernel, "n < 3; n > 3; monoton(x); m == n; q > m"),
            (Words{"n > 3", "monoton", "q"}));
  EXPECT_TRUE(kernel.program.facts.empty());
  EXPECT_TRUE(kernel.program.context.is_equal(before));
}

TEST(Facts, WordsThatStandForOthersAreThoseOfTheText) {
  using Words = std::vector<std::string>;
  TestKernel kernel = csrArrays();
  EXPECT_EQ(wrongWords(kernel, "extent(x, k);  long > qq; injective(to)",
                       {{"k", "n + 1"}, {"long", "n + m"}, {"to", "a"}}),
            (Words{"qq", "to"}));
}

} // namespace
