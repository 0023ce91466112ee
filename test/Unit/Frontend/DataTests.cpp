//===- DataTests.cpp - arrays, scalars, updates, facts --------------------===//

#include "Parsed.h"

using namespace sparsec;
using namespace sparsec::test;

namespace {

TEST(Data, ImperfectNestWithAPrivateScalar) {
  Parsed parsed(R"(
void solve(int n, const int *index, const int *col, const double *a,
           const double *b, const double *d, double *x) {
  for (int i = 0; i < n; i++) {
    double sum = b[i];
    for (int j = index[i]; j < index[i + 1]; j++)
      sum -= a[j] * x[col[j]];
    x[i] = sum / d[i];
  }
})");
  ASSERT_TRUE(parsed.program) << parsed.diagnostics;
  EXPECT_EQ(parsed.program->executePhase().tree.statements(),
            (std::vector<std::string>{"S0", "S1", "S2"}));
  EXPECT_EQ(parsed.program->arrays.at("sum").privateDepth, 1);
  EXPECT_FALSE(parsed.program->arrays.at("sum").liveOut);
}

TEST(Data, ScalarsThatCarryAValueAreNotPrivate) {
  Parsed carried(R"(
void f(int n, const double *x, double *y) {
  double last = 0;
  for (int i = 0; i < n; i++) {
    if (i > 2) last = x[i];
    y[i] = last;
  }
  y[0] = last;
})");
  ASSERT_TRUE(carried.program) << carried.diagnostics;
  EXPECT_EQ(carried.program->arrays.at("last").privateDepth, 0);
  EXPECT_TRUE(carried.program->arrays.at("last").liveOut);
  Parsed conditional(R"(
void f(int n, const double *x, double *y) {
  double last;
  for (int i = 0; i < n; i++) {
    if (i > 2) last = x[i];
    y[i] = last;
  }
})");
  EXPECT_EQ(conditional.program->arrays.at("last").privateDepth, -1);
}

TEST(Data, ScalarsOfOneNameStayApart) {
  Parsed parsed(R"(
void f(int n, double *x, double *y) {
  for (int i = 0; i < n; i++) { double s = x[i]; y[i] = s; }
  for (int i = 0; i < n; i++) { double s = y[i]; x[i] = s; }
})");
  EXPECT_EQ(parsed.program->arrays.at("s").privateDepth, 1);
  EXPECT_EQ(parsed.program->arrays.at("s_2").privateDepth, 1);
}

TEST(Data, ScalarsThatServeSeveralNestsAreSplit) {
  Parsed parsed(R"(
void f(int n, double *x, double *y) {
  double s, t = 0;
  for (int i = 0; i < n; i++) { s = x[i]; t = s; y[i] = s; }
  for (int i = 0; i < n; i++) { s = y[i]; x[i] = s; }
  y[0] = t;
})");
  ASSERT_TRUE(parsed.program) << parsed.diagnostics;
  EXPECT_EQ(parsed.program->arrays.at("s").privateDepth, 1);
  EXPECT_EQ(parsed.program->arrays.at("s_2").privateDepth, 1);
  // y[0] reads t = 0 when n = 0: one scalar.
  EXPECT_EQ(parsed.program->arrays.count("t_2"), 0u);
  EXPECT_TRUE(parsed.program->arrays.at("t").liveOut);
}

TEST(Data, ConversionsThatChangeValuesStay) {
  Parsed parsed("void f(int n, double *y) {"
                "  for (int i = 0; i < n; i++) y[i] = sizeof(double) * -i; }");
  ASSERT_TRUE(parsed.program) << parsed.diagnostics;
  const Expr &product = parsed.program->statement("S0").assignment->value;
  EXPECT_EQ(product.operands[0].text, "8UL");
  EXPECT_EQ(product.operands[1].kind, Expr::Kind::Cast);
}

TEST(Data, FunctionsWithoutAssignmentsAreRefused) {
  Parsed parsed("void f(int n) { for (int i = 0; i < n; i++) ; }");
  EXPECT_TRUE(parsed.says("'f' assigns nothing"));
}

TEST(Data, UpdatesAreRecognised) {
  Parsed parsed(R"(
#include <math.h>
void f(int n, const double *x, double *s) {
  for (int i = 0; i < n; i++) {
    s[0] = s[0] + x[i];
    s[1] = x[i] * s[1];
    s[2] = fmin(x[i], s[2]);
    if (s[3] < x[i]) s[3] = x[i];
    s[4]--;
    s[5] = x[i] - s[5];
    s[6] = s[6] + x[i] + 1;
    s[7] = x[i] < s[7] ? x[i] : s[7];
    s[8] = s[8] < x[i] ? s[8] : x[i];
    s[9] = x[i] >= s[9] ? x[i] : s[9];
  }
})");
  ASSERT_TRUE(parsed.program) << parsed.diagnostics;
  const std::vector<std::string> expected = {
      "+=", "*=", "fmin=", "max=", "-=", "=", "+=", "+=", "min=", "=", "="};
  for (size_t number = 0; number < expected.size(); ++number)
    EXPECT_EQ(spellingOf(parsed.program->statement("S" + std::to_string(number))
                             .assignment->op),
              expected[number]);
}

TEST(Data, FlatArraysGetTheirDimensions) {
  Parsed parsed(R"(
void spmm(int n, int k, const int *index, const int *col, const double *a,
          const double *x, double *y) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      for (int l = 0; l < k; l++)
        y[i * k + l] += a[j] * x[col[j] * k + l];
})");
  ASSERT_TRUE(parsed.program) << parsed.diagnostics;
  const Array &y = parsed.program->arrays.at("y");
  EXPECT_TRUE(y.isFlat);
  ASSERT_EQ(y.extents.size(), 2u);
  EXPECT_FALSE(y.extents[0]);
  const Expr &target = parsed.program->statement("S0").assignment->target;
  ASSERT_EQ(target.subscripts.size(), 2u);
  isl::ctx ctx = parsed.session.ctx();
  EXPECT_TRUE(poly::equalOn(target.subscripts[1],
                            isl::pw_aff(ctx, "{ S0[i,j,l] -> [(l)] }"),
                            isl::set(ctx, "{ S0[i,j,l] }")));
}

TEST(Data, FlatArraysNeedABoundedInnerSubscript) {
  Parsed parsed(R"(
void f(int n, int m, double *y) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) y[i * n - j - 1] = 0;
})");
  EXPECT_FALSE(parsed.program);
  EXPECT_TRUE(parsed.says("0 <= -j - 1 < n is not known"));
}

TEST(Data, DeclaredExtents) {
  Parsed parsed(R"(
void f(int n, int m, double A[n][m], double (*B)[m + 1], double C[4]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) A[i][j] = B[i][j] * C[2];
})");
  ASSERT_TRUE(parsed.program) << parsed.diagnostics;
  isl::ctx ctx = parsed.session.ctx();
  auto &arrays = parsed.program->arrays;
  EXPECT_TRUE(arrays.at("A").extents[0]->plain_is_equal(
      isl::pw_aff(ctx, "[n] -> { [(n)] }")));
  EXPECT_FALSE(arrays.at("B").extents[0]);
  EXPECT_TRUE(arrays.at("B").extents[1]->plain_is_equal(
      isl::pw_aff(ctx, "[m] -> { [(m + 1)] }")));
  EXPECT_EQ(poly::constantValue(*arrays.at("C").extents[0]), 4);
}

TEST(Data, PragmasBecomeFactsAndLeaveTheDefinition) {
  Parsed parsed(R"(int other;
#define ROWS n
#pragma sparsec csr(ROWS, m, index, col, a)
void spmv(int n, int m, const int *restrict index, const int *col,
          const double *a, const double *x, double *y) {
#pragma sparsec extent(x, m)
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++) y[i] += a[j] * x[col[j]];
}
)");
  ASSERT_TRUE(parsed.program) << parsed.diagnostics;
  const SourceFunction &function = parsed.program->function;
  EXPECT_EQ(function.definition.body.find("#pragma"), std::string::npos);
  EXPECT_EQ(function.definition.specifiers, "void ");
  EXPECT_EQ(function.fileText.substr(function.begin, 15), "#pragma sparsec");
  EXPECT_EQ(function.fileText.substr(function.begin + function.nameOffset, 4),
            "spmv");
  EXPECT_EQ(function.fileText[function.end - 1], '}');
  EXPECT_EQ(function.arguments[2].declarator.text, "const int *restrict index");
  EXPECT_TRUE(function.arguments[2].isPointer && function.arguments[2].isConst);
  EXPECT_FALSE(
      parsed.program->factsAbout("index", Fact::Kind::Monotonic).empty());
  EXPECT_TRUE(parsed.program->arrays.at("x").extents[0]);
}

TEST(Data, DeclaratorsKnowWhatTheyRead) {
  Parsed parsed(R"(
#define ROWS n
struct grid { int rows; };
void f(int n, int m, const struct grid *g, double A[ROWS][m + 1],
       double (*B)[m], double C[g->rows], double D[restrict 4], double *E,
       double *const F) {
  for (int i = 0; i < n; i++) A[i][0] = B[i][0] + C[i] + D[0] + E[i] + F[i];
})");
  ASSERT_TRUE(parsed.program) << parsed.diagnostics;
  std::map<std::string, Declarator> of;
  for (const auto &argument : parsed.program->function.arguments)
    of[argument.name] = argument.declarator;
  using Names = std::set<std::string>;
  EXPECT_EQ(of["A"].text, "double A[ROWS][m + 1]");
  EXPECT_EQ(of["A"].restrictText, "double A[restrict ROWS][m + 1]");
  EXPECT_EQ(of["A"].reads, (Names{"m", "n"}));
  ASSERT_EQ(of["A"].lengths.size(), 2U);
  EXPECT_EQ(of["A"].lengths[0].text, "*");
  EXPECT_EQ(of["A"].lengths[1].text, "m + 1");
  EXPECT_EQ(of["A"].lengths[1].parameters, Names{"m"});
  EXPECT_EQ(of["B"].restrictText, of["B"].text);
  EXPECT_EQ(of["B"].lengths.size(), 1U);
  EXPECT_EQ(of["C"].lengths[0].text, "*");
  EXPECT_EQ(of["C"].reads, Names{"g"});
  EXPECT_EQ(of["D"].restrictText, "double D[restrict 4]");
  EXPECT_EQ(of["D"].lengths[0].text, "4");
  EXPECT_EQ(of["E"].restrictText, "double *restrict E");
  EXPECT_EQ(of["F"].restrictText, "double *const F");
}

TEST(Data, DefinitionsAreCutAtTheirNames) {
  Parsed parsed(R"(
#pragma sparsec extent(x, n)
/// Twice spmv(.
extern
void (spmv)(int n, double *x,
            int unused) {
  (void) "unused"; // unused
#pragma sparsec extent(x, n)
  for (int i = 0; i < n; i++) x[i] = 0;
}
#pragma sparsec extent(y, n)
void other(int n, double *y) {}
)",
                "spmv");
  ASSERT_TRUE(parsed.program) << parsed.diagnostics;
  const SourceFunction &function = parsed.program->function;
  EXPECT_EQ(function.definition.specifiers, "extern void (");
  EXPECT_EQ(function.definition.parameters, ")(int n, double *x, int unused)");
  EXPECT_EQ(function.definition.unused, std::vector<std::string>{"unused"});
  EXPECT_EQ(function.definition.body.find("pragma"), std::string::npos);
  EXPECT_EQ(function.around.before, "\n/// Twice spmv(.\n");
  EXPECT_TRUE(function.around.hasFacts);
}

} // namespace
